"""Which addresses a model may stand at."""

import socket
from typing import Any

import pytest

from webui.llm import addresses
from webui.llm.addresses import Policy, fault, policy, resolve

NOTHING = Policy(loopback=False, private=False)
LOOPBACK = Policy(loopback=True, private=False)
ALL = Policy(loopback=True, private=True)

OWN = ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"]
INSIDE = [
    "10.0.0.1",
    "172.16.5.4",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "fe80::1",
    "fe80::1%eth0",
    "fd00::1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "2002:0a00:0001::1",
    "64:ff9b::a9fe:a9fe",
]
NEVER = ["0.0.0.0", "::", "224.0.0.1", "ff02::1", "255.255.255.255", "240.0.0.1"]  # noqa: S104 - never bound
PUBLIC = ["1.1.1.1", "2606:4700:4700::1111"]


@pytest.mark.parametrize("address", OWN)
def test_this_machine_is_called_only_where_that_is_allowed(address: str) -> None:
    assert [one.allows(address) for one in (NOTHING, LOOPBACK, ALL)] == [False, True, True]


@pytest.mark.parametrize("address", INSIDE)
def test_a_private_range_is_called_only_where_that_is_allowed(address: str) -> None:
    assert [one.allows(address) for one in (NOTHING, LOOPBACK, ALL)] == [False, False, True]


@pytest.mark.parametrize("address", NEVER[:4])
def test_what_is_no_single_host_is_never_called(address: str) -> None:
    assert not ALL.allows(address)


@pytest.mark.parametrize("address", NEVER)
def test_reserved_ranges_are_refused_by_default(address: str) -> None:
    assert not NOTHING.allows(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_always_allowed(address: str) -> None:
    assert NOTHING.allows(address)


@pytest.mark.parametrize(
    ("base_url", "code"),
    [
        ("https://api.openai.com/v1", ""),
        ("http://models.example.org:8000", ""),
        ("http://127.0.0.1:8080/v1", "loopback-refused"),
        ("http://localhost:11434/v1", "loopback-refused"),
        ("http://LOCALHOST./v1", "loopback-refused"),
        ("http://models.localhost/v1", "loopback-refused"),
        ("http://[::1]:8080/v1", "loopback-refused"),
        ("http://169.254.169.254/latest", "private-refused"),
        ("http://[fe80::1]/v1", "private-refused"),
        ("http://0.0.0.0/v1", "private-refused"),
        ("ftp://example.org", "not-an-address"),
        ("example.org/v1", "not-an-address"),
        ("http://", "not-an-address"),
        ("http://example.org:99999/", "not-an-address"),
        ("http://[oops/", "not-an-address"),
        ("http://example.org/a b", "not-an-address"),
        ("http://example.org/\n", "not-an-address"),
        ("http://example.org/" + "v" * 500, "not-an-address"),
        ("https://me:secret@example.org/v1", "has-credentials"),
        ("https://@example.org/v1", "has-credentials"),
        ("https://example.org/v1?key=secret", "has-query"),
        ("https://example.org/v1#top", "has-query"),
    ],
)
def test_a_base_address_is_judged_before_it_is_stored(base_url: str, code: str) -> None:
    assert fault(base_url, NOTHING) == code


def test_one_machine_may_call_itself_and_its_network() -> None:
    for base_url in ("http://127.0.0.1:8080/v1", "http://localhost:11434/v1", "http://192.168.0.9:8000/v1"):
        assert fault(base_url, ALL) == ""


def test_the_policy_is_that_of_the_settings(settings: Any) -> None:
    assert policy() == NOTHING  # tests stand for the team image: EMBEDDED is not set
    settings.LLM_ALLOW_LOOPBACK = True
    assert policy() == LOOPBACK


def test_a_literal_address_resolves_to_itself() -> None:
    assert resolve("127.0.0.1", 80, 5) == ["127.0.0.1"]


def test_an_unknown_host_has_no_address() -> None:
    assert resolve("no host at all", 80, 5) == []


def test_a_resolver_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    released = threading.Event()

    def hang(*args: object, **kwargs: object) -> list[object]:
        released.wait(10)
        return []

    # There is no way to hand a slow resolver in: the system's is asked.
    monkeypatch.setattr(socket, "getaddrinfo", hang)
    assert addresses.resolve("slow.example", 80, 0.05) == []
    released.set()
