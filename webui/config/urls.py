"""Addresses, one line an app."""

from django.urls import URLPattern, URLResolver, include, path

from webui.accounts.access import anyone
from webui.config.api import api
from webui.jobs import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", anyone(health.healthz)),
    path("readyz", anyone(health.readyz)),
    path("api/", api.urls),
    path("", include("webui.accounts.urls")),
    path("", include("webui.transcripts.urls")),
    path("", include("webui.runs.urls")),
    path("", include("webui.review.urls")),
]

handler400 = "webui.common.faults.bad_request"
handler403 = "webui.common.faults.forbidden"
handler404 = "webui.common.faults.not_found"
handler500 = "webui.common.faults.failed"
