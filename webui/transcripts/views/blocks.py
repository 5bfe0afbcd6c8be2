"""Blocks as a page shows them: a heading, and as much of the text as the page can afford."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType

from django.utils.safestring import SafeString

from compaction.transcripts import (
    Audio,
    Block,
    Compaction,
    Document,
    Image,
    RedactedThinking,
    Refusal,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    Unknown,
)
from webui.common.json_lines import lay_out
from webui.transcripts.finding import ID, NAME
from webui.transcripts.views.find import Mark
from webui.transcripts.views.marked import marked
from webui.transcripts.views.places import block_label, block_of
from webui.transcripts.views.suspected import Suspected, suspected

FOLDED_LINES = 40
FOLDED_CHARACTERS = 4_000
SLICE = 64 * 1024
"""Characters of one text shown at once on a message's page."""

LAID_OUT = 64 * 1024
"""Longer JSON is shown as written."""

BEFORE_HIT = 400
"""Characters shown before the hit that a page stands at."""

EMPTY = SafeString('<span class="ctl harm">empty text</span>')
BLOCKS_SHOWN = 20
"""Blocks of one opened message; those that break a rule come on top."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Some text, drawn. `lines`, `size` (bytes) and `length` (characters) are those of the whole text.

    `begins` is the character of the block's text with which the drawn part begins; None where it is drawn otherwise
    than it was written, so that places in it cannot be counted.
    """

    markup: SafeString
    lines: int
    size: int
    cut: bool
    shown_lines: int
    length: int
    label: str = ""
    first: int = 1
    begins: int | None = None
    suspects: Sequence[Suspected] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """One block. `anchor` is its part of the address, `hot` marks a block that breaks a rule.

    `half` is the anchor of the other half of its pair.
    """

    anchor: str
    icon: str
    title: str
    name: str = ""
    id: str = ""
    chip: str = ""
    failed: bool = False
    texts: Sequence[Shown] = ()
    hot: bool = False
    number: int = 0
    pair_link: str = ""
    pair_words: str = ""
    half: str = ""
    drawn_name: SafeString = SafeString("")
    drawn_id: SafeString = SafeString("")

    @property
    def label(self) -> str:
        """What it is called within its message: `.4`, `call 2`."""
        return block_label(self.anchor)

    @property
    def size(self) -> int:
        """Bytes of all its texts."""
        return sum(text.size for text in self.texts)


@dataclass(slots=True)
class Budget:
    """Characters that a page may still spend on opened text. Spent, blocks show their headings alone.

    `whole` is the number of the one block that is shown in slices, `slice` which of them.
    """

    left: int
    line_limit: int = FOLDED_LINES
    character_limit: int = FOLDED_CHARACTERS
    numbered: bool = False
    whole: int | None = None
    slice: int = 0


def faces(
    blocks: Sequence[Block],
    budget: Budget,
    hot: frozenset[str],
    names: Mapping[str, str],
    marks: Mapping[int, Sequence[Mark]] = MappingProxyType({}),
) -> list[Face]:
    """Return the blocks of one message.

    `hot` holds anchors of blocks at fault, `names` tool names by call id, `marks` what was found, by block.
    """
    shown = [
        (number, block)
        for number, block in enumerate(blocks)
        if budget.whole is not None or number < BLOCKS_SHOWN or number in marks or block_of(block.origin) in hot
    ]
    kept = shown if any(mark.now for found in marks.values() for mark in found) else shown[: 3 * BLOCKS_SHOWN]
    return [_face(number, block, budget, hot, names, marks.get(number, ())) for number, block in kept]


def _face(
    number: int, block: Block, budget: Budget, hot: frozenset[str], names: Mapping[str, str], marks: Sequence[Mark]
) -> Face:
    anchor = block_of(block.origin)
    icon, title, name, pair, chip, failed = _heading(block, names)
    begins = _begins(block)
    texts = [
        _shown(text, label, (number, slot), budget, [mark for mark in marks if mark.slot == slot], next(begins, None))
        for slot, (text, label) in enumerate(_texts(block))
    ]
    names_drawn = [
        marked(text, 0, [mark for mark in marks if mark.slot == slot])[0]
        if any(mark.slot == slot for mark in marks)
        else SafeString("")
        for slot, text in ((NAME, name), (ID, pair))
    ]
    return Face(
        anchor,
        icon,
        title,
        name,
        pair,
        chip,
        failed,
        texts,
        anchor in hot,
        number,
        drawn_name=names_drawn[0],
        drawn_id=names_drawn[1],
    )


