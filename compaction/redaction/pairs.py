"""Secrets that are known by the name before them: keys of JSON, headers, `password=`, parameters of an address."""

import re
from collections.abc import Iterator

from compaction.redaction import headers, patterns
from compaction.redaction.spans import SPACE, Candidate, Span, View, whole_string
from compaction.redaction.undo import string_end

# Searching for the separator and looking back at the last letters of the name is several times faster than searching
# for twenty names.
_LAST_LETTERS = rb"(?:key|ken|kie|ies|ers|ret|ord|swd|pwd|ase|ser|_id|-id|ect|ier|sig|ure|ial|lue|ent|ata|ion)"


def _names_before(separator: bytes) -> re.Pattern[bytes]:
    """Return a search for a separator that has the end of a known name before it, perhaps a quote or blank between."""

    def after(end: bytes) -> bytes:
        return rb"(?<=" + _LAST_LETTERS + end + separator + rb")"

    def gate(end: bytes, *inside: bytes) -> bytes:
        return rb"(?<=" + end + separator + rb")(?:" + b"|".join(inside) + rb")"

    slashed = gate(rb"\\[\"']", *(after(rb"\\" * slashes + rb"[\"']") for slashes in (1, 3, 7, 15)))
    quoted = gate(rb"[\"']", after(rb"[\"']"), slashed)
    spaced = gate(rb" ", after(rb" "), after(rb"[\"'] "))
    return re.compile(separator + rb"(?:" + gate(rb"[a-z]", after(b"")) + rb"|" + quoted + rb"|" + spaced + rb")")


_SEARCHES = (_names_before(b":"), _names_before(b"="))
_NAMES = (
    b"authorization", b"key", b"token", b"cookie", b"secret", b"password", b"passwd", b"passphrase", b"pwd",
    b"organization", b"organization-id", b"openai-project", b"user", b"user_id", b"safety_identifier", b"sig",
    b"signature", b"credential", b"value", b"encrypted_content", b"data",
)  # fmt: skip
_COLUMN = re.compile(rb"user_api_key_[a-z0-9_]{1,40}(?=\\{0,15}\"[ \t]{0,4}:)")
_LISTED = re.compile(rb"authorization(?=\\{0,15}\",)")

