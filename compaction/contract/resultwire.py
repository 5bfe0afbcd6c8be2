"""The members of a result wire.

What models usually write is read in one typed pass that is stricter than the contract. Whatever it does not take is
read by the contract's own laxities, which also tell where a fault stands.

Source: summary-validation 3.2, 5.1.
"""

import re

import msgspec

from compaction.contract.input import BASIS, MODEL
from compaction.contract.jsontext import NotJson, decode, parse
from compaction.contract.members import Fields, Kind, NotAllowed, Shape, read
from compaction.errors import InvalidSummary

RESULT = Shape(
    {
        "version": Kind.VERSION,
        "basis": BASIS,
        "model": MODEL,
        "request_fingerprint": Kind.TEXT,
        "summary": Kind.TEXT,
    }
)

_COUNT = re.compile(rb"0|[1-9][0-9]{0,17}")
"""Counts that are sure to be in range; the others take the longer way."""


class _Basis(msgspec.Struct, forbid_unknown_fields=True):
    revision: msgspec.Raw
    through_event_id: str


class _Model(msgspec.Struct, forbid_unknown_fields=True):
    provider: str
    model: str


class _Result(msgspec.Struct, forbid_unknown_fields=True):
    version: msgspec.Raw
    basis: _Basis
    model: _Model
    request_fingerprint: str
    summary: str


_USUAL = msgspec.json.Decoder(_Result)


def read_result(output: bytes) -> Fields | InvalidSummary:
    """The members of a result, or the fault of the wire with its place in the reply."""
    return read_usual(output) or read_lax(output)


def read_usual(output: bytes) -> Fields | None:
    """The members, where each is spelled as the contract shows it; None otherwise."""
    if not _counts_stand_once(output):
        return None
    try:
        result = _USUAL.decode(output)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    revision = bytes(result.basis.revision)
    if bytes(result.version) != b"1" or not _COUNT.fullmatch(revision):
        return None
    basis = Fields({"revision": int(revision), "through_event_id": result.basis.through_event_id})
    model = Fields({"provider": result.model.provider, "model": result.model.model})
    return Fields(
        {
            "version": 1,
            "basis": basis,
            "model": model,
            "request_fingerprint": result.request_fingerprint,
            "summary": result.summary,
        }
    )


def _counts_stand_once(output: bytes) -> bool:
    """Whether neither count is given twice: the typed pass would not look at the earlier one.

    Without escapes of ASCII letters, a key can be spelled in one way only.
    """
    return b"\\u00" not in output and output.count(b'"version"') == 1 == output.count(b'"revision"')


def read_lax(output: bytes) -> Fields | InvalidSummary:
    """The members by all the laxities of the contract, or the fault."""
    text = decode(output)
    try:
        return read(parse(text), RESULT)
    except (NotJson, NotAllowed) as fault:
        offset = fault.offset or 0
    return InvalidSummary("wire", None, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))