def _heading(block: Block, names: Mapping[str, str]) -> tuple[str, str, str, str, str, bool]:
    match block:
        case ToolUse():
            return "call", "call of", block.name, block.id, "", False
        case ToolResult():
            known = names.get(block.call_id, "")
            title = "result of" if known else "result"
            return "result", title, known, block.call_id, "", block.is_error
        case Image() | Audio() | Document():
            return "image", type(block).__name__.lower(), "", "", _medium(block), False
        case Thinking():
            return "note", "thinking", "", "", "signed" if block.signature else "", False
        case RedactedThinking():
            return "lock", "sealed thinking", "", "", f"digest {block.digest[:12]}", False
        case Refusal():
            return "rejected", "refusal", "", "", "", False
        case Compaction():
            return "fold", "compaction", "", "", "" if block.text is not None else "cannot be read", False
        case Unknown():
            return "unverifiable", "unknown block", block.native_type, "", "kept as it came", False
        case _:
            return "text", "text", "", "", "", False


def _medium(block: Image | Audio | Document) -> str:
    kind = block.media_type or "kind unknown"
    return f"{kind} · digest {block.digest[:12]}" if block.digest else kind


def _texts(block: Block) -> Iterator[tuple[str, str]]:
    match block:
        case Text() | Thinking() | Refusal():
            yield block.text, ""
        case Compaction(text=str(text)):
            yield text, ""
        case ToolUse():
            yield block.arguments, ""
        case Unknown():
            yield block.raw, ""
        case ToolResult():
            for number, part in enumerate(block.blocks):
                inner = list(_texts(part))
                if inner:
                    yield from ((text, f"part {number}" if len(block.blocks) > 1 else "") for text, _ in inner)
                else:
                    yield f"[{_heading(part, {})[1]} {_heading(part, {})[4]}]", f"part {number}"


def _begins(block: Block) -> Iterator[int]:
    """Yield with which character of the block's text each of its texts begins, as a quotation counts them."""
    match block:
        case Text() | Thinking() | Refusal() | Compaction() | Unknown():
            yield 0
        case ToolResult(blocks=parts) if all(isinstance(part, Text) for part in parts):
            yield from accumulate((len(part.text) + 1 for part in parts if isinstance(part, Text)), initial=0)


def _shown(
    text: str, label: str, place: tuple[int, int], budget: Budget, marks: Sequence[Mark], begins: int | None
) -> Shown:
    number, slot = place
    start = _start(marks, budget)
    piece, first = _piece(text, number, budget) if start is None else _piece_from(text, start, budget)
    start = start or (budget.slice * SLICE if number == budget.whole else 0)
    cut = len(piece) < len(text)
    budget.left -= len(piece)
    here = [mark for mark in marks if mark.start < start + len(piece) and mark.stop > start]
    laid = None if here else _laid_out(piece, whole=not cut)
    odd = suspected(text, start, start + len(piece), place)
    here = here or [Mark(slot, one.start, one.stop, 0, False, "suspect") for one in odd]
    lines = laid or marked(piece, start, here)
    markup = numbered(lines, first) if budget.numbered else SafeString("\n".join(lines))
    # A browser leaves out the line feed that an element of preformatted text begins with.
    eaten = markup.startswith("\n") and not label
    begins = None if begins is None or laid else begins + start + eaten
    size = len(text.encode("utf-8", "surrogatepass"))
    return Shown(markup, text.count("\n") + 1, size, cut, len(lines), len(text), label, first, begins, odd)


def _start(marks: Sequence[Mark], budget: Budget) -> int | None:
    """Return where to begin for the hit that the page stands at to be seen; None for the beginning as ever."""
    now = next((mark for mark in marks if mark.now), None)
    return None if now is None or budget.whole is not None else max(0, now.start - BEFORE_HIT)


def _piece_from(text: str, start: int, budget: Budget) -> tuple[str, int]:
    return text[start : start + budget.character_limit], text.count("\n", 0, start) + 1


def _piece(text: str, number: int, budget: Budget) -> tuple[str, int]:
    """Return what is shown of a text, and the number of its first line."""
    if number == budget.whole:
        start = budget.slice * SLICE
        return text[start : start + SLICE], text.count("\n", 0, start) + 1
    piece = text[: max(0, min(budget.character_limit, budget.left))]
    lines = piece.split("\n")
    return "\n".join(lines[: budget.line_limit]), 1


def _laid_out(piece: str, *, whole: bool) -> list[SafeString] | None:
    """Return the lines of what is not drawn as it was written: nothing at all, or a whole JSON value."""
    if whole and not piece:
        return [EMPTY]
    laid = lay_out(piece) if whole and piece[:1] in ("{", "[") and len(piece) <= LAID_OUT else None
    return [line.markup for line in laid] if laid else None


def numbered(lines: Sequence[SafeString], first: int = 1) -> SafeString:
    """Return lines with their numbers beside them."""
    return SafeString("".join(f'<span class="l" data-n="{at}">{line}</span>' for at, line in enumerate(lines, first)))
