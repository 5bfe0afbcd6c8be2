"""The app's entry."""

from django.apps import AppConfig


class TranscriptsConfig(AppConfig):
    name = "webui.transcripts"
    label = "transcripts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from webui.jobs.registry import every, register
        from webui.transcripts import access, jobs, keeping, masking, retention

        register(access.CHECK, jobs.check, ended=jobs.ended)
        register(access.MASK, masking.mask)
        register(retention.RETAIN, keeping.retain)
        every("retention", retention.EVERY, retention.come_round)
        retention.on_retention(keeping.CAPTURES)
        retention.on_retention(keeping.AUDIT)
