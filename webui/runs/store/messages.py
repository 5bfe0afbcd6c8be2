"""Messages of a contract -> canonical messages, so that a transcript can hold them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from hashlib import sha256

from compaction.contract import blocks as wire
from compaction.contract.encoding import encode_message
from compaction.contract.model import Message, Role
from compaction.transcripts import Audio, Block, Document, Image, Refusal, Text, Thinking, ToolResult, ToolUse
from compaction.transcripts import Message as Turn

Mask = Callable[[str], str]


def turns(messages: Iterable[Message]) -> tuple[Turn, ...]:
    """Return canonical messages; origins are pointers into the input of the compaction."""
    return tuple(_turn(index, message) for index, message in enumerate(messages))


def masked(messages: Iterable[Message], mask: Mask) -> tuple[Message, ...]:
    """Return the messages with every text masked; media and signatures are left alone."""
    return tuple(replace(one, blocks=tuple(_masked(block, mask) for block in one.blocks)) for one in messages)


def _turn(index: int, message: Message) -> Turn:
    origin = f"/transcript/{index}"
    blocks: tuple[Block, ...] = tuple(_blocks(message.blocks, f"{origin}/blocks"))
    if message.role is Role.TOOL:
        blocks = (ToolResult(message.tool_use_id, blocks, message.is_error, origin=origin),)
    return Turn(index, message.role.value, blocks, origin, encode_message(message))


def _blocks(blocks: Iterable[wire.Block], base: str) -> Iterator[Block]:
    for index, block in enumerate(blocks):
        yield _block(block, f"{base}/{index}")


def _block(block: wire.Block, origin: str) -> Block:
    match block:
        case wire.Text(text=text):
            return Text(text, origin)
        case wire.Refusal(text=text):
            return Refusal(text, origin)
        case wire.Thinking():
            return Thinking(block.thinking, block.signature, origin)
        case wire.ToolUse():
            return ToolUse(block.id, block.name, _json(block.input), origin=origin)
        case wire.ToolResult():
            inner = tuple(_blocks(block.content, f"{origin}/content"))
            return ToolResult(block.tool_use_id, inner, block.is_error, origin=origin)
        case wire.Image():
            size, digest = _media(block.data, block.url)
            return Image(block.media_type, size, digest, origin, block.url)
        case wire.Audio():
            return Audio(block.media_type, *_media(block.data, ""), origin)
        case wire.Document():
            return Document(block.media_type, block.name, *_media(block.data, block.text), origin)


def _media(data: bytes | None, reference: str) -> tuple[int, str]:
    held = reference.encode("utf-8", "surrogatepass") if data is None else data
    return len(data or b""), sha256(held).hexdigest()


def _json(raw: bytes | None) -> str:
    return "null" if raw is None else raw.decode(errors="replace")


def _masked(block: wire.Block, mask: Mask) -> wire.Block:
    match block:
        case wire.Text() | wire.Refusal():
            return replace(block, text=mask(block.text))
        case wire.Thinking():
            return replace(block, thinking=mask(block.thinking))
        case wire.Document():
            return replace(block, name=mask(block.name), text=mask(block.text))
        case wire.ToolUse():
            return replace(block, input=None if block.input is None else mask(_json(block.input)).encode())
        case wire.ToolResult():
            return replace(block, content=tuple(_masked(one, mask) for one in block.content))
    return block
