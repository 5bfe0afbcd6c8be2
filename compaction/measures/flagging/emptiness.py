"""The flag on a summary that says nothing: blank, headings and filler alone, or a notice in place of a summary."""

import re
from collections.abc import Iterator

from compaction.findings import Flag, FlagEvidence, Span
from compaction.measures.flagging.texts import Texts

_PIECES = re.compile(r"\n|(?<=[.!?;])\s+")
_HEADING = re.compile(r"\s*(?:#{1,6}\s.*|\*\*[^*]+\*\*:?|</?[\w-]+>|[-=_*]{3,}|[^.:]{1,60}:)\s*")
_LABEL = re.compile(r"[\w \-/]{1,40}:\s*")
_THINGS = (
    "items?|entries|requests?|tasks?|decisions?|constraints?|files?|errors?|content|information|data|changes|summary"
)
_MORE = "yet|recorded|so far|to report|to do|noted|identified|specified|provided|available|known|applicable|found|here"
_FILLER = re.compile(
    rf"(?:nothing|none|n/?a|not applicable|tbd|empty|unknown|no (?:\w+ )?(?:{_THINGS}))?(?: (?:{_MORE})){{0,2}}",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"\b(?:(?:no|any|zero) (?:messages?|conversation|content|history|context|transcript)\b.{0,80}"
    r"\b(?:summari[sz]e|provided|found|given)"
    r"|nothing (?:was |is )?(?:there )?to summari[sz]e"
    r"|(?:conversation|transcript|history|context) (?:was|is) (?:empty|blank)"
    r"|(?:summary|summari[sz]ation|compaction) (?:failed|unavailable|(?:is|was) (?:unavailable|not available|omitted))"
    r"|(?:unable|cannot|can't|could not|not able) (?:to )?(?:summari[sz]e|create a summary|generate a summary))",
    re.IGNORECASE,
)
_MARKS = " \t.,;:!?*_-–—•()[]`\"'"


def empty_summary(texts: Texts) -> Iterator[Flag]:
    """Flag a summary of which no piece says anything about the conversation."""
    if all(_says_nothing(piece) for piece in _PIECES.split(texts.summary)):
        yield Flag("empty-summary", evidence=FlagEvidence((Span("summary", 0, len(texts.summary)),)))


def _says_nothing(piece: str) -> bool:
    if _HEADING.fullmatch(piece) or _NOTICE.search(piece):
        return True
    bare = piece.strip(_MARKS)
    return bool(_FILLER.fullmatch(bare) or _FILLER.fullmatch(_LABEL.sub("", bare, count=1).strip(_MARKS)))
