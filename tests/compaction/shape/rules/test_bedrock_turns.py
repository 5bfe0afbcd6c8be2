"""Roles, calls and results of Converse."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape import check
from compaction.shape.samples_bedrock import (
    CLAUDE,
    TOOLS,
    answer,
    assistant,
    document,
    image,
    message,
    thinking,
    use,
    user,
)

Said = Callable[..., list[tuple[str, str]]]
Cases = dict[str, tuple[str, list[Any], dict[str, Any], list[tuple[str, str]]]]

ASKED, CALL, RAN, DONE = user("Test it."), assistant(use("t1")), user(answer("t1")), assistant("Done.")
TWO, BOTH = assistant(use("t1"), use("t2")), user(answer("t1"), answer("t2"))
OPEN, PAIR, CALLS, RESULTS, TOOLED, FIRST, TURNS, SYSTEM, END, SPACE, ALONE = (
    "answered-tool-use",
    "paired-tool-result",
    "unique-tool-use-id",
    "single-tool-result",
    "tools-declared",
    "first-role",
    "alternating-roles",
    "system-position",
    "prefill-unsupported",
    "trailing-whitespace",
    "tool-turn-exclusive",
)
ON_CLAUDE = {"modelId": CLAUDE}
NEWER = {"modelId": "us.anthropic.claude-opus-4-8-20260801-v1:0"}
NOVA = {"modelId": "amazon.nova-lite-v1:0"}
LLAMA = {"modelId": "us.meta.llama3-3-70b-instruct-v1:0"}
STRICT = {"variant": "bedrock-exclusive-tool-turn"}

SPEAKS: Cases = {
    "a summary instead of the result": (OPEN, [ASKED, CALL, ASKED], {}, [("/messages/1/content/0", "error")]),
    "a call ends the list": (OPEN, [ASKED, CALL], {}, [("/messages/1/content/0", "error")]),
    "one of two is open": (OPEN, [ASKED, TWO, RAN], {}, [("/messages/1/content/1", "error")]),
    "the result comes a turn later": (OPEN, [ASKED, CALL, ASKED, DONE, RAN], {}, [("/messages/1/content/0", "error")]),
    "its result has lost its call, too": (
        PAIR,
        [ASKED, CALL, ASKED, DONE, RAN],
        {},
        [("/messages/4/content/0", "error")],
    ),
    "results in two messages": (OPEN, [ASKED, TWO, RAN, user(answer("t2"))], {}, [("/messages/1/content/1", "error")]),
    "a result opens the list": (PAIR, [RAN, DONE, ASKED], {}, [("/messages/0/content/0", "error")]),
    "a result behind words": (PAIR, [ASKED, DONE, RAN], {}, [("/messages/2/content/0", "error")]),
    "a result too many": (
        PAIR,
        [ASKED, CALL, user(answer("t1"), answer("t0"))],
        {},
        [("/messages/2/content/1", "error")],
    ),
    "an id called twice": (
        CALLS,
        [ASKED, assistant(use("t1"), use("t1")), BOTH],
        {},
        [("/messages/1/content/1", "error")],
    ),
    "an id answered twice": (
        RESULTS,
        [ASKED, CALL, user(answer("t1"), answer("t1"))],
        {},
        [("/messages/2/content/1", "error")],
    ),
    "no tools": (TOOLED, [ASKED, CALL, RAN], ON_CLAUDE, [("/messages/1/content/0", "error")]),
    "no tools beside a system prompt": (
        TOOLED,
        [ASKED, CALL, RAN],
        {"system": [{"text": "a"}]},
        [("/messages/1/content/0", "error")],
    ),
    "no tools for a result": (TOOLED, [RAN], ON_CLAUDE, [("/messages/0/content/0", "error")]),
    "the assistant opens": (FIRST, [DONE, ASKED], {}, [("/messages/0", "error")]),
    "two of the user": (TURNS, [ASKED, ASKED], {}, [("/messages/1", "error")]),
    "two of the assistant": (TURNS, [ASKED, DONE, DONE, ASKED], {}, [("/messages/2", "error")]),
    "a system message": (SYSTEM, [message("system", "a"), ASKED], {}, [("/messages/0", "error")]),
    "a reply ends on a newer model": (END, [ASKED, DONE], NEWER, [("/messages/1", "error")]),
    "a reply ends on a model nobody knows": (END, [ASKED, DONE], NOVA, [("/messages/1", "warning")]),
    "white space ends": (SPACE, [ASKED, assistant("a", "b\n")], ON_CLAUDE, [("/messages/1/content/1", "error")]),
    "white space ends, no model": (SPACE, [ASKED, assistant("b ")], {}, [("/messages/1/content/0", "warning")]),
    "words beside results": (
        ALONE,
        [ASKED, CALL, user(answer("t1"), "a")],
        LLAMA,
        [("/messages/2/content/1", "warning")],
    ),
    "words beside calls": (
        ALONE,
        [ASKED, assistant("a", use("t1")), RAN],
        STRICT,
        [("/messages/1/content/0", "error")],
    ),
    "an image beside results": (
        ALONE,
        [ASKED, CALL, user(answer("t1"), image("AAAA"))],
        STRICT,
        [("/messages/2/content/1", "error")],
    ),
}

SILENT: dict[str, tuple[str, list[Any], dict[str, Any]]] = {
    "all answered in another order, with words": (OPEN, [ASKED, TWO, user(answer("t2"), answer("t1"), "a")], {}),
    "a call without an id is told by its id": (OPEN, [ASKED, assistant(use("")), ASKED], {}),
    "results of their calls": (PAIR, [ASKED, TWO, BOTH, DONE, ASKED], {}),
    "results in two messages are told at the call": (PAIR, [ASKED, TWO, RAN, user(answer("t2"))], {}),
    "and not as two of the user": (TURNS, [ASKED, TWO, RAN, user(answer("t2"))], {}),
    "two calls without an id": (CALLS, [ASKED, assistant(use(""), use("")), RAN], {}),
    "two results without an id": (RESULTS, [ASKED, CALL, user(answer(""), answer(""))], {}),
    "one id in two messages": (CALLS, [ASKED, CALL, RAN, CALL, RAN], {}),
    "one id answered in two messages": (RESULTS, [ASKED, CALL, RAN, CALL, RAN], {}),
    "the same double on both sides is told once": (
        RESULTS,
        [ASKED, assistant(use("t1"), use("t1")), user(answer("t1"), answer("t1"))],
        {},
    ),
    "tools declared": (TOOLED, [ASKED, CALL, RAN], {**ON_CLAUDE, "toolConfig": TOOLS}),
    "no tool blocks": (TOOLED, [ASKED], ON_CLAUDE),
    "a bare list": (TOOLED, [ASKED, CALL, RAN], {}),
    "the user opens": (FIRST, [ASKED, DONE, ASKED], {}),
    "roles in turn": (TURNS, [ASKED, DONE, ASKED], {}),
    "a system prompt of its own": (SYSTEM, [ASKED], {"system": [{"text": "a"}]}),
    "a reply ends on an older model": (END, [ASKED, DONE], ON_CLAUDE),
    "a call ends": (END, [ASKED, CALL], NEWER),
    "no white space at the end": (SPACE, [ASKED, assistant("a\n", "b")], ON_CLAUDE),
    "white space ends on another model": (SPACE, [ASKED, assistant("a\n")], NOVA),
    "white space where no reply may stand": (SPACE, [ASKED, assistant("a\n")], NEWER),
    "words beside results on Claude": (ALONE, [ASKED, CALL, user(answer("t1"), "a")], ON_CLAUDE),
    "words beside results on a model nobody knows": (ALONE, [ASKED, CALL, user(answer("t1"), "a")], {}),
    "words beside calls, without the reading": (ALONE, [ASKED, assistant("a", use("t1")), RAN], LLAMA),
    "thinking and a cache point beside tool blocks": (
        ALONE,
        [ASKED, assistant(thinking(), use("t1")), user(answer("t1"), {"cachePoint": {"type": "default"}})],
        STRICT,
    ),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    rule, messages, more, places = SPEAKS[name]
    assert said(rule, *messages, dialect="bedrock-converse", **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    rule, messages, more = SILENT[name]
    assert said(rule, *messages, dialect="bedrock-converse", **more) == []


def test_an_open_call_names_where_its_result_is_or_was_due() -> None:
    def other_half(*messages: Any) -> str | None:
        report = check(json.dumps({"messages": messages}).encode(), dialect="bedrock-converse")
        return next(one.counterpart for one in report.violations if one.rule == OPEN)

    assert other_half(ASKED, CALL, ASKED) == "/messages/2"
    assert other_half(ASKED, CALL) is None
    assert other_half(ASKED, CALL, ASKED, DONE, RAN) == "/messages/4/content/0"
    assert other_half(ASKED, TWO, RAN, user(document(), answer("t2"))) == "/messages/3/content/1"


THOUGHT = [ASKED, assistant(thinking(), use("t1")), RAN]
KEPT = [user("Summary: it is ported."), assistant(thinking(), use("t1")), RAN]
FABLE = {"modelId": "anthropic.claude-fable-5-2", "toolConfig": TOOLS}


def test_changed_thinking_of_the_newest_reply_shows_against_the_body_before(said: Said) -> None:
    def against(messages: list[Any], **more: Any) -> list[tuple[str, str]]:
        before = json.dumps({"messages": THOUGHT}).encode()
        return said("thinking-immutable", *messages, dialect="bedrock-converse", before=before, **more)

    assert against([ASKED, assistant(thinking("Other."), use("t1")), RAN], **ON_CLAUDE) == [("/messages/1", "error")]
    assert against([ASKED, CALL, RAN], **ON_CLAUDE) == [("/messages/1", "error")]
    assert against(KEPT, **ON_CLAUDE) == []
    assert against([ASKED, CALL, RAN], **NOVA) == []
    assert against([ASKED, assistant(use("t2")), user(answer("t2"))], **ON_CLAUDE) == []


def test_signed_thinking_behind_a_rewritten_start(said: Said) -> None:
    def of(messages: list[Any], **more: Any) -> list[tuple[str, str]]:
        return said("thinking-prefix-changed", *messages, dialect="bedrock-converse", **more)

    assert of(KEPT, **FABLE) == [("/messages/1/content/0", "error")]
    assert of(KEPT, **ON_CLAUDE) == [("/messages/1/content/0", "note")]
    assert of(KEPT, **NOVA) == []
    assert of(THOUGHT, **FABLE) == []
    assert of(THOUGHT, **FABLE, before=json.dumps({"messages": THOUGHT}).encode()) == []
    assert of(THOUGHT, **FABLE, before=json.dumps({"messages": [DONE, *THOUGHT]}).encode()) != []
