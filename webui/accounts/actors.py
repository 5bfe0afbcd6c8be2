"""Who did it, as the audit trail names them."""

from django.http import HttpRequest

from webui.accounts.models import User
from webui.audit.trail import Actor

WORKER = Actor("worker", None, "worker")
"""The product itself."""


def actor_of(request: HttpRequest) -> Actor:
    """Return who sends a request: the key where one speaks, else the person.

    Raises: TypeError for a request of nobody.
    """
    if not isinstance(request.user, User):
        raise TypeError("nobody is signed in")
    return person(request.user)


def person(user: User | None) -> Actor:
    """Return a person, or the key that stands for one in this request; without one, it is the worker that acts."""
    if user is None:
        return WORKER
    if user.key is not None:
        return Actor("key", user.key.pk, user.key.name)
    return Actor("person", user.pk, user.get_username())
