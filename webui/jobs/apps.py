"""The app's entry."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "webui.jobs"
    label = "jobs"
    default_auto_field = "django.db.models.BigAutoField"
