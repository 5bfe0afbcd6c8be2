"""Secrets that are known by the name before them: keys of JSON, headers, `password=`, parameters of an address."""

import re
from collections.abc import Iterator

from compaction.redaction import headers, names, neighbours, patterns, values
from compaction.redaction.names import Named
from compaction.redaction.spans import LEVELS, Candidate, Span, View, whole_string
from compaction.redaction.undo import string_end

_SCHEME = rb"(?:(?:[Bb]earer|[Bb]asic|[Tt]oken|[Dd]igest|BEARER|BASIC)[ \t]{1,4})"
_HEADER_LINE = re.compile(_SCHEME + rb"?(?P<secret>(?=[A-Za-z._~+/=:-]{0,400}[0-9])[A-Za-z0-9._~+/=:-]{8,4096}+)")
_BASIC_LINE = re.compile(rb"[Bb]asic[ \t]{1,4}(?P<secret>[A-Za-z0-9+/=]{8,4096}+)")
_COOKIE_LINE = re.compile(rb"(?P<secret>[A-Za-z0-9_.-]{1,80}=[^\"'\\\r\n\[]{4,4096}+)")
_BLANK = re.compile(_SCHEME + rb"?(?:\$\{?[\w.()\[\] -]{1,80}\}?|\{\{?[\w. ()]{1,80}\}?\}|<[^<>]{1,60}>|%s)")
_HEADER_NAME = re.compile(rb"[A-Za-z][A-Za-z-]{2,40}")


def search(view: View, start: int, stop: int) -> Iterator[Candidate]:
    """Yield the names that have a value, and the beginnings of headers and cookies."""
    for end in names.ends(view, start, stop):
        if view.low.endswith((b"headers", b"cookies"), 0, end):
            yield Candidate(end - 7, headers.look)
        else:
            yield Candidate(end, look)


def look(view: View, place: int) -> Span | None:
    """Decide about the name that ends at `place`."""
    named = names.read(view, place)
    if named is None:
        return None
    if named.sep == b",":
        return _header_pair(named)
    if named.json:
        return _json_value(named)
    if named.name in patterns.HEADERS and named.sep == b":":
        return _header_line(named)
    if named.tight and view.text[named.before - 1 : named.before] in (b"?", b"&", b";"):
        return _parameter(named)
    return _pair(named, named.name)


def _json_value(named: Named) -> Span | None:
    name, view = named.name, named.view
    if name == b"value":
        return _listed_value(named)
    if name in patterns.OPAQUE or (name == b"data" and neighbours.is_media(named)):
        return _mask_string(named, "")
    if kind := _always(named):
        end = string_end(view.text, named.start, named.slashes, named.start + 1024)
        if end >= 0 and _BLANK.fullmatch(view.text[named.start : end]):
            return None
        return _mask_string(named, kind)
    return _pair(named, name)


def _always(named: Named) -> str | None:
    """Return the kind of a key whose value is masked whatever it is."""
    name = named.name
    if name.startswith(patterns.BODY_PREFIX):
        return "user-id"
    if name == b"user":
        return "user-id" if neighbours.is_request_user(named) else None
    if name == b"user_id":
        return "user-id" if neighbours.in_metadata(named) else None
    if name == b"cookie" and b"=" not in named.view.text[named.start : named.start + 200].split(b'"')[0]:
        return None
    return patterns.HEADERS.get(name) or patterns.BODY_KEYS.get(name)


def _mask_string(named: Named, kind: str) -> Span | None:
    found = whole_string(kind, named.slashes, named.listed)(named.view, named.start)
    return found if isinstance(found, Span) else None


def _listed_value(named: Named) -> Span | None:
    """Judge `{"name": …, "value": …}`."""
    name = neighbours.name_beside(named)
    if name is None:
        return None
    if kind := patterns.HEADERS.get(name):
        return _mask_string(named, kind)
    return _pair(named, name)


def _header_pair(named: Named) -> Span | None:
    """Judge `["authorization", "…"]`."""
    kind = patterns.HEADERS.get(named.name)
    text = named.view.text
    opened = text[max(0, named.before - 20) : named.before - 1].rstrip(b"\\ ")
    if not kind or named.quoted[-1:] != b'"' or named.slashes not in LEVELS or opened[-1:] not in (b"[", b","):
        return None
    end = string_end(text, named.start, named.slashes, named.start + 1024)
    if end >= 0 and _HEADER_NAME.fullmatch(text, named.start, end):
        return None
    return _mask_string(named, kind)


def _header_line(named: Named) -> Span | None:
    """Judge `Authorization: Bearer …` in a text."""
    kind = patterns.HEADERS[named.name]
    pattern = _COOKIE_LINE if kind == "cookie" else _HEADER_LINE
    match = pattern.match(named.view.text, named.start)
    if not match and kind == "authorization":
        match = _BASIC_LINE.match(named.view.text, named.start)
    if not match or named.view.text[match.end() : match.end() + 1] in (b"(", b"{", b"$"):
        return None
    return Span(match.start("secret"), match.end("secret"), kind)


def _parameter(named: Named) -> Span | None:
    """Judge `?key=…` in an address."""
    if not patterns.QUERY.fullmatch(named.name):
        return _pair(named, named.name)
    end = values.parameter_end(named)
    return Span(named.start, end, "url-parameter") if end > named.start else None


def _pair(named: Named, name: bytes) -> Span | None:
    """Judge `password = …`, quoted or not."""
    known = patterns.PAIRS.fullmatch(name)
    if not known or patterns.PAGING.match(name) or named.listed:
        return None
    kind = patterns.PAIR_KINDS[known.lastgroup] if known.lastgroup else "password"
    end = values.plausible_end(named, kind)
    return Span(named.start, end, kind) if end > named.start else None
