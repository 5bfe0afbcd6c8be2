"""The text of a summary without what a tool puts around it.

Source: wire-formats 6.3.
"""

import re
from collections.abc import Mapping

OPENINGS = (
    re.compile(r"This session is being continued from a previous conversation[^\n]*\n", re.IGNORECASE),
    re.compile(r"Another language model started to solve this problem[^\n]*\n", re.IGNORECASE),
)
"""The first line that tools begin with; it says that a summary follows."""

CLOSINGS = re.compile(r"\n\s*+Please continue [^\n]*without asking[^\n]*\s*\Z", re.IGNORECASE)
SCRATCH = re.compile(r"\s*<analysis>.*?</analysis>", re.DOTALL)
WRAPPERS = ("summary", "state_snapshot")


def opens_summary(text: str) -> bool:
    """Say whether a text begins as a message does that holds a summary."""
    return any(opening.match(text.lstrip()) for opening in OPENINGS)


def plain_summary(text: str) -> str:
    """Return what was written as summary."""
    for opening in OPENINGS:
        found = opening.match(text.lstrip())
        if found:
            text = text.lstrip()[found.end() :]
    text = CLOSINGS.sub("", text)
    scratch = SCRATCH.match(text)
    text = text[scratch.end() :] if scratch else text
    for name in WRAPPERS:
        _, start, inner = text.partition(f"<{name}>")
        if start:
            text = inner.partition(f"</{name}>")[0]
    return text.strip()


def text_of(content: object) -> str:
    """Return the texts of a content, whatever its form: a text, blocks, or parts."""
    match content:
        case str():
            return content
        case list():
            return "\n".join(text for part in content if (text := text_of(part)))
        case Mapping() if isinstance(content.get("text"), str):
            return str(content["text"])
    return ""


def spoken(members: Mapping[str, object]) -> str:
    """Return the texts of a message."""
    return next((text for name in ("content", "parts") if (text := text_of(members.get(name)))), "")
