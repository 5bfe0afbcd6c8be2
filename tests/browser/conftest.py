"""A real browser on a real server, with captures in every state."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from tests import contracts, looks
from tests.contracts import WIRE
from tests.looked_at import LOOKED_AT

# The driver runs a loop in this thread; Django would refuse its database there, though nothing is awaited.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

collect_ignore = [] if os.environ.get("SHOTS") else ["test_shots.py"]
PASSWORD = "correct horse battery"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what stands in this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def turn(role: str, *blocks: dict[str, Any] | str) -> dict[str, Any]:
    return {"role": role, "content": blocks[0] if isinstance(blocks[0], str) else list(blocks)}


def call(number: int, name: str = "read_file", **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"toolu_{number:04}", "name": name, "input": arguments or {"path": "fees.py"}}


def result(number: int, text: str = "GRACE = 14") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": f"toolu_{number:04}", "content": text}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def long_session(pairs: int, *, orphan_at: int, unanswered_at: int) -> dict[str, Any]:
    """A session of calls and answers with a result whose call is gone and a call without an answer."""
    messages = [turn("user", "Find out why the fee is charged a day early.")]
    for number in range(pairs):
        said = text(f"Step {number}: I read the next file and compare the dates in it.")
        messages.append(turn("assistant", said, call(number, path=f"billing/part_{number}.py")))
        messages.append(turn("user", result(number, f"def step_{number}():\n    return {number}\n" * 3)))
    messages[orphan_at] = turn("user", result(9001, "left over from before"))
    messages[orphan_at - 1] = turn("assistant", "Nothing to do here.")
    messages[unanswered_at + 1] = turn("user", "Go on.")
    return {"model": "claude-sonnet-4-5", "max_tokens": 100, "system": "You fix billing bugs.", "messages": messages}


HOSTILE = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 100,
    "messages": [
        turn("user", "<script>document.title='owned'</script><img src=x onerror=alert(1)>"),
        turn(
            "assistant",
            text("held\u202e1189 \x1b[31mred\x1b[0m zero\u200bwidth \x00 {{ 7|add:7 }}"),
            call(1, "<b>rm</b>"),
        ),
        turn("user", result(1, '{"deep": {"a": {"b": {"c": {"d": [1.50, 1280.5000000000001]}}}}}')),
        turn("assistant", text("word " * 40_000), text("x" * 3_000)),
        turn("user", result(404, "no such call")),
    ],
}
CHAT = {
    "model": "gpt-4.1",
    "messages": [
        {"role": "system", "content": "You are terse."},
        {"role": "user", "content": "How many orders are late?"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": f"call_{n}", "type": "function", "function": {"name": "count_orders", "arguments": '{"n": 1}'}}
                for n in (1, 2)
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": "42"},
        {"role": "user", "content": "And today?"},
    ],
}
ROLES = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 9,
    "messages": [
        turn("user", "Hi"),
        turn("assistant", call(1)),
        {"role": "tool", "tool_call_id": "toolu_0001", "content": "42"},
    ],
}
ANSWERED = {
    "request": {"url": "https://api.anthropic.com/v1/messages", "method": "POST", "body": ROLES},
    "response": {
        "status_code": 400,
        "body": {
            "type": "error",
            "error": {
                "type": "invalid_request_error",
                "message": 'messages.2: Unexpected role "tool". Allowed roles are "user" or "assistant".',
            },
        },
    },
}
CLEAN = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [turn("user", "Hi"), turn("assistant", "Hello.")]}


@pytest.fixture(autouse=True)
def keeps_its_word(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that ends well has looked at every page that the table of looks says it does."""
    looks.SEEN.clear()
    failed = request.session.testsfailed
    yield
    said = LOOKED_AT.get(f"{request.path.name}::{request.node.originalname}", frozenset())
    if request.session.testsfailed == failed:
        assert sorted(said - looks.SEEN) == [], "these pages were not looked at"


