"""`manage.py setup`: make what the app needs before it starts."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, call_command

from webui.jobs import folder


class Command(BaseCommand):
    """Makes the data folder, the key file, the database tables and the static files. Safe to repeat."""

    help = "Make the data folder, the key file, the database tables and the static files; safe to repeat."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        folder.prepare(settings.DATA)
        folder.make_key(settings.SECRET_KEY_FILE)
        call_command("migrate", interactive=False, verbosity=0)
        folder.collect_static(settings.STATIC_ROOT)
