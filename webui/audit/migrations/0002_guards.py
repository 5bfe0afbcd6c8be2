"""Triggers: events are only ever added."""

from django.db import migrations

from webui.audit.guards import install, remove


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]
