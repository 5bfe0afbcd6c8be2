"""People who decide on one team's cases at once, over HTTP, against the served app on loopback.

`python -m tests.benchmarks.deciding [--seconds 60] [--people 20] [--postgres | --database URL]`

Every person opens a case, thinks for two to seven seconds (twice the pace of ten cases in 90 seconds), and decides.
Every fourth case is given to two people, who decide at the same moment: one must win, the other be told. First one
person decides alone, without thinking: the idle time. The last line is what was measured, as JSON; the exit status is 1
when a promise is broken.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.postgres import free_port, new_database, programs, serving, wait_until

ROOT = Path(__file__).parents[2]
SLUG = "crowd"
TOKEN = "t" * 32
WARM = 10
"""Decisions that are not counted: the server opens its connections and its modules."""

KEPT = 1
FACTOR = 3
"""How many times the idle time a decision may take, of 95 in 100, while all decide."""


@dataclass
class Person:
    """One person with a connection kept open, and what the server answered."""

    session: str
    port: int
    statuses: Counter[str] = field(default_factory=Counter)
    decided: list[float] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    connection: HTTPConnection | None = None
    used: float = 0

    def open(self, number: int) -> int:
        """Look at a case; return its version."""
        status, answer, took = self._ask("GET", f"/api/v1/cases/{number}")
        self.opened.append(took)
        self.statuses[f"GET {status}"] += 1
        return int(answer.get("version", 0))

    def decide(self, number: int, version: int, note: str) -> None:
        """Reject a case as it was seen."""
        body = {"action": "reject", "version": version, "reason": "contract", "note": note}
        status, answer, took = self._ask("POST", f"/api/v1/cases/{number}/decision", body)
        self.decided.append(took)
        self.statuses[f"POST {status} {answer.get('code', '')}".strip()] += 1
        if status == 200:
            self.won.append(number)

    def _ask(self, method: str, address: str, body: object = None) -> tuple[int, dict[str, Any], float]:
        headers = {"Cookie": f"sessionid={self.session}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
        headers |= {"Content-Type": "application/json"} if body is not None else {}
        began = time.perf_counter()
        # A server lets go of a connection that is not used for some seconds, as a browser knows.
        fresh = self.connection is None or began - self.used > KEPT
        try:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=60) if fresh else self.connection
            assert connection is not None
            self.connection = connection
            connection.request(method, address, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            read = answer.read()
            self.used = time.perf_counter()
        except (HTTPException, OSError) as error:
            self.connection = None
            return 599, {"code": type(error).__name__}, time.perf_counter() - began
        return answer.status, json.loads(read or "{}"), time.perf_counter() - began


class Pile:
    """Cases to be decided. Every fourth goes to two people, who wait for each other before they decide."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = iter(numbers)
        self._lock = threading.Lock()
        self._waiting: tuple[int, threading.Barrier] | None = None
        self._taken = 0
        self.over = False

    def take(self) -> tuple[int, threading.Barrier | None] | None:
        with self._lock:
            if self._waiting is not None:
                shared, self._waiting = self._waiting, None
                return shared
            number = next(self._numbers, None)
            if number is None or self.over:
                return None
            self._taken += 1
            if self._taken % 4:
                return number, None
            self._waiting = (number, threading.Barrier(2))
            return self._waiting


def live(person: Person, pile: Pile, until: float, chance: random.Random) -> None:
    while time.monotonic() < until and (task := pile.take()) is not None:
        number, together = task
        version = person.open(number)
        time.sleep(chance.uniform(2, 7))
        if together is not None:
            with suppress(threading.BrokenBarrierError):  # the other one went home
                together.wait(timeout=8)
        person.decide(number, version, f"Seen by {threading.current_thread().name}.")


