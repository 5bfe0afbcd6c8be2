"""What a rule of the provider layer sees: a request as its provider reads it, and an index computed in one walk.

Each dialect has a class of its own in `bodies`, with the structs of its bodies. Here stands what all of them share. A
turn is the place of an element in the uploaded list, readable or not. Pointers are built for breaches only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from msgspec import UNSET, Struct
from msgspec.structs import force_setattr

from compaction.shape.context import Context
from compaction.shape.decode import load
from compaction.shape.models import known
from compaction.transcripts import Dialect

NO_ID = ("no id",)


class Call(Struct, gc=False, frozen=True):
    """A tool call or a tool result: its turn, its part in words of a pointer, and what it says.

    `id`, `name` and `input` are as uploaded, of any type; `input` may not be decoded. A result has no input. An id that
    is a list or an object is `NO_ID`, since ids are looked up.
    """

    turn: int
    part: str
    place: int
    id: object
    name: object = None
    input: object = None

    def __post_init__(self) -> None:
        if isinstance(self.id, list | dict):
            force_setattr(self, "id", NO_ID)


@dataclass
class Sent:
    """One request.

    `roles` holds a role for each element of the list, empty where it has none that is text. `loaded` is the whole body
    where it had to be read leniently. `partial` says that the provider holds more of the list than was sent, so nothing
    can be said about missing halves. `root` is what a pointer starts with, where the body is wrapped. `elements` is the
    list as decoded; the classes of the dialects know its type. `before` is the body before the compaction, where it was
    given and can be read.
    """

    dialect: ClassVar[Dialect]
    list_name: ClassVar[str]
    stands_alone: ClassVar[bool] = False
    """Whether the elements are so small that one that fails hides nothing of another."""

    request: bytes
    context: Context
    body: object
    loaded: Mapping[str, object] | None = None
    roles: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    results: list[Call] = field(default_factory=list)
    partial: bool = False
    root: str = ""
    elements: Sequence[Struct] = ()
    before: "Sent | None" = None
    has_list: bool = True

    @cached_property
    def model(self) -> str:
        """The model by its captured name, empty where nobody says it."""
        named: object = getattr(self.body, "model", "")
        return named if isinstance(named, str) and named else self.context.model

    def knows(self, fact: str) -> bool | None:
        """Return what is known about the model, None where nothing is."""
        return known(self.model, fact)

    def is_variant(self, *names: str) -> bool:
        """Whether a vendor's stricter reading was asked for."""
        return self.context.variant in names

    def pointer(self, turn: int, part: str = "", place: int = -1) -> str:
        """The place of an element, or of one of its parts."""
        step = f"/{part}" if part else ""
        return f"{self.root}/{self.list_name}/{turn}{step}" + (f"/{place}" if place >= 0 else "")

    def pointer_of(self, call: Call) -> str:
        """The place of a call or a result."""
        return self.pointer(call.turn, call.part, call.place)

    def has(self, turn: int, name: str) -> bool:
        """Whether an element of the list has a field, of whatever value."""
        return getattr(self.elements[turn], name) is not UNSET

    @cached_property
    def document_list(self) -> Sequence[object]:
        """The list with all that was not decoded with the body: for what usual bodies do not have."""
        document: object = load(self.request) if self.loaded is None else self.loaded
        for step in self.list_pointer.split("/")[1:]:
            document = document.get(step) if isinstance(document, Mapping) else None
        return document if isinstance(document, list) else ()

    def element(self, turn: int, part: str, place: int) -> Mapping[str, object]:
        """One part of an element as it was sent, an empty one where it is no object."""
        given = self.document_list[turn]
        parts = given.get(part) if isinstance(given, Mapping) else None
        found = parts[place] if isinstance(parts, list) else None
        return found if isinstance(found, Mapping) else {}

    @property
    def list_pointer(self) -> str:
        """The place of the list."""
        return f"{self.root}/{self.list_name}"

    @cached_property
    def calls_by_id(self) -> Mapping[object, Sequence[Call]]:
        """The calls of each id that is text, in order."""
        return by_id(self.calls)

    @cached_property
    def results_by_id(self) -> Mapping[object, Sequence[Call]]:
        """The results of each id that is text, in order."""
        return by_id(self.results)


def by_id(calls: Sequence[Call]) -> dict[object, list[Call]]:
    found: dict[object, list[Call]] = {}
    for call in calls:
        if isinstance(call.id, str) and call.id:
            found.setdefault(call.id, []).append(call)
    return found
