"""Rows -> values that pages, the API and the command line read."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compaction.boundary import Cause, CauseKind, Fate, Origin
from compaction.contract import NOT_UPLOADED, Check, NotUploaded, State
from compaction.findings import Confidence, Severity, Violation
from webui.runs.models import Run, Summary
from webui.transcripts.store.values import unpack


@dataclass(frozen=True, slots=True)
class FateRange:
    """Messages `start` up to, not including, `stop` of one side, which all had one fate.

    What came through lies `offset` further on the other side. Otherwise `others` are the ranges of the other side
    that stand where these stood, or stood where these stand.
    """

    start: int
    stop: int
    fate: Fate
    offset: int | None
    others: tuple[range, ...]

    def others_of(self, position: int) -> tuple[range, ...]:
        """Return where on the other side one of these messages went, or came from."""
        if self.offset is None:
            return self.others
        return (range(position + self.offset, position + self.offset + 1),)

    def __len__(self) -> int:
        return self.stop - self.start


@dataclass(frozen=True, slots=True)
class Fates:
    """What became of every message; ranges in order, without gaps."""

    before: tuple[FateRange, ...]
    after: tuple[FateRange, ...]


@dataclass(frozen=True, slots=True)
class Breach:
    """A violation of the after side, or an unknown role there, and whether it came with this compaction.

    Exactly one of `violation` and `role` is there; `role` holds `index`, `role` and `pointer`. `earlier` points to the
    other half of the pair on the before side, as do the places of `cause`.
    """

    origin: Origin
    violation: Violation | None = None
    role: Mapping[str, Any] | None = None
    cause: Cause | None = None
    earlier: str | None = None

    @property
    def position(self) -> int | None:
        """Where in the after list."""
        return self.violation.position if self.violation else self.role["index"] if self.role else None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a pair of lists tells. `kept_from` is the pointer before at which the kept tail begins.

    `inserted` and `removed` are pointers after and before; `lost` is content that is gone without a violation.
    """

    fates: Fates
    breaches: tuple[Breach, ...]
    lost: tuple[Cause, ...]
    kept_from: str | None
    kept_messages: int
    inserted: tuple[str, ...]
    removed: tuple[str, ...]

    def introduced(self) -> tuple[Breach, ...]:
        """Return what this compaction brought."""
        return tuple(one for one in self.breaches if one.origin is Origin.INTRODUCED)

    def inherited(self) -> tuple[Breach, ...]:
        """Return what was there before."""
        return tuple(one for one in self.breaches if one.origin is Origin.INHERITED)


@dataclass(frozen=True, slots=True)
class Given:
    """What the upload holds of a contract. NOT_UPLOADED is what it lacks; usage None: the provider reported none."""

    revision: int | NotUploaded = NOT_UPLOADED
    through_event_id: str | NotUploaded = NOT_UPLOADED
    provider: str | NotUploaded = NOT_UPLOADED
    model: str | NotUploaded = NOT_UPLOADED
    request_fingerprint: str | NotUploaded = NOT_UPLOADED
    max_summary_tokens: int | NotUploaded = NOT_UPLOADED
    usage: Mapping[str, int] | None | NotUploaded = NOT_UPLOADED
    input_bytes: int | NotUploaded = NOT_UPLOADED
    output_bytes: int | NotUploaded = NOT_UPLOADED
    input_limit: int | NotUploaded = NOT_UPLOADED
    measured_tokens: int | NotUploaded = NOT_UPLOADED
    output_schema: bool | NotUploaded = NOT_UPLOADED
    input_size: int | NotUploaded = NOT_UPLOADED
    output_size: int | NotUploaded = NOT_UPLOADED


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a message of the before side went.

    `places` are ranges of the after side: itself, or what stands in its place. `after` are positions of new or changed
    messages there, and `sections` names of the summary's, that share an identifier with it; the name is empty where
    the summary has no sections. All empty: nothing in the result refers to the message.
    """

    fate: Fate | None
    places: tuple[range, ...]
    after: tuple[int, ...]
    sections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a message of the after side, or a section, came from: `places` and `sharing` are ranges before.

    `sharing` are the messages that share an identifier with it.
    """

    fate: Fate | None
    places: tuple[range, ...]
    sharing: tuple[range, ...]


