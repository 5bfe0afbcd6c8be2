"""The app's entry."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "webui.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from webui.accounts import access, delivering, jobs, once, sessions, webhooks
        from webui.jobs.registry import every, register

        register(access.TEST_ENDPOINT, jobs.test, ended=jobs.ended)
        register(webhooks.DELIVER, delivering.deliver)
        every("webhooks", delivering.EVERY, delivering.due_again)
        every(once.NAME, once.EVERY, once.sweep)
        user_logged_in.connect(sessions.begun, dispatch_uid="accounts.sessions")