@dataclass
class World:
    """Where everything stands, as addresses."""

    team: Any
    user: Any
    pages: dict[str, str] = field(default_factory=dict)


@pytest.fixture
def world(transactional_db: None, data_dir: Path, work_off: Callable[[], int]) -> World:
    """A team with captures in every state."""
    from webui.accounts.entry import ensure_owner
    from webui.transcripts import sample, store, uploads
    from webui.transcripts.models import Transcript

    team, user = ensure_owner("owner", "local", team_name="Local")
    user.set_password(PASSWORD)
    user.save()

    def send(name: str, data: Any) -> Any:
        sink = uploads.Sink(bytes(team.redaction_key), name, "")
        sink.write(data if isinstance(data, bytes) else json.dumps(data).encode())
        return store.accept(team, user, sink.finish())[0]

    made = World(team, user)
    sample.load(team, user)
    sent = {
        "long": send("long-session.json", long_session(130, orphan_at=128, unanswered_at=201)),
        "hostile": send("hostile.json", HOSTILE),
        "chat": send("chat.json", CHAT),
        "roles": send("roles.json", ROLES),
        "answered": send("answered.json", ANSWERED),
        "clean": send("clean.json", CLEAN),
        "unclear": send(
            "unclear.json", [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}]
        ),
        "lines": send("mixed.jsonl", json.dumps(CLEAN).encode() + b"\n{broken\n" + json.dumps(CHAT).encode() + b"\n"),
        "cut": send("cut.json", json.dumps(CLEAN).encode()[:-9]),
    }
    work_off()
    sent["waiting"] = send("waiting.json", {**CLEAN, "max_tokens": 10})
    for name, capture in sent.items():
        made.pages[f"capture-{name}"] = f"/t/local/captures/{capture.pk}"
        for transcript in Transcript.objects.filter(capture=capture)[:1]:
            made.pages[name] = f"/t/local/transcripts/{transcript.pk}"
    made.pages["other"] = people_of(team)
    made.pages["model"] = f"/t/local/settings/llm/{models_of(team)}"
    made.pages["hook"] = f"/t/local/settings/webhooks/{hooks_of(team)}"
    return made


def people_of(team: Any) -> int:
    """Give the team a second member, with a link that was not used, and two keys; return the member's account."""
    from webui.accounts import apikeys, entry
    from webui.accounts.models import Member, User

    other = User.objects.create_user("mk")
    Member.objects.create(team=team, user=other, role=Member.Role.MAINTAINER)
    entry.invite(team, other)
    for name in ("nightly build", "old"):
        key, _ = apikeys.create(team, other, name, ["read", "upload"])
    apikeys.revoke(key)
    return other.pk


def models_of(team: Any) -> int:
    """Set up a model in each state of its test; return one of them."""
    from django.utils import timezone

    from webui.accounts.models import Endpoint

    now = timezone.now()
    where = {"team": team, "base_url": "https://models.example.org/v1", "model": "house-large-2", "changed": now}
    said = {"test_ms": 1204, "tested": now}
    Endpoint.objects.create(name="fresh", **where)
    Endpoint.objects.create(name="refused", test_state="failed", test_code="key-refused", **said, **where)
    Endpoint.objects.create(name="asking", test_state="asking", **where)
    priced = {"price_in": "3.0000", "price_out": "15.5000", "sealed_key": b"sealed"}
    return int(Endpoint.objects.create(name="house", test_state="answered", **priced, **said, **where).pk)


def hooks_of(team: Any) -> int:
    """Set up an address that is told, with what it was told in each state; return it."""
    from django.utils import timezone

    from webui.accounts.models import Delivery, Webhook

    now = timezone.now()
    Webhook.objects.create(team=team, name="old", address="https://old.example.org/in", events=[], active=False)
    hook = Webhook.objects.create(
        team=team, name="chat", address="https://chat.example.org/in", events=["case.opened", "case.decided"]
    )
    for state, status, code in (("waiting", None, ""), ("delivered", 204, ""), ("failed", 500, "status")):
        Delivery.objects.create(
            webhook=hook, event="case.opened", payload={"case": 7}, state=state, status=status, error_code=code,
            attempts=1, created=now, tried=now,
        )  # fmt: skip
    return int(hook.pk)


