"""Settings, addresses and the Celery app."""
