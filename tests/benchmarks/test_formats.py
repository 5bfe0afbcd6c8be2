"""What reading captures costs, against the plain JSON parser in the same run."""

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from compaction.errors import CaptureError
from compaction.formats import MessageList, read
from compaction.formats.detect import detect
from webui.transcripts.uploads import HEAD

pytestmark = pytest.mark.bench

PIECE = 1 << 16

GROWING = """
import json, re
from pathlib import Path
from compaction.formats import MessageList, read

def message(number):
    role = "assistant" if number % 2 else "user"
    return '{"role":"%s","content":"%s"}' % (role, f"line {number} of the work \\\\n" * 38)

def pieces(requests):
    # Windows of 100 messages that grow by one and start anew: 50 KB a request on average.
    for request in range(requests):
        first = request // 100 * 100
        messages = ",".join(message(number) for number in range(first, request + 1))
        yield ('{"model":"gpt-5.2","messages":[' + messages + ']}\\n').encode()

size = lists = messages = 0
def counted():
    global size
    for piece in pieces(4000):
        size += len(piece)
        yield piece

for record in read(counted()):
    if isinstance(record, MessageList):
        lists += 1
        messages += len(record.messages)
# The peak of this program alone: what getrusage tells begins with that of the process that started it.
peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) * 1024
print(json.dumps({"bytes": size, "lists": lists, "messages": messages, "peak": peak}))
"""


def body_of(messages: int) -> bytes:
    """A long session: calls and results with 8 KB of code each, 41 MB in all."""
    code = 'line of code with "quotes" and a \\ backslash, é too\n' * 290
    turns = []
    for number in range(messages // 2):
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": "read", "input": {"path": f"src/{number}.py"}}
        result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": f"{number}\n{code}"}
        turns += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    return json.dumps({"model": "claude-sonnet-4-5", "system": "Be brief.", "messages": turns}).encode()


def seconds(work: Callable[[], object]) -> float:
    """The best of three, so that other work on the machine counts less."""
    times = []
    for _ in range(3):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def test_a_body_of_five_thousand_messages_costs_a_few_parses(record_property: Callable[[str, object], None]) -> None:
    data = body_of(5000)
    assert 38_000_000 < len(data) < 46_000_000

    def read_all() -> None:
        (found,) = read(data[at : at + PIECE] for at in range(0, len(data), PIECE))
        assert isinstance(found, MessageList)
        assert len(found.messages) == 5000

    ratio = seconds(read_all) / seconds(lambda: json.loads(data))
    record_property("read_per_parse", round(ratio, 1))
    assert ratio < 6


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
def test_two_hundred_megabytes_of_requests_are_read_in_little_memory(
    record_property: Callable[[str, object], None],
) -> None:
    began = time.perf_counter()
    ran = subprocess.run([sys.executable, "-c", GROWING], capture_output=True, check=True, timeout=300)
    figures = json.loads(ran.stdout)
    record_property("peak_bytes", figures["peak"])
    record_property("seconds", round(time.perf_counter() - began, 1))
    assert figures["bytes"] > 180_000_000
    assert (figures["lists"], figures["messages"]) == (4000, 202_000)
    assert figures["peak"] < 150 * 1024 * 1024


def test_two_hundred_thousand_levels_are_refused_at_once() -> None:
    data = b"[" * 200_000 + b"]" * 200_000

    def refuse() -> None:
        with pytest.raises(Exception, match="json-too-deep"):
            list(read([data]))

    assert seconds(refuse) < 0.5


HEADS = {
    "one object after the other": b"[" + b",".join([b'{"a":1}'] * 40_000),
    "a request": json.dumps({"model": "m", "messages": [{"role": "user", "content": "a"}] * 9_000}).encode(),
    "one string": b'{"model":"m","messages":[{"role":"user","content":"' + b"a" * 400_000,
    "nothing but brackets": b'{"a":' * 150 + b"[" * 100_000,
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_format_is_recognised_in_50_ms(head: bytes) -> None:
    times = []
    for _ in range(3):
        started = time.process_time()
        with contextlib.suppress(CaptureError):
            detect(head[:HEAD])
        times.append(time.process_time() - started)
    assert min(times) <= 0.05
