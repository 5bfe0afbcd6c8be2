"""What apps above want to hear of captures. They register when they are ready; this app knows none of them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from compaction.formats import Boundary
from webui.accounts.models import Team, User
from webui.audit.trail import Actor
from webui.transcripts.models import Capture, Transcript

OnBoundary: TypeAlias = Callable[[Capture, int, Boundary, Sequence[str]], None]
"""Gets the capture, the number of the boundary in it, the boundary, and the ids of the transcripts read so far."""

OnOver: TypeAlias = Callable[[Capture], None]
OnSample: TypeAlias = Callable[[Team, User | None], None]


@dataclass(frozen=True, slots=True)
class Way:
    """From any message of a transcript to what an app above tells of it: `address` and the position behind it."""

    question: str
    of: str
    address: str
    home: str


@dataclass(frozen=True, slots=True)
class Going:
    """That a capture is about to be deleted: by whom, by which retention, and whether all that came of it goes too."""

    actor: Actor
    policy: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A case about what a page shows: number and state in words, and what its violations share.

    `signature` is that of violations; `waiver` and `decision` are sentences, empty for none. To the address `remark` a
    place is added, to say something of it there; it is empty for a case of an earlier run or upload that this replaced.
    """

    number: int
    address: str
    state: str
    icon: str
    rule: str
    remark: str
    signature: str = ""
    waiver: str = ""
    decision: str = ""


OnMarks: TypeAlias = Callable[[Team, str, str], Sequence[Mark]]
"""Gets the team, what a page shows (`transcript`, `run` or `capture`), and the id of that."""

OnWaived: TypeAlias = Callable[[Team, str], int]
OnTolerated: TypeAlias = Callable[[int, Collection[str], Collection[str]], Mapping[str, str]]
"""Gets the key of a team, and the ids of captures and of runs."""

OnTranscript: TypeAlias = Callable[[Transcript], Sequence[Way]]


@dataclass(frozen=True, slots=True)
class Pinned:
    """What of a team must not be deleted, by id."""

    captures: frozenset[str] = frozenset()
    runs: frozenset[str] = frozenset()


OnHold: TypeAlias = Callable[[int], Pinned]
OnGoing: TypeAlias = Callable[[Capture, Going], None]
OnSearch: TypeAlias = Callable[[Team, str], str | None]
Listener = TypeVar("Listener")


@dataclass(slots=True)
class _Listeners:
    boundary: list[OnBoundary] = field(default_factory=list)
    over: list[OnOver] = field(default_factory=list)
    sample: list[OnSample] = field(default_factory=list)
    transcript: list[OnTranscript] = field(default_factory=list)
    search: list[OnSearch] = field(default_factory=list)
    hold: list[OnHold] = field(default_factory=list)
    going: list[OnGoing] = field(default_factory=list)
    marks: list[OnMarks] = field(default_factory=list)
    waived: list[OnWaived] = field(default_factory=list)
    tolerated: list[OnTolerated] = field(default_factory=list)


_listeners = _Listeners()


def on_boundary(listener: OnBoundary) -> None:
    """Call when a compaction is found: in the transaction of the reading, its lists being stored and checked.

    A capture that is read again tells its boundaries again.
    """
    _add(_listeners.boundary, listener)


def on_over(listener: OnOver) -> None:
    """Call when a reading has ended, well or not."""
    _add(_listeners.over, listener)


def on_sample(listener: OnSample) -> None:
    """Call when a team loads the built-in sample, again on every click; the captures are queued by then."""
    _add(_listeners.sample, listener)


def on_transcript(listener: OnTranscript) -> None:
    """Ask which ways lead on from the messages of a transcript, when its page is shown."""
    _add(_listeners.transcript, listener)


def on_search(listener: OnSearch) -> None:
    """Ask for the address of what an id or a short text names, when it names nothing of this app."""
    _add(_listeners.search, listener)


def on_hold(listener: OnHold) -> None:
    """Ask what of a team (its key) must stay for now, whatever retention or a person says."""
    _add(_listeners.hold, listener)


def on_going(listener: OnGoing) -> None:
    """Call before a capture is deleted, in the transaction that deletes it."""
    _add(_listeners.going, listener)


def on_marks(listener: OnMarks) -> None:
    """Ask which cases are about a transcript, a run or a capture, when its page is shown."""
    _add(_listeners.marks, listener)


def on_waived(listener: OnWaived) -> None:
    """Ask how many violations of a rule a team tolerates now."""
    _add(_listeners.waived, listener)


def on_tolerated(listener: OnTolerated) -> None:
    """Ask which defects of captures and runs a waiver covers, when outputs tell of them."""
    _add(_listeners.tolerated, listener)


def tell_boundary(capture: Capture, number: int, boundary: Boundary, transcripts: Sequence[str]) -> None:
    """Tell of a compaction."""
    for listener in _listeners.boundary:
        listener(capture, number, boundary, transcripts)


def tell_over(capture: Capture) -> None:
    """Tell of the end of a reading."""
    for listener in _listeners.over:
        listener(capture)


def tell_sample(team: Team, user: User | None) -> None:
    """Tell of a loaded sample."""
    for listener in _listeners.sample:
        listener(team, user)


def pinned(team_id: int) -> Pinned:
    """Return all that must stay."""
    found = [listener(team_id) for listener in _listeners.hold]
    return Pinned(frozenset().union(*(one.captures for one in found)), frozenset().union(*(one.runs for one in found)))


def tell_going(capture: Capture, going: Going) -> None:
    """Tell of a capture that is about to be deleted."""
    for listener in _listeners.going:
        listener(capture, going)


def ways_of(transcript: Transcript) -> list[Way]:
    """Return the ways that lead on from a transcript."""
    return [way for listener in _listeners.transcript for way in listener(transcript)]


def marks_of(team: Team, **shown: str) -> list[Mark]:
    """Return the cases about what a page shows, such as `run="88f2"`, the open ones first."""
    return [mark for listener in _listeners.marks for thing, pk in shown.items() for mark in listener(team, thing, pk)]


def waived(team: Team, rule: str) -> int:
    """Return how many violations of a rule the team tolerates now."""
    return sum(listener(team, rule) for listener in _listeners.waived)


def tolerated(team_id: int, *, captures: Collection[str] = (), runs: Collection[str] = ()) -> dict[str, str]:
    """Return the waiver, as a sentence, of each signature that a waiver covers in these captures and runs."""
    found = [listener(team_id, captures, runs) for listener in _listeners.tolerated]
    return {signature: said for one in found for signature, said in one.items()}


def address_of(team: Team, pk: str) -> str | None:
    """Return the address of what an id names."""
    return next((found for listener in _listeners.search if (found := listener(team, pk))), None)


def _add(listeners: list[Listener], listener: Listener) -> None:
    if listener not in listeners:
        listeners.append(listener)
