"""Entries of one side found again on the other, by the links of their messages."""

from collections.abc import Sequence

from compaction.boundary.links import Link
from compaction.boundary.sides import Half, Side
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
        self.kept = frozenset(self.earlier.values())
        self.kept_in_order = sorted(self.kept)

    def entry_of(self, violation: Violation) -> int | None:
        """The entry after that a violation is about."""
        position = -1 if violation.position is None else violation.position
        call_id = self.after.ids.get(violation.pointer)
        return self._places.get((position, None), self._places.get((position, call_id)))

    def counterparts(self, violation: Violation) -> Sequence[Half]:
        """The other half of a pair on the side before; more than one where an id was used again."""
        call_id = self.after.ids.get(violation.pointer, "")
        match violation.rule:
            case "paired-tool-result":
                return self.before.calls.get(call_id, ())
            case "answered-tool-use":
                return self.before.results.get(call_id, ())
        return ()
