"""Addresses, one line an app."""

from django.urls import URLPattern, URLResolver, path

from webui.config.api import api
from webui.jobs import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("api/", api.urls),
]
