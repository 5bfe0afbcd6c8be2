"""Records with their places, whether they stand one a line, in a list, or alone.

Source: wire-formats 2.3 to 2.5.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from compaction.dialects import Native, Slices
from compaction.formats.decoding import Elements, Members, decode
from compaction.formats.format import Format, Lines, Placed, PlacedRecords, Sample
from compaction.formats.json_text import JsonText, escaped
from compaction.formats.memory import Memory
from compaction.formats.records import Note, Records
from compaction.transcripts import Dialect

ReadRecords: TypeAlias = Callable[[PlacedRecords, Dialect | None], Records]


def of_lines(lines: Lines) -> PlacedRecords:
    """Yield the values of lines."""
    for item in lines:
        yield item if isinstance(item, Note) else Placed(f"line {item.line}", item.value)


def of_document(value: object, lists: tuple[tuple[str, ...], ...] = ()) -> PlacedRecords:
    """Yield the records of a document: those of its list, of the list under some members, or the document itself."""
    memory = Memory()
    if isinstance(value, Elements):
        for index, native in enumerate(value.natives):
            record, _ = decode(JsonText(native.data, memory=memory))
            yield from _inner(record, f"/{index}", lists, memory)
    else:
        yield from _inner(value, "", lists, memory)


def _inner(value: object, at: str, lists: tuple[tuple[str, ...], ...], memory: Memory) -> Iterator[Placed]:
    under = next((names for names in lists if names and _list_under(value, names) is not None), None)
    if under is None or not isinstance(value, Members):
        yield Placed(at, value)
        return
    slices = Slices(Native(value, value.data))
    place = at + "".join(f"/{escaped(name)}" for name in under)
    for index, item in enumerate(_list_under(value, under) or ()):
        text = slices.text((*under, index), item)
        record, _ = decode(JsonText(text.encode("utf-8", "surrogatepass"), memory=memory))
        yield Placed(f"{place}/{index}", record)


def _list_under(value: object, names: tuple[str, ...]) -> list[object] | None:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, list) else None


def record_format(
    id: str,
    title: str,
    extensions: tuple[str, ...],
    sniff: Callable[[Sample], bool],
    read_records: ReadRecords,
    lists: tuple[tuple[str, ...], ...] = ((),),
) -> Format:
    """Return a format whose records stand one a line, in a list, or alone.

    `lists` names the members that may lead to a list in a document; none at all is a document that is a list.
    """

    def read_document(value: object, chosen: Dialect | None) -> Records:
        return read_records(of_document(value, lists), chosen)

    def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
        return read_records(of_lines(lines), chosen)

    return Format(
        id,
        title,
        extensions,
        sniff,
        read_document,
        read_lines,
        read_records=read_records,
        record_lists=lists,
    )
