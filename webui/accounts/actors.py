"""Who does something, as the audit trail names them."""

from django.http import HttpRequest

from webui.accounts.models import User
from webui.audit.trail import Actor

WORKER = Actor("worker", None, "worker")


def actor_of(request: HttpRequest) -> Actor:
    """Return the person behind a request."""
    return person(request.user if isinstance(request.user, User) else None)


def person(user: User | None) -> Actor:
    """Return a person; without one, it is the worker that acts."""
    return WORKER if user is None else Actor("person", user.pk, user.get_username())
