"""Response bodies, in the shapes that servers really send."""

import json

import pytest

from compaction.errors import ClientError
from compaction.llm import Reply, Usage
from webui.llm.answers import completion, message


def chat(content: object = "Hi.", usage: object = None, **choice: object) -> bytes:
    return json.dumps({"choices": [{"message": {"content": content}, **choice}], "usage": usage}).encode()


def words(*blocks: object, usage: object = None, **more: object) -> bytes:
    return json.dumps({"content": list(blocks), "usage": usage, **more}).encode()


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {},
        [],
        "many",
        {"prompt_tokens": None, "completion_tokens": 2},
        {"prompt_tokens": 2.5, "completion_tokens": 2},
        {"prompt_tokens": True, "completion_tokens": 2},
        {"prompt_tokens": -1, "completion_tokens": 2},
        {"prompt_tokens": 3},
    ],
)
def test_usage_that_cannot_be_summed_is_none(usage: object) -> None:
    assert completion(chat(usage=usage)) == Reply("Hi.")


def test_usage_of_a_chat_completion() -> None:
    assert completion(chat(usage={"prompt_tokens": 3, "completion_tokens": 0})).usage == Usage(3, 0)


def test_what_the_cache_took_counts_as_input() -> None:
    usage = {
        "input_tokens": 3,
        "output_tokens": 5,
        "cache_read_input_tokens": 100,
        "cache_creation_input_tokens": None,
    }

    assert message(words({"type": "text", "text": "Hi."}, usage=usage)).usage == Usage(103, 5)


def test_only_the_text_blocks_of_a_message_are_the_reply() -> None:
    body = words(
        {"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "One, "}, {"type": "text", "text": "two."}
    )

    assert message(body).text == "One, two."


def test_a_refusal_in_the_message_is_said_to_have_declined() -> None:
    body = json.dumps({"choices": [{"message": {"content": None, "refusal": "I cannot."}}]}).encode()

    with pytest.raises(ClientError, match="declined"):
        completion(body)


def test_a_context_that_ran_full_cut_the_reply() -> None:
    assert message(words(stop_reason="model_context_window_exceeded")) == Reply("", None, truncated=True)


@pytest.mark.parametrize("content", [3, ["a"], {"text": "a"}])
def test_content_of_another_type_cannot_be_read(content: object) -> None:
    with pytest.raises(ClientError, match="unreadable-reply") as caught:
        completion(chat(content))

    assert caught.value.__context__ is None
