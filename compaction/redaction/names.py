"""Names that are followed by a value, and what stands around them."""

import re
from collections.abc import Iterator

from compaction.redaction.spans import LEVELS, SPACE, View

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
    b"signature", b"credential", b"value", b"encrypted_content", b"data", b"headers", b"cookies",
)  # fmt: skip
_COLUMN = re.compile(rb"user_api_key_[a-z0-9_]{1,40}(?=\\{0,15}\"[ \t]{0,4}:)")
_LISTED = re.compile(rb"authorization(?=\\{0,15}\",)")

_NAME_BYTES = bytes(range(48, 58)) + bytes(range(65, 91)) + bytes(range(97, 123)) + b"_-."
_ESCAPE_LETTER = re.compile(rb"[nrtbf]|u[0-9a-fA-F]{4}")
_AFTER = re.compile(
    rb"(?P<kq>\\{0,15}[\"'])?[ \t]{0,4}(?P<sep>=>|:=|[:=,])(?P<gap>" + SPACE + rb"{0,32}+)"
    rb"(?P<list>\[" + SPACE + rb"{0,32}+)?(?P<vq>\\{0,15}[\"'])?"
)


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
        self.json = opened and key_quote == value_quote and key_quote[-1:] == b'"' and self.slashes in LEVELS
        self.bare = not value_quote and not self.listed and b"\n" not in after["gap"] and b"\\" not in after["gap"]
        self.tight = self.sep == b"=" and not after["gap"] and not key_quote and text[place : place + 1] == b"="


def ends(view: View, start: int, stop: int) -> Iterator[int]:
    """Yield the ends of names that have a separator after them."""
    for pattern in _SEARCHES:
        for match in pattern.finditer(view.low, start, stop + 128):
            end = _name_end(view.low, match.start())
            if view.low.endswith(_NAMES, 0, end):
                yield end
    for pattern in (_COLUMN, _LISTED):
        for match in pattern.finditer(view.low, start, stop + 128):
            yield match.end()


def read(view: View, place: int) -> Named | None:
    """Return the name that ends at `place`; None where no separator follows, or inside a marker."""
    after = _AFTER.match(view.text, place)
    if not after:
        return None
    named = Named(view, place, after)
    return None if view.text.endswith(b"[redacted:", 0, named.before) else named


def _name_end(low: bytes, separator: int) -> int:
    """Return where the name before a separator ends, without quote and blank."""
    near = low[max(0, separator - 20) : separator].rstrip(b" ")
    if near[-1:] in (b'"', b"'"):
        near = near[:-1].rstrip(b"\\")
    return max(0, separator - 20) + len(near)
