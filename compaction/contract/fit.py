"""An input made to fit: old tool results give way to a fixed stub, oldest first.

Each message is encoded once. The size after a replacement is the size before, less the message, plus its stub, which
is what encoding everything anew would measure.

Source: summary-validation 4.3.
"""

from dataclasses import replace

from compaction.contract.blocks import Text
from compaction.contract.encoding import encode_message, envelope_size, join_input
from compaction.contract.input import validate_input
from compaction.contract.model import CompactionInput, Message, Role
from compaction.errors import InputTooLarge

STUB = Text("[old tool result omitted for compaction]")


def fit_input(value: CompactionInput, *, input_bytes: int) -> bytes:
    """The canonical wire in at most `input_bytes` bytes.

    Raises: InvalidInput; InputTooLarge, with the smallest size reached.
    """
    validate_input(value)
    pieces = [encode_message(message) for message in value.transcript]
    size = envelope_size(value) + sum(map(len, pieces)) + len(pieces) - 1
    if 0 < input_bytes < size:
        size = _shrink(pieces, value.transcript, size, input_bytes)
    if input_bytes < size:
        raise InputTooLarge(input_bytes, size)
    return join_input(value, pieces)


def _shrink(pieces: list[bytes], messages: tuple[Message, ...], size: int, limit: int) -> int:
    """Put stubs in place until the size fits or none is left; returns the size reached."""
    for place, message in enumerate(messages):
        if message.role != Role.TOOL or not message.blocks:
            continue
        stub = encode_message(replace(message, blocks=(STUB,)))
        gain = len(pieces[place]) - len(stub)
        if gain <= 0:
            continue
        pieces[place] = stub
        size -= gain
        if size <= limit:
            break
    return size
