"""A program of its own, so that its memory can be measured: send a made capture, do the job, print what it took."""

import json
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PIECE = 256 * 1024
TextOf = Callable[[random.Random, int], str]


def words(dice: random.Random, size: int) -> str:
    """Return text of about `size` characters, as varied as source code."""
    letters = "abcdefghijklmnopqrstuvwxyz_"
    known = ["".join(dice.choices(letters, k=dice.randint(2, 10))) for _ in range(3000)]
    return " ".join(dice.choices(known, k=max(1, size // 7)))


def code(dice: random.Random, size: int) -> str:
    """Return text of about `size` characters in lines, with quotes and indentation as code and its output have them."""
    found = words(dice, size).split(" ")
    lines = []
    while found:
        line, found = found[:7], found[7:]
        lines.append(" " * 4 * dice.randint(0, 3) + " ".join(line[:-1]) + f' = "{line[-1]}"')
    return "\n".join(lines)


def messages(count: int, size: int, text_of: TextOf = words) -> list[dict[str, object]]:
    """Return a tool-using session: a call, its result, and so on."""
    dice = random.Random(7)  # noqa: S311 - a made text has to be the same each time
    text = text_of(dice, 4 * size + 100_000)
    found: list[dict[str, object]] = [{"role": "user", "content": "Go on."}]
    for number in range(count // 2):
        start = dice.randrange(len(text) - 2 * size)
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": "run", "input": {"number": number}}
        result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": text[start : start + 2 * size]}
        found += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    return found[:count]


def one_request(count: int, size: int) -> Iterator[bytes]:
    """Yield one request body."""
    yield json.dumps({"model": "claude-x", "system": "s", "messages": messages(count, size)}).encode()


def growing_requests(count: int, size: int) -> Iterator[bytes]:
    """Yield `count` requests, one a line, each with the newest messages of one session: about 50 kB a line."""
    turns = [json.dumps(message) for message in messages(count + 80, size)]
    for number in range(count):
        start = number - number % 2 + 1
        body = ", ".join([turns[0], *turns[start : start + 78]])
        yield f'{{"model": "claude-x", "system": "s", "messages": [{body}]}}\n'.encode()


def session(count: int, size: int, marked: bool = False) -> Iterator[bytes]:
    """Yield `count` requests, one a line, each with two messages more than the last.

    `marked`: the last message carries a cache marker, as clients send it; it stands plain in the next request.
    """
    found = messages(2 * count, size, code)
    plain = [json.dumps(message) for message in found]
    for number in range(1, count + 1):
        turns = plain[: 2 * number - 1]
        if marked:
            last = found[2 * number - 2]
            content = last["content"]
            blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
            marked_blocks = [*blocks[:-1], {**blocks[-1], "cache_control": {"type": "ephemeral"}}]
            turns[-1] = json.dumps({**last, "content": marked_blocks})
        tools = '[{"name": "run", "input_schema": {"type": "object"}}]'
        head = f'"model": "claude-x", "max_tokens": 4096, "system": "s", "tools": {tools}'
        yield f'{{{head}, "messages": [{", ".join(turns)}]}}\n'.encode()


def marked_session(count: int, size: int) -> Iterator[bytes]:
    """Yield requests of a session with its cache markers."""
    return session(count, size, marked=True)


KINDS = {"one": one_request, "growing": growing_requests, "session": session, "marked": marked_session}


def loading(kind: str, count: int, size: int) -> float:
    """Return the seconds of `json.loads` over the lines."""
    spent = 0.0
    for line in KINDS[kind](count, size):
        started = time.perf_counter()
        json.loads(line)
        spent += time.perf_counter() - started
    return spent


def stored() -> int:
    """Return the bytes of the database."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("select page_count * page_size from pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])


def peak() -> float:
    """Return the highest memory of this process so far, in MB. `ru_maxrss` would bring along the parent's."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024


def readable(over: threading.Event, started: float) -> float:
    """Return after how many seconds all messages of some list were there while none was checked; 0 for never."""
    from django.db import connection
    from django.db.models import F

    from webui.transcripts.models import Transcript

    whole = Transcript.objects.filter(checked=None, messages__gt=0, strand__stop__gte=F("messages"))
    try:
        while not over.wait(0.05):
            if whole.exists():
                return time.perf_counter() - started
    finally:
        connection.close()
    return 0.0


def run(kind: str, count: int, size: int) -> dict[str, float]:
    """Return seconds, counts and the peak of memory in MB."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from webui.accounts.models import Team
    from webui.jobs.execution import perform
    from webui.jobs.models import Job
    from webui.transcripts import store, uploads
    from webui.transcripts.models import Body, Message, Transcript

    team = Team.objects.create(slug="bench", name="Bench")
    pieces = KINDS[kind](count, size)
    sink = uploads.Sink(bytes(team.redaction_key), "bench", "")
    sending = 0.0
    for piece in pieces:
        started = time.perf_counter()
        for place in range(0, len(piece), PIECE):
            sink.write(piece[place : place + PIECE])
        sending += time.perf_counter() - started
        del piece
    received = sink.finish()
    store.accept(team, None, received)
    idle, empty = peak(), stored()
    started = time.perf_counter()
    over = threading.Event()
    with ThreadPoolExecutor(1) as beside:
        first = beside.submit(readable, over, started)
        perform(Job.objects.get().pk)
        took = time.perf_counter() - started
        over.set()
    return {
        "readable": first.result(),
        "distinct": Body.objects.count(),
        "distinct_size": sum(Body.objects.values_list("size", flat=True)),
        "stored": stored() - empty,
        "size": received.size / 1e6,
        "sending": sending,
        "job": took,
        "checked": Transcript.objects.exclude(checked=None).count(),
        "messages": Message.objects.count(),
        "before": idle,
        "peak": peak(),
    }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "webui.config.settings"}
        (Path(folder) / "blobs").mkdir()
        loads = {"loads": loading(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))}
        sys.stdout.write(json.dumps(loads | run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
