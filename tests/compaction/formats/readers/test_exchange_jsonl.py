import json

import pytest

from compaction.formats import MessageList, Note, ProviderAnswer, Record, read, start
from compaction.inspection import inspect
from compaction.transcripts import Dialect

URL = "https://api.anthropic.com/v1/messages?beta=true"
HELLO = {"role": "user", "content": "Hello"}
BODY = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [HELLO]}
SAID = "messages.0: all messages must have non-empty content"
REFUSAL = {"type": "error", "error": {"type": "invalid_request_error", "message": SAID}}


def exchange(body: object = BODY, answer: object = None, url: str = URL) -> dict:
    return {"request": {"url": url, "method": "POST", "body": body}, "response": answer}


def records(*values: object) -> list[Record]:
    lines = "".join(json.dumps(value) + "\n" for value in values)
    return list(read([lines.encode()]))


def answers(*values: object) -> list[ProviderAnswer]:
    return [record for record in records(*values) if isinstance(record, ProviderAnswer)]


def notes(*values: object) -> list[tuple[str, str]]:
    return [(record.code, record.at) for record in records(*values) if isinstance(record, Note)]


def lists(*values: object) -> list[MessageList]:
    return [record for record in records(*values) if isinstance(record, MessageList)]


def test_lines_one_record_and_a_list_of_records_are_read() -> None:
    assert [found.path for found in lists(exchange(), exchange())] == [
        "line 1 /request/body/messages",
        "line 2 /request/body/messages",
    ]
    for value, paths in (
        (exchange(), ["/request/body/messages"]),
        ([exchange(), exchange()], ["/0/request/body/messages", "/1/request/body/messages"]),
    ):
        reading = start([json.dumps(value, indent=1).encode()])
        assert reading.format.id == "exchange-jsonl"
        assert [found.path for found in reading.records] == paths


def test_a_body_as_text_is_read_like_one_as_object() -> None:
    (found,) = lists(exchange(json.dumps(BODY)))
    assert (found.path, found.model, found.request) == ("/request/body/messages", "claude-sonnet-4-5", True)
    assert json.loads(found.body) == BODY


@pytest.mark.parametrize(
    ("url", "body", "dialect", "model"),
    [
        ("https://x/v1/chat/completions", {"messages": [HELLO]}, Dialect.OPENAI_CHAT, ""),
        ("https://x/v1/responses", {"input": "Hello"}, Dialect.OPENAI_RESPONSES, ""),
        ("https://x/v1/messages", {"messages": [HELLO]}, Dialect.ANTHROPIC, ""),
        (
            "https://x/v1beta/models/gemini-3-pro:generateContent?key=k",
            {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]},
            Dialect.GEMINI,
            "gemini-3-pro",
        ),
        (
            "https://x/model/us.amazon.nova-pro-v1:0/converse",
            {"messages": [{"role": "user", "content": [{"text": "Hello"}]}]},
            Dialect.BEDROCK_CONVERSE,
            "us.amazon.nova-pro-v1:0",
        ),
    ],
)
def test_the_address_decides_the_dialect_and_may_name_the_model(
    url: str, body: dict, dialect: Dialect, model: str
) -> None:
    (found,) = lists(exchange(body, url=url))
    assert (found.dialect, found.model, found.count) == (dialect, model, 1)


@pytest.mark.parametrize(
    "record",
    [
        exchange({"events": []}, url="https://telemetry.example.com/events"),
        exchange(url="https://api.anthropic.com/v1/messages/count_tokens"),
        exchange({"input": "Hello"}, url="https://x/v1/embeddings"),
        exchange({"messages": ["a log line"]}, url="https://x/log"),
        {"request": {"url": "https://x/v1/responses/resp_1", "method": "GET"}, "response": None},
        exchange("not JSON", url="https://x/events"),
        {"other": 1},
        exchange({"events": []}, {"status_code": 400, "body": REFUSAL}, url="https://x/events"),
    ],
)
def test_what_asks_no_model_is_a_note(record: object) -> None:
    assert [type(each) for each in records(exchange(), record)] == [MessageList, Note]
    assert notes(exchange(), record) == [("unknown-record", "line 2")]


