"""The built-in sample: one long session, and two requests after a compaction of it, one broken, one clean.

The session is written for this product. Everything goes the way of an upload, redaction included.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from webui.accounts.models import Team, User
from webui.transcripts import listeners, store, uploads
from webui.transcripts.models import Capture

SESSION = Path(__file__).with_name("samples") / "session.json"
SUMMARY = """\
<summary>
<goal>Customers in Sydney were charged the late fee one day early (BILL-2381). Find the cause and fix it.</goal>
<constraints>Keep charge_late_fee(invoice) as it is. No new dependency. Use the customer's zone, never SERVER_ZONE.
Do not guess zones for AU. Refund nothing.</constraints>
<decisions>Invoice.due counts from the local issue day; the store joins customers for the zone (2.3 s of 41.8 s,
accepted). fill_zones sets 61 customers and leaves 35 Australian ones to a person.</decisions>
<state>Invoice.due and billing/store.py are done and tested with INV-20418. charge_late_fee now asks today(zone); the
full test run was started.</state>
<open>Reminders, already charged invoices, type check, changelog.</open>
</summary>
Continue from here."""
CUT = 44
"""Where the tail begins: the call of this message is answered in the next one."""

LOST_RESULT = 59
"""A later message of which the broken compaction also lost the second of two results."""


def files() -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of each sample, in the order of the story."""
    session = json.loads(SESSION.read_bytes())
    broken = _compacted(session, CUT + 1)
    broken["messages"][LOST_RESULT - CUT]["content"].pop()
    yield "billing-session-before-compaction.json", _encode(session)
    yield "billing-session-after-compaction.json", _encode(broken)
    yield "billing-session-after-repair.json", _encode(_compacted(session, CUT))


def load(team: Team, user: User | None) -> list[Capture]:
    """Send the samples to a team; those that it has already are returned as they are."""
    captures = []
    for name, data in files():
        sink = uploads.Sink(bytes(team.redaction_key), name, "")
        try:
            sink.write(data)
            captures.append(store.accept(team, user, sink.finish(), source=Capture.Source.SAMPLE)[0])
        finally:
            sink.abandon()
    listeners.tell_sample(team, user)
    return captures


def _compacted(session: dict[str, Any], cut: int) -> dict[str, Any]:
    tail = [{**message} for message in session["messages"][cut:]]
    for message in tail:
        if isinstance(message["content"], list):
            message["content"] = list(message["content"])
    return {**session, "messages": [{"role": "user", "content": SUMMARY}, *tail]}


def _encode(request: dict[str, Any]) -> bytes:
    return json.dumps(request, ensure_ascii=False, indent=1).encode() + b"\n"