def goes_to(run: Run, position: int) -> Destination:
    """Return where a message of the before side went. Asks no query."""
    found = explanation_of(run)
    fate = fate_at(found.fates.before, position) if found else None
    texts = run.carried or {"after": {}, "sections": {}}
    return Destination(
        fate=fate.fate if fate else None,
        places=fate.others_of(position) if fate else (),
        after=tuple(int(name) for name in _carriers(texts["after"], position)),
        sections=tuple(_carriers(texts["sections"], position)),
    )


def comes_from(run: Run, position: int) -> Source:
    """Return where a message of the after side came from. Asks no query."""
    found = explanation_of(run)
    fate = fate_at(found.fates.after, position) if found else None
    texts = run.carried or {"after": {}}
    sharing = _ranges(texts["after"].get(str(position), []))
    return Source(fate.fate if fate else None, fate.others_of(position) if fate else (), sharing)


def section_from(run: Run, name: str) -> Source:
    """Return which messages of the before side a section carries. Asks no query."""
    texts = run.carried or {"sections": {}}
    return Source(None, (), _ranges(texts["sections"].get(name, [])))


def checks_of(run: Run) -> tuple[Check, ...]:
    """Return every check in its true order. Ids before those of the result: `input`, `fit`; after: `replacement`."""
    tuples = ("reasons", "places")
    return tuple(
        Check(**{**row, "state": State(row["state"]), **{name: tuple(row[name]) for name in tuples}})
        for row in run.checks
    )


def given_of(run: Run) -> Given:
    """Return what the upload holds of the contract."""
    return Given(**run.given)


def explanation_of(run: Run) -> Explanation | None:
    """Return what the two lists tell; None where the run has not both, or no dialect is known."""
    fates, observed = run.fates, run.observed
    if fates is None or observed is None:
        return None
    return Explanation(
        fates=Fates(tuple(map(_range, fates["before"])), tuple(map(_range, fates["after"]))),
        breaches=tuple(_breach(row) for row in run.breaches or []),
        lost=tuple(map(_cause, observed["lost"])),
        kept_from=observed["kept_from"],
        kept_messages=observed["kept_messages"],
        inserted=tuple(observed["inserted"]),
        removed=tuple(observed["removed"]),
    )


def text_of(summary: Summary) -> str:
    """Return a summary's or reply's text, masked; a byte that is no UTF-8 reads as U+FFFD."""
    return unpack(summary.text).decode(errors="replace")


def summary_of(run: Run, origin: str = Summary.Origin.CAPTURED) -> Summary | None:
    """Return the run's text of one origin; asks no query where `run_for` gave the run."""
    return next((one for one in run.summaries.all() if one.origin == origin), None)


def fate_at(ranges: Iterable[FateRange], position: int) -> FateRange | None:
    """Return the range that a message stands in."""
    return next((one for one in ranges if one.start <= position < one.stop), None)


def _carriers(texts: Mapping[str, list[list[int]]], position: int) -> Iterator[str]:
    return (name for name, ranges in texts.items() if any(start <= position < stop for start, stop in ranges))


def _ranges(rows: Iterable[Iterable[int]]) -> tuple[range, ...]:
    return tuple(range(start, stop) for start, stop in rows)


def _range(row: Mapping[str, Any]) -> FateRange:
    others = _ranges(row["others"])
    return FateRange(row["start"], row["stop"], Fate(row["fate"]), row["offset"], others)


def _breach(row: Mapping[str, Any]) -> Breach:
    found = row["violation"]
    return Breach(
        origin=Origin(row["origin"]),
        violation=_violation(found) if found else None,
        role=row["role"],
        cause=_cause(row["cause"]) if row["cause"] else None,
        earlier=row["earlier"],
    )


def _violation(row: Mapping[str, Any]) -> Violation:
    lists = {name: tuple(row[name]) for name in ("layers", "behaviours", "related")}
    words = {"severity": Severity(row["severity"]), "confidence": Confidence(row["confidence"])}
    return Violation(**{**row, **lists, **words})


def _cause(row: Mapping[str, Any]) -> Cause:
    return Cause(CauseKind(row["kind"]), tuple(row["at"]), row["instead"])
