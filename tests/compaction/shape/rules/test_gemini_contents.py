"""Contents and parts of generateContent, each by itself."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape import check
from compaction.shape.samples import PIXEL
from compaction.shape.samples_gemini import call, content, image, model, response, user

Said = Callable[..., list[tuple[str, str]]]
Cases = dict[str, tuple[str, list[Any], dict[str, Any], list[tuple[str, str]]]]

ASKED, CALL, RAN, DONE = user("Test it."), model(call()), user(response()), model("Done.")
NEW = {"model": "gemini-3.6-flash"}
EMPTY, KIND, FIELD, NAME, OBJECT, IMAGE, SYSTEM, FIRST, END = (
    "non-empty-content",
    "content-part-role",
    "unknown-field",
    "tool-name",
    "tool-input-object",
    "image-media-type",
    "system-position",
    "first-role",
    "prefill-unsupported",
)
CAMEL = {"tools": [{"functionDeclarations": [{"name": "run tests"}]}]}
SNAKE = {"tools": [{"function_declarations": [{"name": "ok"}, {"name": "1st"}]}]}

SPEAKS: Cases = {
    "no parts": (EMPTY, [ASKED, model(), ASKED], {}, [("/contents/1/parts", "error")]),
    "parts missing": (EMPTY, [ASKED, {"role": "model"}, ASKED], {}, [("/contents/1", "error")]),
    "parts that are null": (EMPTY, [ASKED, {"role": "model", "parts": None}, ASKED], {}, [("/contents/1", "error")]),
    "a part without data": (EMPTY, [ASKED, model({}), ASKED], {}, [("/contents/1/parts/0", "error")]),
    "an empty text": (EMPTY, [ASKED, model(""), ASKED], {}, [("/contents/1/parts/0", "warning")]),
    "an unknown kind of part": (KIND, [user({"image_url": "x"})], {}, [("/contents/0/parts/0", "error")]),
    "a call of the user": (KIND, [user(call())], {}, [("/contents/0/parts/0", "error")]),
    "a response of the model": (KIND, [ASKED, CALL, model(response())], {}, [("/contents/2/parts/0", "error")]),
    "a field of a content": (FIELD, [{**ASKED, "timestamp": 1}], {}, [("/contents/0/timestamp", "error")]),
    "a field of a part": (FIELD, [user({"text": "a", "type": "text"})], {}, [("/contents/0/parts/0/type", "error")]),
    "a name with a blank": (NAME, [ASKED, model(call("a b")), RAN], {}, [("/contents/1/parts/0", "error")]),
    "a name with a digit first": (NAME, [ASKED, model(call("1st")), RAN], {}, [("/contents/1/parts/0", "error")]),
    "a name too long": (NAME, [ASKED, model(call("x" * 129)), RAN], {}, [("/contents/1/parts/0", "error")]),
    "no name": (NAME, [ASKED, model({"functionCall": {}}), RAN], {}, [("/contents/1/parts/0", "error")]),
    "a declared name": (NAME, [ASKED], CAMEL, [("/tools/0/functionDeclarations/0/name", "error")]),
    "a declared name in snake case": (NAME, [ASKED], SNAKE, [("/tools/0/function_declarations/1/name", "error")]),
    "arguments as text": (
        OBJECT,
        [ASKED, model(call(args="{}")), RAN],
        {},
        [("/contents/1/parts/0/functionCall/args", "error")],
    ),
    "a response as a list": (
        OBJECT,
        [ASKED, CALL, user({"function_response": {"name": "run_tests", "response": ["ok"]}})],
        {},
        [("/contents/2/parts/0/function_response/response", "error")],
    ),
    "bytes of another type": (IMAGE, [user(image(PIXEL, "image/jpeg"))], {}, [("/contents/0/parts/0", "warning")]),
    "bytes that do not decode": (IMAGE, [user(image("iVBOR[…]"))], {}, [("/contents/0/parts/0", "warning")]),
    "a system content": (SYSTEM, [ASKED, content("system", "a"), ASKED], {}, [("/contents/1", "error")]),
    "a developer content": (SYSTEM, [content("developer", "a"), ASKED], {}, [("/contents/0", "error")]),
    "the model opens": (FIRST, [DONE, ASKED], {}, [("/contents/0", "warning")]),
    "a reply ends on a new model": (END, [ASKED, DONE], NEW, [("/contents/1", "error")]),
    "a reply ends on a model nobody knows": (END, [ASKED, DONE], {}, [("/contents/1", "warning")]),
    "a lone reply on an older model": (END, [DONE], {"model": "gemini-2.5-pro"}, [("/contents/0", "error")]),
}

SILENT: dict[str, tuple[str, list[Any], dict[str, Any]]] = {
    "white space, and an empty text that is signed": (
        EMPTY,
        [ASKED, model(" ", {"text": "", "thoughtSignature": "c2ln"}), ASKED],
        {},
    ),
    "an empty thought": (EMPTY, [ASKED, model({"text": "", "thought": True}), ASKED], {}),
    "a signature alone": (KIND, [ASKED, model("a", {"thoughtSignature": "c2ln"}), ASKED], {}),
    "an unknown kind is told by its own rule": (EMPTY, [user({"image_url": "x"})], {}),
    "an unknown kind is no unknown field": (FIELD, [user({"image_url": "x"})], {}),
    "all kinds of parts": (
        KIND,
        [
            user({"fileData": {"fileUri": "gs://b/a"}}, image(PIXEL), "a"),
            model({"executableCode": {"code": "1"}}, {"codeExecutionResult": {"output": "1"}}),
            ASKED,
        ],
        {},
    ),
    "fields of both spellings": (
        FIELD,
        [user({"inline_data": {"mime_type": "image/png", "data": PIXEL}, "videoMetadata": {}}), DONE, {"parts": []}],
        {},
    ),
    "names of points and colons": (NAME, [ASKED, model(call("a.b:c-d")), RAN], {"tools": [{"googleSearch": {}}]}),
    "arguments missing or null": (
        OBJECT,
        [ASKED, model({"functionCall": {"name": "a", "args": None}}, call()), RAN],
        {},
    ),
    "a true image, and other media": (IMAGE, [user(image(PIXEL), image("AAAA", "application/pdf"))], {}),
    "no system content": (SYSTEM, [ASKED, DONE, ASKED], {"systemInstruction": {"parts": [{"text": "a"}]}}),
    "the user opens": (FIRST, [ASKED, DONE, ASKED], {}),
    "a call opens": (FIRST, [CALL, RAN], {}),
    "a reply ends on an older model": (END, [ASKED, DONE], {"model": "gemini-3.1-pro"}),
    "a call ends": (END, [ASKED, CALL], NEW),
    "the user ends": (END, [ASKED, DONE, ASKED], NEW),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    rule, contents, more, places = SPEAKS[name]
    assert said(rule, *contents, dialect="gemini", **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    rule, contents, more = SILENT[name]
    assert said(rule, *contents, dialect="gemini", **more) == []


def test_the_old_role_of_responses_is_a_note(said: Said) -> None:
    contents = [ASKED, CALL, content("function", response()), DONE, ASKED]
    assert said("deprecated-role", *contents, dialect="gemini") == [("/contents/2/role", "note")]
    assert said("role-legal", *contents, dialect="gemini") == []


def test_a_wrapped_body_is_judged_at_its_place() -> None:
    body = {"model": "gemini-3-pro", "request": {"contents": [ASKED, {"role": "model", "parts": []}, ASKED], **CAMEL}}
    report = check(json.dumps(body).encode(), dialect="gemini")
    assert [(one.rule, one.pointer, one.position) for one in report.violations] == [
        ("tool-name", "/request/tools/0/functionDeclarations/0/name", None),
        ("non-empty-content", "/request/contents/1/parts", 1),
    ]


def test_two_turns_of_one_role_are_legal() -> None:
    body = {"model": "gemini-2.5-pro", "contents": [ASKED, ASKED, DONE, DONE, ASKED]}
    assert check(json.dumps(body).encode(), dialect="gemini").violations == ()
