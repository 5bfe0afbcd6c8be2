"""Parts that more than one mapping reads: strings, media, and what nobody knows."""

import binascii
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from compaction.dialects.native import Path, Slices
from compaction.transcripts import Audio, Document, Image, Unknown


def string(value: object) -> str:
    """Return a string as it is, and nothing for anything else."""
    return value if isinstance(value, str) else ""


def members(value: object) -> Mapping[str, object]:
    """Return an object's members, and none for anything else."""
    return value if isinstance(value, dict) else {}


def unknown(value: object, origin: str, slices: Slices, path: Path) -> Unknown:
    """Keep a part that no mapping knows, as it was sent."""
    return Unknown(native_type=string(members(value).get("type")), raw=slices.text(path, value), origin=origin)


@dataclass(frozen=True, slots=True)
class Media:
    """What is kept of media: type, size in bytes, sha256, and the address or id of what stands elsewhere."""

    media_type: str
    size: int
    digest: str
    reference: str = ""

    def image(self, origin: str) -> Image:
        return Image(self.media_type, self.size, self.digest, origin, self.reference)

    def audio(self, origin: str) -> Audio:
        return Audio(self.media_type, self.size, self.digest, origin, self.reference)

    def document(self, origin: str, title: str = "") -> Document:
        return Document(self.media_type, title, self.size, self.digest, origin, self.reference)


def digest(data: bytes) -> str:
    """Return the sha256 in hexadecimal."""
    return sha256(data).hexdigest()


def encoded(text: str, media_type: str) -> Media:
    """Return media that are given as base64; text that is none counts as it stands."""
    data = text.encode("utf-8", "surrogatepass")
    with suppress(binascii.Error):
        data = binascii.a2b_base64(data)
    return Media(media_type, len(data), digest(data))


def plain(text: str, media_type: str = "text/plain") -> Media:
    """Return media that are given as text."""
    data = text.encode("utf-8", "surrogatepass")
    return Media(media_type, len(data), digest(data))


def referenced(reference: str, media_type: str = "") -> Media:
    """Return media that stand elsewhere: an address, a file id, or a data URL, which holds them after all."""
    if reference.startswith("data:"):
        head, _, text = reference[len("data:") :].partition(",")
        kind, _, coding = head.partition(";")
        return encoded(text, kind) if coding.endswith("base64") else plain(text, kind)
    return Media(media_type, 0, digest(reference.encode("utf-8", "surrogatepass")), reference)
