"""Addresses of cases."""

from django.urls import URLPattern, path

from webui.review.views import analytics, arranging, bulk, export, inbox, notices

app_name = "review"

HOME = "t/<slug:team>"

urlpatterns: list[URLPattern] = [
    path(f"{HOME}/inbox", inbox.inbox, name="inbox"),
    path(f"{HOME}/inbox/seen", notices.seen, name="seen"),
    path(f"{HOME}/inbox/export", export.export, name="export"),
    path(f"{HOME}/inbox/bulk", bulk.bulk, name="bulk"),
    path(f"{HOME}/inbox/columns", arranging.columns, name="columns"),
    path(f"{HOME}/inbox/views", arranging.save, name="view-save"),
    path(f"{HOME}/inbox/views/hide", arranging.hide, name="view-hide"),
    path(f"{HOME}/inbox/views/<int:pk>", arranging.change, name="view-change"),
    path(f"{HOME}/analytics", analytics.analytics, name="analytics"),
]
