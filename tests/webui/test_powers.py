"""Who may do what: every address and every call of the product, for every role, in one's own team and in another.

What is expected follows from the table of powers. An address with parameters needs a line in `ROWS`, a call of the API
that takes a body one in `BODIES`; a view or call without a power of its own fails.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from compaction.qa import QaConfig
from webui.accounts import apikeys, entry
from webui.accounts.models import Delivery, Endpoint, Member, Team, User, Webhook
from webui.accounts.powers import LEAST, SENTENCES, Open, Power, reaches
from webui.config.api import api
from webui.review.models import Bulk, Case, Comment, SavedView
from webui.runs.models import Pass
from webui.runs.store import passes
from webui.transcripts import sample
from webui.transcripts.models import Report, Transcript

ROLES = list(Member.Role)
PERSONS = [*map(str, ROLES), "stranger", "teamless", "nobody"]


@dataclass(frozen=True)
class World:
    """Rows of one team, so that every address leads somewhere."""

    team: Team
    transcript: Transcript
    one: Pass
    fact: int
    endpoint: int
    case: int
    view: int
    bulk: int
    key: int
    keeper: int
    invitation: int
    remark: int
    hook: int
    delivery: int
    report: int


Fill = Callable[[World], Mapping[str, object]]

ROWS: Mapping[str, Fill] = {
    "accounts:enter": lambda w: {"token": "x"},
    "accounts:endpoint": lambda w: {"pk": w.endpoint},
    "accounts:endpoint-test": lambda w: {"pk": w.endpoint},
    "accounts:endpoint-delete": lambda w: {"pk": w.endpoint},
    "review:bulk-result": lambda w: {"pk": w.bulk},
    "accounts:member-link": lambda w: {"pk": w.keeper},
    "accounts:member-remove": lambda w: {"pk": w.keeper},
    "accounts:invitation-revoke": lambda w: {"pk": w.invitation},
    "accounts:key-rotate": lambda w: {"pk": w.key},
    "accounts:key-revoke": lambda w: {"pk": w.key},
    "accounts:webhook": lambda w: {"pk": w.hook},
    "accounts:webhook-act": lambda w: {"pk": w.hook},
    "accounts:webhook-delete": lambda w: {"pk": w.hook},
    "accounts:webhook-redeliver": lambda w: {"pk": w.hook, "number": w.delivery},
    "transcripts:capture": lambda w: {"pk": w.transcript.capture_id},
    "transcripts:cancel": lambda w: {"pk": w.transcript.capture_id},
    "transcripts:read-again": lambda w: {"pk": w.transcript.capture_id},
    "transcripts:delete": lambda w: {"pk": w.transcript.capture_id},
    "transcripts:detail": lambda w: {"pk": w.transcript.pk},
    "transcripts:system": lambda w: {"pk": w.transcript.pk},
    "transcripts:message": lambda w: {"pk": w.transcript.pk, "position": 0},
    "transcripts:mask": lambda w: {"pk": w.transcript.pk, "position": 0},
    "transcripts:mask-system": lambda w: {"pk": w.transcript.pk},
    "transcripts:report": lambda w: {"pk": w.report},
    "transcripts:download": lambda w: {"pk": w.transcript.pk, "position": 0},
    "transcripts:rule": lambda w: {"code": "tool-id-format"},
    "runs:detail": lambda w: {"pk": w.one.run_id},
    "runs:delete": lambda w: {"pk": w.one.run_id},
    "runs:export": lambda w: {"pk": w.one.run_id},
    "runs:aligned": lambda w: {"pk": w.one.run_id},
    "runs:again": lambda w: {"pk": w.one.run_id},
    "runs:rewritten": lambda w: {"pk": w.one.run_id, "position": 0},
    "runs:rounds": lambda w: {"pk": w.one.run_id},
    "runs:qa": lambda w: {"pk": w.one.run_id},
    "runs:qa-transcript": lambda w: {"pk": w.transcript.pk},
    "runs:pass": lambda w: {"pk": w.one.pk},
    "runs:call": lambda w: {"pk": w.one.pk, "number": 1, "part": "user"},
    "runs:evicted": lambda w: {"pk": w.one.pk},
    "runs:pass-cancel": lambda w: {"pk": w.one.pk},
    "runs:decide": lambda w: {"pk": w.one.run_id},
    "runs:fact": lambda w: {"pk": w.one.run_id, "number": w.fact},
    "runs:section": lambda w: {"pk": w.one.run_id, "section": "goal"},
    "runs:trace": lambda w: {"pk": w.one.run_id, "side": "before", "position": 0},
    "review:view-change": lambda w: {"pk": w.view},
    "review:case": lambda w: {"number": w.case},
    "review:decide": lambda w: {"number": w.case},
    "review:claim": lambda w: {"number": w.case},
    "review:second": lambda w: {"number": w.case},
    "review:owner": lambda w: {"number": w.case},
    "review:hold": lambda w: {"number": w.case},
    "review:presence": lambda w: {"number": w.case},
    "review:comment": lambda w: {"number": w.case},
    "review:comment-change": lambda w: {"number": w.case, "pk": w.remark},
}
"""What fills the address of a page, besides `team`."""

BARE = {
    "review:comment-change",
    "review:view-change",
    "runs:aligned",
    "runs:rewritten",
    "runs:section",
    "runs:trace",
    "transcripts:system",
    "transcripts:mask-system",
    "api:api-root",
}
"""Pages of which this world has nothing to show: 404 for a member too."""

OURS_403 = {"accounts:enter", "review:view-change"}
"""Pages that answer 403 for a reason of their own: a used token, another person's view."""

