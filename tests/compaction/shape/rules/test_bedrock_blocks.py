"""Blocks of Converse, each by itself."""

import base64
from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import PIXEL
from compaction.shape.samples_bedrock import CLAUDE, answer, assistant, document, image, thinking, use, user

Said = Callable[..., list[tuple[str, str]]]
Cases = dict[str, tuple[str, list[Any], dict[str, Any], list[tuple[str, str]]]]

ASKED, CALL, RAN, DONE = user("Test it."), assistant(use("t1")), user(answer("t1")), assistant("Done.")
EMPTY, ERROR, INPUT, ID, NAME, KIND, FIELD, LIMIT, IMAGE, TEXT, SIGNED, WORDS, HIDDEN, ORDER = (
    "non-empty-content",
    "error-result-content",
    "tool-input-object",
    "tool-id-format",
    "tool-name",
    "content-part-role",
    "unknown-field",
    "media-limit",
    "image-media-type",
    "document-needs-text",
    "thinking-signature",
    "thinking-text",
    "redacted-thinking-intact",
    "thinking-order",
)
ON_CLAUDE = {"modelId": CLAUDE}
MANUAL = {**ON_CLAUDE, "additionalModelRequestFields": {"thinking": {"type": "enabled", "budget_tokens": 1024}}}
FAILED: dict[str, Any] = {"toolResult": {"toolUseId": "t1", "content": [], "status": "error"}}
BARE: dict[str, Any] = {"toolResult": {"toolUseId": "t1", "content": []}}
HEAVY = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(3_932_160)).decode()
WIDE = "iVBORw0KGgoAAAANSUhEUgAAIygAAAAIAQAAAADsdIMm"
TOOLS = {"toolConfig": {"tools": [{"toolSpec": {"name": "a.b"}}]}}
GONE = {"reasoningContent": {"redactedContent": ""}}
KEPT = {"reasoningContent": {"redactedContent": "b3Bh"}}


def result(*parts: Any) -> dict[str, Any]:
    return user({"toolResult": {"toolUseId": "t1", "content": list(parts)}})


def first(*blocks: Any) -> list[Any]:
    return [ASKED, assistant(*blocks), ASKED]


INSIDE = "/messages/2/content/0/toolResult"
AT = [("/messages/1/content/0", "error")]
IN_FIRST = [("/messages/0/content/0", "error")]
SPEAKS: Cases = {
    "blank text": (EMPTY, [ASKED, assistant("a", " \n"), ASKED], {}, [("/messages/1/content/1", "error")]),
    "empty text": (EMPTY, [user("")], {}, IN_FIRST),
    "no blocks": (EMPTY, [ASKED, assistant(), ASKED], {}, [("/messages/1/content", "error")]),
    "content missing": (EMPTY, [ASKED, {"role": "assistant"}, ASKED], {}, [("/messages/1", "error")]),
    "blank text in a result": (EMPTY, [ASKED, CALL, result({"text": ""})], {}, [(f"{INSIDE}/content/0", "warning")]),
    "an empty object in a result": (
        EMPTY,
        [ASKED, CALL, result({"text": "a"}, {"json": {}})],
        {},
        [(f"{INSIDE}/content/1", "warning")],
    ),
    "a result without parts": (EMPTY, [ASKED, CALL, user(BARE)], {}, [(f"{INSIDE}/content", "warning")]),
    "an error without a word": (ERROR, [ASKED, CALL, user(FAILED)], {}, [("/messages/2/content/0", "error")]),
    "input as text": (
        INPUT,
        [ASKED, assistant(use("t1", input="{}")), RAN],
        {},
        [("/messages/1/content/0/toolUse/input", "error")],
    ),
    "no input": (
        INPUT,
        [ASKED, assistant({"toolUse": {"toolUseId": "t1", "name": "a"}}), RAN],
        {},
        [("/messages/1/content/0/toolUse", "error")],
    ),
    "an id too long": (
        ID,
        [ASKED, assistant(use("t" * 65)), user(answer("t" * 65))],
        {},
        [("/messages/1/content/0/toolUse/toolUseId", "error")],
    ),
    "an empty id": (ID, [ASKED, assistant(use(""))], {}, [("/messages/1/content/0/toolUse/toolUseId", "error")]),
    "an id that is no text": (ID, [ASKED, assistant(use(None))], {}, [("/messages/1/content/0/toolUse", "error")]),
    "other characters": (
        ID,
        [ASKED, assistant(use("a|b"))],
        {},
        [("/messages/1/content/0/toolUse/toolUseId", "error")],
    ),
    "a colon, contested": (
        ID,
        [ASKED, assistant(use("a:b"))],
        {},
        [("/messages/1/content/0/toolUse/toolUseId", "warning")],
    ),
    "a result alone": (ID, [user(answer("a b"))], {}, [("/messages/0/content/0/toolResult/toolUseId", "error")]),
    "a name with a point": (
        NAME,
        [ASKED, assistant(use("t1", "a.b")), RAN],
        {},
        [("/messages/1/content/0/toolUse/name", "error")],
    ),
    "a name too long": (
        NAME,
        [ASKED, assistant(use("t1", "a" * 65)), RAN],
        {},
        [("/messages/1/content/0/toolUse/name", "error")],
    ),
    "a declared name": (NAME, [ASKED], TOOLS, [("/toolConfig/tools/0/toolSpec/name", "error")]),
    "an unknown kind": (KIND, [user({"input_text": "a"})], {}, IN_FIRST),
    "a call of the user": (KIND, [user(use("t1"))], {}, IN_FIRST),
    "a result of the assistant": (KIND, first(answer("t1")), {}, AT),
    "an image of the assistant": (KIND, first(image(PIXEL)), {}, AT),
    "a field of a message": (FIELD, [{**ASKED, "id": "m"}], {}, [("/messages/0/id", "error")]),
    "a field of a block": (FIELD, [user({"text": "a", "type": "text"})], {}, [("/messages/0/content/0/type", "error")]),
    "an image of many bytes": (LIMIT, [user("a", image(HEAVY))], {}, [("/messages/0/content/1", "error")]),
    "an image of many pixels": (LIMIT, [user(image(WIDE))], {}, IN_FIRST),
    "image 21": (LIMIT, [user(*[image(PIXEL)] * 22)], {}, [("/messages/0/content/20", "error")]),
    "document 6": (LIMIT, [user("a", *[document()] * 6)], {}, [("/messages/0/content/6", "error")]),
    "bytes of another format": (IMAGE, [user(image(PIXEL, "jpeg"))], {}, IN_FIRST),
    "an unknown format": (IMAGE, [user(image(PIXEL, "bmp"))], {}, IN_FIRST),
    "bytes that do not decode": (IMAGE, [user(image("iVBOR[…]"))], {}, IN_FIRST),
    "a document alone": (TEXT, [user(document(), document())], {}, IN_FIRST),
    "no signature": (SIGNED, first(thinking(signature=""), "a"), ON_CLAUDE, AT),
    "no signature, no model": (SIGNED, first(thinking(signature=""), "a"), {}, [("/messages/1/content/0", "warning")]),
    "neither text nor signature": (WORDS, first(thinking("", ""), "a"), ON_CLAUDE, AT),
    "hidden thinking without data": (HIDDEN, first(GONE, "a"), {}, AT),
    "thinking ends a message": (ORDER, first("a", thinking()), ON_CLAUDE, [("/messages/1/content/1", "warning")]),
    "an open turn without thinking": (ORDER, [ASKED, CALL, RAN], MANUAL, [("/messages/1/content/0", "warning")]),
}

