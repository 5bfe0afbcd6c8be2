"""Secrets that are known by their own look: provider keys, tokens, private keys, user info of addresses."""

import re
from collections.abc import Iterator

from compaction.redaction import patterns
from compaction.redaction.patterns import Token
from compaction.redaction.spans import Candidate, Look, Span, View

_BEARER = re.compile(rb"bearer (?= {0,3}[a-z0-9._~+/=-]{16})")
_BEARER_VALUE = re.compile(
    rb"(?i:bearer) {1,4}(?P<secret>(?=[A-Za-z_-]{0,80}[0-9+/=._~])(?=[^\s]{0,80}[0-9])[A-Za-z0-9._~+/=-]{16,4096}+)"
)


def search(view: View, start: int, stop: int) -> Iterator[Candidate]:
    """Yield the places where a secret seems to begin, family by family."""
    for pattern, looks in _FAMILIES:
        for match in pattern.finditer(view.text, start):
            if match.start() >= stop + 32:
                break
            back, look = looks[(match.lastindex or 1) - 1]
            yield Candidate(match.end() - back, look)
    for match in _BEARER.finditer(view.low, start, stop + 64):
        yield Candidate(match.start(), _bearer)


def kind_by_look(secret: bytes) -> str | None:
    """Return the kind of a value that is a known token from end to end."""
    for pattern, kind in _WHOLE:
        if pattern.fullmatch(secret):
            return kind
    return None


def glued(view: View, place: int) -> Span | None:
    """Look for a token right behind something that was masked, where it starts no word."""
    for pattern, kind in _WHOLE:
        if match := pattern.match(view.text, place):
            return Span(place, match.end(), kind)
    return None


def _look_for(kind: str, shape: re.Pattern[bytes], group: str | int = 0) -> Look:
    def look(view: View, place: int) -> Span | None:
        match = shape.match(view.text, place)
        return Span(match.start(group), match.end(group), kind) if match else None

    return look


def _starting_a_word(token: Token) -> bytes:
    """Return a pattern for the place right after the prefix. The letter of an escape such as `\\n` is no word."""
    prefix = token.prefix
    return (
        rb"(?:(?<=" + prefix + rb")(?<!" + token.alone + prefix + rb")|(?<=\\[nrtbf]" + prefix + rb")"
        rb"|(?<=\\u[0-9a-fA-F]{4}" + prefix + rb"))(?=" + token.rest + rb")"
    )  # fmt: skip


def _width(token: Token) -> int:
    return len(re.sub(rb"\[[a-z]+\]|\\.", b"x", token.prefix))


_Family = tuple[re.Pattern[bytes], tuple[tuple[int, Look], ...]]


def _family(first: bytes, tokens: tuple[Token, ...]) -> _Family:
    """Return one search for several tokens; it is fast because it begins with a literal."""
    branches = b"|".join(_starting_a_word(token) + b"()" for token in tokens)
    looks = tuple((_width(token), _look_for(token.kind, re.compile(token.prefix + token.rest))) for token in tokens)
    return re.compile(first + b"(?:" + branches + b")"), looks


_bearer = _look_for("authorization", _BEARER_VALUE, "secret")
_url_user = _look_for("url-credentials", patterns.URL_USER, "secret")
_FAMILIES: tuple[_Family, ...] = (
    _family(b"-", patterns.DASHED),
    _family(b"_", patterns.SCORED),
    *(_family(token.prefix, (token,)) for token in patterns.LETTERED + patterns.WEB_TOKENS + patterns.GOOGLE),
    (re.compile(rb"-----BEGIN "), ((11, _look_for("private-key", patterns.PEM)),)),
    (re.compile(rb"://(?=[^\s/:@\"'\\<>\[\]{}$%?#]{0,400}+[:@])"), ((3, _url_user),)),
    (re.compile(rb":(?=\\{1,15}/)"), ((1, _url_user),)),
)
_WHOLE = tuple((re.compile(token.prefix + token.rest), token.kind) for token in patterns.TOKENS)
