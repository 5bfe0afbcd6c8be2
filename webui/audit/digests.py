"""What a digest is taken of: every field of an event, in one layout that both databases give back unchanged."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC

from webui.audit.models import Event

LAYOUT = 1
"""Stands in every digest: another layout would be another number."""


def digest_of(event: Event) -> str:
    """Return SHA-256 over an event and the digest before it, in hex."""
    return hashlib.sha256(canonical(event)).hexdigest()


def canonical(event: Event) -> bytes:
    """Return the bytes of an event: JSON in ASCII, keys sorted, no blanks, the moment in UTC with microseconds."""
    fields = {"layout": LAYOUT, **fields_of(event)}
    return json.dumps(fields, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode()


def fields_of(event: Event) -> dict[str, object]:
    """Return the fields of an event but its own digest, as they are exported."""
    return {
        "team": event.team_id,
        "number": event.number,
        "at": event.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "actor": {"kind": event.actor_kind, "id": event.actor_id, "name": event.actor_name},
        "action": event.action,
        "subject": event.subject,
        "subject_id": event.subject_id,
        "was": event.was,
        "now": event.now,
        "reason": event.reason,
        "note": event.note,
        "version": event.version,
        "evidence": event.evidence,
        "more": event.more,
        "previous": event.previous,
    }


def plain(value: object) -> object:
    """Return what a JSON column gives back as it was given.

    Raises: TypeError for anything else. A float is refused: PostgreSQL writes it in its own way.
    """
    match value:
        case None | bool() | int():
            return value
        case str():
            return storable(value)
        case Mapping():
            return {storable(str(name)): plain(one) for name, one in value.items()}
        case list() | tuple():
            return [plain(one) for one in value]
    raise TypeError("an event holds words, whole numbers, lists and mappings")


def storable(text: str) -> str:
    """Return text that every database takes: NUL and lone surrogates become U+FFFD."""
    return text.replace("\0", "\ufffd").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
