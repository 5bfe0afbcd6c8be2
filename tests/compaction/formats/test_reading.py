"""Recognition and reading of whole captures: what each shape of file is taken for."""

import json

import pytest

from compaction.errors import CaptureError
from compaction.formats import MessageList, Note, read, start
from compaction.transcripts import Dialect

HELLO = {"role": "user", "content": "Hello"}
CHAT = {"model": "gpt-5.2", "messages": [HELLO]}
CLAUDE = {"model": "claude-sonnet-4-5", "messages": [HELLO]}


def encoded(value: object) -> bytes:
    return json.dumps(value).encode()


def lists_of(data: bytes, **chosen: str) -> list[MessageList]:
    return [record for record in read([data], **chosen) if isinstance(record, MessageList)]


def notes_of(data: bytes) -> list[Note]:
    return [record for record in read([data]) if isinstance(record, Note)]


def refused(data: bytes, **chosen: str) -> CaptureError:
    with pytest.raises(CaptureError) as error:
        list(read([data], **chosen))
    return error.value


def test_one_line_is_a_document_when_an_object_test_knows_it() -> None:
    assert start([encoded(CLAUDE) + b"\n"]).format.id == "anthropic-request"


def test_the_same_line_twice_is_a_line_format() -> None:
    reading = start([(encoded(CLAUDE) + b"\n") * 2])
    assert reading.format.id == "chat-jsonl"
    assert [found.path for found in reading.records] == ["line 1 /messages", "line 2 /messages"]


def test_blank_lines_count_but_are_no_values() -> None:
    data = b"\n\n" + encoded(CHAT) + b"\n   \n" + encoded(CHAT)
    assert [found.path for found in lists_of(data)] == ["line 3 /messages", "line 5 /messages"]


def test_record_separators_of_json_sequences_are_accepted() -> None:
    data = b"\x1e" + encoded(CHAT) + b"\n\x1e" + encoded(CHAT) + b"\n"
    assert len(lists_of(data)) == 2


def test_values_that_take_several_lines_each_are_read() -> None:
    one = json.dumps(CHAT, indent=1).encode()
    assert [found.path for found in lists_of(one + b"\n\n" + one)] == ["line 1 /messages", "line 11 /messages"]


def test_a_broken_value_of_several_lines_is_noted_and_the_next_is_read() -> None:
    one = json.dumps(CHAT, indent=1).encode()
    broken = b'{\n "messages": [nonsense]\n}'
    records = list(read([one + b"\n" + broken + b"\n" + one]))
    assert [getattr(record, "path", None) or record.at for record in records] == [
        "line 1 /messages",
        "line 10",
        "line 13 /messages",
    ]


def test_two_values_on_one_line_both_count_and_the_line_is_noted() -> None:
    data = encoded(CHAT) + b"\n" + encoded(CHAT) + encoded(CHAT) + b"\n"
    assert [found.path for found in lists_of(data)] == ["line 1 /messages", "line 2 /messages", "line 2 /messages"]
    assert notes_of(data) == [Note("jsonl-joined-values", "line 2", "2 values")]


def test_a_line_with_odd_json_inside_is_left_out_wherever_it_stands() -> None:
    data = b'{"a": NaN, "messages": []}\n' + encoded(CHAT) + b'\n{"a": 1, "a": 2}\n'
    assert len(lists_of(data)) == 1
    assert notes_of(data) == [
        Note("jsonl-bad-line", "line 1", "json-nonfinite"),
        Note("jsonl-bad-line", "line 3", "json-duplicate-key"),
    ]


def test_a_first_line_that_is_no_value_refuses_the_whole() -> None:
    error = refused(b'{"messages": [}\n' + encoded(CHAT))
    assert (error.code, error.line, error.column, error.kind) == ("json-syntax", 1, 15, "value")


def test_lines_nobody_knows_are_refused_with_the_keys_of_the_first() -> None:
    error = refused(b'{"alpha": 1, "beta": 2}\n{"gamma": 3}\n')
    assert (error.code, error.found) == ("unknown-format", ("alpha", "beta"))


def test_lines_that_all_fail_are_refused_with_the_first_fault() -> None:
    error = refused(b'{"a": NaN}\n{"a": Infinity}\n')
    assert (error.code, error.kind, error.line) == ("json-nonfinite", "NaN", 1)


