"""What a team's pages cost tells nothing of another team: the same questions, the same steps of the database.

SQLite counts the steps of its programs, one for each move over a row. They are counted here, and no clock is read.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests.multiplying import multiply, rows_of_teams
from tests.webui.test_powers import CALL_ROWS, ROWS, World, address_of, calls, patterns, world
from webui.accounts.models import Member, Team, User

__all__ = ["world"]
pytestmark = pytest.mark.slow
MORE = (
    "search?q=toolu",
    "inbox?view=closed",
    "inbox?text=sample",
    "inbox?seen=2020-01-01..2090-01-01",
    "analytics?owner=none",
)
HELD = {"audit.Event", "review.Case", "review.Occurrence", "runs.Fact", "runs.Run", "transcripts.Message"}


ONE_ROW = 30
"""Steps that it takes to look at one row, at its team, and at whether one belongs to that: a few microseconds."""

VOLATILE = re.compile(r'[0-9a-f]{10,}|value="[^"]{32,}"|X-CSRFToken[^}]*|/api/v1/[^"<]*')
"""What differs from answer to answer: references of faults, tokens of forms, the call that the address was read as."""


@dataclass
class Work:
    """What the database was asked, in order, and how many steps each answer took until it was read."""

    queries: list[str] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)


@contextmanager
def watched() -> Iterator[Work]:
    """Count what the database does in the block."""
    work = Work()

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        # Savepoints are numbered.
        work.queries.append(sql if "SAVEPOINT" not in sql else "SAVEPOINT")
        work.steps.append(0)
        return execute(sql, params, many, context)

    def step() -> int:
        work.steps[-1] += 1
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(step, 1)
    try:
        with connection.execute_wrapper(note):
            yield work
    finally:
        connection.connection.set_progress_handler(None, 0)


@pytest.fixture
def at_admin(world: World) -> Client:
    """The browser of somebody who may do everything in the team."""
    user = User.objects.create_user("boss")
    Member.objects.create(team=world.team, user=user, role=Member.Role.ADMIN)
    client = Client()
    client.force_login(user)
    return client


def addresses(world: World) -> Iterator[str]:
    """Yield the address of every page and of every call that reads, and of lists that are filtered and searched."""
    for name, pattern in patterns():
        yield address_of(name, pattern, world)
    for method, path, _ in calls():
        if method == "GET":
            yield "/api" + (path.format(**CALL_ROWS[path](world)) if "{" in path else path) + f"?team={world.team.slug}"
    yield from (f"/t/{world.team.slug}/{more}" for more in MORE)


def works(client: Client, world: World) -> dict[str, Work]:
    """Ask for each address; nothing that an answer notes stays."""
    found = {}
    for address in addresses(world):
        with watched() as work, transaction.atomic():
            client.get(address)
            transaction.set_rollback(True)
        found[address] = work
    return found


def test_what_another_team_has_costs_a_team_no_step(at_admin: Client, world: World, rivals: Team) -> None:
    rows = rows_of_teams()
    # Copies lie around the team's own rows in every index: a search that ends at its edge takes a step to see it.
    multiply(rows, world.team, rivals, range(1, 3))
    works(at_admin, world)  # what is read once and kept
    few = works(at_admin, world)
    made = multiply(rows, world.team, rivals, range(3, 20))

    many = works(at_admin, world)

    assert made.keys() >= HELD
    assert sum(made.values()) > 3_000
    assert sum(sum(work.steps) for work in few.values()) > 50_000
    assert list(differences(few, many)) == []


def differences(one: dict[str, Work], other: dict[str, Work]) -> Iterator[str]:
    """Yield where two answers took other questions, or other steps."""
    for address, work in one.items():
        if work.queries != other[address].queries:
            yield f"{address}: other queries"
        for query, was, now in zip(work.queries, work.steps, other[address].steps, strict=False):
            if was != now:
                yield f"{address}: {was} steps, then {now}: {query}"


def pairs(world: World) -> Iterator[tuple[str, str]]:
    """Yield addresses of what another team has, each with one of nothing that looks alike."""
    for name, pattern in patterns():
        names = set(pattern.pattern.converters)
        if "team" not in names:
            continue
        given = dict(ROWS[name](world)) if names - {"team"} else {}
        yield reverse(name, kwargs={"team": "acme", **given}), reverse(name, kwargs={"team": "emca", **given})
        if "pk" in names:
            missing = given | {"pk": nothing_like(given["pk"])}
            yield (
                reverse(name, kwargs={"team": "rivals", **given}),
                reverse(name, kwargs={"team": "rivals", **missing}),
            )
    for method, path, _ in calls():
        if method == "GET" and "{pk}" in path:
            given = dict(CALL_ROWS[path](world))
            missing = given | {"pk": nothing_like(given["pk"])}
            yield "/api" + path.format(**given), "/api" + path.format(**missing)


def nothing_like(key: object) -> object:
    """Return a key of the same shape that no row has."""
    return key[::-1] if isinstance(key, str) else int("9" * len(str(key)))


def answer(client: Client, method: str, address: str) -> tuple[Work, int, dict[str, str], str]:
    with watched() as work, transaction.atomic():
        found = getattr(client, method)(address)
        transaction.set_rollback(True)
    body = found.getvalue().decode() if found.streaming else found.content.decode()
    return (
        work,
        found.status_code,
        dict(found.headers),
        VOLATILE.sub("", body.replace(address, "").replace("emca", "acme")),
    )


def test_what_is_anothers_answers_as_what_is_nowhere(world: World, rivals: Team, rob: User) -> None:
    """The same words, headers and queries; the one row that is another's is looked at, and no more."""
    Member.objects.filter(user=rob).update(role=Member.Role.ADMIN)
    client = Client()
    client.force_login(rob)
    wrong, asked = [], 0
    for theirs, nobodys in pairs(world):
        for method in ("get", "post"):
            answer(client, method, nobodys)  # what is read once and kept
            work, *said = answer(client, method, theirs)
            other, *said_of_nothing = answer(client, method, nobodys)
            asked += said[0] == 404
            if (said, work.queries) != (said_of_nothing, other.queries):
                wrong.append(f"{method} {theirs} tells itself from {nobodys}")
            if abs(sum(work.steps) - sum(other.steps)) > ONE_ROW:
                wrong.append(f"{method} {theirs}: {sum(work.steps)} steps, {sum(other.steps)} of nothing")
    assert wrong == []
    assert asked > 100
