"""What is told as rows, for tables and scripts: one a violation."""

from collections.abc import Iterable, Iterator

from webui.common.tables import Values
from webui.transcripts.outputs.report import File, Report, Told

FIELDS = (
    *(
        "name",
        "severity",
        "rule",
        "what",
        "where",
        "path",
        "line",
        "why",
        "fix",
        "confidence",
        "signature",
        "link",
        "waiver",
    ),
)
"""The columns; they are only ever added to, at the end."""


_EMPTY: Values = {name: None if name == "line" else "" for name in FIELDS}


def rows(file: File, told: Iterable[Told]) -> Iterator[Values]:
    """Yield the values of what is told of one file, led by a line where it was not read or not checked."""
    if file.code or file.unchecked:
        yield {**_EMPTY, **_unsure(file)}
    for one in told:
        values = {field: getattr(one, field) for field in FIELDS[1:]}
        yield {"name": file.name, **values, "line": one.line or None}


def every(report: Report) -> Iterator[Values]:
    """Yield the rows of all files, and of what is not told of them."""
    for file in report.files:
        yield from rows(file, file.told)
        if file.more:
            yield {**_EMPTY, "name": file.name, "what": f"{file.more:,} more are not told here", "link": file.link}


def _unsure(file: File) -> dict[str, object]:
    return {"name": file.name, "rule": file.code or "not-checked", "what": file.sentence, "link": file.link}
