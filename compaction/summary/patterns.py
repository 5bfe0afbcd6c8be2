"""What the parts of a summary look like, as regular expressions.

All but the last two are matched against text in which every byte that is not UTF-8 stands as a lone surrogate
(`surrogateescape`). Repetitions are possessive, so that no input makes one go back or keep memory for it. What a
possessive repetition repeats is atomic (`(?>`) where it is more than one set: before Python 3.11.5 a last round that
fails would otherwise keep what it took.

Source: summary-validation 6.5 to 6.8.
"""

import re
from collections.abc import Iterable

from compaction.summary.names import NAME_EXTRA, NAME_START
from compaction.summary.sections import ROOT, SECTION_NAMES

COLON = ord(":")


def character_class(ranges: Iterable[tuple[int, int]]) -> str:
    """Give the inside of a regular expression's character class."""
    return "".join(f"{re.escape(chr(first))}-{re.escape(chr(last))}" for first, last in ranges)


_START = character_class(pair for pair in NAME_START if pair != (COLON, COLON))
_ANY = _START + character_class(NAME_EXTRA)
_SPACE = r"[ \t\r\n]*+"
_NOT_CHARACTERS = r"\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff"

# A number is compared as written, because a loop in Python over a million references would take a second. References
# to surrogates are legal; the excluded ones are control characters, U+FFFE, U+FFFF, and what is above U+10FFFF.
_DECIMAL = (
    r"0*+(?!(?:[1-8]|1[124-9]|2[0-9]|3[01]|6553[45]);)"
    r"(?:[1-9][0-9]{0,5}|10[0-9]{5}|110[0-9]{4}|111[0-3][0-9]{3}|11140[0-9]{2}|111410[0-9]|111411[01])"
)
_HEX = (
    r"x0*+(?:[9aAdD]|[2-9a-fA-F][0-9a-fA-F]|[1-9a-fA-F][0-9a-fA-F]{2}|[1-9a-eA-E][0-9a-fA-F]{3}"
    r"|[fF](?:[0-9a-eA-E][0-9a-fA-F]{2}|[fF](?:[0-9a-eA-E][0-9a-fA-F]|[fF][0-9a-dA-D]))"
    r"|[1-9a-fA-F][0-9a-fA-F]{4}|10[0-9a-fA-F]{4})"
)
_REFERENCE = rf"(?:lt|gt|amp|apos|quot|#(?:{_DECIMAL}|{_HEX}));"

# The blanks of 6.8 without VT and FF, which are no XML characters.
_BLANK = r"\t\n\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_BLANK_REFERENCE = (
    r"&#(?:0*+(?:9|10|13|32|133|160|5760|819[2-9]|820[0-2]|823[23]|8239|8287|12288)"
    r"|x0*+(?:[9aAdD]|20|85|[aA]0|1680|200[0-9aA]|202[89fF]|205[fF]|3000));"
)

# Without a second colon.
_NAME = rf"(?::|[{_START}][{_ANY}]*+:?)[{_ANY}]*+"
_IN_VALUE = rf"[^\x22\x27<&{_NOT_CHARACTERS}]++|&{_REFERENCE}"
_VALUE = rf"""(?:"(?>{_IN_VALUE}|')*+"|'(?>{_IN_VALUE}|")*+')"""

NOT_CHARACTER = re.compile(rf"[{_NOT_CHARACTERS}]")
BAD_REFERENCE = re.compile(rf"&(?!{_REFERENCE})")
BLANKS = re.compile(rf"(?>[{_BLANK}]++|{_BLANK_REFERENCE})*+")
SPACES = re.compile(_SPACE)

TAG_NAME = re.compile(r"[a-zA-Z0-9_:.\-\x80-\U0010ffff]*+")
NAME = re.compile(rf"(?>[:{_START}][:{_ANY}]*+)?+")
ATTRIBUTES = re.compile(rf"(?>{_SPACE}{_NAME}{_SPACE}={_SPACE}{_VALUE})*+{_SPACE}")
TAG_END = re.compile(r"/?+>")

# A directive is taken in parts, so that what is kept of it stays small. `<{1,64}+` takes brackets by the heap.
_SKIPPED = r""""[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|<!--.*?(?:-->|\Z)"""
SKIPPED = re.compile(rf"(?:{_SKIPPED})(?>{_SKIPPED})*+", re.DOTALL)
DIRECTIVE_PART = re.compile(rf"""(?>[^'"<]++|<{{1,64}}+(?!!--)[^'"<]*+|<(?!!--)|{_SKIPPED}){{1,65536}}+""", re.DOTALL)

SURROGATE_REFERENCE = re.compile(
    r"&#(?:0*+(?:5529[6-9]|55[3-9][0-9]{2}|56[0-9]{3}|57[0-2][0-9]{2}|573[0-3][0-9]|5734[0-3])"
    r"|x0*+[dD][89a-fA-F][0-9a-fA-F]{2});"
)

# What nearly every valid summary looks like, in bytes that are known to be UTF-8: it saves cutting them into tokens.
# The set leaves out `&`, `<`, `]`, control characters and EF, which starts U+FFFE and U+FFFF among others.
_PLAIN_TEXT = rf"(?>[\t\n\r -%'-;=-\\^-\xee\xf0-\xff]++|&{_REFERENCE}|\](?!\]>)|\xef(?!\xbf[\xbe\xbf]))*+"
_PLAIN_SECTIONS = "".join(rf"{_SPACE}<{name}{_SPACE}(?:/>|>{_PLAIN_TEXT}</{name}{_SPACE}>)" for name in SECTION_NAMES)
PLAIN_SUMMARY = re.compile(rf"<{ROOT}{_SPACE}>{_PLAIN_SECTIONS}{_SPACE}</{ROOT}{_SPACE}>".encode("ascii"))
