"""A stream of the Messages API."""

from collections.abc import Iterable, Mapping

from compaction.formats.answers import parse
from compaction.formats.deltas.joined import Event, Joined, Pieces, number_of, of, text_of
from compaction.transcripts import Dialect

FIELDS = {
    "text_delta": ("text", "text"),
    "thinking_delta": ("thinking", "thinking"),
    "signature_delta": ("signature", "signature"),
    "input_json_delta": ("partial_json", "input"),
    "compaction_delta": ("content", "content"),
}
"""By type of delta: where its piece stands, and which field of the block it continues."""


def join(events: Iterable[Event]) -> Joined:
    """Join deltas into one message."""
    message: dict[str, object] = {"type": "message", "role": "assistant"}
    blocks: dict[int, dict[str, object]] = {}
    pieces = Pieces()
    complete, compaction_at = False, None
    for event in events:
        value = event.value or {}
        index = number_of(value, "index")
        match value.get("type"):
            case "message_start":
                message |= of(value, "message")
            case "content_block_start":
                blocks[index] = dict(of(value, "content_block"))
                if blocks[index].get("type") == "compaction" and compaction_at is None:
                    compaction_at = event.number
            case "content_block_delta":
                _add(pieces, index, of(value, "delta"))
            case "message_delta":
                message |= of(value, "delta")
            case "message_stop":
                complete = True
    message["content"] = [_block(blocks[index], index, pieces) for index in sorted(blocks)]
    return Joined(
        Dialect.ANTHROPIC,
        (message,),
        complete,
        compaction_at,
        text_of(message, "model"),
        text_of(message, "stop_reason"),
    )


def _add(pieces: Pieces, index: int, delta: Mapping[str, object]) -> None:
    piece, name = FIELDS.get(text_of(delta, "type"), ("", ""))
    pieces.add((index, name), delta.get(piece))


def _block(block: dict[str, object], index: int, pieces: Pieces) -> dict[str, object]:
    for _, name in FIELDS.values():
        text = pieces.text(index, name)
        if text is None:
            continue
        if name == "input":
            value = parse(text)
            block[name] = text if value is None else value
        else:
            block[name] = text_of(block, name) + text
    return block