_NAME_BYTES = bytes(range(48, 58)) + bytes(range(65, 91)) + bytes(range(97, 123)) + b"_-."
_ESCAPE_LETTER = re.compile(rb"[nrtbf]|u[0-9a-fA-F]{4}")
_LEVELS = (0, 1, 3, 7, 15)
_AFTER = re.compile(
    rb"(?P<kq>\\{0,15}[\"'])?[ \t]{0,4}(?P<sep>=>|:=|[:=,])(?P<gap>" + SPACE + rb"{0,32}+)"
    rb"(?P<list>\[" + SPACE + rb"{0,32}+)?(?P<vq>\\{0,15}[\"'])?"
)
_BARE_BYTES = rb"[^\s\"'\\,;&<>(){}\[\]`|\x00-\x1f]"
_BARE = re.compile(_BARE_BYTES + rb"{1,512}+(?>\\{1,15}/" + _BARE_BYTES + rb"{0,512}+){0,8}+")
_SINGLE_QUOTED = re.compile(rb"[^'\"\\\r\n]{4,1024}+(?=\\{0,15}')")
_PARAMETER_BYTES = rb"[^&\s\"'\\#<>\[\]{}$,;`()]"
_PARAMETER = re.compile(_PARAMETER_BYTES + rb"{1,2048}+(?>\\{1,15}/" + _PARAMETER_BYTES + rb"{0,512}+){0,8}+")
_SCHEME = rb"(?:(?:[Bb]earer|[Bb]asic|[Tt]oken|[Dd]igest|BEARER|BASIC)[ \t]{1,4})"
_HEADER_LINE = re.compile(_SCHEME + rb"?(?P<secret>(?=[A-Za-z._~+/=:-]{0,400}[0-9])[A-Za-z0-9._~+/=:-]{8,4096}+)")
_BASIC_LINE = re.compile(rb"[Bb]asic[ \t]{1,4}(?P<secret>[A-Za-z0-9+/=]{8,4096}+)")
_COOKIE_LINE = re.compile(rb"(?P<secret>[A-Za-z0-9_.-]{1,80}=[^\"'\\\r\n\[]{4,4096}+)")
_BLANK = re.compile(_SCHEME + rb"?(?:\$\{?[\w.()\[\] -]{1,80}\}?|\{\{?[\w. ()]{1,80}\}?\}|<[^<>]{1,60}>|%s)")
_HEADER_NAME = re.compile(rb"[A-Za-z][A-Za-z-]{2,40}")
_DIGIT = re.compile(rb"[0-9]")
_LETTER = re.compile(rb"[A-Za-z]")
_MARK = re.compile(rb"[0-9!@#$%^*+=/~?-]")
_DOTTED = re.compile(rb"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_CODE = (b"(", b"[", b"{", b"<")
_ENDS = (b"", b"\\", b" ", b"\n", b"\r", b'"', b"'", b"&", b";")
_PATH = re.compile(rb"(?:[/~.]|https?:|file:).*|\\.*")
_SHORTEST = {"password": 4, "api-key": 8, "token": 16}

_NAME_BEFORE = re.compile(
    rb"\\{0,15}\"(?:name|key)\\{0,15}\""
    + SPACE
    + rb"{0,8}:"
    + SPACE
    + rb"{0,8}\\{0,15}\"(?P<name>[A-Za-z0-9_.-]{1,80})"
    rb"\\{0,15}\"" + SPACE + rb"{0,32}," + SPACE + rb"{0,32}\\{0,15}\"\Z"
)
_NAME_AFTER = re.compile(
    rb"\\{0,15}\"" + SPACE + rb"{0,32}+," + SPACE + rb"{0,32}+\\{0,15}\"(?:name|key)\\{0,15}\"" + SPACE + rb"{0,8}+:"
    + SPACE + rb"{0,8}+\\{0,15}\"(?P<name>[A-Za-z0-9_.-]{1,80})\\{0,15}\""
)  # fmt: skip
_METADATA = re.compile(rb"metadata\\{0,15}\"[ \t]{0,4}:" + SPACE + rb"{0,32}\Z")
_KNOWN_BEFORE = re.compile(
    rb"\"(?:" + patterns.REQUEST_KEYS + rb")\\{0,15}\"" + SPACE + rb"{0,8}:" + SPACE
    + rb"{0,8}(?:\\{0,15}\"[^\"\\]{0,200}\\{0,15}\"|[A-Za-z0-9.+-]{1,24})" + SPACE + rb"{0,32},"
    + SPACE + rb"{0,32}\\{0,15}\"\Z"
)  # fmt: skip
_KNOWN_AFTER = re.compile(rb"," + SPACE + rb"{0,32}+\\{0,15}\"(?:" + patterns.REQUEST_KEYS + rb")\\{0,15}\"")
_LAST_BEFORE = re.compile(rb"[\]}]" + SPACE + rb"{0,32},?" + SPACE + rb"{0,32}\\{0,15}\"\Z")
_LAST_AFTER = re.compile(SPACE + rb"{0,32}+\}\s{0,32}+(?:\{|\Z)")


class Named:
    """A name and what stands around it. `start` is where the value begins, after its quote."""

    __slots__ = ("bare", "before", "json", "listed", "name", "quoted", "sep", "slashes", "start", "tight", "view")

    def __init__(self, view: View, place: int, after: re.Match[bytes]) -> None:
        text = view.text
        near = text[max(0, place - 80) : place]
        name = near[len(near.rstrip(_NAME_BYTES)) :]
        self.before = place - len(name)
        if text[self.before - 1 : self.before] == b"\\" and (letter := _ESCAPE_LETTER.match(name)):
            name = name[letter.end() :]
            self.before += letter.end()
        value_quote = after["vq"] or b""
        key_quote = after["kq"] or b""
        self.view = view
        self.name = name.lower()
        self.sep = after["sep"]
        self.start = after.end()
        self.listed = after["list"] is not None
        self.quoted = value_quote
        self.slashes = len(value_quote) - 1
        opened = text[self.before - 1 : self.before] == b'"'
        self.json = opened and key_quote == value_quote and key_quote[-1:] == b'"' and self.slashes in _LEVELS
        self.bare = not value_quote and not self.listed and b"\n" not in after["gap"] and b"\\" not in after["gap"]
        self.tight = self.sep == b"=" and not after["gap"] and not key_quote and text[place : place + 1] == b"="


def search(view: View, start: int, stop: int) -> Iterator[Candidate]:
    """Yield the ends of names that have a separator after them, and the beginnings of headers."""
    for pattern in _SEARCHES:
        for match in pattern.finditer(view.low, start, stop + 128):
            end = _name_end(view.low, match.start())
            if view.low.endswith(_NAMES, 0, end):
                yield Candidate(end, look)
            elif view.low.endswith((b"headers", b"cookies"), 0, end):
                yield Candidate(end - 7, headers.look)
    for pattern in (_COLUMN, _LISTED):
        for match in pattern.finditer(view.low, start, stop + 128):
            yield Candidate(match.end(), look)


def _name_end(low: bytes, separator: int) -> int:
    """Return where the name before a separator ends, without quote and blank."""
    near = low[max(0, separator - 20) : separator].rstrip(b" ")
    if near[-1:] in (b'"', b"'"):
        near = near[:-1].rstrip(b"\\")
    return max(0, separator - 20) + len(near)


def look(view: View, place: int) -> Span | tuple[Candidate, ...] | None:
    """Decide about the name that ends at `place`."""
    after = _AFTER.match(view.text, place)
    if not after:
        return None
    named = Named(view, place, after)
    if view.text.endswith(b"[redacted:", 0, named.before):
        return None
    if named.sep == b",":
        return _header_pair(named)
    if named.json:
        return _json_value(named)
    if named.name in patterns.HEADERS and named.sep == b":":
        return _header_line(named)
    if named.tight and view.text[named.before - 1 : named.before] in (b"?", b"&", b";"):
        return _parameter(named)
    return _pair(named)


def _json_value(named: Named) -> Span | None:
    name, view = named.name, named.view
    if name == b"value":
        return _listed_header(named)
    if name in patterns.OPAQUE or (name == b"data" and _is_media(named)):
        return _mask_string(named, "")
    if kind := _always(named):
        end = string_end(view.text, named.start, named.slashes, named.start + 1024)
        if end >= 0 and _BLANK.fullmatch(view.text[named.start : end]):
            return None
        return _mask_string(named, kind)
    return _pair(named)


def _always(named: Named) -> str | None:
    """Return the kind of a key whose value is masked whatever it is."""
    name = named.name
    if name.startswith(patterns.BODY_PREFIX):
        return "user-id"
    if name == b"user":
        return "user-id" if _is_request_user(named) else None
    if name == b"user_id":
        return "user-id" if _in_metadata(named) else None
    if name == b"cookie" and b"=" not in named.view.text[named.start : named.start + 200].split(b'"')[0]:
        return None
    return patterns.HEADERS.get(name) or patterns.BODY_KEYS.get(name)


def _mask_string(named: Named, kind: str) -> Span | None:
    found = whole_string(kind, named.slashes, named.listed)(named.view, named.start)
    return found if isinstance(found, Span) else None


def _is_request_user(named: Named) -> bool:
    text = named.view.text
    end = string_end(text, named.start, named.slashes, named.start + 1024)
    if end < 0:
        return False
    before = text[max(0, named.before - 512) : named.before]
    after = end + named.slashes + 1
    if _KNOWN_BEFORE.search(before) or _KNOWN_AFTER.match(text, after):
        return True
    return bool(_LAST_BEFORE.search(before[-120:]) and _LAST_AFTER.match(text, after, after + 200))


def _is_media(named: Named) -> bool:
    return bool(patterns.MEDIA_NEAR.search(named.view.text[max(0, named.before - 200) : named.before]))


def _in_metadata(named: Named) -> bool:
    text = named.view.text
    nearest = max(0, named.before - 900)
    brace = text.rfind(b"{", nearest, named.before)
    if brace < 0 or text.find(b"}", brace, named.before) >= 0:
        return False
    return bool(_METADATA.search(text[max(nearest, brace - 100) : brace]))


def _listed_header(named: Named) -> Span | None:
    """Judge `{"name": …, "value": …}`, in either order."""
    text = named.view.text
    match = _NAME_BEFORE.search(text[max(0, named.before - 300) : named.before])
    if not match:
        end = string_end(text, named.start, named.slashes, named.start + 4096)
        match = _NAME_AFTER.match(text, end) if end >= 0 else None
    if not match:
        return None
    name = match["name"].lower()
    if kind := patterns.HEADERS.get(name):
        return _mask_string(named, kind)
    return _pair(named, name)


def _header_pair(named: Named) -> Span | None:
    """Judge `["authorization", "…"]`."""
    kind = patterns.HEADERS.get(named.name)
    text = named.view.text
    opened = text[max(0, named.before - 20) : named.before - 1].rstrip(b"\\ ")
    if not kind or named.quoted[-1:] != b'"' or named.slashes not in _LEVELS or opened[-1:] not in (b"[", b","):
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
    match = _PARAMETER.match(named.view.text, named.start)
    if not match or not patterns.QUERY.fullmatch(named.name):
        return _pair(named)
    value = match[0]
    if len(value) < 4 or not (_DIGIT.search(value) or len(value) >= 12) or _stands_in(value):
        return None
    return Span(match.start(), match.end(), "url-parameter")


def _pair(named: Named, name: bytes | None = None) -> Span | None:
    """Judge `password = …`, quoted or not."""
    known = patterns.PAIRS.fullmatch(named.name if name is None else name)
    if not known or patterns.PAGING.match(known[0]) or named.listed:
        return None
    kind = patterns.PAIR_KINDS[known.lastgroup] if known.lastgroup else "password"
    end = _quoted_end(named) if named.quoted else _bare_end(named)
    value = named.view.text[named.start : end]
    if len(value) < _SHORTEST[kind] or _stands_in(value) or re.search(rb"[\s\[\]]", value):
        return None
    if kind == "token" and not (_DIGIT.search(value) and _LETTER.search(value)):
        return None
    if kind == "api-key" and not named.json and not _DIGIT.search(value):
        return None
    return Span(named.start, end, kind)


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
