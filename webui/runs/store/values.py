"""Rows -> values that pages, the API and the command line read."""

from collections.abc import Iterable, Mapping
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
class PlacedCut:
    """A cut in entries of the normalized list before: head, start and end; `pointer` is where the kept tail begins."""

    head: int
    start: int
    end: int
    pointer: str | None


@dataclass(frozen=True, slots=True)
class Cuts:
    """The cut as it was made, the one that `keep_last` asked for, and the nearest correct one that keeps no more."""

    observed: PlacedCut
    expected: PlacedCut | None
    nearest: PlacedCut


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
    cuts: Cuts | None
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
    """What the upload holds of a contract. NOT_UPLOADED is what it lacks; usage None: the provider reported none.

    Of a pair: `keep_last`, how many messages were to be kept at the tail, and `summary_form`, whether its summary is in
    the form of the `contract` or an `other` one.
    """

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
    keep_last: int | NotUploaded = NOT_UPLOADED
    summary_form: str | NotUploaded = NOT_UPLOADED


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
        cuts=_cuts(observed.get("cuts")),
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


def ranges(rows: Iterable[Iterable[int]]) -> tuple[range, ...]:
    """Return stored starts and stops as ranges."""
    return tuple(range(start, stop) for start, stop in rows)


def _range(row: Mapping[str, Any]) -> FateRange:
    others = ranges(row["others"])
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


def _cuts(rows: Mapping[str, Any] | None) -> Cuts | None:
    """Runs that were explained by an earlier version have none."""
    if rows is None:
        return None
    wanted = rows["expected"]
    return Cuts(
        PlacedCut(**rows["observed"]), None if wanted is None else PlacedCut(**wanted), PlacedCut(**rows["nearest"])
    )


def _violation(row: Mapping[str, Any]) -> Violation:
    lists = {name: tuple(row[name]) for name in ("layers", "behaviours", "related")}
    words = {"severity": Severity(row["severity"]), "confidence": Confidence(row["confidence"])}
    return Violation(**{**row, **lists, **words})


def _cause(row: Mapping[str, Any]) -> Cause:
    return Cause(CauseKind(row["kind"]), tuple(row["at"]), row["instead"])