SILENT: dict[str, tuple[str, list[Any], dict[str, Any]]] = {
    "an error without a word has its own rule": (EMPTY, [ASKED, CALL, user(FAILED)], {}),
    "results with something": (EMPTY, [ASKED, CALL, result({"json": {"a": 1}}, {"image": {}})], {}),
    "an error with a word": (ERROR, [ASKED, CALL, user(answer("t1", "no", status="error"))], {}),
    "a success without one": (ERROR, [ASKED, CALL, user(BARE)], {}),
    "an empty object": (INPUT, [ASKED, CALL, RAN], {}),
    "64 characters": (ID, [ASKED, assistant(use("aZ_9-" * 12 + "abcd")), RAN], {}),
    "a usual name": (NAME, [ASKED, CALL, RAN], {"toolConfig": {"tools": [{"cachePoint": {"type": "default"}}]}}),
    "all kinds": (
        KIND,
        [user("a", image(PIXEL), document(), {"cachePoint": {}}, {"guardContent": {}}, {"video": {}}), CALL, RAN],
        {},
    ),
    "all fields": (
        FIELD,
        [user("a", {"guardContent": {"text": {}}}, document()), assistant(thinking(), use("t1")), RAN],
        {},
    ),
    "an unknown kind has its own rule": (FIELD, [user({"input_text": "a"})], {}),
    "20 images and 5 documents": (LIMIT, [user("a", *[image(PIXEL)] * 20, *[document()] * 5)], {}),
    "a true image, and one elsewhere": (
        IMAGE,
        [user(image(PIXEL), {"image": {"format": "png", "source": {"s3Location": {"uri": "s3://b/a"}}}})],
        {},
    ),
    "a document with words": (TEXT, [user(document(), "What does it say?")], {}),
    "a document in a result": (TEXT, [ASKED, CALL, user(answer("t1", document()))], {}),
    "signed": (SIGNED, first(thinking(), "a"), ON_CLAUDE),
    "other models sign nothing": (SIGNED, first(thinking(signature=""), "a"), {"modelId": "deepseek.r1-v1:0"}),
    "signed and empty": (WORDS, first(thinking(""), "a"), ON_CLAUDE),
    "hidden thinking with data": (HIDDEN, first(KEPT, thinking(), "a"), {}),
    "thinking at the start": (ORDER, [ASKED, assistant(thinking(), use("t1")), RAN], MANUAL),
    "an open turn without the mode": (ORDER, [ASKED, CALL, RAN], ON_CLAUDE),
    "a finished turn": (ORDER, [ASKED, CALL, RAN, DONE, ASKED], MANUAL),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    rule, messages, more, places = SPEAKS[name]
    assert said(rule, *messages, dialect="bedrock-converse", **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    rule, messages, more = SILENT[name]
    assert said(rule, *messages, dialect="bedrock-converse", **more) == []