def test_an_unknown_record_among_requests_is_noted() -> None:
    data = b'{"alpha": 1}\n' + encoded(CHAT) + b'\n{"beta": 2}\n[1]\n'
    assert [note.at for note in notes_of(data)] == ["line 1", "line 3", "line 4"]
    assert {note.code for note in notes_of(data)} == {"unknown-record"}


def test_a_chosen_format_that_is_not_read_is_named() -> None:
    error = refused(b'{"custom_id":"c","body":{}}\n' * 2, format="mitmproxy-flow")
    assert (error.code, error.kind) == ("unknown-format", "mitmproxy-flow")


def test_a_single_session_line_is_recognised_by_the_tests_for_lines() -> None:
    line = b'{"type":"user","uuid":"u1","sessionId":"s1","message":{}}'
    assert start([line]).format.id == "claude-code-session"
    assert refused(line).code == "no-messages"


def test_an_empty_list_is_a_list_of_no_messages() -> None:
    (found,) = lists_of(b"[]")
    assert (found.count, found.roles, found.body) == (0, "", b'{"messages":[]}')


def test_a_list_of_bodies_is_read_one_by_one() -> None:
    data = encoded([CLAUDE, {"other": 1}, CLAUDE])
    reading = start([data])
    assert reading.format.id == "anthropic-request"
    records = list(reading.records)
    assert [getattr(record, "path", None) or record.at for record in records] == ["/0/messages", "/1", "/2/messages"]


def test_a_lone_answer_is_one_message_and_says_so() -> None:
    answer = {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Hi"}]}
    (found,) = lists_of(encoded(answer))
    assert (found.roles, found.response_only, found.request) == ("a", True, False)
    assert notes_of(encoded(answer)) == [Note("response-only", "")]


def test_a_lone_chat_completion_is_its_first_choice() -> None:
    answer = {"object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi"}}]}
    (found,) = lists_of(encoded(answer))
    assert (found.dialect, found.roles, found.response_only) == (Dialect.OPENAI_CHAT, "a", True)
    assert found.messages[0].native == b'{"role": "assistant", "content": "Hi"}'


def test_the_body_of_a_document_is_its_exact_bytes_without_mark_and_blanks() -> None:
    data = b'{ "model":"claude",\n "messages":[ {"role":"user","content":"\\u00e9"} ] }'
    (found,) = lists_of(b"\xef\xbb\xbf \n" + data + b"\n\n")
    assert found.body == data
    assert found.messages[0].native == b'{"role":"user","content":"\\u00e9"}'


def test_a_bare_list_gets_a_body_as_if_it_stood_under_messages() -> None:
    (found,) = lists_of(b'[ {"role":"user","content":"\xc3\xa9"} ]')
    assert found.body == b'{"messages":[{"role":"user","content":"\xc3\xa9"}]}'
    assert found.messages[0].origin == "/messages/0"


def test_an_ambiguous_list_names_its_candidates() -> None:
    (found,) = lists_of(encoded([HELLO]))
    assert found.dialect is None
    assert found.dialect_alternatives == (Dialect.ANTHROPIC, Dialect.OPENAI_CHAT)


@pytest.mark.parametrize(
    ("name", "format"), [("anthropic", "anthropic-request"), ("openai-chat", "openai-chat-request")]
)
def test_the_uploader_decides_what_is_ambiguous(name: str, format: str) -> None:
    data = encoded({"messages": [HELLO]})
    assert start([data], dialect=name).format.id == format
    (found,) = lists_of(data, dialect=name)
    assert (found.dialect, found.dialect_alternatives) == (Dialect(name), ())


def test_case_files_may_say_anthropic_messages() -> None:
    (found,) = lists_of(encoded([HELLO]), dialect="anthropic-messages")
    assert found.dialect is Dialect.ANTHROPIC


def test_a_chosen_format_is_not_questioned() -> None:
    (found,) = lists_of(encoded(CLAUDE), format="chat-jsonl")
    assert found.path == "line 1 /messages"
    assert refused(b'{"a":1}', format="anthropic-request").code == "no-messages"
    assert refused(b"[]", format="mitmproxy-flow").kind == "mitmproxy-flow"


def test_a_chosen_document_format_refuses_lines() -> None:
    error = refused((encoded(CLAUDE) + b"\n") * 2, format="anthropic-request")
    assert (error.code, error.kind) == ("json-syntax", "nothing more")


def test_a_format_or_dialect_that_does_not_exist_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no such format"):
        start([b"{}"], format="nonsense")
    with pytest.raises(ValueError, match="nonsense"):
        start([b"{}"], dialect="nonsense")