CASE: Fill = lambda w: {"number": w.case}  # noqa: E731

CALL_ROWS: Mapping[str, Fill] = {
    "/v1/captures/{pk}": ROWS["transcripts:capture"],
    "/v1/transcripts/{pk}": ROWS["transcripts:detail"],
    "/v1/transcripts/{pk}/messages": ROWS["transcripts:detail"],
    "/v1/transcripts/{pk}/violations": ROWS["transcripts:detail"],
    "/v1/transcripts/{pk}/qa": ROWS["transcripts:detail"],
    "/v1/rules/{rule_id}": lambda w: {"rule_id": "tool-id-format"},
    "/v1/runs/{pk}": ROWS["runs:detail"],
    "/v1/runs/{pk}/export": ROWS["runs:detail"],
    "/v1/runs/{pk}/checks": ROWS["runs:detail"],
    "/v1/runs/{pk}/diff": ROWS["runs:detail"],
    "/v1/runs/{pk}/facts": ROWS["runs:detail"],
    "/v1/runs/{pk}/facts/decisions": ROWS["runs:detail"],
    "/v1/runs/{pk}/qa": ROWS["runs:detail"],
    "/v1/passes/{pk}": ROWS["runs:pass"],
    "/v1/runs/{pk}/violations": ROWS["runs:detail"],
    "/v1/captures/{pk}/violations": ROWS["transcripts:capture"],
    "/v1/cases/{number}": CASE,
    "/v1/cases/{number}/decision": CASE,
    "/v1/cases/{number}/claim": CASE,
    "/v1/cases/{number}/comments": CASE,
    "/v1/cases/{number}/owner": CASE,
    "/v1/cases/{number}/proposal/refuse": CASE,
    "/v1/cases/{number}/comments/{pk}": lambda w: {"number": w.case, "pk": w.remark},
    "/v1/cases/decisions/{pk}": lambda w: {"pk": w.bulk},
    "/v1/captures/{pk}/cancel": ROWS["transcripts:capture"],
    "/v1/captures/{pk}/read-again": ROWS["transcripts:capture"],
    "/v1/passes/{pk}/cancel": ROWS["runs:pass"],
    "/v1/transcripts/{pk}/system": ROWS["transcripts:detail"],
    "/v1/runs/{pk}/rounds": ROWS["runs:detail"],
    "/v1/runs/{pk}/facts/{number}": ROWS["runs:fact"],
    "/v1/runs/{pk}/traces/{side}/{position}": ROWS["runs:trace"],
    "/v1/runs/{pk}/rewritten/{position}": ROWS["runs:rewritten"],
    "/v1/runs/{pk}/sections/{section}": ROWS["runs:section"],
}
"""What fills the address of a call."""

ASKED: Mapping[str, Fill] = {
    "/v1/search": lambda w: {"q": "paired"},
    "/v1/compare": lambda w: {"a": w.one.run_id, "b": w.one.run_id},
}
"""What a call must be asked with besides its team."""

BARE_CALLS = {
    "/v1/runs/{pk}/traces/{side}/{position}",
    "/v1/runs/{pk}/rewritten/{position}",
    "/v1/runs/{pk}/sections/{section}",
    "/v1/transcripts/{pk}/system",
}
"""Calls of which this world has nothing to tell: 404 for a member too."""

