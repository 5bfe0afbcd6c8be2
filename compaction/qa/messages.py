"""Messages as a summarizer sees them: three roles and five kinds of part.

Source: qa-summarizer 1.1, decisions 27.
"""

import json
from dataclasses import dataclass
from typing import Literal, TypeAlias, Union

Role: TypeAlias = Literal["user", "assistant", "system"]
Retention: TypeAlias = Literal["durable", "requery"]
"""`durable` must survive word for word; `requery` can be fetched again, so its content is withheld."""


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Thinking:
    text: str
    redacted: bool = False


@dataclass(frozen=True, slots=True)
class Media:
    """Something that is no text. `kind` is a fixed word such as `image`, shown in its place."""

    kind: str = "image"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call; `input` is JSON text as `compact` writes it."""

    id: str
    name: str
    input: str


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The answer to a call: one text, or several parts."""

    call_id: str
    name: str
    output: str | tuple[Text | Media, ...]
    is_error: bool = False
    retention: Retention | None = None


Part: TypeAlias = Union[Text, Thinking, Media, ToolCall, ToolResult]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. `ref` is the caller's own and follows the message; a merged message keeps the first one's."""

    role: Role
    parts: tuple[Part, ...]
    ref: object | None = None

    @property
    def text(self) -> str:
        """The text parts joined with nothing between them."""
        return "".join(part.text for part in self.parts if isinstance(part, Text))


def compact(value: object) -> str:
    """Return JSON without blanks, keys sorted, letters of all scripts kept."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def output_text(result: ToolResult) -> str:
    """Return what a result says: its texts joined by line feeds, media as `[image]`.

    Source: qa-summarizer 1.15.6.
    """
    if isinstance(result.output, str):
        return result.output
    return "\n".join(part.text if isinstance(part, Text) else f"[{part.kind}]" for part in result.output)


def searchable_text(part: Part) -> str | None:
    """Return the text of a part that evidence may stand in; offsets of evidence count in it."""
    match part:
        case Text():
            return part.text
        case ToolResult():
            return output_text(part)
    return None
