"""What makes two violations the same defect: a short text that no place and no content goes into.

It is made of the rule, the dialect, the role of the message, the kind of the block, and the shape beside the block
within its message. Messages around it do not count, so a defect keeps its signature when others are put before or
behind it. A signature belongs to one dialect and never crosses to another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby

from compaction.findings import Violation, WireRole
from compaction.shape.places import Token, place_of
from compaction.transcripts import Block, Dialect, Message, ToolResult, codec

ROLES = frozenset({"user", "assistant", "system", "developer", "tool", "function", "model"})
OTHER_ROLE = "other"
ROLE_RULE = "role-legal"
VERSION = "1"
BYTES = 12


@dataclass(frozen=True, slots=True)
class Around:
    """The shape around one violation.

    `block` is the kind of the block that it names (`tool_result/image` inside a result), and `before` and `after` are
    the kinds of the nearest blocks that are not of its kind. Where the message itself is meant `block` is empty, and
    `kinds` are those of all its blocks in order, each run told once. Where the request is meant, `block` is the member
    of the body. `behind` says that the other half of the pair stands earlier in the list.
    """

    role: str = ""
    block: str = ""
    before: str = ""
    after: str = ""
    kinds: tuple[str, ...] = ()
    behind: bool = False


def signature(rule: str, dialect: str, around: Around) -> str:
    """Return the signature of a violation: 24 hex digits."""
    behind = "behind" if around.behind else ""
    return _digest(
        "violation",
        rule,
        dialect,
        around.role,
        around.block,
        around.before,
        around.after,
        behind,
        *around.kinds,
    )


def verdict_signature(kind: str, code: str, section: str = "", *, dialect: str = "") -> str:
    """Return the signature of what a run is blamed for: 24 hex digits.

    `kind` is `reason` or `flag`, `code` its id, `section` the part of a summary that it names.
    """
    return _digest(kind, code, dialect, section)


def dialects_of(dialect: Dialect | str | None, alternatives: Sequence[str] = ()) -> str:
    """Return whose rules a signature belongs to: the dialect, or the candidates of an ambiguous list together."""
    return str(dialect) if dialect else "|".join(sorted(alternatives))


def signature_of(violation: Violation, messages: Sequence[Message], dialect: str) -> str:
    """Return the signature of a violation of a list; pointers lead into the request body, as the rules report them.

    `messages` are the canonical messages of the list, and `dialect` is what `dialects_of` gives. Stored rows hold the
    same: the message at the violation's position, its role and its blocks, go into `around`, so only that one is read.
    A violation whose position is beyond the list, or none, is told by its rule and the member of the body.
    """
    position = violation.position
    if position is None or position >= len(messages):
        return signature(violation.rule, dialect, around(violation))
    message = messages[position]
    return signature(violation.rule, dialect, around(violation, message.role, message.blocks))


def role_signature(found: WireRole, dialect: str) -> str:
    """Return the signature of a raw role that the dialect does not know."""
    return signature(ROLE_RULE, dialect, Around(role=_known(found.role)))


def around(violation: Violation, role: str = "", blocks: Sequence[Block] = ()) -> Around:
    """Return the shape around a violation; `role` and `blocks` are those of the message at its position."""
    place = place_of(violation.pointer)
    if violation.position is None:
        return Around(block=_member(place.tokens))
    behind = _behind(violation)
    path = _named(violation.pointer, blocks)
    if not path:
        return Around(role=_known(role), kinds=_runs(blocks), behind=behind)
    before, after = _beside(path[0], blocks)
    kind = "/".join(_kind(block) for block in path)
    return Around(role=_known(role), block=kind, before=before, after=after, behind=behind)


def _known(role: str) -> str:
    """Return the role where it is a word of ours: any other is captured text."""
    return role if role in ROLES or not role else OTHER_ROLE


def _member(tokens: Sequence[Token]) -> str:
    return next((token for token in tokens if isinstance(token, str)), "request")


def _behind(violation: Violation) -> bool:
    if not violation.counterpart or violation.position is None:
        return False
    other = place_of(violation.counterpart).position
    return other is not None and other < violation.position


def _named(pointer: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return the block that a pointer names, and within a result the inner one behind it; nothing for the message."""
    for block in blocks:
        if block.origin and f"{pointer}/".startswith(f"{block.origin}/"):
            inner = _named(pointer, block.blocks) if isinstance(block, ToolResult) else ()
            return (block, *inner)
    return ()


def _beside(named: Block, blocks: Sequence[Block]) -> tuple[str, str]:
    """Return the kinds before and behind the run of blocks that one belongs to."""
    at = next(index for index, block in enumerate(blocks) if block is named)
    return _unlike(named, reversed(blocks[:at])), _unlike(named, iter(blocks[at + 1 :]))


def _unlike(named: Block, others: Iterator[Block]) -> str:
    return next((kind for block in others if (kind := _kind(block)) != _kind(named)), "")


def _runs(blocks: Sequence[Block]) -> tuple[str, ...]:
    return tuple(kind for kind, _ in groupby(_kind(block) for block in blocks))


def _kind(block: Block) -> str:
    return codec.NAMES[type(block)]


def _digest(*parts: str) -> str:
    text = "\0".join((VERSION, *parts))
    return blake2b(text.encode("utf-8", "backslashreplace"), digest_size=BYTES).hexdigest()
