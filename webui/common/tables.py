"""Lists as files: CSV and JSON lines, row by row, so that a long list takes no more memory than a short one."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Literal, TypeAlias, TypeVar

from django.http import StreamingHttpResponse
from django.utils import timezone

Values: TypeAlias = Mapping[str, object]
Listed: TypeAlias = Literal["json", "csv", "jsonl"]
"""How a list is asked for: page by page, or whole as a file."""

T = TypeVar("T")
CHUNK = 500
"""Rows that are read from the database together."""

MEDIA = {"csv": "text/csv", "jsonl": "application/x-ndjson"}
ALSO_TABLES: dict[str, Any] = {
    "responses": {200: {"content": {media: {"schema": {"type": "string"}} for media in MEDIA.values()}}}
}
"""For the description of a call that answers files too."""

RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What table programs take for the start of a formula, also in its wide form."""


def answered(rows: Iterable[Values], fields: Sequence[str], kind: str, name: str) -> StreamingHttpResponse:
    """Return rows as a download; `kind` is `csv` or `jsonl`, `name` that of the file without day and ending."""
    response = StreamingHttpResponse(WRITERS[kind](rows, fields), content_type=f"{MEDIA[kind]}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}-{timezone.now():%Y-%m-%d}.{kind}"'
    response["Cache-Control"] = "no-store"
    return response


def csv_lines(rows: Iterable[Values], fields: Sequence[str]) -> Iterator[str]:
    """Yield a head and one line a row. Source: RFC 4180."""
    yield line(fields)
    for row in rows:
        yield line([row[name] for name in fields])


def json_lines(rows: Iterable[Values], fields: Sequence[str]) -> Iterator[str]:
    """Yield one JSON object a line."""
    for row in rows:
        yield json.dumps({name: _plain(row[name]) for name in fields}, ensure_ascii=False) + "\n"


WRITERS: Mapping[str, Callable[[Iterable[Values], Sequence[str]], Iterator[str]]] = {
    "csv": csv_lines,
    "jsonl": json_lines,
}


def line(values: Iterable[object]) -> str:
    """Return one line of CSV."""
    out = io.StringIO()
    csv.writer(out).writerow([_cell(value) for value in values])
    return out.getvalue()


def chunks(rows: Iterable[T], size: int = CHUNK) -> Iterator[list[T]]:
    """Yield the rows some at a time, for what is read of several rows together."""
    left = iter(rows)
    while some := list(islice(left, size)):
        yield some


def _cell(value: object) -> object:
    """Return a value that no table program takes for a formula: names and words come from uploads."""
    plain = _plain(value)
    if isinstance(plain, bool):
        return "true" if plain else "false"
    if isinstance(plain, list | dict):
        plain = json.dumps(plain, ensure_ascii=False)
    return f"'{plain}" if isinstance(plain, str) and plain.lstrip(" ").startswith(RISKY) else plain


def _plain(value: object) -> object:
    return value.isoformat(timespec="seconds") if isinstance(value, datetime) else value
