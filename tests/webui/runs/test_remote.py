"""What the shell says to a server, and what it makes of the answers: a server of the test's own, no waiting."""

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from webui.runs.remote import ATTEMPTS, Server, Trouble, bytes_body, file_body, form_body

Answer = tuple[int, dict[str, str], bytes]
OK: Answer = (200, {}, b'{"state": "ready"}')


@dataclass
class Script:
    """What a server answers, one by one, the last again and again; and what it was asked."""

    answers: list[Answer] = field(default_factory=lambda: [OK])
    asked: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    paused: list[float] = field(default_factory=list)
    url: str = ""
    time: float = 0.0

    @property
    def server(self) -> Server:
        return Server(self.url, "key-1", self.pause, lambda: self.time)

    def pause(self, seconds: float) -> None:
        self.paused.append(seconds)
        self.time += seconds


@pytest.fixture
def script() -> Iterator[Script]:
    said = Script()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            said.asked.append((self.command, self.path, dict(self.headers), body))
            status, headers, data = said.answers.pop(0) if len(said.answers) > 1 else said.answers[0]
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(data))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        do_POST = do_GET

        def log_message(self, *args: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    said.url = f"http://127.0.0.1:{http.server_address[1]}"
    yield said
    http.shutdown()
    thread.join()
    http.server_close()


def refused(status: int, detail: str = "") -> Answer:
    return status, {}, json.dumps({"code": "c", "detail": detail}).encode()


def test_a_file_goes_as_it_is_with_its_length_and_the_key(script: Script, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"x" * 700_000)

    assert script.server.post("/captures", file_body(path), team="acme", name="a b&c") == {"state": "ready"}

    ((method, address, headers, body),) = script.asked
    assert (method, address) == ("POST", "/api/v1/captures?team=acme&name=a+b%26c")
    assert (headers["Authorization"], headers["Content-Length"]) == ("Bearer key-1", "700000")
    assert "Transfer-Encoding" not in headers
    assert body == b"x" * 700_000


def test_parts_go_as_a_form(script: Script, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"{1}")
    (tmp_path / "out").write_bytes(b"--{2}\r\n")

    script.server.post("/runs", form_body({"input": tmp_path / "in", "output": tmp_path / "out"}, {"name": "Ünï"}))

    ((_, address, headers, body),) = script.asked
    boundary = headers["Content-Type"].removeprefix("multipart/form-data; boundary=").encode()
    pieces = body.split(b"--" + boundary)
    assert address == "/api/v1/runs"
    assert [piece.partition(b"\r\n\r\n")[2] for piece in pieces] == [
        b"",
        b"{1}\r\n",
        b"--{2}\r\n\r\n",
        "Ünï\r\n".encode(),
        b"",
    ]
    assert b'name="input"; filename=part' in pieces[1]
    assert b'name="name"\r\n' in pieces[3]


@pytest.mark.parametrize(
    ("answer", "status", "words"),
    [
        (refused(401), 2, "does not know this key"),
        (refused(403), 2, "needs the scope upload"),
        (refused(404), 2, "no such team"),
        (refused(400, "Name the team."), 2, "Name the team."),
        (refused(413, "Larger than 1 GB."), 3, "Larger than 1 GB."),
        (refused(422, "It ends\x1b[31m inside."), 3, "It ends[31m inside."),
        ((422, {}, b"<html>"), 3, "refused it (status 422)"),
        (refused(500), 3, "server failed (status 500)"),
        ((301, {"Location": "https://elsewhere.example/"}, b""), 2, "sends elsewhere"),
        ((200, {}, b"<html>"), 3, "is not this product"),
        ((200, {}, b"[]"), 3, "is not this product"),
    ],
)
def test_a_refusal_is_a_status_and_a_sentence(script: Script, answer: Answer, status: int, words: str) -> None:
    script.answers = [answer]
    with pytest.raises(Trouble, match=re.escape(words)) as caught:
        script.server.post("/captures", bytes_body(b"{}"))
    assert (caught.value.status, len(script.asked)) == (status, 1)


def test_the_key_goes_nowhere_else(script: Script) -> None:
    script.answers = [(302, {"Location": f"{script.url}/stolen"}, b""), OK]
    with pytest.raises(Trouble, match="sends elsewhere"):
        script.server.get("/captures/1")
    assert [address for _, address, _, _ in script.asked] == ["/api/v1/captures/1"]


def test_no_connection_is_said_in_words(script: Script) -> None:
    nobody = Server("http://127.0.0.1:1", "key-1")
    with pytest.raises(Trouble, match="There is no connection to") as caught:
        nobody.get("/captures/1")
    assert caught.value.status == 3
    assert "key-1" not in repr(nobody)


@pytest.mark.parametrize(("said", "seconds"), [("7", 7.0), ("9999", 120.0), (None, 2.0), ("soon", 2.0)])
def test_a_busy_server_is_asked_again_when_it_says(script: Script, said: str | None, seconds: float) -> None:
    busy: Answer = (429, {"Retry-After": said} if said else {}, b"")
    script.answers = [busy, busy, OK]
    assert script.server.post("/captures", bytes_body(b"{}")) == {"state": "ready"}
    assert script.paused == [seconds, seconds]
    assert [body for _, _, _, body in script.asked] == [b"{}"] * 3


def test_a_date_that_is_past_means_now(script: Script) -> None:
    script.answers = [(503, {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, b""), OK]
    script.server.get("/captures/1")
    assert script.paused == [0.0]


def test_a_server_that_stays_busy_is_given_up(script: Script) -> None:
    script.answers = [(503, {"Retry-After": "1"}, b"")]
    with pytest.raises(Trouble, match="busy"):
        script.server.get("/captures/1")
    assert len(script.asked) == ATTEMPTS


def test_waiting_asks_less_and_less_often(script: Script) -> None:
    going: Answer = (200, {}, b'{"state": "reading"}')
    script.answers = [going] * 12 + [OK]
    found = script.server.wait("/captures/1", lambda one: one["state"] == "reading", 600)
    assert found == {"state": "ready"}
    assert script.paused[:4] == [0.25, 0.375, 0.5625, 0.84375]
    assert script.paused == sorted(script.paused)
    assert script.paused[-1] == 5.0


def test_waiting_ends(script: Script) -> None:
    script.answers = [(200, {}, b'{"state": "reading"}')]
    with pytest.raises(Trouble, match="has not ended within 20 s"):
        script.server.wait("/captures/1", lambda one: True, 20)
    assert 20 <= script.time < 26


def test_another_kind_of_answer_is_text(script: Script) -> None:
    script.answers = [(200, {}, b"<xml/>\xff")]
    assert script.server.text("/captures/1/violations", format="junit") == "<xml/>\ufffd"
