"""Addresses of runs."""

from django.urls import path

from webui.runs.views import runs, traces, upload

app_name = "runs"

TEAM = "t/<slug:team>/runs"

urlpatterns = [
    path(TEAM, runs.listing, name="list"),
    path(f"{TEAM}/new", upload.new, name="new"),
    path(f"{TEAM}/<slug:pk>", runs.detail, name="detail"),
    path(f"{TEAM}/<slug:pk>/summary/<slug:section>", traces.section, name="section"),
    path(f"{TEAM}/<slug:pk>/<slug:side>/<int:position>", traces.trace, name="trace"),
]
