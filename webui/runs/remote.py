"""A running server, spoken to from the shell: what is sent streams from disk, and the key goes to that server alone."""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from time import monotonic, sleep, time
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

PIECE = 256 * 1024
SOCKET_SECONDS = 600
"""For one answer: a large capture is masked before the server says anything."""

ATTEMPTS = 6
"""Of one call that is told to come again later."""

FIRST, LONGEST = 0.25, 5.0
"""Seconds between two looks at something that goes on."""

USAGE, UNREAD = 2, 3
SENTENCES = {
    401: "The server does not know this key, or it has expired. Make one under Team settings, API keys.",
    403: "The key does not allow this: to send it needs the scope upload, to wait also read.",
    404: "The server has no such team, or the key belongs to another one.",
}


class Trouble(Exception):
    """What ends the command: an exit status and a sentence for a person."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


class NoRedirect(HTTPRedirectHandler):
    """Follow nowhere: the key would go along."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        """Let the answer be an error."""


@dataclass(frozen=True, slots=True)
class Body:
    """What goes with a POST; `open` gives its bytes anew for each attempt."""

    media_type: str
    size: int
    open: Callable[[], Iterator[bytes]] = field(repr=False)


@dataclass(frozen=True)
class Server:
    """The server at `url`. `pause` waits some seconds and `clock` counts them, so that tests need not wait."""

    url: str
    key: str = field(repr=False)
    pause: Callable[[float], None] = sleep
    clock: Callable[[], float] = monotonic
    opener: OpenerDirector = field(default_factory=lambda: build_opener(NoRedirect()), repr=False)

    def post(self, path: str, body: Body, **query: str) -> dict[str, Any]:
        """Send something and return the answer. Raises: Trouble."""
        return _read_json(self._ask(path, query, body))

    def get(self, path: str, **query: str) -> dict[str, Any]:
        """Return an answer. Raises: Trouble."""
        return _read_json(self._ask(path, query))

    def text(self, path: str, **query: str) -> str:
        """Return an answer that is no JSON. Raises: Trouble."""
        return self._ask(path, query).decode(errors="replace")

    def wait(self, path: str, going: Callable[[dict[str, Any]], bool], seconds: float) -> dict[str, Any]:
        """Ask again, less and less often, until something no longer goes on; return the answer. Raises: Trouble."""
        end, delay = self.clock() + seconds, FIRST
        while going(found := self.get(path)):
            if self.clock() >= end:
                raise Trouble(UNREAD, f"It has not ended within {seconds:.0f} s; it goes on at the server.")
            self.pause(delay)
            delay = min(LONGEST, 1.5 * delay)
        return found

    def _ask(self, path: str, query: Mapping[str, str], body: Body | None = None) -> bytes:
        for attempt in range(ATTEMPTS):
            later = self._try(path, query, body)
            if isinstance(later, bytes):
                return later
            if attempt + 1 < ATTEMPTS:
                self.pause(later)
        raise Trouble(UNREAD, "The server is busy; try again later.")

    def _try(self, path: str, query: Mapping[str, str], body: Body | None) -> bytes | float:
        """Return what is answered, or in how many seconds to ask again."""
        trouble = Trouble(UNREAD, f"There is no connection to {self.url}. Is the address right, and does it run?")
        try:
            with self.opener.open(self._request(path, query, body), timeout=SOCKET_SECONDS) as answer:
                data: bytes = answer.read()
                return data
        except HTTPError as error:
            if error.code in (429, 503):
                return _seconds(error.headers.get("Retry-After"))
            trouble = _trouble(error.code, _detail(error))
        except (URLError, HTTPException, OSError):
            pass
        raise trouble

    def _request(self, path: str, query: Mapping[str, str], body: Body | None) -> Request:
        given = {name: value for name, value in query.items() if value}
        address = f"{self.url}/api/v1{path}" + (f"?{urlencode(given)}" if given else "")
        headers = {"Authorization": f"Bearer {self.key}", "Accept": "*/*"}
        if body is None:
            return Request(address, headers=headers)  # noqa: S310 - the scheme was looked at
        headers |= {"Content-Type": body.media_type, "Content-Length": str(body.size)}
        return Request(address, data=body.open(), headers=headers, method="POST")  # noqa: S310


def file_body(path: Path) -> Body:
    """Return a file as the body of a call."""
    return Body("application/octet-stream", path.stat().st_size, lambda: _pieces(path))


def bytes_body(data: bytes) -> Body:
    """Return bytes as the body of a call."""
    return Body("application/octet-stream", len(data), lambda: iter((data,)))


def form_body(parts: Mapping[str, Path], words: Mapping[str, str]) -> Body:
    """Return files and words as the parts of a form. Source: RFC 7578."""
    boundary = secrets.token_hex(16)
    heads = {name: _head(boundary, name, "; filename=part") for name in parts}
    texts = b"".join(_head(boundary, name, "") + text.encode() + b"\r\n" for name, text in words.items() if text)
    end = f"--{boundary}--\r\n".encode()
    size = sum(len(heads[name]) + path.stat().st_size + 2 for name, path in parts.items()) + len(texts) + len(end)

    def pieces() -> Iterator[bytes]:
        for name, path in parts.items():
            yield heads[name]
            yield from _pieces(path)
            yield b"\r\n"
        yield texts + end

    return Body(f"multipart/form-data; boundary={boundary}", size, pieces)


def _head(boundary: str, name: str, file: str) -> bytes:
    said = f'Content-Disposition: form-data; name="{name}"{file}'
    return f"--{boundary}\r\n{said}\r\n\r\n".encode()


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece


def _read_json(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except ValueError:
        found = None
    if isinstance(found, dict):
        return found
    raise Trouble(UNREAD, "What answers there is not this product. Is the address right?")


def _seconds(said: str | None) -> float:
    """Return how long to wait. Source: RFC 9110, 10.2.3."""
    if said and said.strip().isdecimal():
        return min(float(said), 120.0)
    try:
        moment = parsedate_to_datetime(said or "")
    except ValueError:
        return 2.0
    return min(max(0.0, moment.timestamp() - time()), 120.0)


def _detail(error: HTTPError) -> str:
    try:
        said = json.loads(error.read(PIECE))
    except (ValueError, OSError, HTTPException):
        return ""
    detail = said.get("detail") if isinstance(said, dict) else None
    return "".join(letter for letter in detail if letter.isprintable()) if isinstance(detail, str) else ""


def _trouble(code: int, detail: str) -> Trouble:
    if code in SENTENCES:
        return Trouble(USAGE, SENTENCES[code])
    if 300 <= code < 400:
        return Trouble(USAGE, "The server sends elsewhere; give the address that it has, with https where it has that.")
    if code >= 500:
        return Trouble(UNREAD, f"The server failed (status {code}); its log says where.")
    said = detail or f"The server refused it (status {code})."
    return Trouble(USAGE if code in (400, 409) else UNREAD, said)
