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
    yield from ((turn, pointer) for turn, _, pointer in fields_beyond(sent, strict, element))
    inner, parts_name = names_of(part), structs.fields(element)[1].encode_name
    for turn, given in enumerate(() if isinstance(sent.body, strict) else sent.document_list):
        parts = given.get(parts_name) if isinstance(given, dict) else None
        for place, held in enumerate(parts if isinstance(parts, list) else ()):
            if isinstance(held, dict) and not inner.isdisjoint(held):
                found = beyond(held, inner, sent.pointer(turn, parts_name, place))
                yield from ((turn, pointer) for _, pointer in found)


def fields_beyond(sent: Sent, strict: type[Struct], element: type[Struct]) -> Iterator[tuple[int, str, str]]:
    """Yield turn, name and pointer of each field that an element itself does not have."""
    own = names_of(element)
    for turn, given in enumerate(() if isinstance(sent.body, strict) else sent.document_list):
        for name, pointer in beyond(given, own, sent.pointer(turn)) if isinstance(given, dict) else ():
            yield turn, name, pointer


@cache
def names_of(kind: type[Struct]) -> frozenset[str]:
    return frozenset(field.encode_name for field in structs.fields(kind))


def beyond(members: Mapping[str, object], known: frozenset[str], pointer: str) -> Iterator[tuple[str, str]]:
    """Yield name and pointer of each member that is not known."""
    return ((name, f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}") for name in members if name not in known)
