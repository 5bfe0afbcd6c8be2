"""A local server that speaks both protocols of models, well or badly, as a test asks.

It answers from a queue of `Behaviour`s, one a request, and when that is empty by `answer`, a function from the texts of
the request to the reply. What it was sent stands in `requests`.
"""

import json
import ssl
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

Behaviour = Callable[["Handler"], None]


def says(text: str | None, *, usage: tuple[int, int] | None = (12, 7), **more: Any) -> Behaviour:
    """Answer as the protocol of the request does. `more` goes into the choice or the message."""

    def act(handler: "Handler") -> None:
        handler.send_json(200, handler.reply(text, usage, more))

    return act


def sends(status: int, body: bytes | dict[str, Any], **headers: str) -> Behaviour:
    """Answer these bytes, or this object as JSON. Headers are written with `_` for `-`."""

    def act(handler: "Handler") -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_bytes(status, data, {"Content-Type": "application/json", **named})

    return act


def drips(*, in_headers: bool = False, every: float = 0.02) -> Behaviour:
    """Send a byte now and then, for ever."""

    def act(handler: "Handler") -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: " if in_headers else b"HTTP/1.1 200 OK\r\n\r\n")
        while not handler.llm.over.wait(every):
            handler.wfile.write(b" ")

    return act


def floods() -> Behaviour:
    """Send bytes as fast as they are taken, for ever."""

    def act(handler: "Handler") -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
        while not handler.llm.over.is_set():
            handler.wfile.write(b" " * 65536)

    return act


def is_silent() -> Behaviour:
    """Take the request and say nothing."""
    return lambda handler: handler.llm.over.wait(10) and None


def hangs_up() -> Behaviour:
    """Close the connection without a word."""
    return lambda handler: None


@dataclass
class LlmServer:
    """`url` is the root; `base("openai")` and `base("anthropic")` are what a person would enter."""

    port: int
    queue: deque[Behaviour] = field(default_factory=deque)
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    answer: Callable[[str, str], str] = lambda system, user: "A reply."
    over: threading.Event = field(default_factory=threading.Event)
    scheme: str = "http"

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def base(self, kind: str) -> str:
        return self.url + ("/v1" if kind == "openai" else "")

    def then(self, *behaviours: Behaviour) -> "LlmServer":
        """Add to the queue."""
        self.queue.extend(behaviours)
        return self


class Handler(BaseHTTPRequestHandler):
    """One request. The path tells the protocol."""

    llm: LlmServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.body: dict[str, Any] = body
        self.llm.requests.append(body)
        self.llm.headers.append({name.lower(): value for name, value in self.headers.items()})
        self.llm.paths.append(self.path)
        self.close_connection = True
        act = self.llm.queue.popleft() if self.llm.queue else says(self.llm.answer(*self.texts()))
        try:
            act(self)
            self.wfile.flush()
        except OSError:
            pass  # the client has hung up

    do_GET = do_POST

    @property
    def anthropic(self) -> bool:
        return self.path.endswith("/messages")

    def texts(self) -> tuple[str, str]:
        """The system text and the user message."""
        messages = self.body["messages"]
        if self.anthropic:
            return self.body["system"], messages[-1]["content"]
        return messages[0]["content"], messages[-1]["content"]

    def reply(self, text: str | None, usage: tuple[int, int] | None, more: dict[str, Any]) -> dict[str, Any]:
        if self.anthropic:
            spent = usage and {"input_tokens": usage[0], "output_tokens": usage[1]}
            content = None if text is None else [{"type": "text", "text": text}]
            whole = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn"}
            return {**whole, "content": content, "usage": spent, **more}
        spent = usage and {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}, **more}
        whole = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m"}
        return {**whole, "choices": [choice], "usage": spent}

    def send_json(self, status: int, body: dict[str, Any]) -> None:
        self.send_bytes(status, json.dumps(body).encode(), {"Content-Type": "application/json"})

    def send_bytes(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(data)), "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


class Listener(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that leaves early is what some tests are about."""


def serving(context: ssl.SSLContext | None = None) -> Iterator[LlmServer]:
    """Serve until the generator is closed, with TLS where a context is given."""
    handler = type("BoundHandler", (Handler,), {"timeout": 10})
    listener = Listener(("127.0.0.1", 0), handler)
    if context is not None:
        listener.socket = context.wrap_socket(listener.socket, server_side=True, do_handshake_on_connect=False)
    server = LlmServer(listener.server_address[1], scheme="https" if context else "http")
    handler.llm = server  # type: ignore[attr-defined]
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        listener.shutdown()
        thread.join()
        listener.server_close()


@pytest.fixture
def llm_server() -> Iterator[LlmServer]:
    """A model's server on this machine, speaking the OpenAI and the Anthropic protocol."""
    yield from serving()
