"""Members of an object, read strictly: known keys only, right types only, repeated keys merged.

Keys match without regard to case. Of a repeated plain member the last one counts; nested objects are merged; a later
null clears. Every spelling of a member is tested, also one that a later one replaces, save where `Kind.RAW` takes any.

Source: summary-validation 3.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TypeAlias

from compaction.contract.jsontext import Member, Members, Number, Value

MAX_COUNT = 2**64 - 1
MAX_VERSION = 2**8 - 1
_DIGITS_OF_MAX_COUNT = 20
_KEY_FOLD = str.maketrans({"\u017f": "s", "\u212a": "k"})


class Kind(Enum):
    """What a plain member may be. RAW takes every value, null included."""

    TEXT = auto()
    FLAG = auto()
    COUNT = auto()
    VERSION = auto()
    RAW = auto()


@dataclass(frozen=True, slots=True)
class Shape:
    """The members that an object may have. With `sticky`, a null member changes nothing."""

    members: Mapping[str, "Kind | Shape"]
    sticky: bool = False


_MOST = {Kind.COUNT: MAX_COUNT, Kind.VERSION: MAX_VERSION}

Plain: TypeAlias = "str | int | bool"


@dataclass(slots=True)
class Fields:
    """Members that were read, by name. One that is absent, or null, is not there."""

    values: dict[str, "Plain | Member | Fields"] = field(default_factory=dict)

    def has(self, *names: str) -> bool:
        """Whether all of these are present."""
        return self.values.keys() >= {*names}

    def text(self, name: str) -> str:
        value = self.values.get(name)
        return value if isinstance(value, str) else ""

    def count(self, name: str) -> int:
        value = self.values.get(name)
        return value if isinstance(value, int) else 0

    def flag(self, name: str) -> bool:
        return self.values.get(name) is True

    def raw(self, name: str) -> Member | None:
        value = self.values.get(name)
        return value if isinstance(value, Member) else None

    def nested(self, name: str) -> "Fields | None":
        value = self.values.get(name)
        return value if isinstance(value, Fields) else None


class NotAllowed(Exception):
    """An object breaks its shape, by the member whose value starts at `offset` if one is to blame."""

    def __init__(self, offset: int | None = None) -> None:
        super().__init__()
        self.offset = offset


def fold(key: str) -> str:
    """A key without its case, by Unicode simple folding as far as ASCII names can meet it."""
    folded = key.translate(_KEY_FOLD)
    return folded.lower() if folded.isascii() else folded


def read(value: Value, shape: Shape) -> Fields:
    """The members of an object.

    Raises: NotAllowed.
    """
    fields = Fields()
    _merge(fields, value, shape)
    return fields


def count(value: Value, most: int, start: int | None = None) -> int:
    """An unsigned decimal, at most `most`; `start` is where it stands.

    Raises: NotAllowed.
    """
    if not isinstance(value, Number) or not value.isdigit() or len(value) > _DIGITS_OF_MAX_COUNT:
        raise NotAllowed(start)
    number = int(value)
    if number > most:
        raise NotAllowed(start)
    return number


def _merge(fields: Fields, value: Value, shape: Shape, start: int | None = None) -> None:
    if not isinstance(value, Members):
        raise NotAllowed(start)
    for member in value.items:
        name = member.key if member.key in shape.members else fold(member.key)
        kind = shape.members.get(name)
        if kind is None:
            raise NotAllowed(member.start)
        if kind is Kind.RAW:
            fields.values[name] = member
        elif member.value is None:
            if not shape.sticky:
                fields.values.pop(name, None)
        elif isinstance(kind, Shape):
            inner = fields.values[name] = fields.nested(name) or Fields()
            _merge(inner, member.value, kind, member.start)
        else:
            fields.values[name] = _plain(member, kind)


def _plain(member: Member, kind: Kind) -> Plain:
    value = member.value
    if kind is Kind.TEXT and isinstance(value, str):
        return value
    if kind is Kind.FLAG and isinstance(value, bool):
        return value
    most = _MOST.get(kind)
    if most is None:
        raise NotAllowed(member.start)
    return count(value, most, member.start)
