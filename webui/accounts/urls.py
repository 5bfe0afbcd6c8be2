"""Addresses of signing in and of a person's own choices."""

from django.urls import path

from webui.accounts import views

app_name = "accounts"

urlpatterns = [
    path("", views.home, name="home"),
    path("login", views.login, name="login"),
    path("enter/<str:token>", views.enter, name="enter"),
    path("sign-out", views.sign_out, name="sign-out"),
    path("preferences", views.prefer, name="prefer"),
]
