"""What changed from one JSON value to the next, place by place.

Members are compared by name, elements of arrays by what they are known by: their id, else their content, else their
kind in order. JSON that is written in a string is compared as JSON, too. Source: ux 15.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from compaction.diff.matching import pair_elements
from compaction.diff.model import Kind
from compaction.diff.pairing import rising

DEEPEST = 100
"""Levels that are compared; what is deeper is told as a whole."""

PLAIN = re.compile(r"[A-Za-z_][\w-]*")


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it is written: 1.0 is not 1."""

    digits: str


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A place whose value came, went, was replaced, or moved within its array, from `source`.

    `path` is that of the new value, of the old one where it went. Strings (`text`) are given as they are, other values
    as JSON. A `note` says that only the order of names differs, which `old` and `new` list, or how JSON within a string
    is written.
    """

    kind: Kind
    path: str
    old: str | None = None
    new: str | None = None
    text: bool = False
    source: str = ""
    note: bool = False


def compare_values(old: str, new: str, *, raw: bool = False) -> tuple[ValueChange, ...]:
    """Compare two JSON texts; `raw` tells of names in another order, too. Raises: ValueError, where one is no JSON."""
    return tuple(_Comparison(raw).values(_read(old), _read(new), "", 0))


def written(value: object) -> str:
    """Return a value as JSON in one line, numbers with the digits that they had."""
    if isinstance(value, Number):
        return value.digits
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(f"{json.dumps(name, ensure_ascii=False)}: {written(one)}" for name, one in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _read(text: str) -> object:
    try:
        value: object = json.loads(text, parse_int=Number, parse_float=Number, parse_constant=Number)
    except RecursionError as error:
        raise ValueError("too deep") from error
    return value


def _inner(text: object) -> object | None:
    """The object or array that a string is written as, else None."""
    if not isinstance(text, str) or text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return _read(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class _Comparison:
    raw: bool

    def values(self, old: object, new: object, path: str, depth: int) -> Iterator[ValueChange]:
        """Yield the changes from one value to the other, in order of the new one."""
        if old == new and not (self.raw and isinstance(new, dict | list)):
            return
        if depth < DEEPEST:
            if isinstance(old, dict) and isinstance(new, dict):
                yield from self._members(old, new, path, depth + 1)
                return
            if isinstance(old, list) and isinstance(new, list):
                yield from self._elements(old, new, path, depth + 1)
                return
            inner = _inner(old), _inner(new)
            if inner[0] is not None and inner[1] is not None:
                yield from self.values(*inner, f"{path} → ", depth + 1)
                if self.raw and inner[0] == inner[1]:
                    yield replace(_change(Kind.EQUAL, path, old, new), note=True)
                return
        if old != new:
            yield _change(Kind.REPLACE, path, old, new)

    def _members(
        self, old: Mapping[str, object], new: Mapping[str, object], path: str, depth: int
    ) -> Iterator[ValueChange]:
        for name, value in new.items():
            if name in old:
                yield from self.values(old[name], value, _member(path, name), depth)
            else:
                yield _change(Kind.INSERT, _member(path, name), None, value)
        for name, value in old.items():
            if name not in new:
                yield _change(Kind.DELETE, _member(path, name), value, None)
        names = [name for name in old if name in new], [name for name in new if name in old]
        if self.raw and names[0] != names[1]:
            yield ValueChange(Kind.EQUAL, path, ", ".join(names[0]), ", ".join(names[1]), text=True, note=True)

    def _elements(self, old: Sequence[object], new: Sequence[object], path: str, depth: int) -> Iterator[ValueChange]:
        source = {there: here for here, there in pair_elements(old, new)}
        straight = {there for _, there in rising(sorted((here, there) for there, here in source.items()))}
        for there, value in enumerate(new):
            place = f"{path}[{there}]"
            if there not in source:
                yield _change(Kind.INSERT, place, None, value)
                continue
            if there not in straight:
                yield ValueChange(Kind.MOVED_TO, place, source=f"{path}[{source[there]}]")
            yield from self.values(old[source[there]], value, place, depth)
        kept = set(source.values())
        for here, value in enumerate(old):
            if here not in kept:
                yield _change(Kind.DELETE, f"{path}[{here}]", value, None)


def _member(path: str, name: str) -> str:
    if PLAIN.fullmatch(name):
        return f"{path}{name}" if not path or path.endswith("→ ") else f"{path}.{name}"
    return f"{path}[{json.dumps(name, ensure_ascii=False)}]"


def _change(kind: Kind, path: str, old: object, new: object) -> ValueChange:
    here, there = kind is not Kind.INSERT, kind is not Kind.DELETE
    text = (not here or isinstance(old, str)) and (not there or isinstance(new, str))
    as_text = [value if text and isinstance(value, str) else written(value) for value in (old, new)]
    return ValueChange(kind, path, as_text[0] if here else None, as_text[1] if there else None, text=text)
