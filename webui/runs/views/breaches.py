"""What the rules say of the after-messages: introduced here or inherited, with the cause and the cut."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compaction.boundary import Cause, CauseKind
from webui.common.words import listed
from webui.runs.store import Breach
from webui.transcripts.views import breaches
from webui.transcripts.views.places import place

SHOWN = 20
CAUSES = {
    CauseKind.CUT_EXCHANGE: "The cut stands inside an exchange: the call was replaced, its result at {at} was kept.",
    CauseKind.HEAD_CARRIES_CALL: "The kept head carries a call; its result at {at} was replaced.",
    CauseKind.RESULTS_DROPPED: "The message with the result, {at}, was lost when the list was rebuilt.",
    CauseKind.SUMMARY_ROLE: "The summary was inserted with the wrong role.",
    CauseKind.SUMMARY_BLANK: "The summary that was inserted is blank.",
    CauseKind.REWRITE_EMPTIED: "A rewrite reduced {at} to nothing.",
    CauseKind.ORPHANS_REMOVED: "Results at {at} lost their calls and were removed: content is gone, no rule says so.",
}
INSTEAD = "It should have moved forward to {at}."
NONE = "No known cause: the two lists do not tell how it came."
PLACES = 5


@dataclass(frozen=True, slots=True)
class Told:
    """One violation of after, written out as everywhere, and what the before side adds."""

    breach: breaches.Breach
    cause: str
    links: Sequence[tuple[str, str]] = ()


def told(found: Sequence[Breach], natives: Mapping[int, bytes], dialect: str, base: str, start: int = 0) -> list[Told]:
    """Return violations in words; `natives` holds JSON of messages after, `base` is the after-transcript’s address."""
    return [_told(one, natives, dialect, base, number) for number, one in enumerate(found[:SHOWN], start)]


def _told(one: Breach, natives: Mapping[int, bytes], dialect: str, base: str, number: int) -> Told:
    anchor = f"v-{number}"
    if one.violation is None:
        role = one.role or {}
        written = breaches.unknown_role(int(role.get("index", 0)), str(role.get("role", "")), base, anchor)
    else:
        native = natives.get(one.position) if one.position is not None else None
        written = breaches.written(one.violation, native, dialect=dialect, base=base, anchor=anchor)
    links = [(f"before {place(one.earlier).label}", before_link(one.earlier))] if one.earlier else []
    if one.cause is not None:
        return Told(written, cause_words(one.cause), [*links, *cause_links(one.cause)])
    return Told(written, NONE if one.origin == "introduced" else "", links)


def cause_words(cause: Cause) -> str:
    """Return a cause as a sentence, its places those of before."""
    places = [label(pointer) for pointer in cause.at[:PLACES]]
    more = ["more"] if len(cause.at) > PLACES else []
    sentence = CAUSES[cause.kind].format(at=f"before {listed([*places, *more])}")
    return f"{sentence} {INSTEAD.format(at=f'before {label(cause.instead)}')}" if cause.instead else sentence


def cause_links(cause: Cause) -> list[tuple[str, str]]:
    """Return links to the places of a cause, on the Before tab."""
    pointers = [*cause.at[:PLACES], *([cause.instead] if cause.instead else [])]
    return [(f"before {label(pointer)}", before_link(pointer)) for pointer in pointers]


def before_link(pointer: str) -> str:
    """Return the address of a place of before."""
    at = place(pointer)
    return f"?tab=before&at={at.position or 0}#{at.anchor}"


def label(pointer: str) -> str:
    return place(pointer).label
