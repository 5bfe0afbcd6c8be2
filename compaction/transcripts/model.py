"""Messages and transcripts, canonical and immutable."""

from dataclasses import dataclass

from compaction.transcripts.blocks import Block
from compaction.transcripts.dialect import Dialect


@dataclass(frozen=True, slots=True)
class Message:
    """One turn.

    `index` is the zero-based place in the uploaded list; `origin` the JSON Pointer of the native element; `native` the
    exact JSON of that element as uploaded, keys in original order. `native_id` and `time` are empty where unknown.
    """

    index: int
    role: str
    blocks: tuple[Block, ...]
    origin: str
    native: bytes
    native_id: str = ""
    time: str = ""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A sequence of messages under one dialect; `dialect` is None while it is ambiguous."""

    dialect: Dialect | None
    messages: tuple[Message, ...]
    system: tuple[Block, ...] = ()
    model: str = ""
