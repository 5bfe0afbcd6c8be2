"""Reported shapes and guards: the right rule at the right place, and nothing else at severity error.

The quality of a summary is judged by the flags of a capture of both lists, the summary and the prior.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from compaction import shape
from compaction.findings import Flag, Violation
from compaction.identifiers import identifiers
from compaction.inspection import inspect

SEVERITIES = {"info": "note"}
LOG = "claude-code-jsonl"
FREE = {"low-identifier-recall"}
CANDIDATES = {"lost-constraint", "status-contradiction", "superseded-request-first", "misattributed-instruction"}


def load(folder: Path) -> Iterator[tuple[str, dict]]:
    for path in sorted(folder.glob("*.json")):
        yield path.stem, json.loads(path.read_text(encoding="utf-8"))


def as_sent(body: object) -> bytes:
    return json.dumps(body).encode()


def check(case: dict) -> None:
    if case["format"] == LOG:
        check_log(case)
        return
    if case["kind"] == "quality":
        check_quality(case)
        return
    if case["kind"] == "guard" and "summary" in case:
        assert flags_of(case) == ()
    before = case.get("before")
    report = shape.check(
        as_sent(case["request"]),
        dialect=case["format"],
        layer="provider",
        variant=case.get("dialect"),
        before=None if before is None else as_sent(before),
    )
    expect = case["expect"]
    compare(
        report.violations,
        expect.get("violations", []),
        also=expect.get("also_acceptable", []),
        tolerated=expect.get("tolerated", []),
    )
    told = {pointer for violation in report.violations for pointer in (violation.pointer, *violation.related)}
    assert set(expect.get("related", ())) <= told


def check_log(case: dict) -> None:
    """Compare what is said of all lists of a session log, and what the case knows of its active one."""
    found = inspect(case["request"].encode(), format=LOG)
    expect, active = case["expect"], found.lists[-1]
    compare(
        tuple(violation for each in found.lists for violation in each.report.violations),
        expect["violations"],
        also=[],
        tolerated=[],
    )
    known = {
        "active_messages": len(active.messages),
        "merged_messages": len(active.messages),
        "merged_blocks": {
            name: [block["type"] for block in json.loads(active.messages[at].native)["content"]]
            for name, at in {"msg_a": 1}.items()
        },
        "pending_calls": list(active.pending),
        "compactions": len(found.compactions),
        "reachable_lines": list(active.reachable or ()),
        "unreachable_lines": list(active.unreachable or ()),
    }
    said = {name: value for name, value in expect.items() if name in known}
    assert {name: known[name] for name in said} == said


def compare(found: tuple[Violation, ...], wanted: list[dict], *, also: list[dict], tolerated: list[dict]) -> None:
    """Assert that all that is wanted was found, and that no other violation is an error."""
    left = list(found)
    for place in wanted:
        severity = SEVERITIES.get(place.get("severity", "error"), place.get("severity", "error"))
        hits = [one for one in left if one.severity == severity and any(fits(one, each) for each in (place, *also))]
        assert hits, (place, [(one.rule, one.pointer, one.severity) for one in found])
        left.remove(hits[0])
    alarms = [one for one in left if one.severity == "error" and not any(fits(one, each) for each in tolerated)]
    assert [(one.rule, one.pointer) for one in alarms] == []


def fits(found: Violation, place: dict) -> bool:
    """Whether a violation is the expected one; its pointer may continue the expected one."""
    pointer = place["pointer"]
    deeper = found.pointer == pointer or found.pointer.startswith(f"{pointer}/")
    return found.rule == place["rule"] and deeper and place.get("index", found.position) == found.position


def flags_of(case: dict) -> tuple[Flag, ...]:
    capture = {
        "dialect": case["format"],
        "before": case["before"],
        "after": case["request"],
        "summary": case.get("summary"),
        "prior": case["expect"].get("previous_summary"),
    }
    found = inspect(json.dumps({name: value for name, value in capture.items() if value is not None}).encode())
    assert found.format == "pair"
    return found.compactions[0].flags


def quotes(case: dict, flag: Flag) -> set[str]:
    """The text at each place that a flag is shown with in the body before."""
    found = set()
    for span in flag.evidence.spans:
        value = case["before"]
        for name in span.text.split("/")[1:]:
            value = value[int(name)] if isinstance(value, list) else value[name]
        text = value if isinstance(value, str) else json.dumps(value)
        found.add(text[span.start : span.end])
    return found


def check_quality(case: dict) -> None:
    found = flags_of(case)
    ids = {flag.id for flag in found}
    assert {flag.id for flag in found if flag.candidate} <= CANDIDATES
    for place in case["expect"]["violations"]:
        hits = [flag for flag in found if flag.id == place["rule"]]
        if place["rule"] not in CANDIDATES | FREE:
            assert hits, (place, ids)
        for flag in hits:
            assert flag.severity == SEVERITIES.get(place["severity"], place["severity"])
            assert flag.pointer == place["pointer"] or flag.pointer.startswith(f"{place['pointer']}/")
            assert flag.index == place["index"]
    check_lost(case, found)


def check_lost(case: dict, found: tuple[Flag, ...]) -> None:
    """Compare the lost identifiers: each expected one is shown, and none that was kept."""
    lost = {text for flag in found if flag.id == "lost-identifiers" for text in quotes(case, flag)}
    wanted = [text for text in case["expect"].get("lost", ()) if text in {value for _, value in identifiers(text)}]
    assert set(wanted) <= lost
    assert lost.isdisjoint(case["expect"].get("kept", ()))
