"""The rules of flags that two texts decide, in the order in which they are shown."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from compaction.findings import Flag
from compaction.measures.flagging.emptiness import empty_summary
from compaction.measures.flagging.hard_facts import lost_identifiers, low_identifier_recall, ungrounded_fact
from compaction.measures.flagging.language import language_shift
from compaction.measures.flagging.rounds import dropped_summary, duplicate_summary, nested_summary, summary_growth
from compaction.measures.flagging.texts import Texts
from compaction.measures.flagging.truncation import summary_truncated
from compaction.measures.flagging.wording import reply_continues, scratchpad_kept, tool_call_as_text
from compaction.measures.material import Material

TextRule: TypeAlias = Callable[[Texts], Iterator[Flag]]

TEXT_RULES: tuple[TextRule, ...] = (
    lost_identifiers,
    low_identifier_recall,
    ungrounded_fact,
    empty_summary,
    summary_truncated,
    reply_continues,
    scratchpad_kept,
    tool_call_as_text,
    duplicate_summary,
    nested_summary,
    dropped_summary,
    summary_growth,
    language_shift,
)


def flags(source: str, summary: str, *, prior: str = "", hook: str = "", after: str | None = None) -> tuple[Flag, ...]:
    """Flag what two texts decide. `after` is the text of the new list; places are offsets into the inputs.

    Source: review-flags, interfaces 1.6.
    """
    return flag_texts(Texts(Material(source, summary, prior, hook), summary, after))


def flag_texts(texts: Texts) -> tuple[Flag, ...]:
    """Flag texts whose material may have been measured already."""
    return tuple([flag for rule in TEXT_RULES for flag in rule(texts)])