def crowd(people: Sequence[Person], pile: Pile, seconds: float) -> None:
    until = time.monotonic() + seconds
    threads = [
        threading.Thread(target=live, args=(person, pile, until, random.Random(n)), name=f"p{n}")  # noqa: S311 - pauses
        for n, person in enumerate(people)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@contextmanager
def served(env: dict[str, str], port: int, log: Path) -> Iterator[None]:
    command = [sys.executable, "manage.py", "serve", "--no-worker", "--bind", f"127.0.0.1:{port}"]
    with log.open("w") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        try:
            wait_until(lambda: healthy(port), 120)
            yield
        finally:
            process.terminate()
            process.wait(30)


def healthy(port: int) -> bool:
    try:
        connection = HTTPConnection("127.0.0.1", port, timeout=2)
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False


def seed(people: int, cases: int) -> list[str]:
    """Make the team, its people and its cases; return a session of each person."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.utils import timezone

    from webui.accounts.models import Member, Team, User
    from webui.review.models import Case, Source

    team = Team.objects.create(slug=SLUG, name="Crowd")
    source = Source.objects.create(team=team, name="nightly")
    now = timezone.now()
    Case.objects.bulk_create(
        Case(
            team=team,
            number=number,
            kind="broken",
            about="rule",
            code="paired-tool-result",
            dialect="anthropic",
            signature=f"{number % 50:024}",
            source=source,
            errors=1,
            due=now,
            created=now,
            changed=now,
        )
        for number in range(1, cases + 1)
    )
    sessions = []
    for n in range(people):
        user = User.objects.create_user(f"p{n}")
        Member.objects.create(team=team, user=user, role=Member.Role.REVIEWER)
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        sessions.append(str(session.session_key))
    return sessions


def check(people: Sequence[Person]) -> dict[str, int]:
    """Return what the rows say: decisions told as taken that are not there, and cases decided twice."""
    from django.db.models import Count

    from webui.audit.models import Event
    from webui.review.models import Case, Decision

    won = Counter(number for person in people for number in person.won)
    rows = Counter(Decision.objects.filter(action="reject").values_list("case__number", flat=True))
    twice = Decision.objects.values("case", "version").annotate(times=Count("pk")).filter(times__gt=1).count()
    rejected = set(Case.objects.filter(state="rejected").values_list("number", flat=True))
    events = Event.objects.filter(action="decided").count()
    return {
        "lost": sum((won - rows).values()) + len(set(won) - rejected),
        "double": sum(times - 1 for times in rows.values() if times > 1) + twice,
        "untold": sum((rows - won).values()),
        "without_event": abs(events - sum(rows.values())),
    }


def chain_holds(env: dict[str, str]) -> bool:
    return (
        subprocess.run([sys.executable, "manage.py", "verify_audit"], cwd=ROOT, env=env, capture_output=True).returncode
        == 0
    )


def measure(people: int, seconds: float, database: str, idle: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="review-crowd-") as folder:
        port = free_port()
        given = {"DATA_DIR": folder, "SECRET_KEY": "s" * 50, "BASE_URL": f"http://127.0.0.1:{port}", "EMBEDDED": "1"}
        given |= {"STATIC_ROOT": f"{folder}/static", "DJANGO_SETTINGS_MODULE": "webui.config.settings"}
        os.environ.pop("DATABASE_URL", None)
        os.environ |= given | ({"DATABASE_URL": database} if database else {})
        import django

        django.setup()
        with served(dict(os.environ), port, Path(folder) / "log"):
            sessions = seed(people + 1, int(WARM + idle + people * seconds))
            alone, *others = [Person(session, port) for session in sessions]
            for number in range(1, WARM + idle + 1):
                alone.decide(number, alone.open(number), "Alone.")
            crowd(others, Pile(range(WARM + idle + 1, 10**9)), seconds)
        return {**figures(alone, others), **check([alone, *others]), "chain": chain_holds(dict(os.environ))}


def figures(alone: Person, others: Sequence[Person]) -> dict[str, Any]:
    idle, opened = alone.decided[WARM:], alone.opened[WARM:]
    busy = sorted(took for person in others for took in person.decided)
    looked = sorted(took for person in others for took in person.opened)
    return {
        "idle_ms": round(1000 * median(idle), 1),
        "idle_p95_ms": round(1000 * quantiles(idle, n=20)[-1], 1),
        "busy_ms": round(1000 * median(busy), 1),
        "busy_p95_ms": round(1000 * quantiles(busy, n=20)[-1], 1),
        "busy_most_ms": round(1000 * busy[-1], 1),
        "open_idle_ms": round(1000 * median(opened), 1),
        "open_p95_ms": round(1000 * quantiles(looked, n=20)[-1], 1),
        "decisions": len(busy),
        "answers": dict(sum((person.statuses for person in others), Counter())),
    }


def broken(found: dict[str, Any]) -> list[str]:
    """Return the promises that were not kept."""
    failed = [name for name in found["answers"] if name.split()[1].startswith("5")]
    kept = {
        "no 5xx": not failed,
        "no lost decision": found["lost"] == found["untold"] == found["without_event"] == 0,
        "no double decision": found["double"] == 0,
        "an unbroken trail": found["chain"],
        f"p95 within {FACTOR} x the idle time": found["busy_p95_ms"] <= FACTOR * found["idle_p95_ms"],
    }
    return [name for name, held in kept.items() if not held]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--idle", type=int, default=60, help="decisions of the one who is alone")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--postgres", action="store_true", help="start a PostgreSQL for this run")
    where.add_argument("--database", default="", metavar="URL", help="use this empty PostgreSQL database")
    given = parser.parse_args(arguments)
    with ExitStack() as stack:
        database = given.database
        if given.postgres:
            found = programs()
            if found is None:
                parser.error("PostgreSQL is missing. On Debian: apt-get install postgresql")
            database = new_database(stack.enter_context(serving(found)))
        measured = measure(given.people, given.seconds, database, given.idle)
    measured["broken"] = broken(measured)
    print(json.dumps(measured))  # noqa: T201 - the figures are the point
    return 1 if measured["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
