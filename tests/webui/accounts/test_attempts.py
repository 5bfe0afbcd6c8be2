"""Passwords are not guessed without end, and nobody learns from it who has an account."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from webui.accounts import attempts
from webui.accounts.models import SignInFailure, User

PASSWORD = "correct horse battery"
WRONG = "no such horse"
pytestmark = pytest.mark.django_db


class CountingHasher(MD5PasswordHasher):
    """Counts how often a password is hashed."""

    runs = 0

    def encode(self, password: str, salt: str) -> str:
        type(self).runs += 1
        return super().encode(password, salt)


@pytest.fixture
def ada(ada: User) -> User:
    ada.set_password(PASSWORD)
    ada.save()
    return ada


def sign_in(name: str, password: str = WRONG, address: str = "192.0.2.1") -> HttpResponse:
    return Client(REMOTE_ADDR=address).post("/login", {"name": name, "password": password})  # type: ignore[return-value]


def fail(times: int, name: str = "ada", address: str = "192.0.2.1", **ago: float) -> None:
    for _ in range(times):
        attempts.failed(name, address, timezone.now() - timedelta(**ago))


def test_the_eleventh_wrong_password_is_not_looked_at_and_neither_is_the_right_one(ada: User) -> None:
    assert [sign_in("ada").status_code for _ in range(10)] == [422] * 10

    limited = sign_in("ada", PASSWORD)

    assert limited.status_code == 429
    assert 0 < int(limited["Retry-After"]) <= 900
    assert "None is looked at for 15 minutes." in limited.content.decode()


def test_an_unknown_name_is_limited_alike(ada: User) -> None:
    answers = [[sign_in(name).status_code for _ in range(11)] for name in ("ada", "eve")]

    assert answers[0] == answers[1] == [422] * 10 + [429]


def test_a_password_is_hashed_once_for_a_known_and_for_an_unknown_name(ada: User, settings: Any) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    ada.set_password(PASSWORD)
    ada.save()
    runs = []
    for name in ("ada", "eve"):
        CountingHasher.runs = 0
        sign_in(name)
        runs.append(CountingHasher.runs)

    assert runs == [1, 1]


def test_nine_failures_and_a_success_begin_anew(ada: User) -> None:
    fail(9)

    assert sign_in("ada", PASSWORD).status_code == 302
    assert not SignInFailure.objects.exists()


def test_a_stranger_elsewhere_keeps_nobody_out(ada: User) -> None:
    fail(10, address="203.0.113.9")

    assert sign_in("ada", PASSWORD, address="192.0.2.1").status_code == 302


def test_many_names_from_one_address_and_one_name_from_many_are_limited(ada: User) -> None:
    for number in range(50):
        fail(1, name=f"name{number}", address="203.0.113.9")
    assert attempts.seconds_to_wait("ada", "203.0.113.9") > 0
    assert attempts.seconds_to_wait("ada", "192.0.2.1") == 0
    for number in range(100):
        fail(1, address=f"198.51.100.{number}")
    assert attempts.seconds_to_wait("ada", "192.0.2.1") > 0


def test_what_is_a_quarter_of_an_hour_old_counts_no_more_and_goes() -> None:
    now = timezone.now()
    for minutes in (16, 14):
        for _ in range(5):
            SignInFailure.objects.create(
                name=attempts._mark("name", "ada"),
                address=attempts._mark("address", "192.0.2.1"),
                at=now - timedelta(minutes=minutes),
            )
    assert attempts.seconds_to_wait("ada", "192.0.2.1") == 0
    for _ in range(5):
        attempts.failed("ada", "192.0.2.1", now)

    assert SignInFailure.objects.count() == 10
    assert attempts.seconds_to_wait("ada", "192.0.2.1", now) == 60


def test_neither_name_nor_address_is_kept() -> None:
    attempts.failed("ada", "192.0.2.1")
    row = SignInFailure.objects.get()

    assert "ada" not in row.name and "192.0.2.1" not in row.address
    assert attempts.seconds_to_wait("ADA", "192.0.2.1") == 0


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "203.0.113.9", "192.0.2.1"),
        (1, "198.51.100.7, 203.0.113.9", "203.0.113.9"),
        (2, "198.51.100.7, 203.0.113.9", "198.51.100.7"),
        (1, "", "192.0.2.1"),
        (2, "203.0.113.9", "192.0.2.1"),
    ],
)
def test_only_trusted_proxies_say_who_asks(settings: Any, proxies: int, forwarded: str, address: str) -> None:
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory().get("/login", REMOTE_ADDR="192.0.2.1", HTTP_X_FORWARDED_FOR=forwarded)

    assert attempts.address_of(request) == address
