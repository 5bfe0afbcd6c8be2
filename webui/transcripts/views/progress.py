"""How far a capture is: steps with counts, never a guessed percentage."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from webui.common.words import lasted, number, plural, size
from webui.jobs.queue import Status
from webui.transcripts.models import Capture

ICONS = {"done": "ok", "running": "running", "failed": "error", "skipped": "skipped", "waiting": "waiting"}
UNITS = {"Read": "message", "Store": "message", "Check": "message"}
REASONS = {
    "no-dialect": "it is not known whose message rules apply",
    "cancelled": "cancelled",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `words` say how far it is; `total` is None where the end is not known."""

    name: str
    state: str
    icon: str
    words: str
    count: int
    total: int | None

    @property
    def measured(self) -> bool:
        """Whether a bar can be drawn."""
        return self.state == "running" and bool(self.total) and self.count <= (self.total or 0)


def steps(status: Status, capture: Capture) -> list[Step]:
    """Return the steps of a capture's job for the page."""
    return [_step(one, status, capture) for one in status.steps]


def _step(one: Mapping[str, Any], status: Status, capture: Capture) -> Step:
    state = one["state"] if one["state"] in ICONS else "waiting"
    if one["name"] == "Receive":
        state = "done"  # the page of a capture exists because its file has arrived
    if status.over and state in ("running", "waiting"):
        state = "skipped"
    words = size(capture.size) if one["name"] == "Receive" else _words(one, state, status)
    return Step(one["name"], state, ICONS[state], words, int(one["count"] or 0), one["total"])


def _words(one: Mapping[str, Any], state: str, status: Status) -> str:
    count, total, unit = int(one["count"] or 0), one["total"], UNITS.get(one["name"], "")
    match state:
        case "done":
            took = _seconds(one["started"], one["ended"])
            return " in ".join(part for part in (plural(count, unit) if unit and count else "", took) if part)
        case "running":
            far = (
                f"{number(count)} of {plural(total, unit or 'byte')}" if total else plural(count, unit) if unit else ""
            )
            since = _seconds(one["started"], None)
            return " · ".join(part for part in (far, f"{since} so far" if since else "") if part)
        case "failed":
            return "stopped here"
        case "skipped":
            return REASONS.get(one["reason"], "not reached" if status.over else one["reason"])
        case _:
            return "waits"


def _seconds(start: str | None, end: str | None) -> str:
    if not start:
        return ""
    stop = datetime.fromisoformat(end) if end else timezone.now()
    return lasted(max(0.0, (stop - datetime.fromisoformat(start)).total_seconds()))


def spoken(status: Status, capture: Capture) -> str:
    """Return what is announced: step changes and every quarter of a long step, not the numbers."""
    if status.over:
        return {"done": "Checked.", "failed": "Reading failed.", "cancelled": "Cancelled."}.get(status.state, "")
    running = next((one for one in reversed(status.steps) if one["state"] == "running"), None)
    if running is None:
        return f"Place {status.place} in the queue." if status.place else ""
    total, count = running["total"], int(running["count"] or 0)
    quarter = count * 4 // total * 25 if total and 0 < count < total else 0
    return f"{running['name']}: {quarter} per cent." if quarter else f"{running['name']} is running."


def mark(status: Status, capture: Capture, more: int = 0) -> str:
    """Return what changes whenever the page would say something new; elapsed time alone is nothing new."""
    told = [(one["name"], one["state"], one["count"], one["total"]) for one in status.steps]
    seen = (capture.state, told, status.place, status.worker, status.waited_long, status.cancel_asked, more)
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]
