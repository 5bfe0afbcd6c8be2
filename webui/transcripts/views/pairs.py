"""A tool call and its result, linked both ways; the half that is missing is told where it should have been."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from webui.transcripts import store
from webui.transcripts.models import Transcript
from webui.transcripts.views.blocks import Face
from webui.transcripts.views.pages import Span
from webui.transcripts.views.places import Place, place

HALVES = 20
"""Other halves that a message names."""


@dataclass(frozen=True, slots=True)
class Tie:
    """What a block says of its other half; no link and no anchor where there is none."""

    words: str
    link: str = ""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Pairs:
    """The ties of some messages: by position and block, and what is missing at a position."""

    ties: dict[int, dict[str, Tie]] = field(default_factory=dict)
    missing: dict[int, list[Tie]] = field(default_factory=dict)

    def tied(self, position: int, faces: Sequence[Face]) -> list[Face]:
        """Return the blocks of one message with their ties."""
        here = self.ties.get(position, {})
        return [_tied(face, here.get(face.anchor)) for face in faces]

    def halves(self, position: int) -> str:
        """Return the anchors of the other halves of one message's pairs, one blank between them."""
        found = [tie.anchor for tie in self.ties.get(position, {}).values() if tie.anchor]
        return " ".join(found[:HALVES])


def _tied(face: Face, tie: Tie | None) -> Face:
    return face if tie is None else replace(face, pair_words=tie.words, pair_link=tie.link, half=tie.anchor)


def pairs(transcript: Transcript, positions: Collection[int], shown: Span, base: str = "") -> Pairs:
    """Return the ties of the messages at these positions. `base` leads from another page to the transcript's."""
    found = Pairs()
    wanted = frozenset(positions)
    for call_at, call_block, result_at, result_block in store.sketch_of(transcript).get("pairs") or ():
        if not wanted.isdisjoint((call_at, result_at, call_at + 1, result_at - 1)):
            call = _place(call_at, call_block)
            result = _place(result_at, result_block)
            _tie(found, call, result, shown, base)
    return found


def _place(position: int, block: str) -> Place | None:
    return None if position < 0 else place(f"/messages/{position}{block}")


def _tie(found: Pairs, call: Place | None, result: Place | None, shown: Span, base: str) -> None:
    if call is not None:
        words = "no result yet, the list ends here" if call.position == shown.end else "no result in this list"
        tie = Tie(words) if result is None else _half("result", result, shown, base)
        found.ties.setdefault(call.position or 0, {})[call.block or "0"] = tie
    if result is not None:
        tie = Tie("no call with this id before it") if call is None else _half("call", call, shown, base)
        found.ties.setdefault(result.position or 0, {})[result.block or "0"] = tie
    if call is not None and result is None and (call.position or 0) < shown.end:
        told = Tie(f"The result of the call in {call.label} is missing here.", _link(call, shown, base))
        found.missing.setdefault((call.position or 0) + 1, []).append(told)
    if result is not None and call is None and result.position:
        told = Tie(f"The call of the result in {result.label} is missing here.", _link(result, shown, base))
        found.missing.setdefault(result.position - 1, []).append(told)


def _half(what: str, at: Place, shown: Span, base: str) -> Tie:
    return Tie(f"{what} in {at.label}", _link(at, shown, base), at.anchor)


def _link(at: Place, shown: Span, base: str) -> str:
    return base + shown.link(at.position or 0, at.anchor)
