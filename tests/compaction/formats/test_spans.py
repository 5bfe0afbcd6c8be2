"""Spans and events, out of the envelopes of their exporters."""

from typing import Any

import pytest

from compaction.formats.spans import attributes_of, event_messages, older_messages, plain, spans_of

PAIR = {"key": "gen_ai.system", "value": {"stringValue": "openai"}}
SPAN = {"attributes": [PAIR], "events": [{"name": "e", "attributes": {"a": 1}}, "odd"]}


@pytest.mark.parametrize(
    ("value", "place"),
    [
        (SPAN, "x"),
        ({"resourceSpans": [{"scopeSpans": [{"spans": [SPAN]}]}]}, "x/resourceSpans/0/scopeSpans/0/spans/0"),
        (
            {"resourceSpans": [{"instrumentationLibrarySpans": [{"spans": [SPAN]}]}]},
            "x/resourceSpans/0/instrumentationLibrarySpans/0/spans/0",
        ),
        ({"data": [{"spans": [SPAN]}]}, "x/data/0/spans/0"),
    ],
)
def test_every_exporter_gives_its_spans(value: Any, place: str) -> None:
    (span,) = spans_of(value, "x")
    assert (span.at, span.attributes, span.asks) == (place, {"gen_ai.system": "openai"}, True)
    assert span.events == (("e", {"a": 1}), ("", {}))


def test_an_export_of_nothing_has_no_span() -> None:
    assert list(spans_of({"resourceSpans": []}, "")) == []
    assert [span.asks for span in spans_of({"attributes": {"http.url": "x"}}, "")] == [False]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ({"intValue": "3"}, "3"),
        ({"boolValue": False}, False),
        ({"arrayValue": {"values": [{"stringValue": "a"}, {"intValue": 1}]}}, ["a", 1]),
        ({"kvlistValue": {"values": [{"key": "k", "value": {"stringValue": "v"}}]}}, {"k": "v"}),
        ({"other": 1}, {"other": 1}),
        ("plain", "plain"),
    ],
)
def test_typed_values_are_plain(typed: Any, value: Any) -> None:
    assert plain(typed) == value


def test_attributes_come_in_three_spellings() -> None:
    assert attributes_of({"tags": [{"key": "a", "type": "string", "value": "x"}]}) == {"a": "x"}
    assert attributes_of({"attributes": {"a": "x"}}) == {"a": "x"}
    assert attributes_of({}) == attributes_of("odd") == {}


def test_older_attributes_number_their_messages() -> None:
    given = {
        "gen_ai.prompt.1.role": "assistant",
        "gen_ai.prompt.1.content": "",
        "gen_ai.prompt.1.tool_calls.0.id": "c",
        "gen_ai.prompt.1.tool_calls.0.name": "ls",
        "gen_ai.prompt.0.role": "user",
        "gen_ai.prompt.0.content": "Hi",
        "gen_ai.completion.0.content": "Bye",
    }
    (span,) = spans_of({"attributes": given}, "")
    assert older_messages(span, "prompt") == [
        {"role": "user", "parts": [{"type": "text", "content": "Hi"}]},
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "c", "name": "ls"}]},
    ]
    assert older_messages(span, "completion") == [{"role": "", "parts": [{"type": "text", "content": "Bye"}]}]


def test_older_events_tell_messages() -> None:
    events = [
        {"name": "gen_ai.user.message", "attributes": {"content": "Hi"}},
        {"name": "gen_ai.tool.message", "attributes": {}},
        {"name": "gen_ai.choice", "attributes": {"content": "Bye"}},
    ]
    (span,) = spans_of({"attributes": {}, "events": events}, "")
    assert event_messages(span) == [{"role": "user", "parts": [{"type": "text", "content": "Hi"}]}]