@pytest.mark.parametrize("body", [None, "", {}])
def test_a_request_without_its_body_is_noted_and_the_rest_read(body: object) -> None:
    found = records(exchange(), exchange(body, {"status_code": 400, "body": REFUSAL}), exchange())
    assert [type(each) for each in found] == [MessageList, Note, ProviderAnswer, MessageList]
    assert (found[1].code, found[1].at, found[2].list) == ("request-without-body", "line 2", None)


def test_a_refusal_follows_its_list_with_place_status_and_words() -> None:
    found = records(exchange(), {"nothing": 1}, exchange(answer={"status_code": 400, "body": REFUSAL}))
    assert found[-1] == ProviderAnswer(1, "line 3 /response/body", (), SAID, 400)


def test_its_rules_and_place_are_found() -> None:
    line = json.dumps(exchange(answer={"status_code": 400, "body": REFUSAL})).encode()
    (said,) = inspect(line).provider_said
    assert (said.list, said.rules[0], said.pointer) == (0, "non-empty-content", "/messages/0")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (REFUSAL, SAID),
        ({"error": {"message": "Bad role.", "param": "messages.[3].role"}}, "Bad role. (messages.[3].role)"),
        ({"error": {"message": "Bad 'input[3].id'.", "param": "input[3].id"}}, "Bad 'input[3].id'."),
        ({"error": {"code": 400, "message": "Turn order.", "status": "INVALID_ARGUMENT"}}, "Turn order."),
        ([{"error": {"code": 400, "message": "Turn order."}}], "Turn order."),
        ({"message": "The text is blank.", "__type": "ValidationException"}, "The text is blank."),
        ({"error": "Refused."}, "Refused."),
        ({"detail": "Not so."}, "Not so."),
        ({"detail": [{"loc": ["body", "messages", 3]}]}, '{"detail": [{"loc": ["body", "messages", 3]}]}'),
        ({"error": {"message": json.dumps(REFUSAL)}}, SAID),
        ("plain words", "plain words"),
        (json.dumps(REFUSAL), SAID),
        ({"ok": False}, '{"ok": false}'),
        (None, ""),
    ],
)
def test_the_words_are_found_in_every_envelope(body: object, text: str) -> None:
    for response in ({"status_code": 400, "body": body}, {"status": "422", "body": body}):
        assert [said.text for said in answers(exchange(answer=response))] == [text]


@pytest.mark.parametrize("start", ["", "event: error\ndata: ", "event: ping\ndata: {}\n\nevent: error\ndata:"])
def test_a_raw_body_may_be_json_or_an_event_with_the_error(start: str) -> None:
    response = {"status_code": 400, "body_raw": start + json.dumps(REFUSAL)}
    assert [(said.at, said.text) for said in answers(exchange(answer=response))] == [("/response/body_raw", SAID)]


@pytest.mark.parametrize(
    "response",
    [
        None,
        {"status_code": 200, "body": {"type": "message", "content": []}},
        {"status_code": 200, "body_raw": "event: message_start\ndata: {}\n\n"},
        {"status_code": 529, "body": REFUSAL},
        {"body": {"type": "message"}},
        {},
        "lost",
    ],
)
def test_other_answers_say_nothing(response: object) -> None:
    assert answers(exchange(answer=response)) == []


def test_an_error_without_a_status_is_a_refusal() -> None:
    assert [(said.status, said.text) for said in answers(exchange(answer={"body": REFUSAL}))] == [(None, SAID)]


def test_words_stand_in_no_repr() -> None:
    (said,) = answers(exchange(answer={"status_code": 400, "body": REFUSAL}))
    assert SAID not in repr(said)


def test_what_is_odd_about_a_request_is_noted_beside_its_list() -> None:
    asked = {"model": "gpt-5.2", "previous_response_id": "resp_1", "input": [{"type": "message", **HELLO}]}
    value = exchange(asked, url="https://api.openai.com/v1/responses")

    assert [code for code, _ in notes(value)] == ["partial-history"]
    assert len(lists(value)) == 1
