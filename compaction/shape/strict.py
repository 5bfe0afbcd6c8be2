"""Fields that an API does not have: a body that was read strictly has none, and only another is walked again.

Source: provider-rules 7.1, unknown-field.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeAlias

from msgspec import Struct, structs

from compaction.shape.sent import Sent

Place: TypeAlias = tuple[int, str]


def unknown_fields(sent: Sent, strict: type[Struct], element: type[Struct], part: type[Struct]) -> Iterator[Place]:
    """Yield turn and pointer of each field that an element or one of its parts does not have. A part of which nothing
    is known is of an unknown kind, and not looked at.
    """
    if isinstance(sent.body, strict):
        return
    own, inner = names_of(element), names_of(part)
    parts_name = structs.fields(element)[1].encode_name
    for turn, given in enumerate(sent.document_list):
        members = given if isinstance(given, dict) else {}
        yield from ((turn, pointer) for pointer in beyond(members, own, sent.pointer(turn)))
        parts = members.get(parts_name)
        for place, held in enumerate(parts if isinstance(parts, list) else ()):
            if isinstance(held, dict) and not inner.isdisjoint(held):
                yield from ((turn, pointer) for pointer in beyond(held, inner, sent.pointer(turn, parts_name, place)))


@cache
def names_of(kind: type[Struct]) -> frozenset[str]:
    return frozenset(field.encode_name for field in structs.fields(kind))


def beyond(members: Mapping[str, object], known: frozenset[str], pointer: str) -> Iterator[str]:
    return (f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}" for name in members if name not in known)