def test_lone_surrogates_are_kept_and_noted_where_they_stand() -> None:
    message = b'{"role":"user","content":"\\ud83d\\ude00 \\uD800"}'
    data = b'{"model":"claude","tools":[{"name":"\\udfff"}],"messages":[' + message + b"]}"
    assert notes_of(data) == [Note("valid-unicode", "/tools/0/name"), Note("valid-unicode", "/messages/0/content")]
    (found,) = lists_of(data)
    assert found.messages[0].blocks[0].text == "\U0001f600 \ud800"


def test_nul_escapes_in_strings_survive() -> None:
    (found,) = lists_of(b'{"model":"claude","messages":[{"role":"user","content":"a\\u0000b"}]}')
    assert found.messages[0].blocks[0].text == "a\0b"


def test_growing_requests_share_their_messages() -> None:
    long = [{"role": "user", "content": str(number) + "x" * 300} for number in range(2)]
    lines = [{"model": "gpt-5", "messages": long[:count]} for count in (1, 2)]
    first, second = lists_of(b"\n".join(map(encoded, lines)))
    assert second.messages[0] is first.messages[0]
    assert [message.origin for message in second.messages] == ["/messages/0", "/messages/1"]


def test_only_the_first_thousand_notes_of_a_code_come_one_by_one() -> None:
    for data in (encoded(CHAT) + b"\n" + b"{}\n" * 1500, b"{}\n" * 1500 + encoded(CHAT)):
        notes = notes_of(data)
        assert len(notes) == 1001
        assert notes[-1] == Note("notes-left-out", "", "500 more of unknown-record")


def test_a_byte_that_is_no_utf8_refuses_lines_and_says_where() -> None:
    error = refused(encoded(CHAT) + b'\n{"messages":"\xe9"}\n')
    assert (error.code, error.line, error.offset) == ("bad-encoding", 2, len(encoded(CHAT)) + 14)


def test_a_cut_character_counts_as_a_cut_only_at_the_very_end() -> None:
    assert refused(encoded(CHAT) + b"\n{\xe9}\n").code == "bad-encoding"
    assert refused(encoded(CHAT) + b'\n{"a":"\xe9 and so on').code == "bad-encoding"


def test_a_capture_that_ends_inside_a_character_loses_only_its_last_line() -> None:
    data = encoded(CHAT) + b'\n{"messages":"\xe2\x82'
    assert len(lists_of(data)) == 1
    assert notes_of(data) == [Note("jsonl-bad-line", "line 2", "last record incomplete")]


def test_a_list_nobody_knows_shows_the_keys_of_its_first_item() -> None:
    assert refused(b'[{"alpha":1}]').found == ("alpha",)
    assert refused(b"[1]").found == ()


def test_text_that_is_no_json_is_shown_by_its_first_characters() -> None:
    error = refused(b"Hello " * 50)
    assert (error.code, error.kind, error.found) == ("unknown-format", None, (("Hello " * 50)[:80],))


@pytest.mark.parametrize(
    ("format", "data"),
    [
        ("anthropic-request", b'{"messages": 1}'),
        ("anthropic-request", b'{"a": 1}'),
        ("openai-chat-request", b'{"messages": {}}'),
        ("openai-chat-request", b'{"a": 1}'),
        ("openai-chat-request", b'{"choices": []}'),
        ("messages-array", b'{"messages": []}'),
    ],
)
def test_a_chosen_format_that_does_not_fit_finds_no_messages(format: str, data: bytes) -> None:
    assert refused(data, format=format).code == "no-messages"


def test_a_list_of_chat_bodies_is_read_one_by_one() -> None:
    reading = start([encoded([CHAT, CHAT])])
    assert reading.format.id == "openai-chat-request"
    assert [found.path for found in reading.records] == ["/0/messages", "/1/messages"]


def test_a_block_over_the_limit_refuses_lines_too() -> None:
    big = {"model": "gpt-5", "messages": [{"role": "user", "content": "x" * (10 * 1024 * 1024 + 1)}]}
    error = refused(encoded(CHAT) + b"\n" + encoded(big))
    assert (error.code, error.kind) == ("too-large", "block")


def test_lines_with_too_many_levels_are_left_out_wherever_they_stand() -> None:
    deep = b"[" * 5000 + b"]" * 5000
    data = deep + b"\n" + encoded(CHAT) + b"\n" + deep
    assert [note.at for note in notes_of(data)] == ["line 1", "line 3"]
    assert {note.reason for note in notes_of(data)} == {"json-too-deep"}
