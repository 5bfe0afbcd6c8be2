"""Addresses of cases."""

from django.urls import URLPattern

app_name = "review"

HOME = "t/<slug:team>"

urlpatterns: list[URLPattern] = []
