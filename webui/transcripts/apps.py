"""The app's entry."""

from django.apps import AppConfig


class TranscriptsConfig(AppConfig):
    name = "webui.transcripts"
    label = "transcripts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from webui.jobs.registry import register
        from webui.transcripts import access, jobs

        register(access.CHECK, jobs.check, ended=jobs.ended)
