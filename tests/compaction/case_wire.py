"""The example uploads of `wire/`: format, lists, violations and compactions of each, or the code it is refused with.

Formats that are recognised but not read yet are skipped by name.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from compaction.errors import CaptureError
from compaction.findings import Violation
from compaction.formats import Boundary, MessageList, Note, ProviderAnswer, Record, sentence, start
from compaction.formats.registry import format_of
from compaction.inspection import inspect, match_answer
from compaction.redaction import redact

DIALECTS = {"anthropic-messages": "anthropic", "ambiguous": None, "unknown": None}
PLACES = {"transcript": "list", "before_transcript": "before_list"}
SAID = ("kind", "at", "before_messages", "after_messages", "kept_messages", "summary", "written_by")
TOLD = ("trigger", "pre_tokens")


@dataclass(frozen=True)
class WireCase:
    path: Path
    expected: dict

    @property
    def pieces(self) -> Iterator[bytes]:
        """The file in small pieces, as an upload brings it."""
        data = self.path.read_bytes()
        return (data[at : at + 100] for at in range(0, len(data), 100))


def load(folder: Path) -> Iterator[tuple[str, WireCase]]:
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    for case in index["cases"] + index["malformed"]:
        yield case["file"], WireCase(folder / case["file"], case)


def check(case: WireCase) -> None:
    format = format_of(case.expected.get("format", ""))
    if format is not None and not format.readable:
        check_recognised(case, format.id)
    elif case.expected.get("partial"):
        check_partial(case)
    elif "error" in case.expected:
        check_refused(case)
    else:
        check_read(case)


def check_recognised(case: WireCase, format_id: str) -> None:
    with pytest.raises(CaptureError) as refused:
        start(case.pieces)
    assert (refused.value.code, refused.value.kind) in (("unknown-format", format_id), ("not-text", format_id))
    pytest.skip(f"{format_id} is recognised, but not read yet")


def check_read(case: WireCase) -> None:
    reading = start(case.pieces)
    assert reading.format.id == case.expected["format"]
    records: list[Record] = list(reading.records)
    lists = [record for record in records if isinstance(record, MessageList)]
    assert [facts(found) for found in lists] == [wanted(case, entry) for entry in case.expected["transcripts"]]
    assert sum(found.request for found in lists) == case.expected["requests"]
    for found, entry in zip(lists, case.expected["transcripts"], strict=True):
        assert bool(found.system) == entry.get("system", False)
    said = [match_answer(record) for record in records if isinstance(record, ProviderAnswer)]
    assert [(answer.list, answer.at, answer.rules[:1]) for answer in said] == [
        (entry["transcript"], entry["at"], (entry["rule"],)) for entry in case.expected.get("provider_said", [])
    ]
    check_compactions([record for record in records if isinstance(record, Boundary)], case.expected["compactions"])
    check_violations(case)
    check_secrets(case)
    if "ignored_records" in case.expected:
        ignored = [record for record in records if isinstance(record, Note) and record.code == "unknown-record"]
        assert len(ignored) == case.expected["ignored_records"]


def check_compactions(found: list[Boundary], wanted: list[dict]) -> None:
    """Compare what the case says of each; a count that it leaves out is free."""
    assert [(one.kind, one.at) for one in found] == [(entry["kind"], entry["at"]) for entry in wanted]
    for boundary, entry in zip(found, wanted, strict=True):
        assert [getattr(boundary, name) for name in SAID if name in entry] == [
            entry[name] for name in SAID if name in entry
        ]
        assert [getattr(boundary, PLACES[name]) for name in PLACES if name in entry] == [
            entry[name] for name in PLACES if name in entry
        ]
        assert [getattr(boundary, name) for name in TOLD if name in entry] == [
            entry[name] for name in TOLD if name in entry
        ]
        assert entry.get("summary_contains", "") in (boundary.summary_text or "")


def check_violations(case: WireCase) -> None:
    """Compare the errors of every list; warnings are free but for those that must not be reported."""
    left = [
        (number, violation)
        for number, found in enumerate(inspect(case.path.read_bytes(), layer="provider").lists)
        for violation in found.report.violations
    ]
    assert {violation.rule for _, violation in left}.isdisjoint(case.expected.get("must_not_report", ()))
    others = case.expected.get("also_acceptable", [])
    for entry in case.expected["violations"]:
        own = [each for each in left if fits(*each, entry)]
        hits = own or [each for each in left if any(fits(*each, place) for place in others)]
        assert hits, entry
        left.remove(hits[0])
    alarms = [each for each in left if each[1].severity == "error"]
    tolerated = case.expected.get("tolerated", [])
    assert [each for each in alarms if not any(fits(*each, place) for place in tolerated)] == []


def fits(number: int, found: Violation, entry: dict) -> bool:
    deeper = found.pointer == entry["pointer"] or found.pointer.startswith(f"{entry['pointer']}/")
    return (found.rule, number) == (entry["rule"], entry["transcript"]) and deeper


def check_secrets(case: WireCase) -> None:
    """The secrets of the case are gone when it is masked, and it still holds as many messages."""
    masked = b"".join(redact(case.pieces, bytes(32))) if "secret_literals" in case.expected else b""
    assert [secret for secret in case.expected.get("secret_literals", ()) if secret.encode() in masked] == []
    if masked:
        lists = inspect(masked).lists
        assert [found.source.count for found in lists] == [entry["messages"] for entry in case.expected["transcripts"]]


def facts(found: MessageList) -> tuple[object, ...]:
    return found.path, found.count, found.roles, found.dialect, found.response_only


def wanted(case: WireCase, entry: dict) -> tuple[object, ...]:
    dialect = entry.get("dialect", case.expected["dialect"])
    only = entry.get("response_only", False)
    return entry["path"], entry["messages"], entry["roles"], DIALECTS.get(dialect, dialect), only


def check_partial(case: WireCase) -> None:
    reading = start(case.pieces)
    assert reading.format.id == case.expected["format"]
    records: list[Record] = list(reading.records)
    assert sum(isinstance(record, MessageList) for record in records) == case.expected["accepted_records"]
    notes = [record for record in records if isinstance(record, Note)]
    assert [note.at for note in notes] == [f"line {number}" for number in case.expected["bad_lines"]]
    assert {note.code for note in notes} == {case.expected["error"]}
    for mention in case.expected["must_mention"]:
        assert mention in str(sentence(notes[0]))


def check_refused(case: WireCase) -> None:
    with pytest.raises(CaptureError) as refused:
        list(start(case.pieces).records)
    assert refused.value.code == case.expected["error"]
    told = " ".join([str(sentence(refused.value)), *refused.value.found])
    assert [mention for mention in case.expected["must_mention"] if mention not in told] == []
