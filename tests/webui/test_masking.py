"""A reported value is masked wherever a team has it, once and for all, and nothing tells it afterwards."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.utils import timezone

from compaction.qa import QaConfig
from webui.accounts.actors import person
from webui.accounts.models import Team, User
from webui.audit.models import Event
from webui.audit.verification import verify
from webui.jobs.execution import perform
from webui.jobs.models import Job
from webui.review.masking import COLUMNS as OF_REVIEW
from webui.review.models import Case, Comment
from webui.runs.masking import COLUMNS as OF_RUNS
from webui.runs.models import Fact, Run
from webui.runs.proven import parts_of, text_of
from webui.runs.store import passes
from webui.transcripts import access, arrival, blobs, masking, reporting, store, uploads
from webui.transcripts.masked import own_of
from webui.transcripts.maskers import Columns, Masking
from webui.transcripts.models import Body, Capture, Report, Transcript, Violation
from webui.transcripts.store.values import unpack

VALUE = "Zq7Xw2Lm-9Kp4Rt6!Yb8Nc"
WORDS = 'horse "battery" staple'
CALL = {"type": "tool_use", "id": "toolu_1", "name": "run", "input": {"command": f"login {VALUE}\n", "note": WORDS}}
REQUEST = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 100,
    "system": f"Use {VALUE} for the staging host.",
    "messages": [
        {
            "role": "user",
            "content": f"é The staging host fees.example takes {VALUE}, and billing/fees.py says {WORDS}.",
        },
        {"role": "assistant", "content": [{"type": "text", "text": "I will look."}, CALL]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": f"ok {VALUE} ok"}]},
        {"role": "assistant", "content": f"The host took {VALUE} at billing/fees.py:14."},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_9", "content": "left over"}]},
    ],
}
Send = Callable[..., Capture]


@pytest.fixture
def send(acme: Team, data_dir: Path, work_off: Callable[[], int]) -> Send:
    def send(data: Any, *, work: bool = True, team: Team = acme, name: str = "a.json") -> Capture:
        sink = uploads.Sink(bytes(team.redaction_key), name, "", own_of(Team.objects.get(pk=team.pk)))
        sink.write(data if isinstance(data, bytes) else json.dumps(data).encode())
        capture, _ = arrival.take(team, None, sink.finish(), source="page")
        if work:
            work_off()
            capture.refresh_from_db()
        return capture

    return send


@pytest.fixture
def told(acme: Team, ada: User, send: Send) -> Callable[..., Report]:
    """Report words of a message, as the page does."""

    def told(transcript: Transcript, position: int | None, words: str) -> Report:
        place = reporting.find(transcript, position, words)
        assert place is not None
        found = reporting.words_at(transcript, place)
        assert found == words
        return reporting.report(transcript, place, found, ada, person(ada))

    return told


def everything() -> Iterator[tuple[str, str]]:
    """Yield all that rows and files hold, by where it stands; what is compressed, unpacked."""
    for model in apps.get_models():
        for row in model._default_manager.all():
            for field in model._meta.concrete_fields:
                value = getattr(row, field.attname)
                if isinstance(value, bytes | memoryview) and field.attname not in (
                    "redaction_key",
                    "prefix",
                    "sealed_key",
                ):
                    value = unpack(value).decode("utf-8", "replace") if value else ""
                yield f"{model.__name__}.{field.attname}", json.dumps(value, default=str, ensure_ascii=False)
    for capture in Capture.objects.all():
        yield f"file {capture.pk}", b"".join(blobs.open_pieces(capture.blob)).decode("utf-8", "replace")


def holders(value: str = VALUE, team: str = "") -> set[str]:
    forms = {value, json.dumps(value)[1:-1], json.dumps(json.dumps(value)[1:-1])[1:-1]}
    return {where.split(" ")[0] for where, text in everything() if any(form in text for form in forms)}


def sizes_of_bodies() -> list[Any]:
    rows = Body.objects.order_by("pk")
    return [(row.size, row.tokens, row.kinds, row.digest, [block.get("size") for block in row.brief]) for row in rows]


def test_a_value_goes_from_every_place_of_the_team_at_once(
    acme: Team,
    ada: User,
    rivals: Team,
    send: Send,
    told: Callable[..., Report],
    work_off: Callable[[], int],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    first = send(REQUEST, name="first.json")
    turns = [{"role": ("assistant", "user")[at % 2], "content": f"Step {at} of the work."} for at in range(12)]
    longer = {**REQUEST, "messages": [*REQUEST["messages"], *turns]}  # type: ignore[misc]
    second = send(longer, name=f"{VALUE}.json")
    hello = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
    send(json.dumps(hello).encode() + b"\n{broken " + VALUE.encode() + b"\n" + json.dumps(hello).encode() + b"\n")
    theirs = send(REQUEST, team=rivals)
    source = first.transcripts.get()
    long = second.transcripts.get()
    run = passes.run_for_source(long, None)
    passes.begin(run, long, None, passes.Start("extractive", None, QaConfig(), long.tokens // 3), trigger="page")
    work_off()
    case = Case.objects.filter(team=acme)[0]
    said = {"team": acme, "case": case, "created": timezone.now()}
    place = {"transcript": source.pk, "position": 3, "block": 0}
    start = REQUEST["messages"][3]["content"].index("at billing")  # type: ignore[index]
    words = Comment.objects.create(
        on="words", anchor={**place, "start": start, "end": start + 10}, quote="at billing", text="here", **said
    )
    Comment.objects.create(on="message", anchor=place, quote=f"took {VALUE}", text=f"this is {VALUE}", **said)
    verdicts = list(Violation.objects.order_by("pk").values())
    sizes = sizes_of_bodies()
    assert {"Body.native", "Body.preview", "Transcript.system", "Call.user", "Comment.quote", "file"} <= holders()

    made = told(source, 3, VALUE)
    work_off()
    made.refresh_from_db()

    held = {where for where, text in everything() if VALUE in text}
    of_rivals = {f"file {theirs.pk}", "Body.native", "Body.preview", "Body.brief", "Transcript.system"}
    assert held <= of_rivals
    assert not any(VALUE.encode() in store.native_of(body) for body in Body.objects.filter(team=acme))
    assert VALUE in "".join(store.native_of(body).decode() for body in Body.objects.filter(team=rivals))
    assert VALUE not in caplog.text
    assert {one.state for one in Job.objects.all()} == {"done"}
    assert made.ended is not None
    assert made.counts["files"] == 3
    assert made.counts["messages"] == 4
    assert made.counts["systems"] == 2
    assert made.counts["remarks"] == 1

    assert made.marker in store.native_of(access.message_for(source, 0).body).decode()
    assert Violation.objects.count() == len(verdicts)
    assert list(Violation.objects.order_by("pk").values()) == verdicts
    assert sizes_of_bodies() == sizes
    words.refresh_from_db()
    text = json.loads(store.native_of(access.message_for(source, 3).body))["content"]
    assert text[words.anchor["start"] : words.anchor["end"]] == "at billing"
    second.refresh_from_db()
    assert second.name == f"{made.marker}.json"
    assert second.redactions["reported"] > 1

    event = Event.objects.get(action="masked")
    assert (event.subject, event.subject_id, event.actor_name) == ("capture", first.pk, "ada")
    assert (event.evidence, event.more["marker"]) == (made.digest, made.marker)
    assert event.more["counts"]["files"] == 3
    assert verify(acme.pk).broken is None


def test_proof_of_facts_moves_with_what_was_masked_before_it(
    acme: Team, send: Send, told: Callable[..., Report], work_off: Callable[[], int]
) -> None:
    turns = [
        {"role": ("user", "assistant")[at % 2], "content": f"{VALUE} and then ticket ABC-{at}{at} in src/part_{at}.py."}
        for at in range(12)
    ]
    source = send({"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": turns}).transcripts.get()
    run = passes.run_for_source(source, None)
    passes.begin(run, source, None, passes.Start("extractive", None, QaConfig(), source.tokens // 3), trigger="page")
    work_off()

    def proofs() -> list[str]:
        found = []
        for fact in Fact.objects.order_by("pk"):
            for hit in fact.evidence:
                row = access.message_for(source, hit["message"])
                found.append(text_of(parts_of(row)[hit["part"]])[hit["start"] : hit["end"]])
        return found

    before = proofs()
    assert any("ABC-" in one or "src/part" in one for one in before)
    made = told(source, 0, VALUE)
    work_off()

    parts = [made.marker if len(one) > 4 and one in VALUE else one for one in before]
    assert made.marker in parts
    assert proofs() == [one.replace(VALUE, made.marker) for one in parts]
    assert not any(fact.text in VALUE for fact in Fact.objects.all())


def test_what_comes_later_is_masked_where_the_value_can_be_known_again(
    acme: Team, send: Send, told: Callable[..., Report], work_off: Callable[[], int]
) -> None:
    made = told(send(REQUEST).transcripts.get(), 0, VALUE)
    work_off()
    assert made.known

    later = send({**REQUEST, "max_tokens": 7}, name=f"again {VALUE}.json")

    assert VALUE not in b"".join(blobs.open_pieces(later.blob)).decode() + later.name
    assert later.redactions["reported"] == 5
    assert holders() == set()


def test_a_value_of_several_words_is_masked_but_not_known_again(
    acme: Team, send: Send, told: Callable[..., Report], work_off: Callable[[], int]
) -> None:
    source = send(REQUEST).transcripts.get()
    made = told(source, 0, WORDS)
    work_off()
    assert not made.known
    assert holders(WORDS) == set()
    assert json.loads(store.native_of(access.message_for(source, 1).body))["content"][1]["input"]["note"] == made.marker

    send({**REQUEST, "max_tokens": 7})
    assert "file" in holders(WORDS)


@pytest.mark.parametrize("dies_in", ["_file", "_told", "_body", "_end"])
def test_a_worker_that_dies_leaves_work_that_the_next_one_ends(
    acme: Team, send: Send, told: Callable[..., Report], monkeypatch: pytest.MonkeyPatch, dies_in: str
) -> None:
    send({**REQUEST, "max_tokens": 8})
    made = told(send(REQUEST).transcripts.get(), 3, VALUE)
    job = Job.objects.get(kind="mask-reported")
    whole = getattr(masking, dies_in)
    calls: list[str] = []

    def die(*args: Any, **kwargs: Any) -> Any:
        calls.append(dies_in)
        if len(calls) == 2 or dies_in == "_end":
            raise RuntimeError
        return whole(*args, **kwargs)

    monkeypatch.setattr(masking, dies_in, die)
    perform(job.pk, beating=lambda held: nullcontext())
    monkeypatch.undo()
    made.refresh_from_db()
    job.refresh_from_db()
    assert (made.ended, job.state) == (None, "queued")
    assert not Event.objects.filter(action="masked").exists()

    perform(job.pk, beating=lambda held: nullcontext())

    made.refresh_from_db()
    assert made.ended is not None
    assert holders() == set()
    assert made.counts["messages"] == 4
    assert Event.objects.filter(action="masked").count() == 1

    Job.objects.filter(pk=job.pk).update(state="queued", attempts=0)
    perform(job.pk, beating=lambda held: nullcontext())
    assert Event.objects.filter(action="masked").count() == 1


def test_the_same_words_twice_are_one_report_while_it_is_at_work(send: Send, told: Callable[..., Report]) -> None:
    source = send(REQUEST).transcripts.get()
    assert told(source, 0, VALUE).pk == told(source, 3, VALUE).pk
    assert Job.objects.filter(kind="mask-reported").count() == 1


def test_words_that_another_report_has_moved_are_still_found(
    send: Send, told: Callable[..., Report], work_off: Callable[[], int]
) -> None:
    source = send(REQUEST).transcripts.get()
    told(source, 0, "billing/fees.py says")
    told(source, 0, WORDS)
    told(source, 0, VALUE)
    work_off()
    assert not Report.objects.filter(ended=None).exists()
    assert holders() | holders(WORDS) | holders("billing/fees.py says") == set()


def test_a_report_whose_words_are_gone_fails_and_says_so(
    acme: Team, send: Send, told: Callable[..., Report], work_off: Callable[[], int]
) -> None:
    source = send(REQUEST).transcripts.get()
    made = told(source, 0, VALUE)
    Transcript.objects.filter(pk=source.pk).delete()
    work_off()
    job = reporting.job_of(made)
    assert job is not None
    assert (job.state, job.error_code) == ("failed", "value-gone")


def test_a_capture_stays_while_a_report_reads_its_value_from_it(
    acme: Team, send: Send, told: Callable[..., Report], work_off: Callable[[], int]
) -> None:
    from webui.transcripts.listeners import Going

    capture = send(REQUEST)
    told(capture.transcripts.get(), 0, VALUE)
    going = Going(person(None), policy="captures 1 day")
    with pytest.raises(store.CannotGo, match="in-work"):
        store.purge(acme.pk, capture.pk, going)
    work_off()
    assert store.purge(acme.pk, capture.pk, going)


def test_a_reading_that_was_under_way_reads_the_masked_file_anew(
    acme: Team, send: Send, told: Callable[..., Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is masked when its reading has the messages in hand and has stored none of them."""
    source = send(REQUEST).transcripts.get()
    other = send({**REQUEST, "max_tokens": 7}, work=False)
    begin, reports = store.begin, []

    def interrupted(capture: Capture, *args: Any) -> Transcript:
        if not reports:
            reports.append(told(source, 0, VALUE))
            perform(Job.objects.get(kind="mask-reported").pk, beating=lambda held: nullcontext())
        return begin(capture, *args)

    monkeypatch.setattr(store, "begin", interrupted)
    perform(Job.objects.get(kind="check-capture", target=other.pk).pk, beating=lambda held: nullcontext())

    other.refresh_from_db()
    assert (other.state, other.transcripts.count()) == ("ready", 1)
    assert holders() == set()
    assert Body.objects.filter(team=acme).count() == 9  # four masked twice over, and the one that held nothing


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("short", "short"),
        ("x" * 2001, "long"),
        ("a [redacted:token:0a1b2c3d] b", "masked"),
        ("tool_result", "plain"),
        ("function_call_output", "plain"),
        ("everything", "plain"),
        ("Assistant", "plain"),
        ("cacheControl", "plain"),
        ("customType", "plain"),
        (VALUE, ""),
        ("correct-horse-battery", ""),
        ("two words", ""),
    ],
)
def test_words_that_requests_are_made_of_cannot_be_masked(words: str, code: str) -> None:
    native = b'{"type": "customType", "cacheControl" : {}, "text": "a customKey b"}'
    assert reporting.fault(words, native) == code


