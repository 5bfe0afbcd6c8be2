"""Lists by cursor: the next page begins after the last row shown, however many rows there are."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from django.db.models import Model, Q, QuerySet

from webui.common.errors import Refusal

UNKNOWN_CURSOR = ("cursor-unknown", "Send as after the next of an answer to the same question, or nothing.")

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows, and the cursor of the next page; empty on the last."""

    rows: Sequence[Row]
    after: str


def by_time(rows: QuerySet[Row], after: str, size: int) -> Page[Row]:
    """Return up to `size` rows, newest first, after the cursor; a cursor that cannot be read begins anew."""
    place = _read(after)
    if place is not None:
        created, pk = place
        rows = rows.filter(Q(created__lt=created) | Q(created=created, pk__lt=pk))
    found = list(rows.order_by("-created", "-pk")[: size + 1])
    more = len(found) > size
    return Page(found[:size], _write(found[size - 1]) if more else "")


def demand(after: str) -> None:
    """Refuse a cursor that no answer gave: a program that pages would begin anew without end. Raises: Refusal."""
    if after and _read(after) is None:
        raise Refusal(422, *UNKNOWN_CURSOR)


def _write(row: Model) -> str:
    place = [getattr(row, "created").isoformat(), row.pk]  # noqa: B009 - not every model has it
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode().rstrip("=")


def _read(cursor: str) -> tuple[datetime, str] | None:
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        created, pk = json.loads(base64.urlsafe_b64decode(padded.encode()))
        moment, name = datetime.fromisoformat(created), str(pk)
    except (ValueError, TypeError):
        return None
    return (moment, name) if moment.tzinfo and name.isalnum() else None
