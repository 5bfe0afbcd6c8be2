"""Addresses of cases."""

from django.urls import URLPattern, path

from webui.review.views import (
    analytics,
    arranging,
    bulk,
    case,
    comments,
    decide,
    export,
    inbox,
    notices,
    presence,
    triage_settings,
)

app_name = "review"

HOME = "t/<slug:team>"

urlpatterns: list[URLPattern] = [
    path(f"{HOME}/inbox", inbox.inbox, name="inbox"),
    path(f"{HOME}/inbox/seen", notices.seen, name="seen"),
    path(f"{HOME}/inbox/export", export.export, name="export"),
    path(f"{HOME}/inbox/bulk", bulk.bulk, name="bulk"),
    path(f"{HOME}/inbox/bulk/<int:pk>", bulk.result, name="bulk-result"),
    path(f"{HOME}/inbox/columns", arranging.columns, name="columns"),
    path(f"{HOME}/inbox/views", arranging.save, name="view-save"),
    path(f"{HOME}/inbox/views/hide", arranging.hide, name="view-hide"),
    path(f"{HOME}/inbox/views/<int:pk>", arranging.change, name="view-change"),
    path(f"{HOME}/analytics", analytics.analytics, name="analytics"),
    path(f"{HOME}/cases/<int:number>", case.case, name="case"),
    path(f"{HOME}/cases/<int:number>/decision", decide.decide, name="decide"),
    path(f"{HOME}/cases/<int:number>/claim", decide.claim, name="claim"),
    path(f"{HOME}/cases/<int:number>/second", decide.second, name="second"),
    path(f"{HOME}/cases/<int:number>/owner", decide.owner, name="owner"),
    path(f"{HOME}/cases/<int:number>/hold", decide.hold, name="hold"),
    path(f"{HOME}/cases/<int:number>/presence", presence.presence, name="presence"),
    path(f"{HOME}/cases/<int:number>/comments", comments.comments, name="comment"),
    path(f"{HOME}/cases/<int:number>/comments/<int:pk>", comments.change, name="comment-change"),
    path(f"{HOME}/settings/triage", triage_settings.triage, name="triage"),
]
