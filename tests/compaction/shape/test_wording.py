"""Four lines for one violation. Source: ux 16."""

import json
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.findings import Severity, Violation, WireRole
from compaction.shape import RULES, Rule, check
from compaction.shape.wording import Explanation, explain, explain_role
from compaction.transcripts import Dialect

LIMITS = {"what": 60, "why": 160, "fix": 140}


def violation(rule: str, pointer: str, position: int | None = None, counterpart: str | None = None) -> Violation:
    return Violation(rule, Severity.ERROR, ("core",), position, position, pointer, counterpart=counterpart)


def test_an_orphan_reads_as_the_brief_shows_it() -> None:
    message = {"role": "user", "content": [{}, {}, {}, {}, {"type": "tool_result", "tool_use_id": "toolu_01PM"}]}
    found = violation("paired-tool-result", "/messages/128/content/4", 128, "/messages/130/content/0")
    assert explain(found, json.dumps(message).encode()) == Explanation(
        rule="paired-tool-result",
        what="Tool result without its call",
        where="Message 128 (user), block 4",
        path="messages[128].content[4]",
        why="Anthropic refuses a result when no message before it holds the call with the same id.",
        fix="Put the message with the call back before message 128, or remove block 4.",
        position=128,
        counterpart="Message 130, block 0",
        counterpart_path="messages[130].content[0]",
        role="user",
        call_id="toolu_01PM",
    )


def test_an_open_call_of_the_chat_dialect_names_call_and_tool() -> None:
    call = {"id": "call_9f", "type": "function", "function": {"name": "read_file", "arguments": "{}"}}
    message = {"role": "assistant", "content": None, "tool_calls": [call, {**call, "id": "call_a0"}]}
    found = violation("answered-tool-use", "/messages/733/tool_calls/0", 733, "/messages/734")
    said = explain(found, json.dumps(message).encode(), dialect="openai-chat")
    assert (said.what, said.where) == ("Tool call without a result", "Message 733 (assistant), call 1 of 2")
    assert said.path == "messages[733].tool_calls[0]"
    assert said.why.startswith("OpenAI refuses the request until every call has an answering tool message")
    assert said.fix == "Add a tool message for this call right after message 733, or remove call 1 of 2."
    assert (said.tool_name, said.call_id, said.counterpart) == ("read_file", "call_9f", "Message 734")


def test_a_tool_message_is_meant_as_a_whole() -> None:
    found = violation("paired-tool-result", "/messages/5", 5)
    said = explain(found, b'{"role": "tool", "tool_call_id": "c1", "name": "ls"}', dialect="openai-chat")
    assert (said.where, said.path, said.call_id, said.tool_name) == ("Message 5 (tool)", "messages[5]", "c1", "ls")
    assert said.fix == "Put the message with the call back before message 5, or remove message 5."
    anthropic = explain(found, b'{"role": "tool", "tool_call_id": "c1"}')
    assert anthropic.fix == "Put the message with the call back before message 5, or remove message 5."


def test_an_empty_message_names_its_content() -> None:
    said = explain(
        violation("non-empty-content", "/messages/4021/content", 4021), b'{"role": "assistant", "content": ""}'
    )
    assert (said.where, said.path) == ("Message 4021 (assistant)", "messages[4021].content")
    assert said.fix == "Put text into message 4021, or remove the message."


def test_a_call_can_be_put_before_the_first_message() -> None:
    said = explain(violation("paired-tool-result", "/messages/0/content/1", 0))
    assert said.fix == "Put the message with the call back before message 0, or remove block 1."


@pytest.mark.parametrize("dialect", ["gemini", "some-vendor"])
def test_a_dialect_without_words_of_its_own_gets_those_for_all(dialect: str) -> None:
    rule = next(rule for rule in RULES if rule.id == "answered-tool-use")
    said = explain(violation(rule.id, "/messages/1/content/0", 1), dialect=dialect)
    assert (said.why, said.fix) == (rule.why, rule.fix)


def test_a_dialect_that_takes_it_is_not_said_to_refuse_it() -> None:
    rule = next(rule for rule in RULES if rule.id == "system-position")
    assert explain(violation(rule.id, "/input/1", 1), dialect="openai-responses").why == rule.why


def test_a_line_of_a_session_log_is_called_a_line() -> None:
    native = {
        "type": "assistant",
        "message": {"role": "assistant", "content": [{"type": "tool_use", "id": "t9", "name": "Bash"}]},
    }
    found = violation("answered-tool-use", "/lines/7/message/content/0", 3)
    said = explain(found, json.dumps(native).encode())
    assert (said.where, said.path) == ("Line 7 (assistant), block 0", "lines[7].message.content[0]")
    assert (said.call_id, said.tool_name) == ("t9", "Bash")