@pytest.fixture
def shown(world: World) -> dict[str, str]:
    """Every page by name, in the states that captures can be in."""
    pages = world.pages
    error = "messages.128.content.0: unexpected `tool_use_id` found in `tool_result` blocks"
    return {
        "captures": "/t/local/captures",
        "upload": "/t/local/captures/new",
        "capture": pages["capture-long"],
        "capture-waiting": pages["capture-waiting"],
        "capture-failed": pages["capture-cut"],
        "capture-notes": pages["capture-lines"],
        "transcripts": "/t/local/transcripts",
        "transcripts-filtered": "/t/local/transcripts?result=refused&dialect=mistral",
        "transcripts-no-match": "/t/local/transcripts?text=zzz",
        "transcript": pages["long"] + "?at=128#m-128.0",
        "transcript-first": pages["long"],
        "transcript-beyond": pages["long"] + "?at=7001",
        "transcript-open": pages["hostile"] + "?open=all",
        "transcript-around": pages["long"] + "?show=around",
        "transcript-find": pages["long"] + "?find=step_9\\b&re=1",
        "transcript-find-slow": pages["long"] + "?find=(&re=1",
        "transcript-print": pages["clean"] + "?view=print",
        "transcript-chat": pages["chat"],
        "transcript-roles": pages["roles"],
        "transcript-answered": pages["answered"],
        "transcript-clean": pages["clean"],
        "transcript-unclear": pages["unclear"],
        "message": pages["hostile"] + "/m/2",
        "message-blocks": pages["hostile"] + "/m/1",
        "message-huge": pages["hostile"] + "/m/3?full=0",
        "message-raw": pages["hostile"] + "/m/4?view=raw",
        "system": pages["long"] + "/system",
        "api": "/api/docs",
        "members": "/t/local/settings/members",
        "member-remove": f"/t/local/settings/members/{pages['other']}/remove",
        "keys": "/t/local/settings/keys",
        "password": "/account/password",
        "models": "/t/local/settings/llm",
        "model-new": "/t/local/settings/llm/new",
        "model": pages["model"],
        "model-delete": pages["model"] + "/delete",
        "account": "/account",
        "webhooks": "/t/local/settings/webhooks",
        "webhook": pages["hook"],
        "webhook-delete": pages["hook"] + "/delete",
        "proof": "/proof",
        "not-checked": "/rules/not-checked",
        "rules": "/rules",
        "rule": "/rules/paired-tool-result",
        "rule-roles": "/rules/role-legal",
        "search-nothing": "/t/local/search?q=nonsense",
        "search-error": f"/t/local/search?q={error}",
        "404": "/t/local/captures/000000000000",
    }


@pytest.fixture
def cookies(world: World, live_server: LiveServer) -> list[dict[str, Any]]:
    """The session of someone who is signed in."""
    client = Client()
    client.force_login(world.user)
    return [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]


@pytest.fixture
def tab(context: BrowserContext, cookies: list[dict[str, Any]]) -> Iterator[Page]:
    """A signed-in tab. Anything that the browser complains about fails the test."""
    context.add_cookies(cookies)  # type: ignore[arg-type]
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: _hear(message, said))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    assert said == []


def _hear(message: ConsoleMessage, said: list[str]) -> None:
    # A page that answers 404 or 422 on purpose is reported by the browser as well.
    if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
        said.append(message.text)


