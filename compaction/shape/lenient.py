"""Any JSON -> the structs of a body, keeping what does not fit as it is.

Field types say what a body usually holds. A value of another type is kept, so a rule narrows before it reads.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import TypeVar, get_args, get_origin

from msgspec import Raw, Struct, structs

AnyStruct = TypeVar("AnyStruct", bound=Struct)


def build(kind: type[AnyStruct], value: object) -> AnyStruct:
    """Return a struct with what an object holds for it; an empty one where the value is no object."""
    if not isinstance(value, dict):
        return kind()
    fields = {name: fit(inner, many, value[key]) for name, key, inner, many in plan(kind) if key in value}
    return kind(**fields)


def fit(inner: type[Struct] | None, many: bool, value: object) -> object:
    """Return a value as a field takes it: structs where it has them, else the value itself."""
    if inner is None:
        return value
    if isinstance(value, list):
        return [build(inner, element) for element in value] if many else value
    return build(inner, value) if isinstance(value, dict) and not many else value


@cache
def plan(kind: type[Struct]) -> tuple[tuple[str, str, type[Struct] | None, bool], ...]:
    """Return name, JSON key, struct and whether a list of it, for each field."""
    found = []
    for field in structs.fields(kind):
        inner, many = struct_in(field.type)
        found.append((field.name, field.encode_name, inner, many))
    return tuple(found)


def struct_in(annotation: object) -> tuple[type[Struct] | None, bool]:
    """Return the struct that an annotation names, and whether as an element of a list."""
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return annotation, False
    origin = get_origin(annotation)
    for argument in get_args(annotation):
        inner, many = struct_in(argument)
        if inner is not None:
            return inner, many or (isinstance(origin, type) and issubclass(origin, Sequence))
    return None, False


def payload(value: object) -> object:
    """Return the value of a field that was not decoded with the body; None where it was missing."""
    if not isinstance(value, Raw):
        return value
    data = bytes(value)
    return json.loads(data, parse_int=len, parse_float=len) if data else None


def opening(value: object) -> str:
    """Tell a value that was not decoded: `object`, `array`, `string`, `null`, `other`; empty if missing."""
    if isinstance(value, Raw):
        data = memoryview(value)
        return KINDS.get(data[0], "other") if data else ""
    return next((name for type_, name in TYPES if isinstance(value, type_)), "other")


KINDS = {ord("{"): "object", ord("["): "array", ord('"'): "string", ord("n"): "null"}
TYPES = ((dict, "object"), (list, "array"), (str, "string"), (type(None), "null"))