BODIES: Mapping[str, object] = {
    "/v1/check": {"messages": []},
    "/v1/check/summary": {},
    "/v1/captures": {"messages": []},
    "/v1/runs": {},
    "/v1/runs/{pk}/qa": {},
    "/v1/transcripts/{pk}/qa": {},
    "/v1/runs/{pk}/facts/decisions": {"facts": [1], "choice": "confirmed"},
    "/v1/cases/decisions": {"action": "claim", "cases": [{"number": 1, "version": 1}]},
    "/v1/cases/{number}/decision": {"action": "reject", "version": 1, "reason": "message-shape"},
    "/v1/cases/{number}/claim": {},
    "/v1/cases/{number}/comments": {"text": "Seen."},
    "/v1/cases/{number}/comments/{pk}": {"action": "resolve"},
    "/v1/cases/{number}/owner": {"owner": ""},
    "/v1/cases/{number}/proposal/refuse": {},
    "/v1/captures/{pk}/cancel": {},
    "/v1/captures/{pk}/read-again": {},
    "/v1/passes/{pk}/cancel": {},
}
"""A body that each writing call can read. Permission is asked after the body is read, before it is used."""

OF_TEAM = {
    *("/v1/captures", "/v1/transcripts", "/v1/runs", "/v1/audit", "/v1/waivers"),
    *("/v1/members", "/v1/keys", "/v1/models", "/v1/webhooks", "/v1/analytics", "/v1/search", "/v1/compare"),
    *("/v1/settings/retention", "/v1/settings/redaction", "/v1/settings/triage"),
}
"""Calls that name their team in the question."""


