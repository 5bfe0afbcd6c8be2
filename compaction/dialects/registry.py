"""The table of contents: one mapping a dialect."""

from compaction.dialects.mapping import DialectMap
from compaction.dialects.maps import anthropic, bedrock_converse, gemini, openai_chat, openai_responses
from compaction.transcripts import Dialect

MAPPINGS: tuple[DialectMap, ...] = (
    anthropic.MAP,
    openai_chat.MAP,
    openai_responses.MAP,
    gemini.MAP,
    bedrock_converse.MAP,
)


def mapping_of(dialect: Dialect) -> DialectMap:
    """Return the mapping of a dialect."""
    return next(mapping for mapping in MAPPINGS if mapping.dialect is dialect)
