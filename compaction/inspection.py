"""What stands in a capture and what the rules say about it, collected: for the command line, the API and tests.

Source: interfaces 1.5.
"""

from dataclasses import dataclass, field, replace

from compaction.formats import Answer, Boundary, MessageList, Note, ProviderAnswer, Record, start
from compaction.logged import as_logged, located
from compaction.measures import flag_boundary
from compaction.shape import Report, check
from compaction.shape.provider_error import read_error
from compaction.shape.signature import dialects_of, signature_of
from compaction.transcripts import Dialect, Message


@dataclass(frozen=True, slots=True)
class InspectedList:
    """One list of messages and what a rule layer says about it.

    An ambiguous list has the violations that hold in all its dialects; an answer without its request has none, because
    no request was there to be refused.
    """

    source: MessageList
    report: Report
    judged: Report = field(default_factory=Report, repr=False)
    """The same report with pointers into the body, also where `report` leads into the lines of a log."""

    @property
    def signatures(self) -> tuple[str, ...]:
        """The signature of each violation of the report, in order."""
        dialect = dialects_of(self.dialect, self.dialect_alternatives)
        return tuple(signature_of(violation, self.messages, dialect) for violation in self.judged.violations)

    @property
    def path(self) -> str:
        """Where the list stands in the capture."""
        return self.source.path

    @property
    def dialect(self) -> Dialect | None:
        """The dialect, or nothing while it is ambiguous."""
        return self.source.dialect

    @property
    def dialect_alternatives(self) -> tuple[Dialect, ...]:
        """The candidates of an ambiguous list."""
        return self.source.dialect_alternatives

    @property
    def roles(self) -> str:
        """One letter a message, joined by one blank."""
        return self.source.roles

    @property
    def system(self) -> bool:
        """Whether a system prompt stands beside the list."""
        return bool(self.source.system)

    @property
    def reconstructed(self) -> bool:
        """Whether the list was rebuilt, not recorded."""
        return self.source.reconstructed

    @property
    def response_only(self) -> bool:
        """Whether the list is an answer without its request."""
        return self.source.response_only

    @property
    def messages(self) -> tuple[Message, ...]:
        """The canonical messages."""
        return self.source.messages

    @property
    def pending(self) -> tuple[str, ...]:
        """Ids of calls that were still running when a session log ended."""
        return self.source.pending

    @property
    def reachable(self) -> tuple[int, ...] | None:
        """Lines of a session log on the live branch, from 0."""
        return self.source.reachable

    @property
    def unreachable(self) -> tuple[int, ...] | None:
        """Lines of a session log beside it, from 0."""
        return self.source.unreachable


@dataclass(frozen=True, slots=True)
class Inspection:
    """Everything that one capture holds, in file order. `format` is the id of wire-formats 1."""

    format: str
    lists: tuple[InspectedList, ...]
    compactions: tuple[Boundary, ...]
    provider_said: tuple[ProviderAnswer, ...]
    notes: tuple[Note, ...]
    requests: int
    responses: int


def inspect(
    capture: bytes, *, name: str = "", format: str = "auto", dialect: str = "auto", layer: str = "both"
) -> Inspection:
    """Read a capture and check every list in it.

    Raises: CaptureError of wire-formats 9; ValueError for a format, dialect or layer that does not
        exist.
    """
    reading = start([capture], name=name, format=format, dialect=dialect)
    records: tuple[Record, ...] = tuple(reading.records)
    found = (each for each in records if isinstance(each, MessageList))
    judged = ((each, judge(each, layer)) for each in found)
    lists = tuple(InspectedList(each, located(each, report), report) for each, report in judged)
    return Inspection(
        format=reading.format.id,
        lists=lists,
        compactions=tuple(_flagged(record, lists) for record in records if isinstance(record, Boundary)),
        provider_said=tuple(match_answer(record) for record in records if isinstance(record, ProviderAnswer)),
        notes=tuple(record for record in records if isinstance(record, Note)),
        requests=sum(each.source.request for each in lists),
        responses=sum(each.response_only for each in lists) + sum(isinstance(record, Answer) for record in records),
    )


def _flagged(boundary: Boundary, lists: tuple[InspectedList, ...]) -> Boundary:
    sides = [None if number is None else lists[number].source for number in (boundary.before_list, boundary.list)]
    return flag_boundary(boundary, *sides)


def match_answer(answer: ProviderAnswer) -> ProviderAnswer:
    """Return an answer with the rules whose wording it has, and the place that it names."""
    error = read_error(answer.text)
    return replace(answer, rules=error.rules, pointer=error.pointer) if error else answer


def judge(found: MessageList, layer: str) -> Report:
    """Return the report on one list: of its dialect, or what all candidates agree on. Pointers lead into its body."""
    if found.response_only:
        return Report()
    report = _judged(found, layer)
    return as_logged(found, report, layer) if found.reconstructed else report


def _judged(found: MessageList, layer: str) -> Report:
    dialects = (found.dialect,) if found.dialect else found.dialect_alternatives
    reports = [check(found.body, dialect=dialect.value, layer=layer, model=found.model or None) for dialect in dialects]
    if len(reports) == 1:
        return reports[0]
    return _shared(reports) if reports else Report()


def _shared(reports: list[Report]) -> Report:
    first, *others = reports
    places = [{(violation.rule, violation.pointer) for violation in other.violations} for other in others]
    roles = [set(other.wire_roles) for other in others]
    return Report(
        violations=tuple(v for v in first.violations if all((v.rule, v.pointer) in place for place in places)),
        wire_roles=tuple(role for role in first.wire_roles if all(role in other for other in roles)),
        unreadable=first.unreadable,
    )
