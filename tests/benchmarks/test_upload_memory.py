"""Memory and time of the web process while 200 MB are uploaded, under the server that serves the product."""

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.bench,
    pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="peak memory is read from /proc"),
]

ROOT = Path(__file__).parents[2]
SIZE = 200_000_000
MEMORY_MB = 40
SLOWDOWN = 60
CODE = "def f(x):\n    return x\n" * 20
CALL = {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {"path": "a.py"}}
MESSAGES = [
    {"role": "user", "content": "Please read the file and say what its functions do, one by one. " * 8},
    {"role": "assistant", "content": [CALL]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": CODE}]},
]
LINE = json.dumps({"model": "m", "messages": MESSAGES}).encode() + b"\n"
HEAD = b'--cut\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n'
TAIL = b"\r\n--cut--\r\n"


class Server:
    """One worker of gunicorn with threads."""

    def __init__(self, port: int, process: "subprocess.Popen[bytes]") -> None:
        self.port = port
        self.process = process

    def send(self, path: str, body: Iterator[bytes], length: int, kind: str) -> tuple[int, dict[str, object]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        headers = {"Content-Length": str(length), "Content-Type": kind}
        with closing(connection):
            connection.request("POST", path, body=body, headers=headers)
            with connection.getresponse() as answer:
                return answer.status, json.loads(answer.read())

    def worker(self) -> int:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(children[0])

    def memory(self, field: str) -> float:
        """Return `VmRSS` or `VmHWM` of the worker in MB."""
        status = Path(f"/proc/{self.worker()}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith(field))
        return int(line.split()[1]) / 1000

    def forget_peak(self) -> None:
        Path(f"/proc/{self.worker()}/clear_refs").write_text("5")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "-k", "gthread", "-w", "1", "--threads", "4", "--timeout", "300"]
    process = subprocess.Popen(
        [*command, "-b", f"127.0.0.1:{port}", "--no-control-socket", "tests.benchmarks.upload_app:application"],
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "webui.config.settings"},
    )
    try:
        wait_for(port)
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait(20)


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError


def lines(size: int) -> Iterator[bytes]:
    block = LINE * (262_144 // len(LINE))
    sent = 0
    while sent < size:
        piece = block[: size - sent]
        sent += len(piece)
        yield piece


def form(size: int) -> Iterator[bytes]:
    yield HEAD
    yield from lines(size)
    yield TAIL


@pytest.mark.parametrize("kind", ["application/json", "multipart/form-data; boundary=cut"])
def test_200_mb_are_taken_in_40_mb_of_memory(server: Server, kind: str) -> None:
    def upload(size: int) -> float:
        body, length = (lines(size), size) if kind == "application/json" else (form(size), size + len(HEAD + TAIL))
        start = time.monotonic()
        status, answer = server.send("/mask", body, length, kind)
        assert (status, answer["size"]) == (200, size)
        return time.monotonic() - start

    upload(1000)
    server.send("/copy", lines(1000), 1000, "application/json")
    idle = server.memory("VmRSS")
    server.forget_peak()
    took = upload(SIZE)
    above = server.memory("VmHWM") - idle
    start = time.monotonic()
    server.send("/copy", lines(SIZE), SIZE, "application/json")
    bare = time.monotonic() - start
    print(f"{kind}: {above:.1f} MB above idle; {took:.1f} s, a bare copy {bare:.1f} s, {took / bare:.0f} times")  # noqa: T201 - the figures are the point
    assert above <= MEMORY_MB
    assert took / bare <= SLOWDOWN
