from compaction.transcripts.build import assistant, call, result, system, transcript, user
from compaction.transcripts.index import Index

SHOWN = transcript(
    system("Be brief."),
    user("List."),
    assistant("Looking.", call("c1"), call("c2"), call("")),
    user(result("c2", "b"), result("c1", "a")),
    assistant(call("c1", name="again")),
    user(result("c1", "once more"), result("lost"), result("")),
)


def test_the_first_call_with_an_id_wins() -> None:
    calls = Index(SHOWN.messages).calls
    assert {call_id: (index, block.name) for call_id, (index, block) in calls.items()} == {
        "c1": (2, "bash"),
        "c2": (2, "bash"),
    }


def test_results_are_listed_in_order_and_without_id_not_at_all() -> None:
    results = Index(SHOWN.messages).results
    assert {call_id: [index for index, _ in places] for call_id, places in results.items()} == {
        "c1": [3, 5],
        "c2": [3],
        "lost": [5],
    }


def test_lookups_are_computed_once() -> None:
    index = Index(SHOWN.messages)
    assert index.calls is index.calls
    assert index.results is index.results
