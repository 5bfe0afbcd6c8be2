"""Both clients against a real local server, well and badly behaved."""

import contextlib
import datetime
import ipaddress
import json
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from compaction.errors import ClientError
from compaction.llm import Client, Reply, Request, Usage
from tests.llm_server import (
    Behaviour,
    LlmServer,
    drips,
    floods,
    hangs_up,
    is_silent,
    says,
    sends,
    serving,
)
from webui.llm import client_for
from webui.llm.sentences import SENTENCES

MARKER = "xyzzy-marker"
REQUEST = Request("summarize", f"Condense. {MARKER}", f"The conversation. {MARKER}", budget=100, max_output_tokens=321)

Make = Callable[..., Client]


@pytest.fixture(params=["openai", "anthropic"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def make(kind: str, settings: Any) -> Make:
    settings.LLM_ALLOW_LOOPBACK = True

    def build(server: LlmServer, *, seconds: float = 10.0, base_url: str = "") -> Client:
        return client_for(kind, base_url=base_url or server.base(kind), model="m-1", key="k-1", seconds=seconds)

    return build


@pytest.fixture(autouse=True)
def imported(kind: str) -> None:
    """The packages take seconds to import; no deadline is to measure that."""
    __import__(kind)


def failure(client: Client) -> ClientError:
    with pytest.raises(ClientError) as caught:
        client.complete(REQUEST)
    return caught.value


def test_a_reply_comes_back_word_for_word_with_its_usage(make: Make, llm_server: LlmServer) -> None:
    llm_server.then(says("  Ünchanged \n words. ", usage=(12, 7)))

    assert make(llm_server).complete(REQUEST) == Reply("  Ünchanged \n words. ", Usage(12, 7))


def test_the_request_is_one_system_text_and_one_user_message(make: Make, kind: str, llm_server: LlmServer) -> None:
    make(llm_server).complete(REQUEST)

    (sent,) = llm_server.requests
    user = {"role": "user", "content": REQUEST.user}
    if kind == "openai":
        assert sent == {"model": "m-1", "messages": [{"role": "system", "content": REQUEST.system}, user]}
        assert llm_server.paths == ["/v1/chat/completions"]
    else:
        assert sent == {"model": "m-1", "max_tokens": 321, "system": REQUEST.system, "messages": [user]}
        assert llm_server.paths == ["/v1/messages"]
    assert "k-1" in json.dumps(llm_server.headers)


def test_a_server_on_this_machine_needs_no_key(kind: str, llm_server: LlmServer, settings: Any) -> None:
    settings.LLM_ALLOW_LOOPBACK = True

    client = client_for(kind, base_url=llm_server.base(kind) + "/", model="m-1")

    assert client.complete(REQUEST).text == "A reply."


def test_a_base_address_may_end_in_a_slash(make: Make, kind: str, llm_server: LlmServer) -> None:
    assert make(llm_server, base_url=llm_server.base(kind) + "/").complete(REQUEST).text == "A reply."


def test_an_empty_reply_is_a_reply(make: Make, llm_server: LlmServer) -> None:
    assert make(llm_server.then(says(""))).complete(REQUEST).text == ""


def test_usage_that_is_null_is_not_guessed(make: Make, llm_server: LlmServer) -> None:
    assert make(llm_server.then(says("Hi.", usage=None))).complete(REQUEST) == Reply("Hi.", None)


def test_a_reply_that_stopped_at_the_limit_says_so(make: Make, kind: str, llm_server: LlmServer) -> None:
    more = {"finish_reason": "length"} if kind == "openai" else {"stop_reason": "max_tokens"}

    assert make(llm_server.then(says("Half a", **more))).complete(REQUEST).truncated


LATER = "Fri, 01 Jan 2100 00:00:00 GMT"
LONG = {
    "openai": {"error": {"message": "This model's maximum context length is 8192 tokens.", "code": None}},
    "llama.cpp": {"error": {"code": 400, "message": "too big", "type": "exceed_context_size_error"}},
    "vllm": {"object": "error", "message": "The input is longer than the model's context length", "code": 400},
    "anthropic": {"type": "error", "error": {"type": "invalid_request_error", "message": "prompt is too long: 9 > 8"}},
}
FAULTS: dict[str, tuple[Behaviour, str, bool, int | None]] = {
    "too many requests": (sends(429, {"error": {"message": MARKER}}, Retry_After="7"), "rate-limited", True, 429),
    "a used-up quota": (sends(429, {"error": {"code": "insufficient_quota"}}), "no-credit", False, 429),
    "a failure inside": (sends(500, MARKER.encode()), "server-failed", True, 500),
    "a bad gateway": (sends(502, b"<html>502</html>", Content_Type="text/html"), "server-failed", True, 502),
    "overload": (sends(503, {}), "overloaded", True, 503),
    "overload of another kind": (sends(529, {"type": "error"}), "overloaded", True, 529),
    "a page with status 200": (
        sends(200, b"<html>Sign in</html>", Content_Type="text/html"),
        "unreadable-reply",
        False,
        None,
    ),
    "a page that claims to be JSON": (sends(200, f"<html>{MARKER}".encode()), "unreadable-reply", False, None),
    "nothing with status 200": (sends(200, b""), "unreadable-reply", False, None),
    "another object": (sends(200, {"hello": MARKER}), "unreadable-reply", False, None),
    "no choices": (sends(200, {"choices": [], "content": 3}), "unreadable-reply", False, None),
    "bytes that are no text": (sends(200, b"\xff\xfe"), "unreadable-reply", False, None),
    "JSON without end": (sends(200, b"[" * 200_000), "unreadable-reply", False, None),
    "a packed body": (sends(200, b"\x1f\x8b", Content_Encoding="gzip"), "unreadable-reply", False, 200),
    "null content": (says(None), "no-content", False, None),
    "a refused key": (sends(401, {"error": {"message": MARKER}}), "key-refused", False, 401),
    "a key without the right": (sends(403, {}), "not-allowed", False, 403),
    "an unknown model": (sends(404, {"error": {"message": MARKER}}), "not-found", False, 404),
    "a refused request": (sends(400, {"error": {"message": MARKER}}), "refused", False, 400),
    "a request that is too large": (sends(413, b""), "prompt-too-long", False, 413),
    "a redirect": (sends(302, b"", Location="http://127.0.0.1:9/v1"), "redirected", False, 302),
    "a redirect that keeps the method": (sends(307, b"", Location="http://169.254.169.254/"), "redirected", False, 307),
    "a hang-up": (hangs_up(), "hung-up", True, None),
    "no HTTP": (lambda handler: handler.wfile.write(b"SSH-2.0-OpenSSH\r\n") and None, "hung-up", True, None),
    "a reply without end": (floods(), "reply-too-large", False, None),
} | {f"an over-long prompt at {name}": (sends(400, body), "prompt-too-long", False, 400) for name, body in LONG.items()}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_no_reply_ends_in_one_plain_error(make: Make, llm_server: LlmServer, name: str) -> None:
    behaviour, code, retryable, status = FAULTS[name]

    error = failure(make(llm_server.then(behaviour)))

    assert (error.code, error.retryable, error.status) == (code, retryable, status)
    assert error.code in SENTENCES
    assert len(llm_server.requests) == 1  # nothing is tried twice here
    for text in (str(error), repr(error), repr(error.args)):
        assert MARKER not in text


def test_the_seconds_to_wait_are_passed_on(make: Make, llm_server: LlmServer) -> None:
    llm_server.then(sends(429, {}, Retry_After="7"), sends(503, {}, Retry_After=LATER), sends(500, {}))
    client = make(llm_server)

    waits = [failure(client).retry_after for _ in range(3)]

    assert waits[0] == 7.0
    assert waits[1] is not None
    assert waits[1] > 365 * 24 * 3600
    assert waits[2] is None


@pytest.mark.parametrize(
    "behaviour", [drips(), drips(in_headers=True), is_silent()], ids=["dripping", "dripping headers", "silent"]
)
def test_a_call_ends_at_its_deadline_whatever_still_comes(
    make: Make, llm_server: LlmServer, behaviour: Behaviour
) -> None:
    begun = time.monotonic()

    error = failure(make(llm_server.then(behaviour), seconds=0.3))

    assert (error.code, error.retryable) == ("deadline", True)
    assert time.monotonic() - begun < 3


def test_an_upload_that_nobody_takes_ends_at_the_deadline(make: Make, kind: str) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as deaf:  # it never accepts, and its buffers fill
        base = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        client = make(LlmServer(0), seconds=0.5, base_url=base)
        large = Request("summarize", "s", "x" * 30_000_000, budget=1, max_output_tokens=1)
        with pytest.raises(ClientError) as caught:
            client.complete(large)

    assert caught.value.code == "deadline"


def test_nothing_listens(make: Make) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]

    error = failure(make(LlmServer(port)))

    assert (error.code, error.retryable) == ("unreachable", True)


def test_a_name_that_resolves_to_nothing(make: Make) -> None:
    assert failure(make(LlmServer(0), base_url="http://nowhere.invalid/v1")).code == "unreachable"


def test_a_name_that_leads_to_a_refused_range_is_not_called(make: Make, llm_server: LlmServer, settings: Any) -> None:
    settings.LLM_ALLOW_LOOPBACK = False

    error = failure(make(llm_server, base_url=llm_server.url.replace("127.0.0.1", "localhost")))

    assert (error.code, error.retryable) == ("address-refused", False)
    assert llm_server.requests == []


def test_a_name_with_one_refused_address_among_others_is_not_called(
    make: Make, llm_server: LlmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    import socket

    def mixed(*args: object, **kwargs: object) -> list[object]:
        return [(2, 1, 6, "", (address, llm_server.port)) for address in ("127.0.0.1", "169.254.169.254")]

    # There is no name that resolves so; the resolver of the system is asked.
    monkeypatch.setattr(socket, "getaddrinfo", mixed)

    assert failure(make(llm_server, base_url="http://rebound.example/v1")).code == "address-refused"
    assert llm_server.requests == []


def test_text_that_is_no_unicode_is_not_sent(make: Make, llm_server: LlmServer) -> None:
    request = Request("summarize", "s", "half a \ud83d pair", budget=1, max_output_tokens=1)

    with pytest.raises(ClientError) as caught:
        make(llm_server).complete(request)

    assert caught.value.code == "not-sent"
    assert caught.value.__context__ is None


@pytest.fixture
def untrusted(tmp_path: Path) -> Iterator[LlmServer]:
    """A server whose certificate nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file = tmp_path / "server.pem"
    file.write_bytes(certificate.public_bytes(pem) + plain)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    with contextlib.contextmanager(serving)(context) as server:
        yield server


def test_a_certificate_that_nobody_vouches_for_is_refused(make: Make, untrusted: LlmServer) -> None:
    error = failure(make(untrusted))

    assert (error.code, error.retryable) == ("tls-failed", False)
    assert untrusted.requests == []


def test_tls_spoken_to_a_server_without_it_is_refused(make: Make, kind: str, llm_server: LlmServer) -> None:
    error = failure(make(llm_server, base_url=llm_server.base(kind).replace("http:", "https:"), seconds=3))

    assert error.code == "tls-failed"


def test_a_content_filter_is_said_to_have_declined(make: Make, kind: str, llm_server: LlmServer) -> None:
    more = {"finish_reason": "content_filter"} if kind == "openai" else {"stop_reason": "refusal"}

    assert failure(make(llm_server.then(says("No.", **more)))).code == "declined"


def test_no_proxy_of_the_environment_is_used(
    make: Make, llm_server: LlmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")

    assert make(llm_server).complete(REQUEST).text == "A reply."


def test_a_web_process_imports_neither_package(kind: str) -> None:
    code = (
        "import os, sys; os.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings'; import django; django.setup();"
        f"import webui.config.urls; from webui.llm import client_for; client_for({kind!r});"
        "print(sorted({'openai', 'anthropic', 'httpx2'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout.strip() == "[]"
