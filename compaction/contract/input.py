"""The input of a compaction: decoded from its wire, and tested.

Source: summary-validation 2.3, 2.4, 3.1, 3.3.
"""

import re
from collections.abc import Sequence
from uuid import UUID

from compaction.contract.blocks import BLOCKS, Thinking, ToolResult, ToolUse
from compaction.contract.jsontext import NotJson, decode, parse
from compaction.contract.members import Fields, Kind, NotAllowed, Shape, read
from compaction.contract.model import Basis, CompactionInput, Message, ModelKey, Role
from compaction.contract.transcript import MAX_DEPTH, read_transcript
from compaction.errors import InvalidInput

BASIS = Shape({"revision": Kind.COUNT, "through_event_id": Kind.TEXT})
MODEL = Shape({"provider": Kind.TEXT, "model": Kind.TEXT})
_ENVELOPE = Shape(
    {
        "version": Kind.VERSION,
        "basis": BASIS,
        "model": MODEL,
        "request_fingerprint": Kind.TEXT,
        "transcript": Kind.RAW,
        "max_summary_tokens": Kind.COUNT,
    }
)
VERSION = 1
FINGERPRINT_BYTES = 32
_EVENT_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")


def decode_input(wire: bytes) -> CompactionInput:
    """Read a compaction input.

    Raises: InvalidInput, of the first test that fails.
    """
    fields = _envelope(decode(wire))
    if fields is None or missing_members(fields, _ENVELOPE):
        raise InvalidInput("wire")
    fingerprint = read_fingerprint(fields)
    if fingerprint is None:
        raise InvalidInput("request_fingerprint")
    transcript = _transcript(fields)
    if transcript is None:
        raise InvalidInput("transcript")
    basis = read_basis(fields)
    if basis is None:
        raise InvalidInput("basis")
    value = CompactionInput(basis, read_model(fields), fingerprint, transcript, fields.count("max_summary_tokens"))
    _require(_faulty_field(value, transcript_valid=bool(transcript)))
    return value


def validate_input(value: CompactionInput) -> None:
    """Test an input that was built in memory.

    Raises: InvalidInput, of the first field that fails.
    """
    _require(_faulty_field(value, transcript_valid=_valid_transcript(value.transcript)))


def missing_members(fields: Fields, envelope: Shape) -> tuple[str, ...]:
    """Which required members are absent, `basis.revision` and its like included; `version` also when it is not 1."""
    names = ["version"] if fields.count("version") != VERSION else []
    if len(fields.values) < len(envelope.members):
        names += [name for name in envelope.members if name not in fields.values and name != "version"]
    for outer, shape in (("basis", BASIS), ("model", MODEL)):
        found = fields.nested(outer)
        if found is not None and len(found.values) < len(shape.members):
            names += [f"{outer}.{name}" for name in shape.members if name not in found.values]
    return tuple(names)


def read_fingerprint(fields: Fields) -> bytes | None:
    """The digest, or None where its spelling is not 64 lower-case hex digits."""
    text = fields.text("request_fingerprint")
    return bytes.fromhex(text) if _FINGERPRINT.fullmatch(text) else None


def read_basis(fields: Fields) -> Basis | None:
    """The basis, or None where the event id is not spelled 8-4-4-4-12 in lower case."""
    basis = fields.nested("basis") or Fields()
    text = basis.text("through_event_id")
    return Basis(basis.count("revision"), UUID(text)) if _EVENT_ID.fullmatch(text) else None


def read_model(fields: Fields) -> ModelKey:
    """Provider and model as they stand."""
    model = fields.nested("model") or Fields()
    return ModelKey(model.text("provider"), model.text("model"))


def valid_basis(basis: Basis) -> bool:
    """Whether neither revision nor event id is zero."""
    return basis.revision != 0 and basis.through_event_id.int != 0


def valid_model(model: ModelKey) -> bool:
    """Whether both names say something."""
    return bool(model.provider and model.model)


def valid_fingerprint(fingerprint: bytes) -> bool:
    """Whether the digest is one, and not all zero."""
    return len(fingerprint) == FINGERPRINT_BYTES and any(fingerprint)


def _envelope(text: str) -> Fields | None:
    try:
        return read(parse(text), _ENVELOPE)
    except (NotJson, NotAllowed):
        return None


def _transcript(fields: Fields) -> tuple[Message, ...] | None:
    member = fields.raw("transcript")
    try:
        return read_transcript(member.value if member else None)
    except NotAllowed:
        return None


def _require(faulty: str | None) -> None:
    if faulty:
        raise InvalidInput(faulty)


def _faulty_field(value: CompactionInput, *, transcript_valid: bool) -> str | None:
    """The first field that fails, in the order of the contract."""
    valid = (
        ("basis", valid_basis(value.basis)),
        ("model", valid_model(value.model)),
        ("request_fingerprint", valid_fingerprint(value.request_fingerprint)),
        ("transcript", transcript_valid),
        ("max_summary_tokens", value.max_summary_tokens != 0),
    )
    return next((field for field, good in valid if not good), None)


def _valid_transcript(messages: Sequence[object]) -> bool:
    return bool(messages) and all(map(_valid_message, messages))


def _valid_message(message: object) -> bool:
    """Whether kind, role and blocks go together; members of another role's kind do not."""
    if not isinstance(message, Message) or message.role not in list(Role):
        return False
    if message.usage is not None and message.role != Role.ASSISTANT:
        return False
    if (message.tool_use_id or message.is_error) and message.role != Role.TOOL:
        return False
    return _valid_blocks(message.blocks, 0)


def _valid_blocks(blocks: Sequence[object], depth: int) -> bool:
    return depth <= MAX_DEPTH and all(_valid_block(block, depth) for block in blocks)


def _valid_block(block: object, depth: int) -> bool:
    match block:
        case ToolResult():
            return _valid_blocks(block.content, depth + 1)
        case ToolUse():
            return _valid_json(block.input) and _valid_json(block.provider_state)
        case Thinking():
            return _valid_json(block.provider_state)
    return isinstance(block, BLOCKS)


def _valid_json(raw: bytes | None) -> bool:
    if raw is None:
        return True
    try:
        parse(decode(raw))
    except NotJson:
        return False
    return True
