"""Who the audit trail says it was."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from webui.accounts.actors import WORKER, actor_of
from webui.accounts.models import ApiKey, User
from webui.audit.trail import Actor


def test_a_person_is_named(ada: User) -> None:
    request = RequestFactory().get("/")
    request.user = ada

    assert actor_of(request) == Actor("person", ada.pk, "ada")


def test_a_key_is_named_and_not_its_owner(ada: User) -> None:
    request = RequestFactory().get("/")
    ada.key = ApiKey(pk=7, name="build")
    request.user = ada

    assert actor_of(request) == Actor("key", 7, "build")


def test_nobody_does_nothing() -> None:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()

    with pytest.raises(TypeError, match="nobody is signed in"):
        actor_of(request)


def test_the_worker_has_no_row() -> None:
    assert (WORKER.kind, WORKER.id, WORKER.name) == ("worker", None, "worker")
