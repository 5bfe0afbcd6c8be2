"""Where the drawn part of a text begins in its block: by this, words that are chosen on a page are found again."""

import pytest

from compaction.transcripts import Block, Image, Text, ToolResult, ToolUse
from webui.transcripts.store.bodies import texts
from webui.transcripts.views.blocks import Budget, faces
from webui.transcripts.views.find import Mark

IMAGE = Image("image/png", 3, "ab" * 32)


def begins(block: Block, *marks: Mark, **budget: object) -> list[int | None]:
    (face,) = faces([block], Budget(10_000, **budget), frozenset(), {}, {0: marks} if marks else {})  # type: ignore[arg-type]
    return [text.begins for text in face.texts]


@pytest.mark.parametrize(
    ("block", "found"),
    [
        (Text("one two"), [0]),
        (ToolResult("c", (Text("one"), Text("two"), Text("three"))), [0, 4, 8]),
        (ToolResult("c", (Text("one"), IMAGE, Text("two"))), [None, None, None]),
        (ToolUse("c", "read", "plain words"), [None]),
        (Text('{"laid": "out"}'), [None]),
        (Text("\nafter a line feed that a browser leaves out"), [1]),
        (Text(""), [None]),
    ],
)
def test_each_text_says_where_it_begins_unless_it_is_drawn_otherwise(block: Block, found: list[int | None]) -> None:
    assert begins(block) == found
    whole = "\n".join(texts([block]))
    for at, text in zip(found, texts([block]), strict=False):
        assert at is None or whole[at:].startswith(text.removeprefix("\n"))


def test_a_text_that_is_shown_from_its_middle_begins_there() -> None:
    long = Text("x" * 100_000)

    assert begins(long, whole=0, slice=1, numbered=True) == [64 * 1024]
    assert begins(long, Mark(0, 5_000, 5_004, 1, True)) == [5_000 - 400]
