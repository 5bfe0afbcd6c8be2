"""Strings that no UTF-8 can hold: kept as they are, and named.

Source: wire-formats 2.2, rule `valid-unicode`.
"""

import re
from collections.abc import Iterator

from compaction.formats.decoding import Elements
from compaction.formats.json_text import escaped

SURROGATE = re.compile("[\ud800-\udfff]")


def lone_surrogates(value: object, pointer: str = "") -> Iterator[str]:
    """Yield the pointers of strings with half a surrogate pair, in order; a key stands for its value."""
    waiting: list[tuple[str, object]] = [(pointer, value)]
    while waiting:
        at, inner = waiting.pop()
        match inner:
            case str():
                if SURROGATE.search(inner):
                    yield at
            case dict():
                yield from (f"{at}/{escaped(key)}" for key in inner if SURROGATE.search(key))
                waiting += [(f"{at}/{escaped(key)}", part) for key, part in reversed(inner.items())]
            case Elements():
                parts = [(f"{at}/{i}", native.value) for i, native in enumerate(inner.natives) if native.odd]
                waiting += reversed(parts)
            case list():
                waiting += [(f"{at}/{i}", part) for i, part in reversed(list(enumerate(inner)))]