@pytest.mark.parametrize(
    ("part", "name", "call_id"),
    [
        ({"functionCall": {"name": "ls", "id": "g1"}}, "ls", "g1"),
        ({"toolUse": {"toolUseId": "b1", "name": "ls"}}, "ls", "b1"),
        ({"toolResult": {"toolUseId": "b1"}}, "", "b1"),
    ],
)
def test_calls_of_other_dialects_are_named_too(part: object, name: str, call_id: str) -> None:
    message = json.dumps({"role": "model", "parts": [part]}).encode()
    said = explain(violation("paired-tool-result", "/contents/2/parts/0", 2), message, dialect="gemini")
    assert (said.where, said.tool_name, said.call_id) == ("Message 2 (model), block 0", name, call_id)


def test_captured_values_are_cut_with_their_length_and_made_printable() -> None:
    call = {"type": "tool_use", "id": "x" * 100, "name": "a\u202eb\x00\ud800"}
    message = json.dumps({"role": "y" * 300, "content": [call]}).encode()
    said = explain(violation("answered-tool-use", "/messages/1/content/0", 1), message)
    assert said.call_id == "x" * 80 + "… (100 characters)"
    assert said.tool_name == "a\ufffdb\ufffd\ufffd"
    assert said.role == "y" * 80 + "… (300 characters)"
    assert said.where == "Message 1, block 0"


def test_no_sentence_of_ours_holds_captured_text() -> None:
    call = {"type": "tool_use", "id": "MARKER", "name": "MARKER"}
    said = explain(
        violation("answered-tool-use", "/messages/1/content/0", 1),
        json.dumps({"role": "MARKER", "content": [call]}).encode(),
    )
    ours = {name: text for name, text in asdict(said).items() if name not in ("role", "tool_name", "call_id")}
    assert "MARKER" not in str(ours)


@pytest.mark.parametrize("dialect", list(Dialect))
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
@pytest.mark.parametrize("pointer", ["/messages/99999/content/9999", "/messages/99999/tool_calls/9999", "/messages/0"])
def test_no_line_is_longer_than_it_may_be(rule: object, dialect: Dialect, pointer: str) -> None:
    calls = json.dumps({"tool_calls": [{}] * 10_000}).encode()
    said = explain(violation(rule.id, pointer, 99_999), calls, dialect=dialect)  # type: ignore[attr-defined] # a Rule
    for line, limit in LIMITS.items():
        assert 0 < len(getattr(said, line)) <= limit
    assert "{" not in said.fix
    assert "\n" not in said.where


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["role", "content", "tool_calls", "id", "name", "message", "function"]), inner),
    ),
    max_leaves=12,
)


@settings(max_examples=80, deadline=None)
@given(
    JSON,
    st.sampled_from(["/messages/1/content/0", "/messages/1/tool_calls/0", "/messages/1", "/lines/3/message", "", "/x"]),
)
def test_odd_messages_and_pointers_never_fail(message: object, pointer: str) -> None:
    assert explain(violation("paired-tool-result", pointer, 1), json.dumps(message).encode()).what


@pytest.mark.parametrize("message", [None, b"", b"{", b"\xff", b"[" * 100_000, b'{"role": ' + b"9" * 9_999 + b"}"])
def test_a_message_that_cannot_be_read_only_makes_the_words_less_particular(message: bytes | None) -> None:
    said = explain(violation("paired-tool-result", "/messages/3/content/1", 3), message)
    assert (said.where, said.role, said.call_id) == ("Message 3, block 1", "", "")


def test_a_raw_role_gets_the_same_four_lines() -> None:
    body = b'{"messages": [{"role": "user", "content": "x"}, {"role": "tool", "content": "x"}]}'
    [found] = check(body, dialect="anthropic", layer="core").wire_roles
    said = explain_role(found)
    assert said.what == "Role that does not exist in this dialect"
    assert (said.where, said.path, said.role) == ("Message 1 (tool)", "messages[1].role", "tool")
    assert said.fix == "Send the answer as a tool_result block in a user message instead of message 1."


@pytest.mark.parametrize("role", ["", "tool", "developer", "function", "model", "x" * 500])
def test_raw_roles_keep_the_limits(role: str) -> None:
    said = explain_role(WireRole(99_999, role, "/messages/99999/role"))
    for line, limit in LIMITS.items():
        assert 0 < len(getattr(said, line)) <= limit
    assert len(said.where) < 40
    assert len(said.role) < 110


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_explains_its_own_example_in_every_dialect(rule: Rule) -> None:
    for dialect, request in rule.bad.items():
        variant = rule.variants.get(dialect)
        report = check(json.dumps(request).encode(), dialect=dialect, layer="both", variant=variant)
        for violation in report.violations:
            said = explain(violation, dialect=dialect)
            assert "{" not in said.fix + said.why
            assert (len(said.why), len(said.fix)) <= (160, 140)
            assert said.where
