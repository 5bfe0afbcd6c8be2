"""The app's entry."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "webui.review"
    label = "review"
    default_auto_field = "django.db.models.BigAutoField"
