"""The app's entry."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "webui.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