TABS = ("overview", "before", "after", "summary", "checks", "history")
INPUT = {
    **WIRE,
    "transcript": [
        {"role": "user", "blocks": [text("Find out why the fee is charged a day early.")]},
        {"role": "assistant", "blocks": [text("The grace is fourteen days, and the job runs at midnight UTC.")]},
    ],
    "max_summary_tokens": 256,
}
SUMMARY = (
    "<conversation_summary>\n  <goal>Stop charging the fee a day early.</goal>\n  <constraints>Leave billing alone "
    "until Thursday.</constraints>\n  <decisions>The job runs in local time.</decisions>\n  <state>{}</state>\n"
    "  <open_items/>\n</conversation_summary>"
)
TOLD = (
    "<conversation_summary>\n  <goal>Find why billing/part_3.py charges a day early. Then fix it.</goal>\n"
    "  <constraints/>\n  <decisions>Keep def step_5 as it is.</decisions>\n  <state>Read billing/part_1.py and "
    "billing/part_7.py.\n  Nothing else is known.</state>\n  <open_items/>\n</conversation_summary>"
)
IDS = [f"0000000{number}-0000-4000-8000-000000000000" for number in range(1, 9)]
EVENT = {"v": 1, "loop_id": IDS[0], "attempt_id": IDS[1], "reason": 2, "basis": WIRE["basis"]}
EVENTS = [
    {"type": "CompactionStarted", **EVENT, "created_at": "2026-11-03T14:02:01Z"},
    {"type": "HustleStarted", "v": 1, "cause": {"loop_id": IDS[0]}, "created_at": "2026-11-03T14:02:02Z"},
    {"type": "HustleFailed", "v": 1, "cause": {"loop_id": IDS[0]}, "stage": 4, "reason_code": 6},
    {
        "type": "CompactionRejected",
        **EVENT,
        "event_id": IDS[2],
        "waiter_command_ids": [IDS[3]],
        "reject_reason": 9,
        "duration": 5_000_000_000,
        "created_at": "2026-11-03T14:02:07Z",
    },
]


def contract(**parts: Any) -> dict[str, Any]:
    """A contract of which every check passes, but for what is given."""
    written = {**WIRE, "summary": SUMMARY.format("Two tests are red.")}
    return contracts.contract(**{"input": INPUT, "output": written, "measured_tokens": 6120, **parts})


def compacted(session: dict[str, Any], *, keep: int) -> dict[str, Any]:
    """A pair whose cut stands inside an exchange; one message was rewritten, one came in at the end."""
    before = session["messages"]
    tail = [dict(message) for message in before[-keep:]]
    tail[3] = {**tail[3], "content": [{**tail[3]["content"][0], "text": "I read the next file. (shortened)"}]}
    words = "Steps so far: the dates in the billing files were compared."
    after = [before[0], turn("user", words), *tail, turn("assistant", "Compacted.")]
    return {"model": "claude-sonnet-4-5", "before": before, "after": after, "summary": words}


def patchwork(count: int) -> dict[str, Any]:
    """A pair of which every third message is gone: hundreds of ranges."""
    before = [turn("user" if n % 2 == 0 else "assistant", f"Entry {n}.") for n in range(count)]
    return {"model": "claude-sonnet-4-5", "before": before, "after": [m for n, m in enumerate(before) if n % 3]}


@pytest.fixture
def send_run(world: World) -> Callable[[str, dict[str, Any]], str]:
    """Take parts as the upload page does; return the address of the run."""
    from webui.runs import arrival
    from webui.runs.uploads import Sent

    def send(name: str, parts: dict[str, Any]) -> str:
        data = {
            part: value if isinstance(value, bytes) else json.dumps(value).encode() for part, value in parts.items()
        }
        run, _ = arrival.take(world.team, world.user, Sent(data, frozenset(data), {"name": name}), source="page")
        return f"/t/local/runs/{run.pk}"

    return send


