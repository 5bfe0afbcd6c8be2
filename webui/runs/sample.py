"""The runs of the built-in sample: two compactions of its session, and two contracts, one refused and one valid."""

import json
from dataclasses import replace
from typing import Any
from uuid import UUID

from compaction.contract import Basis, CompactionInput, Message, ModelKey, Role, encode_input
from compaction.contract.blocks import Text
from webui.accounts.models import Team, User
from webui.runs.models import Run
from webui.runs.parts import Parts
from webui.runs.store.contracts import keep_contract
from webui.runs.store.pairs import keep_pair
from webui.runs.verdicts import judge
from webui.transcripts import sample
from webui.transcripts.models import Capture, Transcript

SAMPLE = Capture.Source.SAMPLE
BEFORE, *AFTER = [name for name, _ in sample.files()]
SECTIONS = ("goal", "constraints", "decisions", "state", "open_items")
REFUSED = "billing-session-summary-without-state"
VALID = "billing-session-summary"
GIVEN = CompactionInput(
    basis=Basis(7, UUID("3f0c2a9e-5b7d-4c1a-9e42-0a1b2c3d4e5f")),
    model=ModelKey("anthropic", "claude-sonnet-4-5"),
    request_fingerprint=bytes(range(32)),
    transcript=(),
    max_summary_tokens=400,
)
LIMITS = {"input_bytes": 4 * 1024 * 1024, "output_bytes": 8192, "input_limit": 100_000}


def pair_up(capture: Capture) -> None:
    """Make the two runs as soon as their sides are read; safe to call again."""
    if capture.source != SAMPLE or capture.state != Capture.State.READY:
        return
    rows = Transcript.objects.filter(team=capture.team_id, capture__source=SAMPLE, checked__isnull=False)
    sides = {row.capture.name: row for row in rows.select_related("capture").order_by("created")}
    before = sides.get(BEFORE)
    for name in AFTER:
        after = sides.get(name)
        if before and after and not Run.objects.filter(team=capture.team_id, before=before, after=after).exists():
            keep_pair(capture.team, capture.uploaded_by, before, after, summary=sample.SUMMARY, source=SAMPLE)


def load(team: Team, user: User | None) -> None:
    """Send the two contracts to a team that has not got them yet."""
    for name, parts in contracts():
        if not Run.objects.filter(team=team, name=name, source=SAMPLE).exists():
            keep_contract(team, user, parts, judge(parts), name=name, source=SAMPLE)


def contracts() -> list[tuple[str, Parts]]:
    """Return name and parts of each sample contract."""
    texts = _sections()
    return [(REFUSED, _parts(texts | {"state": " "}, 260)), (VALID, _parts(texts, 310))]


def _sections() -> dict[str, str]:
    """What the sample's summary says, by the names that the contract agrees on."""
    lines = sample.SUMMARY.replace("<open>", "<open_items>").replace("</open>", "</open_items>")
    return {name: lines.partition(f"<{name}>")[2].partition(f"</{name}>")[0] for name in SECTIONS}


def _parts(texts: dict[str, str], spent: int) -> Parts:
    inner = "\n".join(f"<{name}>{texts[name]}</{name}>" for name in SECTIONS)
    wire = json.loads(encode_input(_given()))
    result = {name: wire[name] for name in ("version", "basis", "model", "request_fingerprint")}
    result["summary"] = f"<conversation_summary>\n{inner}\n</conversation_summary>"
    return Parts(
        input=encode_input(_given()),
        output=json.dumps(result).encode(),
        usage=json.dumps({"input_tokens": 11_800, "output_tokens": spent}).encode(),
        limits=json.dumps(LIMITS).encode(),
        measured_tokens=b"6120",
    )


def _given() -> CompactionInput:
    """The head of the session, as the projection of the contract writes it: texts alone."""
    session = json.loads(sample.SESSION.read_bytes())
    return replace(GIVEN, transcript=tuple(_message(one) for one in session["messages"][: sample.CUT]))


def _message(native: dict[str, Any]) -> Message:
    content = native["content"]
    blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
    return Message(Role(native["role"]), tuple(Text(_text(block)) for block in blocks))


def _text(block: dict[str, Any]) -> str:
    match block["type"]:
        case "text":
            return str(block["text"])
        case "tool_use":
            return f"[called tool: {block['name']}]"
        case "tool_result":
            return str(block["content"])
    return f"[{block['type']} omitted for compaction]"
