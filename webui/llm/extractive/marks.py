"""Words that give a demand, a decision or an error away, and words that mean nothing by themselves; data only."""

import re

_STRONG = (
    r"must(?:n't)?|never|always|from now on|under no circumstances|do not|don't|only|forbid(?:den)?|not allowed",
    r"off limits|without asking|unless|rule",
)
_MILD = (
    r"does not|cannot|may not|should(?:n't)?|make sure|please|remember|prefer|avoid|keep|leave|no longer|stick to",
    r"ask (?:me )?(?:first|before)|insist|require[sd]?|hands off|is (?:frozen|mandatory)|no \w+ing",
)
_DECIDED = (
    r"decided|decision|agreed|settled on|go(?:ing)? with|went with|chose|chosen|choose|pick(?:ed)?|opt(?:ed)? for",
    r"we(?:'ll| will) (?:use|keep|go|take|drop|ship|stay|store|move)|let's (?:use|keep|go|take|drop|ship|stay)",
    r"instead of|rather than|switch(?:ed|ing)? to|approved|ruled out|stay(?:ing)? with|conclusion",
)
_FAILED = (
    r"[Ee]rror|ERROR|FAIL(?:ED)?|FATAL|failed|refused|denied|timed out|not found|no such|cannot|could not|exceeded",
    r"unexpected|invalid|violates|overflow|out of (?:memory|range)|unreachable|undefined|mismatch|panic(?:ked)?",
    r"exit (?:code|status)|fatal|traceback|segfault|deadlock",
)
_NAMED_ERROR = (
    r"\b[A-Z]\w*(?:Error|Exception|Fault|Failure)\b",
    r"\b(?:ERROR|FATAL|E[A-Z]{4,})\b",
    r"\b(?:[Ee]rror|[Pp]anic|[Ff]atal|[Ff]ailed):",
    r"\b(?:[Pp]ermission|[Aa]ccess) denied\b|\b[Cc]onnection (?:refused|reset)\b|\b[Nn]o such file\b",
    r"\b[Oo]ut of (?:memory|range)\b|\b[Ss]egmentation fault\b|\b(?:command|module) not found\b|\b[Dd]eadlock\b",
)


def _any(*words: str, flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b", flags)


STRONG = _any(*_STRONG)
"""A demand that leaves no choice."""
DEMAND = _any(*_STRONG, *_MILD)
DECIDED = _any(*_DECIDED)
FAILED = _any(*_FAILED, flags=re.NOFLAG)
NAMED_ERROR = re.compile("|".join(_NAMED_ERROR))
ADDRESSED = _any("user", "you")
ANNOUNCED = re.compile(
    r"(?:(?:ok|okay|now|next|first|then|so|well|good|right)[,:]?\s+)?"
    r"(?:let(?:'s| me| us)\b|i(?:'ll| will| am going to|'m going to| am| want to|'d like to)\b|one moment|[a-z]+ing\b)",
    re.IGNORECASE,
)
"""How an agent begins to say what it is about to do."""

EMPTY = frozenset(
    """
    the and for with that this from have has had was were are been will would can could into onto than then them they
    you your our its it's there here what which when where who why how not but all any each also just now out off over
    very some such only about again after before please must never always don't does did let's we'll i'll
    """.split()  # noqa: SIM905 - sixty quoted words would be harder to read
)
