"""Captured text made safe and honest to look at.

What a browser would hide, reorder or act on is drawn as a token with its name. Everything else is escaped. Text without
such characters takes the fast path: one search, one escape.
"""

import re
import unicodedata

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

_CONTROLS: list[str] = re.findall(
    r"\S+",
    "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS "
    "US",
)
_SHORT = {
    "\x7f": "DEL",
    "\xa0": "NBSP",
    "\xad": "SHY",
    "\u061c": "ALM",
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u2028": "LINE SEP",
    "\u2029": "PARA SEP",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u202f": "NNBSP",
    "\u2060": "WJ",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
    "\ufeff": "BOM",
}
# The ideographic space and the emoji variation selector are left alone: both are everyday text.
_HARM = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e0fff\ud800-\udfff"
_HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\xa0\xad\u115f\u1160\u1680\u180e\u2000-\u200d\u2028\u2029\u202f\u205f-\u2065\u206a-\u206f"
    "\u3164\ufeff\uffa0\ufff9-\ufffb"
)
_COLOUR = r"\x1b\[[0-9;:?]*[ -/]*[@-~]"
_MARKER = r"\[redacted:[a-z0-9-]{1,40}(?::[0-9a-f]{1,16})?\]"
_SPECIAL = re.compile(
    rf"(?P<colour>{_COLOUR})|(?P<marker>{_MARKER})|(?P<harm>([{_HARM}])\4*)|(?P<hidden>([{_HIDDEN}])\6*)"
)
_PRESENT = re.compile(rf"\[redacted:|[{_HARM}{_HIDDEN}]")


def draw(text: str) -> SafeString:
    """Return `text` as markup: escaped, with hidden characters drawn as named tokens.

    A token that stands for more than one character says for how many, so that places in the text can be counted.
    """
    if not _PRESENT.search(text):
        return escape(text)
    parts: list[str] = []
    start = 0
    for found in _SPECIAL.finditer(text):
        parts.append(escape(text[start : found.start()]))
        parts.append(_token(found))
        start = found.end()
    parts.append(escape(text[start:]))
    return mark_safe("".join(parts))  # noqa: S308 - every part is escaped above or built in _token


def _token(found: re.Match[str]) -> str:
    text = found.group()
    length = f' data-raw="{len(text)}"' if len(text) > 1 else ""
    if found.lastgroup == "marker" or text.startswith("[redacted:"):
        words = text[1:-1].replace("redacted:", "redacted: ", 1).rpartition(":")
        label = f"{words[0]} {words[2]}" if words[0] != "redacted" else text[1:-1]
        reported = words[0] == "redacted: reported"
        said = "Reported, and masked for everyone" if reported else "Masked before it was stored"
        return f'<span class="ctl harm"{length} title="{said}">{escape(label)}</span>'
    if found.group("colour"):
        said = "Escape, U+001B: a terminal colour code"
        return f'<span class="ctl"{length} title="{said}">ESC{escape(text[1:])}</span>'
    kind = "ctl harm" if found.group("harm") else "ctl"
    times = f" ×{len(text):,}" if len(text) > 1 else ""
    return f'<span class="{kind}"{length} title="{title(text[0])}">{short(text[0])}{times}</span>'


def short(character: str) -> str:
    """Return the name that stands in a token, such as `RLO` or `U+2063`."""
    code = ord(character)
    if code < len(_CONTROLS):
        return _CONTROLS[code]
    return _SHORT.get(character, f"U+{code:04X}")


def title(character: str) -> str:
    """Return the full name of a character, such as `Right-to-left override, U+202E`."""
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF:
        name = "Half of a surrogate pair"
    else:
        name = unicodedata.name(character, "Control character").capitalize()
    return f"{name}, U+{code:04X}"
