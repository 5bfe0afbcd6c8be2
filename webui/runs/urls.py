"""Addresses of runs."""

from django.urls import path

from webui.runs.views import (
    aligned,
    compare,
    deletion,
    export,
    facts,
    measures,
    passes,
    proof,
    qa,
    rewritten,
    rounds,
    runs,
    ticking,
    traces,
    upload,
)

app_name = "runs"

HOME = "t/<slug:team>"
TEAM = f"{HOME}/runs"

urlpatterns = [
    path("measures", measures.measures, name="measures"),
    path("proof", proof.proof, name="proof"),
    path(f"{HOME}/compare", compare.compare, name="compare"),
    path(f"{HOME}/read", ticking.read, name="read"),
    path(TEAM, runs.listing, name="list"),
    path(f"{TEAM}/new", upload.new, name="new"),
    path(f"{TEAM}/<slug:pk>", runs.detail, name="detail"),
    path(f"{TEAM}/<slug:pk>/delete", deletion.delete, name="delete"),
    path(f"{TEAM}/<slug:pk>/export.html", export.download, name="export"),
    path(f"{TEAM}/<slug:pk>/again", runs.again, name="again"),
    path(f"{TEAM}/<slug:pk>/aligned", aligned.aligned, name="aligned"),
    path(f"{TEAM}/<slug:pk>/rewritten/<int:position>", rewritten.rewritten, name="rewritten"),
    path(f"{TEAM}/<slug:pk>/rounds", rounds.rounds, name="rounds"),
    path(f"{TEAM}/<slug:pk>/qa", qa.of_run, name="qa"),
    path(f"{HOME}/transcripts/<slug:pk>/qa", qa.of_transcript, name="qa-transcript"),
    path(f"{HOME}/passes/<slug:pk>", passes.detail, name="pass"),
    path(f"{HOME}/passes/<slug:pk>/calls/<int:number>/<slug:part>", passes.call, name="call"),
    path(f"{HOME}/passes/<slug:pk>/replaced.json", passes.evicted, name="evicted"),
    path(f"{HOME}/passes/<slug:pk>/cancel", passes.cancel, name="pass-cancel"),
    path(f"{TEAM}/<slug:pk>/facts", facts.decide, name="decide"),
    path(f"{TEAM}/<slug:pk>/facts/<int:number>", facts.one, name="fact"),
    path(f"{TEAM}/<slug:pk>/summary/<slug:section>", traces.section, name="section"),
    path(f"{TEAM}/<slug:pk>/<slug:side>/<int:position>", traces.trace, name="trace"),
]
