"""The app's entry."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "webui.audit"
    label = "audit"
    default_auto_field = "django.db.models.BigAutoField"
