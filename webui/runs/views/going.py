"""How far a pass is: its three calls and the check, each with its time; and what came of it in words."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from webui.common.words import lasted, number, plural
from webui.jobs.queue import Status
from webui.llm import sentences
from webui.runs.models import Pass

ICONS = {"done": "ok", "running": "running", "failed": "error", "skipped": "skipped", "waiting": "waiting"}
BEAT = 5
"""Seconds after which the time of a running call is told anew."""

REASONS = {
    "blank_summary": "The model returned a blank summary. It failed here, before anything was replaced.",
    "over_budget": "The summary is longer than its budget, so it was not taken.",
}
BROKEN = {
    "source-gone": "Its source was deleted before the pass could end.",
    "internal-error": "Three attempts ended without a result; the log of the worker says where.",
}
INTACT = "The messages are as they were."


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the strip."""

    name: str
    state: str
    icon: str
    words: str


@dataclass(frozen=True, slots=True)
class Said:
    """What came of a pass: icon, tone, word, sentence, and what to do or what is left."""

    icon: str
    tone: str
    word: str
    sentence: str
    then: str = ""
    code: str = ""


def is_live(one: Pass) -> bool:
    """Return whether a pass waits or is at work."""
    return one.state in (Pass.State.QUEUED, Pass.State.ASKING)


def steps(status: Status | None) -> list[Step]:
    """Return the strip of a pass."""
    return [_step(row, status) for row in status.steps] if status else []


def _step(row: Mapping[str, Any], status: Status) -> Step:
    state = row["state"] if row["state"] in ICONS else "waiting"
    if status.over and state in ("running", "waiting"):
        state = "skipped"
    return Step(row["name"], state, ICONS[state], _words(row, state, status))


def _words(row: Mapping[str, Any], state: str, status: Status) -> str:
    match state:
        case "done":
            return _between(row["started"], row["ended"]) if row["started"] else "kept from an earlier attempt"
        case "running":
            return f"{_between(row['started'], None)} so far"
        case "failed":
            return "the work broke off here" if status.error_code in BROKEN else "no usable reply"
        case "skipped":
            return {"not-needed": "not needed", "cancelled": "cancelled"}.get(row["reason"], "not reached")
    return "waits"


def _between(start: str | None, end: str | None) -> str:
    if not start:
        return "0 s"
    stop = datetime.fromisoformat(end) if end else timezone.now()
    return lasted(max(0.0, (stop - datetime.fromisoformat(start)).total_seconds()))


def spoken(one: Pass, status: Status | None) -> str:
    """Return what is announced: changes of step, and the end."""
    if not is_live(one):
        said_now = said(one)
        return f"{said_now.word}. {said_now.sentence}"
    running = next((row["name"] for row in status.steps if row["state"] == "running"), "") if status else ""
    if running:
        return f"{running} is running."
    return f"Place {status.place} in the queue." if status and status.place else "Waiting."


def mark(one: Pass, status: Status | None) -> tuple[str, str]:
    """Return what changes with every step, and what changes with the time of a running call, too."""
    told = [(row["name"], row["state"], row["ended"]) for row in status.steps] if status else []
    seen = (one.state, told, status and (status.place, status.worker, status.waited_long, status.cancel_asked))
    step = hashlib.sha256(repr(seen).encode()).hexdigest()[:16]
    starts = [row["started"] for row in status.steps if row["state"] == "running"] if status else []
    passed = (timezone.now() - datetime.fromisoformat(starts[0])).total_seconds() if starts and starts[0] else 0
    return step, f"{step}-{int(passed // BEAT)}"


def said(one: Pass) -> Said:
    """Return what came of a pass, in words; its calls are read by then. What failed left the messages as they were."""
    match one.state:
        case Pass.State.QUEUED:
            return Said("waiting", "note", "Waiting", "It starts as soon as a worker is free.")
        case Pass.State.ASKING:
            return Said("running", "note", "At work", "You can leave this page; the work goes on.")
        case Pass.State.CANCELLED:
            kept = "Calls that were answered are kept below."
            return Said("skipped", "note", "Cancelled", "It ended before its last call.", f"{INTACT} {kept}")
        case Pass.State.BROKEN:
            words = BROKEN.get(one.error_code, "It could not go on.")
            return Said("error", "err", "Broken off", words, INTACT, one.error_code)
    return _ended(one)


def _ended(one: Pass) -> Said:
    match one.outcome:
        case Pass.Outcome.COMPACTED:
            before, after = one.tokens_before or 0, one.tokens_after or 0
            words = f"{number(before)} → {plural(after, 'token')}, {_share(before, after)}."
            return Said("ok", "ok", "Compacted", words)
        case Pass.Outcome.NO_CHANGE:
            return Said("skipped", "note", "No change", _unchanged(one), INTACT)
    return Said("error", "err", "Failed", _failure(one), INTACT, one.reason)


def _share(before: int, after: int) -> str:
    fewer = round(100 * (before - after) / before) if before else 0
    return f"{fewer}% fewer than before" if fewer >= 0 else f"{-fewer}% more than before"


def _failure(one: Pass) -> str:
    step = one.step.capitalize()
    if one.reason in REASONS:
        return f"{step}: {REASONS[one.reason]}"
    failed = next((call for call in one.calls.all() if call.error_code), None)
    if failed is None:
        return f"{step}: {sentences.UNKNOWN}"
    times = f" It was asked {plural(failed.tries, 'time')}." if failed.tries > 1 else ""
    return f"{step}: {sentences.sentence(failed.error_code)}{times}"


def _unchanged(one: Pass) -> str:
    least = one.config.get("min_messages", 0)
    if one.places.get("split") is None:
        return (
            f"The list has no more than {plural(least, 'message')}, which the settings leave alone. No call was made."
        )
    return "No whole exchange stands before the messages that are kept at the end. No call was made."
