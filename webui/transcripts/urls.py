"""Addresses of captures, transcripts, messages and rules."""

from django.urls import path

from webui.transcripts.views import (
    captures,
    deletion,
    messages,
    redaction,
    reports,
    retention,
    rules,
    search,
    transcripts,
    upload,
)

app_name = "transcripts"

TEAM = "t/<slug:team>"
ONE = f"{TEAM}/transcripts/<slug:pk>"

urlpatterns = [
    path(f"{TEAM}/", captures.start, name="start"),
    path(f"{TEAM}/sample", captures.load_sample, name="sample"),
    path(f"{TEAM}/search", search.search, name="search"),
    path(f"{TEAM}/captures", captures.captures, name="captures"),
    path(f"{TEAM}/captures/new", upload.new, name="new"),
    path(f"{TEAM}/captures/<slug:pk>", captures.capture, name="capture"),
    path(f"{TEAM}/captures/<slug:pk>/cancel", captures.cancel, name="cancel"),
    path(f"{TEAM}/captures/<slug:pk>/read-again", captures.read_again, name="read-again"),
    path(f"{TEAM}/captures/<slug:pk>/delete", deletion.delete, name="delete"),
    path(f"{TEAM}/settings/redaction", redaction.settings_page, name="redaction"),
    path(f"{TEAM}/settings/redaction/reports/<int:pk>", reports.one, name="report"),
    path(f"{TEAM}/settings/retention", retention.settings_page, name="retention"),
    path(f"{TEAM}/transcripts", transcripts.listing, name="list"),
    path(ONE, transcripts.detail, name="detail"),
    path(f"{ONE}/system", messages.system, name="system"),
    path(f"{ONE}/system/mask", reports.mask, name="mask-system"),
    path(f"{ONE}/m/<int:position>/mask", reports.mask, name="mask"),
    path(f"{ONE}/m/<int:position>", messages.message, name="message"),
    path(f"{ONE}/m/<int:position>.json", messages.download, name="download"),
    path("rules", rules.catalogue, name="rules"),
    path("rules/not-checked", rules.not_checked, name="not_checked"),
    path("rules/<slug:code>", rules.rule, name="rule"),
]
