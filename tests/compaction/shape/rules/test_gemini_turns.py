"""Calls and responses of generateContent: their order, their number, their names, their signatures, their media."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import PIXEL
from compaction.shape.samples_gemini import call, content, image, model, response, user

Said = Callable[..., list[tuple[str, str]]]
Cases = dict[str, tuple[str, list[Any], dict[str, Any], list[tuple[str, str]]]]

ASKED, CALL, RAN, DONE = user("Test it."), model(call()), user(response()), model("Done.")
TWO = model(call("ping"), call("trace"))
THREE = model(call(), call(), call())
UNSIGNED = model({"functionCall": {"name": "run_tests"}})
ORDER, COUNT, PAIR, SIGNED, MEDIA = (
    "function-turn-order",
    "function-response-count",
    "paired-tool-result",
    "thought-signature",
    "media-in-result",
)
NEW, OLD = {"model": "models/gemini-3-pro"}, {"model": "gemini-2.5-flash"}
SEEN = response("run_tests", parts=[image(PIXEL)])

SPEAKS: Cases = {
    "a call opens the list": (ORDER, [CALL, RAN, DONE, ASKED], {}, [("/contents/0", "error")]),
    "a call after a reply": (ORDER, [ASKED, DONE, CALL, RAN], {}, [("/contents/2", "error")]),
    "two turns of calls in a row": (ORDER, [ASKED, CALL, CALL, RAN], {}, [("/contents/2", "error")]),
    "responses open the list": (ORDER, [RAN, DONE, ASKED], {}, [("/contents/0", "error")]),
    "responses behind a summary": (ORDER, [ASKED, DONE, RAN, DONE, ASKED], {}, [("/contents/2", "error")]),
    "further responses behind enough": (ORDER, [ASKED, CALL, RAN, RAN], {}, [("/contents/3", "error")]),
    "one response for two calls": (COUNT, [ASKED, TWO, RAN], {}, [("/contents/2", "error")]),
    "two responses for one call": (COUNT, [ASKED, CALL, user(response(), response())], {}, [("/contents/2", "error")]),
    "a summary instead of responses": (COUNT, [ASKED, CALL, ASKED], {}, [("/contents/1/parts/0", "error")]),
    "calls end the list": (COUNT, [ASKED, model("I will.", call())], {}, [("/contents/1/parts/1", "error")]),
    "responses in two contents": (COUNT, [ASKED, TWO, RAN, RAN, DONE, ASKED], {}, [("/contents/2", "error")]),
    "a name that was not called": (
        PAIR,
        [ASKED, CALL, user(response("other"))],
        {},
        [("/contents/2/parts/0", "warning")],
    ),
    "one name twice for two names": (
        PAIR,
        [ASKED, TWO, user(response("ping"), response("ping"))],
        {},
        [("/contents/2/parts/1", "warning")],
    ),
    "an id that was not called": (
        PAIR,
        [ASKED, model({"functionCall": {"name": "a", "id": "1"}}), user(response("a", id="2"))],
        {},
        [("/contents/2/parts/0", "warning")],
    ),
    "no signature on a new model": (SIGNED, [ASKED, UNSIGNED, RAN], NEW, [("/contents/1/parts/0", "error")]),
    "an empty signature": (
        SIGNED,
        [ASKED, model(call(thoughtSignature="")), RAN],
        NEW,
        [("/contents/1/parts/0", "error")],
    ),
    "the second step has none": (SIGNED, [ASKED, CALL, RAN, UNSIGNED, RAN], NEW, [("/contents/3/parts/0", "error")]),
    "no signature on an older model": (SIGNED, [ASKED, UNSIGNED, RAN], OLD, [("/contents/1/parts/0", "note")]),
    "no signature on a model nobody knows": (SIGNED, [ASKED, UNSIGNED, RAN], {}, [("/contents/1/parts/0", "warning")]),
    "media in a response of an older model": (
        MEDIA,
        [ASKED, CALL, user(SEEN)],
        OLD,
        [("/contents/2/parts/0", "warning")],
    ),
}

SILENT: dict[str, tuple[str, list[Any], dict[str, Any]]] = {
    "calls, responses, calls, responses": (ORDER, [ASKED, CALL, RAN, CALL, RAN, DONE, DONE, ASKED], {}),
    "text beside the call, user twice before": (ORDER, [ASKED, ASKED, model("I will.", call()), RAN], {}),
    "the rest of responses in two contents": (ORDER, [ASKED, TWO, RAN, RAN], {}),
    "the rest of responses in three contents": (ORDER, [ASKED, THREE, RAN, RAN, RAN], {}),
    "responses of the role function": (ORDER, [ASKED, CALL, content("function", response())], {}),
    "as many responses, in another order": (COUNT, [ASKED, TWO, user(response("trace"), response("ping"))], {}),
    "text beside the responses": (COUNT, [ASKED, CALL, user(response(), "Go on.")], {}),
    "names in another order": (PAIR, [ASKED, TWO, user(response("trace"), response("ping"))], {}),
    "an id on one side only": (PAIR, [ASKED, CALL, user(response(id="1"))], {}),
    "another number is told once": (PAIR, [ASKED, CALL, user(response("a"), response("b"))], {}),
    "only the first of parallel calls is signed": (
        SIGNED,
        [ASKED, model(call("a"), {"functionCall": {"name": "b"}}), user(response("a"), response("b"))],
        NEW,
    ),
    "an older turn has none": (SIGNED, [ASKED, UNSIGNED, RAN, DONE, ASKED], NEW),
    "a signature in snake case": (
        SIGNED,
        [ASKED, model({"function_call": {"name": "run_tests"}, "thought_signature": "c2ln"}), RAN],
        NEW,
    ),
    "a documented dummy": (SIGNED, [ASKED, model(call(thoughtSignature="skip_thought_signature_validator")), RAN], NEW),
    "media in a response of a new model": (MEDIA, [ASKED, CALL, user(SEEN)], NEW),
    "media in a response of a model nobody knows": (MEDIA, [ASKED, CALL, user(SEEN)], {}),
    "no media": (MEDIA, [ASKED, CALL, RAN], OLD),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    rule, contents, more, places = SPEAKS[name]
    assert said(rule, *contents, dialect="gemini", **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    rule, contents, more = SILENT[name]
    assert said(rule, *contents, dialect="gemini", **more) == []
