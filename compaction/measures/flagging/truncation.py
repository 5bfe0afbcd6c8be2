"""The flag on a summary that was cut: inside a word, a code fence, a list item or an element."""

import re
from collections.abc import Iterator

from compaction.findings import Flag, FlagEvidence, Span
from compaction.measures.flagging.texts import Texts

FENCE = re.compile(r"^\s*(?:```|~~~)", re.MULTILINE)
BARE_ITEM = re.compile(r"(?:^|\n)[ \t]*(?:[-*+•]|\d+[.)])[ \t]*$")
OPEN_TAG = re.compile(r"<[A-Za-z/][^<>]*$")
ELEMENT = re.compile(r"^\s*<([A-Za-z][\w-]*)>", re.MULTILINE)
DANGLING = re.compile(
    r"(?:[,(\[{]|(?<!\w)(?:and|or|the|a|an|of|to|with|for|from|by|und|oder|der|die|das|mit|et|le|la|de))$"
)
LAST_WORD = re.compile(r"\w{3,}$")
ITEM = re.compile(r"\s*(?:[-*+•|#]|\d+[.)]\s)")
WORD = re.compile(r"\w+")
SHOWN = 80


def summary_truncated(texts: Texts) -> Iterator[Flag]:
    """Flag a summary that ends where no author ends."""
    end = texts.summary.rstrip()
    if end and (_is_open(end) or DANGLING.search(end) or _ends_inside_a_word(end, texts.material.source)):
        yield Flag("summary-truncated", evidence=FlagEvidence((Span("summary", max(len(end) - SHOWN, 0), len(end)),)))


def _is_open(text: str) -> bool:
    """Whether a fence, an item or an element began and did not end."""
    opened = any(f"</{name}>" not in text for name in ELEMENT.findall(text))
    return bool(len(FENCE.findall(text)) % 2 or BARE_ITEM.search(text) or OPEN_TAG.search(text) or opened)


def _ends_inside_a_word(text: str, source: str) -> bool:
    """Whether the last word is the beginning of words of the source, and none itself. Not told of lists."""
    last = LAST_WORD.search(text)
    if last is None or ITEM.match(text, text.rfind("\n") + 1):  # items end without a mark
        return False
    word = last[0].lower()
    known = set(WORD.findall(source.lower())) | set(WORD.findall(text[: last.start()].lower()))
    return word not in known and any(other.startswith(word) for other in known)