HOLD_NONE = {
    # Words of closed lists, ids, digests, and what people of the team name or decide.
    "Capture": "id fingerprint blob format_asked dialect_asked format state error_code error_place redactions source",
    "Transcript": "id dialect dialect_alternatives layers rule_version unreadable sketch marks",
    "Body": "digest dialect role kinds",
    "Strand": "",
    "Message": "origin prefix",
    "Violation": "rule severity layers pointer counterpart related behaviours confidence signature",
    "Tombstone": "kind key policy by digest",
    "Redaction": "words known",
    "Report": "capture digest marker actor done counts",
    "Retention": "days",
    "Run": "id kind source state error_code verdict code reason field layers rule_version measures measured limit",
    "Summary": "origin",
    "Pass": "id state error_code trigger client outcome step reason places measures",
    "Call": "step digest error_code",
    "Fact": "kind verdict category method evidence decision",
    "FactDecision": "choice",
    "Tick": "digest",
    "Source": "",
    "SourceMark": "mark",
    "Tally": "",
    "Case": "kind about code dialect signature severity place evidence state mark",
    "Occurrence": "place kind code severity about",
    "Waiver": "scope code signature reason end",
    "Decision": "action was now reason detail breaches facts",
    "Draft": "",
    "Bulk": "action query versions results",
    "Policy": "targets flags reasons_off owners",
    "SavedView": "name query",
    "Arrangement": "hidden columns",
    "Comment": "on anchor",
    "Notice": "kind",
    "Presence": "",
}
"""Columns that hold no captured text, by model."""


