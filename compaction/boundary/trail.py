"""Entries of one side found again on the other, by the links of their messages."""

from collections.abc import Sequence

from compaction.boundary.links import Link
from compaction.boundary.sides import MADE_UP, Half, Side, outward
from compaction.findings import Violation


class Trail:
    """Both sides. `earlier` gives the entry before of an entry after, `kept` the entries before that came through."""

    def __init__(self, before: Side, after: Side, links: Sequence[Link]) -> None:
        self.before = before
        self.after = after
        self.earlier: dict[int, int] = {}
        moved_to = {link.before: link.after for link in links}
        self._places = {(entry.position, entry.part): place for place, entry in enumerate(after.entries)}
        for place, entry in enumerate(before.entries):
            found = self._places.get((moved_to.get(entry.position, -1), entry.part))
            if found is not None:
                self.earlier[found] = place
        self._pointers: dict[str, int] = {}
        for place, entry in enumerate(after.entries):
            self._pointers.setdefault(entry.pointer, place)
            self._pointers.setdefault(after.messages[entry.position].pointer, place)
        self.kept = frozenset(self.earlier.values())
        self.kept_in_order = sorted(self.kept)

    def entry_of(self, violation: Violation) -> int | None:
        """The entry after that a violation is about."""
        return next((self._pointers[one] for one in outward(violation.pointer) if one in self._pointers), None)

    def counterparts(self, violation: Violation) -> Sequence[Half]:
        """The other half of a pair on the side before; more than one where an id was used again."""
        call_id = self._earlier_id(violation)
        match violation.rule:
            case "paired-tool-result" | "function-turn-order":
                return self.before.calls.get(call_id, ())
            case "answered-tool-use" | "function-response-count":
                return self.before.results.get(call_id, ())
        return ()

    def _earlier_id(self, violation: Violation) -> str:
        """The id, as the side before knows it, of the call or result that a violation is about."""
        call_id = self.after.id_at(violation.pointer) or ""
        place = self.entry_of(violation)
        earlier = self.earlier.get(-1 if place is None else place)
        if earlier is None or place is None or (call_id and not call_id.startswith(MADE_UP)):
            return call_id
        entry, now = self.before.entries[earlier], self.after.entries[place]
        within = set(outward(violation.pointer))
        pairs = zip(now.call_pointers, entry.calls, strict=False)
        return next((known for pointer, known in pairs if pointer in within), entry.result_id) or ""
