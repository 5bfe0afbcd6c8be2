"""The value of `messages` saved alone.

Source: wire-formats 4.5, 2.5.
"""

from collections.abc import Mapping

from compaction.errors import CaptureError
from compaction.formats.bodies import read_bare
from compaction.formats.decoding import Elements
from compaction.formats.evidence import RESPONSES_ITEMS
from compaction.formats.format import Format, ListSample, Sample
from compaction.formats.records import Records
from compaction.transcripts import Dialect


def sniff(sample: Sample) -> bool:
    """Recognise an empty list, and one whose first item has a role with content or parts, or is a Responses item."""
    match sample:
        case ListSample(value=[]):
            return True
        case ListSample(value=[dict(first), *_]):
            return ("role" in first and ("content" in first or "parts" in first)) or is_item(first)
    return False


def is_item(first: Mapping[str, object]) -> bool:
    """Say whether an object is one item of a Responses list."""
    kind = first.get("type")
    return isinstance(kind, str) and (kind == "message" or kind in RESPONSES_ITEMS)


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read the one list."""
    if not isinstance(value, Elements):
        raise CaptureError("no-messages", kind="list")
    return read_bare(value, chosen=chosen)


FORMAT = Format("messages-array", "List of messages", ("json",), sniff, read_document)
