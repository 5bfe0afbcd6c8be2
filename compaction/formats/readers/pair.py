"""The lists before and after one compaction, and its summary where it is known: our own form of input.

Source: wire-formats 4.5.
"""

from collections.abc import Iterator, Sequence

from compaction.errors import CaptureError
from compaction.formats.bodies import elements_of, read_bare, read_body
from compaction.formats.decoding import Elements, Members
from compaction.formats.evidence import decide
from compaction.formats.format import Format, ObjectSample, Sample
from compaction.formats.records import Boundary, Record, Records
from compaction.transcripts import Dialect

SIDES = ("before", "after")
OTHER_NAMES = {"anthropic-messages": "anthropic"}


def sniff(sample: Sample) -> bool:
    """Recognise an object with both sides, each a list or a body."""
    match sample:
        case ObjectSample(value=value):
            return all(isinstance(value.get(side), list | dict) for side in SIDES)
    return False


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read both lists, then the compaction between them.

    Raises: CaptureError `no-messages` or `too-large`.
    """
    pair = value if isinstance(value, Members) else Members()
    dialect = chosen or _named(pair) or _evident(pair)
    model = _text(pair.get("model"))
    for side in SIDES:
        yield from _read_side(pair.get(side), side, dialect, model)
    yield _boundary(pair)


def _read_side(value: object, side: str, dialect: Dialect | None, model: str) -> Iterator[Record]:
    match value:
        case Elements():
            yield from read_bare(value, path=f"/{side}", chosen=dialect, model=model)
        case Members():
            yield from read_body(value, place=f"/{side}", chosen=dialect)
        case _:
            raise CaptureError("no-messages", kind=side)


def _boundary(pair: Members) -> Boundary:
    before, after = (elements_of(pair.get(side)) for side in SIDES)
    summary = _summary(pair.get("summary"))
    return Boundary(
        kind="by-construction",
        marker="pair",
        list=1,
        before_list=0,
        at="after",
        before_messages=len(before),
        after_messages=len(after),
        kept_messages=_kept(pair.get("kept_from"), before, after),
        summary="readable" if summary else "absent",
        summary_text=summary if summary or isinstance(pair.get("summary"), str) else None,
        written_by="client",
        prior_text=_summary(pair.get("prior")) or None,
    )


def _kept(start: object, before: Sequence[object], after: Sequence[object]) -> int:
    """How many messages of the tail were kept: what the file says, or as many as are equal."""
    if isinstance(start, int) and not isinstance(start, bool) and 0 <= start <= len(before):
        return len(before) - start
    shorter = min(len(before), len(after))
    return next((step for step in range(shorter) if before[-1 - step] != after[-1 - step]), shorter)


def _named(pair: Members) -> Dialect | None:
    name = _text(pair.get("dialect"))
    return next((dialect for dialect in Dialect if dialect == OTHER_NAMES.get(name, name)), None)


def _evident(pair: Members) -> Dialect | None:
    """What either side proves: both were sent to the same provider."""
    bodies = [side if isinstance(side, Members) else {"model": pair.get("model")} for side in map(pair.get, SIDES)]
    found = (decide(body, elements_of(pair.get(side))) for body, side in zip(bodies, SIDES, strict=True))
    return next((dialect for dialect in found if dialect), None)


def _summary(value: object) -> str:
    """The text of a summary that is given as a text, a block, a message or a list of blocks."""
    match value:
        case str():
            return value
        case dict():
            return next((text for key in ("text", "content", "parts") if (text := _summary(value.get(key)))), "")
        case list():
            return "\n".join([text for item in value if (text := _summary(item))])
    return ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


FORMAT = Format("pair", "Before and after", ("json",), sniff, read_document)
