import pytest

from compaction.errors import ClientError, ScriptEnded
from compaction.llm import Reply, Request, Scripted, Usage

REQUEST = Request("summarize", "system", "user", 10, 20)


def test_replies_come_in_order_and_requests_are_kept() -> None:
    client = Scripted(["one", Reply("two", Usage(3, 4))])
    assert client.complete(REQUEST) == Reply("one", None)
    assert client.complete(REQUEST) == Reply("two", Usage(3, 4))
    assert client.requests == [REQUEST, REQUEST]
    assert client.left == []


def test_an_error_of_the_script_is_raised() -> None:
    with pytest.raises(ClientError) as caught:
        Scripted([ClientError("rate-limited", retryable=True, status=429, retry_after=2.5)]).complete(REQUEST)
    assert (caught.value.code, caught.value.retryable, caught.value.retry_after) == ("rate-limited", True, 2.5)
    assert str(caught.value) == "The model gave no reply: rate-limited (HTTP 429)."


def test_an_error_without_a_status_names_none() -> None:
    assert str(ClientError("timeout", retryable=True)) == "The model gave no reply: timeout."


def test_a_call_too_many_is_no_reply() -> None:
    with pytest.raises(ScriptEnded, match="no more replies"):
        Scripted([]).complete(REQUEST)
