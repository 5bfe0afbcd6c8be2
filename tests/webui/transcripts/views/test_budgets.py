"""What a page may cost, whatever the size of a transcript."""

import gzip
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from webui.transcripts.models import Capture, Transcript

pytestmark = pytest.mark.slow
QUERIES = 12
"""Those of the transcript and its messages, and one each for who looks, the runs and the cases around it."""
COMPRESSED = 45_000
MESSAGES = 5_000


def turns(count: int) -> Iterator[dict[str, Any]]:
    """A long session of calls and answers; every 50th answer has lost its call."""
    yield {"role": "user", "content": "Find out why the fee is charged a day early, then fix it."}
    for number in range(count // 2):
        call = {
            "type": "tool_use",
            "id": f"toolu_{number:06}",
            "name": "read_file",
            "input": {"path": f"p/{number}.py"},
        }
        said = {
            "type": "text",
            "text": f"Step {number}: the {number * 7919 % 104729} rows differ in {number % 97} places.",
        }
        yield {"role": "assistant", "content": [said] if number % 50 == 7 else [said, call]}
        text = "\n".join(f"{number * line * 31 % 9973:05} = lookup({line})" for line in range(1, 20))
        answer = {"type": "tool_result", "tool_use_id": call["id"], "content": text}
        yield {"role": "user", "content": [answer]}


@pytest.fixture
def long(deliver: Callable[..., Capture], session: dict[str, Any]) -> Transcript:
    session["messages"] = list(turns(MESSAGES))
    return deliver(session).transcripts.get()


def spent(at: Client, *addresses: str) -> list[float]:
    """The least processor time of eight answers of each, asked by turns, in seconds."""
    times: dict[str, list[float]] = {address: [] for address in addresses}
    for _ in range(8):
        for address in addresses:
            start = time.process_time()
            at.get(address)
            times[address].append(time.process_time() - start)
    return [min(times[address]) for address in addresses]


def test_a_page_of_5000_messages_costs_little_at_any_place(
    at_ada: Client, long: Transcript, django_assert_max_num_queries: Any
) -> None:
    address = f"/t/acme/transcripts/{long.pk}"
    assert (long.messages, long.errors) == (MESSAGES + 1, 50)

    for query in ("", "?at=2500", "?at=4900", "?open=all"):
        with django_assert_max_num_queries(QUERIES):
            answer = at_ada.get(address + query)
        assert len(gzip.compress(answer.content, 6)) <= COMPRESSED, query
        assert answer.content.count(b'<article class="msg') == 100 + (query in ("", "?open=all"))

    first, late = spent(at_ada, address, f"{address}?at=4900")
    assert late <= 1.3 * first


def test_lists_cost_the_same_for_few_and_many_rows(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any], django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        deliver({**session, "max_tokens": number + 1})

    for address in ("/t/acme/captures", "/t/acme/transcripts", "/rules"):
        with django_assert_max_num_queries(QUERIES):
            at_ada.get(address)
