"""The app's entry."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "webui.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from webui.accounts import access, jobs
        from webui.jobs.registry import register

        register(access.TEST_ENDPOINT, jobs.test, ended=jobs.ended)
