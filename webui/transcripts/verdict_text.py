"""A verdict as lines for a terminal or a CI log: one line a violation, places as a program writes them."""

from collections.abc import Iterator, Sequence

from compaction.formats import sentence
from compaction.inspection import InspectedList
from compaction.shape.wording import explain, explain_role
from webui.transcripts.verdicts import Verdict

ROLE = "role-legal"
"""The catalogue's rule about roles that the dialect does not know."""


def lines(verdict: Verdict) -> Iterator[str]:
    """Yield what is said of one file: the answer first, then each violation."""
    name = printable(verdict.name)
    if verdict.error is not None:
        yield f"{name}: {verdict.error.code}: {sentence(verdict.error)}"
        yield from (f"{name}:   found {printable(found)}" for found in verdict.error.found)
    if verdict.inspection is None:
        return
    found = verdict.inspection
    count = _count(sum(one.source.count for one in found.lists), "message")
    yield f"{name}: {answer(found.lists)} ({found.format}, {count})"
    for one in found.lists:
        before = f"{printable(one.path)} " if len(found.lists) > 1 else ""
        yield from (f"{name}: {before}{line}" for line in _violations(one))
    yield from (f"{name}: {printable(note.at)}  note  {note.code}  {sentence(note)}" for note in found.notes)


def answer(lists: Sequence[InspectedList]) -> str:
    """Return what is said of the lists of a file together."""
    severities = [str(v.severity) for one in lists for v in one.report.violations]
    severities += ["error" for one in lists for _ in one.report.roles_without_violation]
    rebuilt = sum(one.reconstructed for one in lists)
    whole = "It is" if rebuilt == len(lists) == 1 else f"{_count(rebuilt, 'list')} of {len(lists)} are"
    logged = f" {whole} rebuilt from a log, so this is less certain than for captured requests." if rebuilt else ""
    counts = ", ".join(
        _count(severities.count(each), each) for each in ("error", "warning", "note") if each in severities
    )
    if not all(one.report.accepted for one in lists):
        return f"Would be refused: {counts}.{logged}"
    unknown = sum(one.dialect is None and not one.response_only for one in lists)
    doubt = f" Whose rules apply is open for {_count(unknown, 'list')}; name them with --dialect." if unknown else ""
    return f"Would be accepted by what was checked{': ' if counts else ''}{counts}.{doubt}{logged}"


def _violations(one: InspectedList) -> Iterator[str]:
    report = one.report
    for violation in report.violations:
        told = explain(violation, dialect=one.dialect or one.dialect_alternatives[0])
        yield f"{told.path}  {violation.severity}  {violation.rule}  {told.what}. {told.why}"
    for role in report.roles_without_violation:
        told = explain_role(role)
        yield f"{told.path}  error  {ROLE}  {told.what}. {told.why}"


def printable(text: str) -> str:
    """Return text that cannot steer a terminal or begin a line of its own."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
