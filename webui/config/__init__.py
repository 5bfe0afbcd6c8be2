"""Settings, addresses and the Celery app."""

from webui.config.celery import app as celery_app

__all__ = ["celery_app"]
