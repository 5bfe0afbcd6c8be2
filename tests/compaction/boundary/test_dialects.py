"""The same compaction in each of the five dialects: fates, the cut, and what it broke."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from compaction.boundary import Cut, Fate, PairReport, explain_pair

Json = dict[str, Any]
Write = Callable[[], list[Json]]
ORPHANED = ("paired-tool-result", "function-turn-order")
UNANSWERED = ("answered-tool-use", "function-response-count")
SUMMARY = "Two orders were counted."


def anthropic() -> list[Json]:
    """Question, two calls, their results, a closing question: a message each."""
    calls = [{"type": "tool_use", "id": one, "name": "count", "input": {}} for one in ("c1", "c2")]
    results = [{"type": "tool_result", "tool_use_id": one, "content": "42"} for one in ("c1", "c2")]
    return [
        {"role": "user", "content": "How many?"},
        {"role": "assistant", "content": calls},
        {"role": "user", "content": results},
        {"role": "user", "content": "And late ones?"},
    ]


def bedrock() -> list[Json]:
    calls = [{"toolUse": {"toolUseId": one, "name": "count", "input": {}}} for one in ("c1", "c2")]
    results = [{"toolResult": {"toolUseId": one, "content": [{"text": "42"}]}} for one in ("c1", "c2")]
    return [
        {"role": "user", "content": [{"text": "How many?"}]},
        {"role": "assistant", "content": calls},
        {"role": "user", "content": results},
        {"role": "user", "content": [{"text": "And late ones?"}]},
    ]


def gemini(ids: Sequence[str] = ("", "")) -> list[Json]:
    named = [{"id": one} if one else {} for one in ids]
    calls = [{"functionCall": {"name": f"count_{n}", "args": {}} | more} for n, more in enumerate(named)]
    answers = [
        {"functionResponse": {"name": f"count_{n}", "response": {"n": 42}} | more} for n, more in enumerate(named)
    ]
    return [
        {"role": "user", "parts": [{"text": "How many?"}]},
        {"role": "model", "parts": calls},
        {"role": "user", "parts": answers},
        {"role": "user", "parts": [{"text": "And late ones?"}]},
    ]


def chat() -> list[Json]:
    calls = [{"id": one, "type": "function", "function": {"name": "count", "arguments": "{}"}} for one in ("c1", "c2")]
    return [
        {"role": "user", "content": "How many?"},
        {"role": "assistant", "content": None, "tool_calls": calls},
        *({"role": "tool", "tool_call_id": one, "content": "42"} for one in ("c1", "c2")),
        {"role": "user", "content": "And late ones?"},
    ]


def responses() -> list[Json]:
    return [
        {"type": "message", "role": "user", "content": "How many?"},
        *({"type": "function_call", "call_id": one, "name": "count", "arguments": "{}"} for one in ("c1", "c2")),
        *({"type": "function_call_output", "call_id": one, "output": "42"} for one in ("c1", "c2")),
        {"type": "message", "role": "user", "content": "And late ones?"},
    ]


DIALECTS: dict[str, tuple[str, Write]] = {
    "anthropic": ("messages", anthropic),
    "openai-chat": ("messages", chat),
    "openai-responses": ("input", responses),
    "gemini": ("contents", gemini),
    "bedrock-converse": ("messages", bedrock),
}


def note(name: str, text: str) -> Json:
    match name:
        case "gemini":
            return {"role": "user", "parts": [{"text": text}]}
        case "bedrock-converse":
            return {"role": "user", "content": [{"text": text}]}
    return {"role": "user", "content": text}


def explain(name: str, before: list[Json], after: list[Json], **options: Any) -> PairReport:
    key = DIALECTS[name][0]
    sides = [json.dumps({key: side}).encode() for side in (before, after)]
    return explain_pair(*sides, name, layer="both", **options)


def fates(told: PairReport) -> tuple[list[str], list[str]]:
    return [one.fate.value for one in told.before], [one.fate.value for one in told.after]


@pytest.mark.parametrize("name", DIALECTS)
def test_a_whole_exchange_that_a_summary_replaces_breaks_nothing(name: str) -> None:
    key, write = DIALECTS[name]
    before = write()
    after = [before[0], note(name, SUMMARY), before[-1]]

    told = explain(name, before, after, keep_last=1)

    gone = len(before) - 2
    assert fates(told) == (["kept", *["summarised"] * gone, "kept"], ["kept", "inserted", "kept"])
    assert told.observed.end_pointer == f"/{key}/{len(before) - 1}"
    assert told.observed.inserted == (f"/{key}/1",)
    assert told.before[1].pointer == f"/{key}/1"
    assert told.expected == told.observed.cut
    assert [one for one in told.violations if one.violation.rule in ORPHANED + UNANSWERED] == []


@pytest.mark.parametrize(
    ("name", "at", "instead", "earlier"),
    [
        ("anthropic", "/messages/2/content/0", "/messages/3", "/messages/1/content/0"),
        ("openai-chat", "/messages/2", "/messages/4", "/messages/1/tool_calls/0"),
        ("openai-responses", "/input/3", "/input/5", "/input/1"),
        ("gemini", "/contents/2/parts/0", "/contents/3", "/contents/1/parts/0"),
        ("bedrock-converse", "/messages/2/content/0", "/messages/3", "/messages/1/content/0"),
    ],
)
def test_a_cut_between_calls_and_results_is_named_with_its_better_place(
    name: str, at: str, instead: str, earlier: str
) -> None:
    _, write = DIALECTS[name]
    before = write()
    first = next(place for place, one in enumerate(before) if json.dumps(one).find("42") > 0)
    after = [before[0], note(name, SUMMARY), *before[first:]]

    told = explain(name, before, after, keep_last=len(before) - first)

    broken = [one for one in told.violations if one.violation.rule in ORPHANED]
    assert broken and all(one.origin == "introduced" for one in broken)
    (cause,) = {one.cause for one in broken}
    assert cause is not None
    assert (cause.kind, cause.at, cause.instead) == ("cut-an-exchange", (at,), instead)
    assert broken[0].counterpart == earlier
    assert told.before[1].fate is Fate.SUMMARISED


@pytest.mark.parametrize("name", ["openai-responses", "gemini", "bedrock-converse"])
def test_a_call_whose_result_was_rebuilt_away_points_to_the_result(name: str) -> None:
    _, write = DIALECTS[name]
    before = write()
    results = [place for place, one in enumerate(before) if "42" in json.dumps(one)]
    after = [one for place, one in enumerate(before) if place not in results]

    told = explain(name, before, after)

    lost = [one for one in told.violations if one.violation.rule in UNANSWERED]
    assert [one.cause.kind if one.cause else None for one in lost][:1] == ["results-dropped-on-rebuild"]
    assert told.before[results[0]].fate is Fate.DROPPED


def test_a_cut_never_stands_between_two_calls_of_one_turn() -> None:
    before = responses()

    told = explain("openai-responses", before, before, keep_last=4)

    assert told.expected == Cut(1, 1, 5)


def test_a_breach_that_was_there_before_is_inherited() -> None:
    before = [*gemini(("a", "b"))[2:], note("gemini", "Go on."), *gemini()]
    after = [*before[:2], note("gemini", SUMMARY), before[-1]]

    told = explain("gemini", before, after)

    origins = {one.origin.value for one in told.violations if one.violation.rule in ORPHANED}
    assert origins == {"inherited"}


def test_a_rewritten_result_is_told_by_its_id_in_every_dialect() -> None:
    for name, at in (("openai-responses", 3), ("bedrock-converse", 2)):
        before = DIALECTS[name][1]()
        after = json.loads(json.dumps(before).replace("42", "cut"))

        told = explain(name, before, after)

        assert told.before[at].fate is Fate.REWRITTEN, name
        assert told.before[at].others == (at,)


def test_cache_points_do_not_make_a_message_another_one() -> None:
    before = bedrock()
    after = json.loads(json.dumps(before))
    after[0]["content"].append({"cachePoint": {"type": "default"}})

    assert set(fates(explain("bedrock-converse", before, after))[0]) == {"kept"}


def test_the_provider_s_own_calls_are_no_exchange() -> None:
    ran = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "x"}}
    before = [note("openai-responses", "Look it up."), ran, note("openai-responses", "Thanks.")]

    told = explain("openai-responses", before, before, keep_last=1)

    assert told.expected == Cut(1, 1, 2)
