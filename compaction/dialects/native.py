"""Elements of an uploaded list: decoded, with their exact bytes."""

import json
from dataclasses import dataclass, field

import msgspec

from compaction.transcripts import Dialect, Message

Path = tuple[str | int, ...]


@dataclass(slots=True, eq=False)
class Native:
    """One element of an uploaded list. `data` is its exact JSON in UTF-8; `odd` says that it may hold lone surrogates.

    An element that comes again at the same place of a later list keeps its message.
    """

    value: object
    data: bytes = field(repr=False)
    odd: bool = False
    known: tuple[Dialect, str, Message] | None = field(default=None, repr=False)


class Slices:
    """The exact JSON text of parts of one element, cut out without encoding anything again."""

    def __init__(self, native: Native) -> None:
        self._native = native
        self._objects: dict[Path, dict[str, msgspec.Raw]] = {}
        self._lists: dict[Path, list[msgspec.Raw]] = {}

    def text(self, path: Path, value: object) -> str:
        """Return the part at `path` as it was sent; `value` is the same part decoded.

        Lone surrogates stop the cutter; the part is then written anew, in ASCII.
        """
        try:
            return bytes(self._slice(path)).decode()
        except (msgspec.MsgspecError, LookupError, RecursionError):
            return json.dumps(value, separators=(",", ":"))

    def _slice(self, path: Path) -> bytes | msgspec.Raw:
        if not path:
            return self._native.data
        *above, step = path
        parent = tuple(above)
        if isinstance(step, str):
            if parent not in self._objects:
                self._objects[parent] = msgspec.json.decode(self._slice(parent), type=dict[str, msgspec.Raw])
            return self._objects[parent][step]
        if parent not in self._lists:
            self._lists[parent] = msgspec.json.decode(self._slice(parent), type=list[msgspec.Raw])
        return self._lists[parent][step]
