"""The app's entry."""

from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "webui.runs"
    label = "runs"
    default_auto_field = "django.db.models.BigAutoField"