@pytest.fixture
def runs(send_run: Callable[[str, dict[str, Any]], str], work_off: Callable[[], int]) -> dict[str, str]:
    """Runs in every state, as addresses."""
    from webui.runs.models import Run

    send = send_run
    empty = {**WIRE, "summary": SUMMARY.format(" ")}
    swapped = {**WIRE, "summary": SUMMARY.format("Red.").replace("<open_items/>", "").replace("decisions", "choices")}
    session = long_session(30, orphan_at=6, unanswered_at=51)
    made = {
        "pair": send("nightly pair", {"pair": compacted(session, keep=22)}),
        "refused": send("nightly refused", contract(output=empty, events=EVENTS)),
        "valid": send("nightly valid", contract()),
        "structure": send("sections missing", contract(output=swapped)) + "?tab=summary",
        "too-large": send("too large", contract(measured_tokens=8000)),
        "not-attempted": send("no budget", contract(input={**INPUT, "max_summary_tokens": 0})),
        "unjudged": send("output alone", {"output": contract()["output"]}),
        "fence": send("fence", contract(output=b"```json\n{}\n```")) + "?tab=summary",
        "told": send("nightly told", {"pair": compacted(session, keep=22) | {"summary": TOLD}, "keep_last": 20}),
        "huge": send("patchwork", {"pair": patchwork(900)}),
        "failed": send("failed pair", {"pair": patchwork(9)}),
    }
    work_off()
    Run.objects.filter(pk=made["failed"].rpartition("/")[2]).update(
        state="failed", error_code="json-truncated", fates=None, observed=None, layers=""
    )
    made["waiting"] = send("waiting pair", {"pair": patchwork(12)})
    return made


@pytest.fixture
def run_pages(runs: dict[str, str]) -> dict[str, str]:
    """Every page of runs, in every state."""
    from webui.runs.models import Run

    tabbed = ("pair", "refused", "valid")
    compacted_one = Run.objects.get(pk=runs["pair"].rpartition("/")[2]).before_id
    return {
        "transcript-compacted": f"/t/local/transcripts/{compacted_one}",
        **{f"run-{name}-{one}": f"{runs[name]}?tab={one}" for name in tabbed for one in TABS},
        **{f"run-{name}": address for name, address in runs.items() if name not in tabbed},
        "runs": "/t/local/runs",
        "runs-filtered": "/t/local/runs?verdict=refused&reason=xml_content&verdict=fine",
        "runs-nothing": "/t/local/runs?text=zzz",
        "run-range": runs["pair"] + "?range=before-1",
        "run-opened": runs["pair"] + "?tab=after&open=0&open=1",
        "run-aligned": runs["pair"] + "/aligned",
        "run-trace": runs["pair"] + "/before/4",
        "run-told": runs["told"] + "?tab=summary",
        "run-told-checks": runs["told"] + "?tab=checks",
        "run-carried": runs["told"] + "/before/7",
        "run-uncarried": runs["told"] + "/before/5",
        "run-section": runs["told"] + "/summary/state",
        "run-sentence": runs["told"] + "/summary/state?sentence=0",
        "run-source": runs["refused"] + "?tab=summary&view=source",
        "run-new": "/t/local/runs/new",
        "run-new-pair": "/t/local/runs/new?way=pair",
        "run-new-transcripts": "/t/local/runs/new?way=transcripts",
    }


