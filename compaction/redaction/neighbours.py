"""What stands beside a name and decides what it means."""

import re

from compaction.redaction import patterns
from compaction.redaction.names import Named
from compaction.redaction.spans import SPACE
from compaction.redaction.undo import string_end

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


def is_request_user(named: Named) -> bool:
    """Return whether this `user` is a key of a request body: a known key beside it, or the last of all."""
    text = named.view.text
    end = string_end(text, named.start, named.slashes, named.start + 1024)
    if end < 0:
        return False
    before = text[max(0, named.before - 512) : named.before]
    after = end + named.slashes + 1
    if _KNOWN_BEFORE.search(before) or _KNOWN_AFTER.match(text, after):
        return True
    return bool(_LAST_BEFORE.search(before[-120:]) and _LAST_AFTER.match(text, after, after + 200))


def is_media(named: Named) -> bool:
    """Return whether this `data` holds an image, a document or hidden thinking."""
    return bool(patterns.MEDIA_NEAR.search(named.view.text[max(0, named.before - 200) : named.before]))


def in_metadata(named: Named) -> bool:
    """Return whether the key stands directly in `metadata`."""
    text = named.view.text
    nearest = max(0, named.before - 900)
    brace = _opening(text, nearest, named.before)
    return brace >= 0 and bool(_METADATA.search(text[max(nearest, brace - 100) : brace]))


def _opening(text: bytes, start: int, place: int) -> int:
    """Return where the object around `place` begins, -1 where that is before `start`."""
    closed = 0
    while True:
        opening, closing = text.rfind(b"{", start, place), text.rfind(b"}", start, place)
        if opening >= closing and (opening < 0 or not closed):
            return opening
        closed += 1 if closing > opening else -1
        place = max(opening, closing)


def name_beside(named: Named) -> bytes | None:
    """Return the name in lower case that belongs to a `value`: `{"name": …, "value": …}`, in either order."""
    text = named.view.text
    match = _NAME_BEFORE.search(text[max(0, named.before - 300) : named.before])
    if not match:
        end = string_end(text, named.start, named.slashes, named.start + 4096)
        match = _NAME_AFTER.match(text, end) if end >= 0 else None
    return match["name"].lower() if match else None
