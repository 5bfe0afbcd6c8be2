"""The app's entry."""

from django.apps import AppConfig


class TranscriptsConfig(AppConfig):
    name = "webui.transcripts"
    label = "transcripts"
    default_auto_field = "django.db.models.BigAutoField"