@pytest.fixture
def asked(world: World, work_off: Callable[[], int]) -> dict[str, str]:
    """The pages of QA passes: one that compacted, one that failed, one that waits."""
    from compaction.qa import QaConfig
    from webui.runs.models import Fact, Pass, Run
    from webui.runs.store import facts, passes

    run = Run.objects.filter(kind="transcripts").order_by("created")[0]
    source = run.before
    assert source is not None
    start = passes.Start("extractive", None, QaConfig(), run.tokens_after or 9000)
    done = passes.begin(run, source, world.user, start, trigger="page")
    work_off()
    failed = passes.begin(run, source, world.user, start, trigger="page")
    work_off()
    Pass.objects.filter(pk=failed.pk).update(
        state="done", outcome="failed", step="question", reason="api_error", number=None, final=None
    )
    failed.calls.filter(number=3).delete()
    failed.calls.filter(number=2).update(reply=None, error_code="rate-limited", tries=4, estimated=False)
    waiting = passes.begin(run, source, world.user, start, trigger="api")
    found = Fact.objects.filter(of=done).order_by("pk")
    facts.decide(run, [found[0].pk], "confirmed", "", world.user)
    facts.decide(run, [found[1].pk], "disputed", "The owner said so later.", world.user)
    home = f"/t/local/runs/{run.pk}"
    return {
        "run-facts": f"{home}?tab=facts&pass={done.pk}",
        "run-facts-lost": f"{home}?tab=facts&pass={done.pk}&outcome=lost",
        "run-facts-captured": f"{home}?tab=facts&pass=captured",
        "run-fact": f"{home}/facts/{found[0].pk}",
        "run-fact-disputed": f"{home}/facts/{found[1].pk}",
        "run-passes": f"{home}?tab=history",
        "run-qa-busy": f"{home}/qa",
        "run-qa": f"/t/local/transcripts/{world.pages['long'].rpartition('/')[2]}/qa",
        "pass": f"/t/local/passes/{done.pk}",
        "pass-call": f"/t/local/passes/{done.pk}/calls/1/user",
        "pass-failed": f"/t/local/passes/{failed.pk}",
        "pass-waiting": f"/t/local/passes/{waiting.pk}",
    }


@pytest.fixture
def inbox_pages(world: World) -> dict[str, str]:
    """The inbox in its states: forty cases in several hands, and none at all."""
    from django.utils import timezone

    from tests import review_rows
    from webui.accounts.models import Member, Team, User
    from webui.review.models import Notice, SavedView

    others = [User.objects.create_user(name) for name in ("ada", "bob", "jr")]
    Member.objects.bulk_create(Member(team=world.team, user=user) for user in others)
    cases = review_rows.forty(world.team, [world.user, *others])
    empty = Team.objects.create(slug="empty", name="Empty")
    Member.objects.create(team=empty, user=world.user, role="admin")
    now = timezone.now()
    for kind, case in zip(("mentioned", "taken-over", "waits"), cases, strict=False):
        Notice.objects.create(team=world.team, user=world.user, kind=kind, case=case, by=others[0], created=now)
    query = "state=open&rule=paired-tool-result"
    from webui.review.models import Bulk

    results = [[1001, "decided", ""], [1002, "changed", ""], [1003, "refused", "not-yours"]]
    given = {"team": world.team, "by": world.user, "action": "reject", "created": now, "ended": now}
    bulk = Bulk.objects.create(versions=[[number, 1] for number, *_ in results], results=results, **given)
    saved = SavedView.objects.create(team=world.team, owner=world.user, name="Orphans", query=query, shared=True)
    home = "/t/local/inbox"
    return {
        "inbox": f"{home}?view=open",
        "inbox-mine": home,
        "inbox-closed": f"{home}?view=closed",
        "inbox-saved": f"{home}?view={saved.pk}",
        "inbox-filtered": f"{home}?state=new&state=odd&alike=1002&severity=error&per=25",
        "inbox-no-match": f"{home}?text=zzz",
        "inbox-views": f"{home}?view=open&show=views",
        "inbox-save": f"{home}?rule=paired-tool-result&show=save",
        "inbox-columns": f"{home}?view=open&show=columns",
        "inbox-all": f"{home}?view=open&per=25&all=1",
        "inbox-bulk": f"{home}/bulk?action=decide&case=1001&case=1002&query=state%3Dopen",
        "inbox-bulk-assign": f"{home}/bulk?action=assign&all=1&query=state%3Dopen",
        "inbox-bulk-result": f"{home}/bulk/{bulk.pk}",
        "inbox-nothing": "/t/empty/inbox?view=open",
    }
