"""The right side of a pair: where it ends, and whether it is a secret at all."""

import re

from compaction.redaction import patterns
from compaction.redaction.names import Named
from compaction.redaction.undo import string_end

_BARE_BYTES = rb"[^\s\"'\\,;&<>(){}\[\]`|\x00-\x1f]"
_BARE = re.compile(_BARE_BYTES + rb"{1,512}+(?>\\{1,15}/" + _BARE_BYTES + rb"{0,512}+){0,8}+")
_SINGLE_QUOTED = re.compile(rb"[^'\"\\\r\n]{4,1024}+(?=\\{0,15}')")
_PARAMETER_BYTES = rb"[^&\s\"'\\#<>\[\]{}$,;`()]"
_PARAMETER = re.compile(_PARAMETER_BYTES + rb"{1,2048}+(?>\\{1,15}/" + _PARAMETER_BYTES + rb"{0,512}+){0,8}+")
_DIGIT = re.compile(rb"[0-9]")
_LETTER = re.compile(rb"[A-Za-z]")
_MARK = re.compile(rb"[0-9!@#$%^*+=/~?-]")
_DOTTED = re.compile(rb"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_CODE = (b"(", b"[", b"{", b"<")
_ENDS = (b"", b"\\", b" ", b"\n", b"\r", b'"', b"'", b"&", b";")
_PATH = re.compile(rb"(?:[/~.]|https?:|file:).*|\\.*")
_SHORTEST = {"password": 4, "api-key": 8, "token": 16}


def plausible_end(named: Named, kind: str) -> int:
    """Return where a right side ends that is worth masking; its own start where it is not."""
    end = _quoted_end(named) if named.quoted else _bare_end(named)
    value = named.view.text[named.start : end]
    if len(value) < _SHORTEST[kind] or _stands_in(value) or re.search(rb"[\s\[\]]", value):
        return named.start
    if kind == "token" and not (_DIGIT.search(value) and _LETTER.search(value)):
        return named.start
    if kind == "api-key" and not named.json and not _DIGIT.search(value):
        return named.start
    return end


def parameter_end(named: Named) -> int:
    """Return where the value of an address parameter ends; its own start where it is no secret."""
    match = _PARAMETER.match(named.view.text, named.start)
    value = match[0] if match else b""
    if len(value) < 4 or not (_DIGIT.search(value) or len(value) >= 12) or _stands_in(value):
        return named.start
    return named.start + len(value)


def _stands_in(value: bytes) -> bool:
    """Return whether the right side is a blank or a name rather than a secret."""
    if patterns.PLACEHOLDER.fullmatch(value):
        return True
    return len(value) <= 64 and not _DIGIT.search(value) and bool(patterns.STAND_IN.search(value))


def _quoted_end(named: Named) -> int:
    text = named.view.text
    if named.quoted[-1:] == b'"':
        end = string_end(text, named.start, max(named.slashes, 0), named.start + 4096)
        return end if end >= 0 and b"\\n" not in text[named.start : end] else named.start
    match = _SINGLE_QUOTED.match(text, named.start)
    return match.end() if match else named.start


def _bare_end(named: Named) -> int:
    """Return where an unquoted value ends; its own start when it is code or prose."""
    text = named.view.text
    match = _BARE.match(text, named.start) if named.bare else None
    if not match:
        return named.start
    value = match[0].rstrip(b".:")
    follows = text[match.end() : match.end() + 1]
    ends = named.tight and follows in _ENDS
    if follows in _CODE or (_DOTTED.fullmatch(value) and not ends):
        return named.start
    if _PATH.fullmatch(value) and b"aws" not in named.name:
        return named.start
    if _DIGIT.search(value) or (named.sep == b"=" and _MARK.search(value)) or (ends and len(value) >= 6):
        return named.start + len(value)
    return named.start