@pytest.fixture
def world(acme: Team, data_dir: Any, work_off: Callable[[], int]) -> World:
    sample.load(acme, None)
    work_off()
    transcript = Transcript.objects.filter(errors__gt=0)[0]
    source = transcript.runs_to.exclude(before=None)[0].before
    assert source is not None
    start = passes.Start("extractive", None, QaConfig(), source.tokens // 2)
    one = passes.begin(passes.run_for_source(source, None), source, None, start, trigger="page")
    work_off()
    endpoint = Endpoint.objects.create(
        team=acme, name="house", base_url="https://e.example", model="m", changed=timezone.now()
    )
    case = Case.objects.filter(team=acme).order_by("number")[0]
    view = SavedView.objects.create(team=acme, name="All of them", shared=True)
    bulk = Bulk.objects.create(team=acme, action="claim", created=timezone.now())
    remark = Comment.objects.create(team=acme, case=case, text="Who cut here?", created=timezone.now())
    hook = Webhook.objects.create(team=acme, name="chat", address="https://chat.example/in", events=["case.opened"])
    delivery = Delivery.objects.create(webhook=hook, event="ping", payload={}, created=timezone.now())
    fact = one.facts.all()[0].pk
    report = Report.objects.create(team=acme, transcript=transcript, block=0, slot=0, start=0, stop=9)
    keeper = User.objects.create_user("keeper")
    Member.objects.create(team=acme, user=keeper, role=Member.Role.ADMIN)
    key, _ = apikeys.create(acme, keeper, "build", ["read"])
    entry.invite(acme, keeper)
    return World(
        acme,
        transcript,
        one,
        fact,
        endpoint.pk,
        case.number,
        view.pk,
        bulk.pk,
        key=key.pk,
        keeper=keeper.pk,
        invitation=keeper.invitations.all()[0].pk,
        remark=remark.pk,
        hook=hook.pk,
        delivery=delivery.pk,
        report=report.pk,
    )


def patterns(found: Any = None, namespace: str = "", lead: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield each address of the product with its name; those of calls come from `calls`."""
    for one in (found or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            inner = f"{one.namespace}:" if one.namespace else ""
            yield from patterns(one, namespace + inner, lead + str(one.pattern))
        elif getattr(one.callback, "__module__", "") != "ninja.operation":
            yield (f"{namespace}{one.name}" if one.name else lead + str(one.pattern)), one


def calls() -> Iterator[tuple[str, str, Any]]:
    """Yield method, address and function of each call of the API."""
    for prefix, router in api._routers:
        for path, view in router.path_operations.items():
            for operation in view.operations:
                for method in operation.methods:
                    yield method, f"{prefix}{path}", operation.view_func


def power_of(name: str, pattern: URLPattern, method: str) -> Power | Open:
    if name == "api:api-root":  # the library's own, and empty
        return Open.ANYONE
    attribute = "power" if method == "get" else "post_power"
    power = getattr(pattern.callback, attribute, None)
    assert power is not None, f"{name}: say whom this view is for (webui.accounts.access)"
    return power


def address_of(name: str, pattern: URLPattern, world: World) -> str:
    parameters = set(pattern.pattern.converters) - {"team"}
    assert not parameters or name in ROWS, f"{name}: fill its address in ROWS"
    given = dict(ROWS[name](world)) if parameters else {}
    if "team" in pattern.pattern.converters:
        given["team"] = world.team.slug
    return reverse(name, kwargs=given) if ":" in name else f"/{name}"


def person_of(kind: str, world: World, rivals: Team) -> User | None:
    """Make the person: one of a role in the team, an admin of another team, one of no team, or nobody at all."""
    if kind == "nobody":
        return None
    user = User.objects.create_user(kind)
    if kind == "stranger":
        Member.objects.create(team=rivals, user=user, role=Member.Role.ADMIN)
    elif kind != "teamless":
        Member.objects.create(team=world.team, user=user, role=kind)
    return user


def expected(kind: str, power: Power | Open, *, refused: int, missing: int = 404) -> int | None:
    """Return the status of a refusal, None where the person is let in."""
    if power is Open.ANYONE:
        return None
    if kind == "nobody":
        return refused
    if power is Open.SIGNED_IN:
        return None
    if kind in ("stranger", "teamless"):
        return missing
    return None if reaches(Member.Role(kind), power) else 403


class Asker:
    """Asks as one person; nothing of an answer stays in the database."""

    def __init__(self, user: User | None) -> None:
        self.client = Client()
        if user is not None:
            self.client.force_login(user)
        self.cookies = self.client.cookies.output()

    def ask(self, method: str, address: str, **sent: Any) -> Any:
        before = {name: morsel.value for name, morsel in self.client.cookies.items()}
        with transaction.atomic():
            answer = getattr(self.client, method)(address, **sent)
            transaction.set_rollback(True)
        self.client.cookies.clear()
        self.client.cookies.load(before)
        return answer


def test_every_page_keeps_to_the_table_of_powers(world: World, rivals: Team) -> None:
    wrong = [said for kind in PERSONS for said in _pages_of(kind, world, rivals)]

    assert wrong == []


def _pages_of(kind: str, world: World, rivals: Team) -> Iterator[str]:
    """Yield what does not keep to the table for one kind of person."""
    asker = Asker(person_of(kind, world, rivals))
    for name, pattern in patterns():
        address = address_of(name, pattern, world)
        answered = 0
        for method in ("get", "post"):
            answer = asker.ask(method, address)
            if answer.status_code == 405:
                continue
            answered += 1
            power = power_of(name, pattern, method)
            if not _page_right(name, answer, expected(kind, power, refused=302)):
                yield f"{method} {name} as {kind}: {answer.status_code}"
        assert answered, f"{name} takes neither GET nor POST"


def _page_right(name: str, answer: Any, want: int | None) -> bool:
    status = answer.status_code
    to_login = status == 302 and answer["Location"].startswith("/login?next=")
    if want is not None:
        return status == want and (want != 302 or to_login)
    let_in = not to_login and (status not in (401, 403) or name in OURS_403)
    return let_in and (status != 404 or name in BARE) and (status < 500 or name == "readyz")


def test_every_call_keeps_to_the_table_of_powers(world: World, rivals: Team) -> None:
    wrong = [said for kind in PERSONS for said in _calls_of(kind, world, rivals)]

    assert wrong == []


def _calls_of(kind: str, world: World, rivals: Team) -> Iterator[str]:
    asker = Asker(person_of(kind, world, rivals))
    for method, path, function in calls():
        power = getattr(function, "power", None)
        assert power is not None, f"{method} {path}: say what this call needs (webui.accounts.access.needs)"
        assert "{" not in path or path in CALL_ROWS, f"{path}: fill its address in CALL_ROWS"
        address = "/api" + (path.format(**CALL_ROWS[path](world)) if "{" in path else path)
        if path in OF_TEAM or path.startswith("/v1/cases"):
            more = ASKED[path](world) if path in ASKED else {}
            address += f"?{urlencode({'team': world.team.slug, **more})}"
        sent: dict[str, Any] = {}
        if method != "GET":
            assert path in BODIES, f"{path}: give it a body in BODIES"
            sent = {"data": BODIES[path], "content_type": "application/json"}
        status = asker.ask(method.lower(), address, **sent).status_code
        want = expected(kind, power, refused=401)
        right = status == want if want is not None else _call_right(path, status)
        if not right:
            yield f"{method} {path} as {kind}: {status}"


def _call_right(path: str, status: int) -> bool:
    return status not in (401, 403) and (status != 404 or path in BARE_CALLS) and status < 500


def test_every_power_has_a_role_and_a_sentence() -> None:
    assert set(LEAST) == set(SENTENCES) == set(Power)


def test_each_role_has_what_the_one_below_has() -> None:
    held = [{power for power in Power if reaches(role, power)} for role in ROLES]

    assert held[0] == {Power.READ, Power.SAVE_VIEW}
    assert held[1] - held[0] == {Power.UPLOAD, Power.ASK, Power.COMMENT, Power.MASK, Power.CLAIM, Power.DECIDE}
    assert Power.WAIVE in held[2] - held[1] and Power.MEMBERS in held[3] - held[2]
    assert held[0] < held[1] < held[2] < held[3] == set(Power)
