import json

import pytest

from compaction.errors import CaptureError
from compaction.inspection import Inspection, inspect


def said(text: str, role: str = "user", **marks: object) -> dict:
    return {"role": role, "content": text, "ts": 1, **marks}


def read(*messages: object) -> Inspection:
    return inspect(json.dumps(list(messages)).encode(), format="cline-history")


def shown(found: Inspection) -> list[tuple[str, list[str]]]:
    return [(one.path, [message.blocks[0].text for message in one.messages]) for one in found.lists]


def test_a_history_without_marks_is_one_list() -> None:
    found = inspect(json.dumps([said("One."), said("Two.", "assistant")]).encode())
    assert (found.format, shown(found)) == ("cline-history", [("", ["One.", "Two."])])
    assert found.lists[0].report.violations == ()
    assert found.compactions == ()


def test_condensed_twice_is_three_states() -> None:
    found = read(
        said("Task."),
        said("One.", condenseParent="a"),
        said("First.", isSummary=True, condenseId="a", condenseParent="b"),
        said("Two.", "assistant", condenseParent="b"),
        said("Second.", isSummary=True, condenseId="b"),
        said("Three."),
    )
    assert shown(found) == [
        ("before", ["Task.", "One."]),
        ("after", ["Task.", "First.", "Two."]),
        ("after 2", ["Task.", "Second.", "Three."]),
    ]
    assert [(c.at, c.before_messages, c.after_messages, c.kept_messages) for c in found.compactions] == [
        ("/2", 2, 2, 1),
        ("/4", 3, 2, 1),
    ]
    assert [(c.summary_text, c.prior_text) for c in found.compactions] == [("First.", None), ("Second.", "First.")]


def test_a_mark_whose_summary_is_gone_takes_nothing_away() -> None:
    found = read(said("One.", condenseParent="gone"), said("Two."), "odd", said("Sum.", isSummary=True))
    assert shown(found)[-1] == ("after", ["One.", "Two.", "Sum."])
    assert [note.at for note in found.notes] == ["/2"]


def test_a_cut_leaves_no_summary() -> None:
    found = read(
        said("Task."),
        said("One.", truncationParent="t"),
        said("[cut]", isTruncationMarker=True, truncationId="t"),
        said("Two."),
    )
    assert shown(found) == [("before", ["Task.", "One."]), ("after", ["Task.", "[cut]", "Two."])]
    (cut,) = found.compactions
    assert (cut.marker, cut.summary, cut.summary_text, cut.after_messages) == ("truncationParent", "absent", None, 2)


@pytest.mark.parametrize("value", [[], {"a": 1}])
def test_a_history_without_messages_is_refused(value: object) -> None:
    with pytest.raises(CaptureError) as refused:
        inspect(json.dumps(value).encode(), format="cline-history")
    assert refused.value.code == "no-messages"