def test_every_column_that_may_hold_text_is_masked_or_known_to_hold_none() -> None:
    kinds = (models.CharField, models.TextField, models.JSONField, models.BinaryField)
    of_transcripts = {"captures": masking.CAPTURES, "transcripts": masking.TRANSCRIPTS, "bodies": masking.BODIES}
    covered: dict[str, set[str]] = {}
    for columns in (*of_transcripts.values(), *OF_RUNS.values(), *OF_REVIEW.values()):
        covered.setdefault(columns.rows(1).model.__name__, set()).update(columns.names)
    for label in ("transcripts", "runs", "review"):
        for model in apps.get_app_config(label).get_models():
            held = {field.name for field in model._meta.concrete_fields if isinstance(field, kinds)}
            assert held == covered.get(model.__name__, set()) | set(HOLD_NONE[model.__name__].split()), model.__name__


def test_a_text_that_grows_beyond_its_column_is_cut(acme: Team) -> None:
    from compaction.formats.replacing import Replacement

    capture = Capture(team=acme, name="abcdefgh" + "x" * 192)
    found = Columns(lambda team: Capture.objects.none(), texts=("name",)).changes(
        capture, Replacement("abcdefgh", "[redacted:reported:0a1b2c3d]")
    )
    assert len(str(found["name"])) == 200
    assert Masking.__slots__


def test_a_file_that_cannot_be_read_is_told(
    acme: Team, send: Send, told: Callable[..., Report], work_off: Callable[[], int]
) -> None:
    broken = send({**REQUEST, "max_tokens": 3})
    source = send(REQUEST).transcripts.get()
    blobs.path_of(broken.blob).write_bytes(b"x")
    made = told(source, 0, VALUE)
    work_off()
    made.refresh_from_db()
    assert made.ended is not None
    assert made.counts["unread"] == 1
    assert Run.objects.count() == 0
