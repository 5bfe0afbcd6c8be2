"""Addresses of signing in, of a person's own choices, and of a team's settings."""

from django.urls import path

from webui.accounts.views import account, audit, endpoints, keys, members, signing, webhooks

app_name = "accounts"

AUDIT = "t/<slug:team>/settings/audit"
MEMBERS = "t/<slug:team>/settings/members"
KEYS = "t/<slug:team>/settings/keys"
MODELS = "t/<slug:team>/settings/llm"
HOOKS = "t/<slug:team>/settings/webhooks"

urlpatterns = [
    path("", signing.home, name="home"),
    path("login", signing.login, name="login"),
    path("enter/<str:token>", signing.enter, name="enter"),
    path("sign-out", signing.sign_out, name="sign-out"),
    path("preferences", signing.prefer, name="prefer"),
    path("account", account.account, name="account"),
    path("account/password", account.password, name="password"),
    path("account/sessions", account.end, name="sessions-end"),
    path(MEMBERS, members.listing, name="members"),
    path(f"{MEMBERS}/new", members.add, name="member-add"),
    path(f"{MEMBERS}/roles", members.roles, name="member-roles"),
    path(f"{MEMBERS}/<int:pk>/link", members.link, name="member-link"),
    path(f"{MEMBERS}/<int:pk>/remove", members.remove, name="member-remove"),
    path(f"{MEMBERS}/invitations/<int:pk>/revoke", members.revoke, name="invitation-revoke"),
    path(KEYS, keys.listing, name="keys"),
    path(f"{KEYS}/<int:pk>/rotate", keys.rotate, name="key-rotate"),
    path(f"{KEYS}/<int:pk>/revoke", keys.revoke, name="key-revoke"),
    path(AUDIT, audit.trail, name="audit"),
    path(f"{AUDIT}/export", audit.export, name="audit-export"),
    path(MODELS, endpoints.listing, name="endpoints"),
    path(f"{MODELS}/new", endpoints.add, name="endpoint-new"),
    path(f"{MODELS}/<int:pk>", endpoints.edit, name="endpoint"),
    path(f"{MODELS}/<int:pk>/test", endpoints.test, name="endpoint-test"),
    path(f"{MODELS}/<int:pk>/delete", endpoints.delete, name="endpoint-delete"),
    path(HOOKS, webhooks.listing, name="webhooks"),
    path(f"{HOOKS}/<int:pk>", webhooks.one, name="webhook"),
    path(f"{HOOKS}/<int:pk>/act", webhooks.act, name="webhook-act"),
    path(f"{HOOKS}/<int:pk>/delete", webhooks.delete, name="webhook-delete"),
    path(f"{HOOKS}/<int:pk>/deliveries/<int:number>", webhooks.redeliver, name="webhook-redeliver"),
]
