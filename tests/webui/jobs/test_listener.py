"""Where the web process listens."""

import socket
from collections.abc import Iterator

import pytest
from pytest_httpserver import HTTPServer

from webui.jobs.listener import Bind, answers, is_free, read_bind

EVERYWHERE = "0.0.0.0"  # noqa: S104 - a value to compare; nothing is bound to it


@pytest.mark.parametrize(
    ("text", "bind"),
    [
        ("127.0.0.1:8765", Bind("127.0.0.1", 8765)),
        ("review.local:80", Bind("review.local", 80)),
        ("[::1]:8765", Bind("::1", 8765)),
        ("8765", None),
        (":8765", None),
        ("127.0.0.1:", None),
        ("127.0.0.1:0", None),
        ("127.0.0.1:65536", None),
        ("127.0.0.1:٣", None),
    ],
)
def test_a_bind_is_a_host_and_a_port(text: str, bind: Bind | None) -> None:
    assert read_bind(text) == bind


def test_the_address_can_be_opened_by_a_person() -> None:
    assert Bind("127.0.0.1", 8765).address() == "http://127.0.0.1:8765"
    assert Bind("::1", 8765).address() == "http://[::1]:8765"
    assert Bind(EVERYWHERE, 8765).address() == f"http://{socket.gethostname()}:8765"


def test_a_listener_on_every_address_is_asked_near_by() -> None:
    assert [Bind(host, 1).near() for host in (EVERYWHERE, "::", "10.0.0.7")] == ["127.0.0.1", "::1", "10.0.0.7"]


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_port_that_somebody_listens_on_is_not_free(taken: int) -> None:
    assert not is_free(Bind("127.0.0.1", taken))


def test_a_port_is_free_when_its_listener_is_gone(taken: int) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]

    assert is_free(Bind("127.0.0.1", port))


def test_the_web_answers_when_it_says_that_it_is_well(httpserver: HTTPServer) -> None:
    bind = Bind(httpserver.host, httpserver.port)
    assert not answers(bind)

    httpserver.expect_request("/healthz").respond_with_data("ok")

    assert answers(bind)


def test_nobody_there_is_no_answer() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]

    assert not answers(Bind("127.0.0.1", port))
