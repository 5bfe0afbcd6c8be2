"""The app's entry."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "webui.review"
    label = "review"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from webui.accounts import frame
        from webui.jobs.registry import register
        from webui.review import badge, bulk, covering

        register(covering.COVER, covering.cover_all)
        register(bulk.KIND, bulk.work, ended=bulk.ended)
        frame.on_waiting(badge.waiting_on)
