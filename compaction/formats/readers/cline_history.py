"""API history of Cline, Roo Code or Kilo Code: one list of messages, marked where it was condensed or cut.

Condensed messages stay in the list and name the summary that took their place; so the list shows each state that it
was sent in.

Source: wire-formats 5.4.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from compaction.dialects import Native, Slices
from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.decoding import Elements
from compaction.formats.format import Format
from compaction.formats.records import Boundary, Note, Record, Records
from compaction.formats.sessions.lists import Turn, rebuilt
from compaction.formats.sessions.summaries import plain_summary, spoken
from compaction.transcripts import Dialect


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read each state of the list. Raises: CaptureError `no-messages`."""
    if not isinstance(value, Elements) or not value:
        raise CaptureError("no-messages", kind="list")
    spots = [spot for at, native in enumerate(value.natives) if (spot := _spot(at, native)) is not None]
    known = {spot.at for spot in spots}
    yield from (Note("unknown-record", f"/{at}") for at in range(len(value)) if at not in known)
    yield from _states(spots)


@dataclass(frozen=True, slots=True)
class Spot:
    """One message: its place, what took its place (`parents`), and the id by which it takes that of others.

    `summary` says that it does, `cut` that it holds no summary.
    """

    at: int
    turn: Turn = field(repr=False)
    text: str = field(repr=False)
    parents: tuple[str, ...] = ()
    id: str = ""
    summary: bool = False
    cut: bool = False


def _spot(at: int, native: Native) -> Spot | None:
    message = native.value
    if not isinstance(message, dict) or not isinstance(message.get("content"), str | list):
        return None
    cut = message.get("isTruncationMarker") is True
    content = Slices(native).text(("content",), message["content"]).encode("utf-8", "surrogatepass")
    role = b"assistant" if message.get("role") == "assistant" else b"user"
    return Spot(
        at=at,
        turn=Turn(b'{"role":"%b","content":%b}' % (role, content)),
        text=spoken(message),
        parents=tuple(filter(None, (_string(message, "condenseParent"), _string(message, "truncationParent")))),
        id=_string(message, "truncationId" if cut else "condenseId"),
        summary=message.get("isSummary") is True or cut,
        cut=cut,
    )


def _string(message: Mapping[str, object], name: str) -> str:
    value = message.get(name)
    return value if isinstance(value, str) else ""


def _states(spots: Sequence[Spot]) -> Iterator[Record]:
    """Yield the list as it stood before each summary, and as it stands now."""
    summaries = [spot for spot in spots if spot.summary]
    taken: set[str] = set()
    prior = ""
    before: list[Spot] = []
    for number, summary in enumerate(summaries):
        state = [spot for spot in spots if spot.at < summary.at and taken.isdisjoint(spot.parents)]
        yield _list("before" if not number else _after(number), state)
        if number:
            yield _boundary(summaries[number - 1], before, number, prior, taken)
            prior = plain_summary(summaries[number - 1].text)
        before, taken = state, taken | ({summary.id} if summary.id else set())
    now = [spot for spot in spots if taken.isdisjoint(spot.parents)]
    yield _list(_after(len(summaries)) if summaries else "", now)
    if summaries:
        yield _boundary(summaries[-1], before, len(summaries), prior, taken)


def _after(number: int) -> str:
    return "after" + (f" {number}" if number > 1 else "")


def _list(path: str, spots: Sequence[Spot]) -> Record:
    return rebuilt(path, [spot.turn for spot in spots], dialect=Dialect.ANTHROPIC)


def _boundary(summary: Spot, before: Sequence[Spot], number: int, prior: str, taken: set[str]) -> Boundary:
    kept = sum(taken.isdisjoint(spot.parents) for spot in before)
    text = "" if summary.cut else plain_summary(summary.text)
    return Boundary(
        kind="explicit",
        marker="truncationParent" if summary.cut else "condenseParent / isSummary",
        list=number,
        before_list=number - 1,
        at=f"/{summary.at}",
        before_messages=len(before),
        after_messages=kept + 1,
        kept_messages=kept,
        summary="readable" if text else "absent",
        summary_text=text or None,
        written_by="client",
        prior_text=prior or None,
    )


FORMAT = Format("cline-history", "Cline or Roo Code history", ("json",), marks.is_cline, read_document)
