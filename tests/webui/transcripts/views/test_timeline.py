"""A capture's page shows its lists and compactions in file order, growing ones folded."""

import gzip
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.test import Client

from webui.transcripts.models import Capture, Transcript
from webui.transcripts.moments import Moment
from webui.transcripts.views import timeline
from webui.transcripts.views.outcome import Outcome
from webui.transcripts.views.timeline import Group, Listed, grouped

QUERIES = 12
COMPRESSED = 45_000


def request(turns: Sequence[str], system: str = "Help.") -> bytes:
    messages = [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(turns)]
    body = {"model": "claude-opus-4-5", "max_tokens": 9, "system": system, "messages": messages}
    return json.dumps(body).encode() + b"\n"


def talk(count: int, word: str = "Turn") -> list[str]:
    return [f"{word} {at} of the talk." for at in range(count)]


@pytest.fixture
def log(deliver: Callable[..., Capture]) -> Capture:
    """Five requests that grow by two, with a side conversation between; a compaction; four more."""
    main = [request(talk(count)) for count in (1, 3, 5, 7, 9)]
    side = [request(talk(count, "Aside"), "Name it.") for count in (1, 3)]
    kept = ["Summary: parts 1 to 4 are done.", *talk(9)[5:]]
    later = [request([*kept, *talk(count, "Later")]) for count in (0, 2, 3, 8)]
    return deliver(b"".join([*main[:2], side[0], *main[2:4], side[1], main[4], *later]), name="log.jsonl")


def rows(page: str) -> list[str]:
    body = page[page.index('id="timeline"') :].split("</section>")[0]
    found = re.findall(r'<tr role="row">\s*<th role="rowheader".*?</tr>', body, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in found]


def get(client: Client, capture: Capture, query: str = "") -> str:
    answer = client.get(f"/t/acme/captures/{capture.pk}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_growing_requests_are_one_row_and_a_compaction_stands_between(at_ada: Client, log: Capture) -> None:
    found = rows(get(at_ada, log))

    assert found[0].startswith("5 requests that grow by 2 messages each from line 1 /messages to line 7 /messages")
    assert "Would be accepted" in found[0] and found[0].endswith("1 → 9")
    assert [row.split(" ", 3)[:3] for row in found[1:3]] == [["line", "3", "/messages"], ["line", "6", "/messages"]]
    assert found[3].startswith("Compaction Comparison · line 8 · written by client Not judged")
    assert found[3].endswith("None introduced Run 9 → 5")
    assert found[4].startswith("4 requests that grow from 5 to 13 messages from line 8 /messages")
    assert len(found) == 5


def test_a_fold_opens_by_a_link(at_ada: Client, log: Capture) -> None:
    page = get(at_ada, log)
    (first, _) = re.findall(r'href="(\?from=0&amp;open=\d+#timeline)"', page)
    opened = get(at_ada, log, first.replace("&amp;", "&").partition("#")[0])

    found = rows(opened)
    assert len(found) == 10
    assert found[1].startswith("line 1 /messages") and "one of the row above" in found[1]
    assert 'href="?from=0#timeline"' in opened


def test_a_compaction_leads_to_its_run(at_ada: Client, log: Capture) -> None:
    run = log.runs.get()

    assert re.search(rf'<a href="/t/acme/runs/{run.pk}"><svg.*?</svg> Compaction</a>', get(at_ada, log))


def test_a_capture_of_one_list_leads_to_it(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    capture = deliver(session)
    transcript = capture.transcripts.get()

    assert f'<a class="btn primary" href="/t/acme/transcripts/{transcript.pk}">' in get(at_ada, capture)
    assert rows(get(at_ada, capture))[0].startswith("/messages")


def test_a_refused_list_shows_on_its_fold(
    at_ada: Client, deliver: Callable[..., Capture], orphan: dict[str, Any]
) -> None:
    lines = []
    for count in (1, 3, 4, 4):
        lines.append(json.dumps({**orphan, "messages": orphan["messages"][:count]}).encode() + b"\n")
    capture = deliver(b"".join(lines), name="log.jsonl")

    assert "3 of 4 would be refused" in rows(get(at_ada, capture))[0]


def listed(number: int, messages: int, **more: Any) -> Listed:
    given = {"strand": None, "continues": None, "shared": 0, "refused": False, "checked": True}
    return Listed(pk=f"t{number}", number=number, messages=messages, **(given | more))


def moment(after: int | None) -> Moment:
    return Moment(0, after, "Compaction", "", "", "/", Outcome("valid", "ok", "ok", "Valid"))


def numbers(groups: Sequence[Group]) -> list[list[int]]:
    return [[one.number for one in group.lists] for group in groups]


def test_lists_that_continue_each_other_are_one_group() -> None:
    lists = [
        listed(0, 1, strand=1),
        listed(1, 3, strand=2, continues="t0", shared=1),
        listed(2, 2, strand=9),
        listed(3, 5, strand=3, continues="t1", shared=2),
        listed(4, 6, strand=3),
        listed(5, 4, strand=3),
        listed(6, 9, strand=4, continues="t4", shared=2),
    ]

    assert numbers(grouped(lists, [])) == [[0, 1, 3, 4], [2], [5], [6]]


def test_a_moment_begins_a_group_and_one_without_a_list_comes_last() -> None:
    lists = [listed(0, 1, strand=1), listed(1, 3, strand=1), listed(2, 5, strand=1)]
    groups = grouped(lists, [moment(1), moment(None), moment(7)])

    assert numbers(groups) == [[0], [1, 2]]
    assert [len(group.moments) for group in groups] == [0, 1]
    assert [len(group.after) for group in groups] == [0, 2]
    assert [len(group.after) for group in grouped([], [moment(None)])] == [1]


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ((1, 3, 5), "3 requests that grow by 2 messages each"),
        ((1, 2, 3), "3 requests that grow by 1 message each"),
        ((1, 3, 4), "3 requests that grow from 1 to 4 messages"),
        ((4, 4, 4), "3 requests with the same 4 messages"),
    ],
)
def test_a_fold_says_how_its_lists_grow(sizes: Sequence[int], words: str) -> None:
    assert Group([listed(number, size) for number, size in enumerate(sizes)]).words == words


def test_lists_that_are_not_checked_yet_never_look_checked(log: Capture) -> None:
    log.transcripts.filter(number=0).update(checked=None)

    (fold, *_) = timeline.page(log).rows
    assert fold.outcome is not None and fold.outcome.word == "1 of 5 not checked"


@pytest.fixture
def many(log: Capture) -> Capture:
    """The same capture with 10,000 more lists that have nothing in common."""
    Transcript.objects.bulk_create(
        Transcript(
            team_id=log.team_id,
            capture=log,
            number=number,
            path=f"line {number} /messages",
            dialect="anthropic",
            messages=3,
            size=9,
        )
        for number in range(100, 10_100)
    )
    return log


@pytest.mark.slow
def test_ten_thousand_lists_are_paged(at_ada: Client, many: Capture, django_assert_max_num_queries: Any) -> None:
    for query in ("", "?from=100", "?from=9900&open=0", "?from=99999"):
        with django_assert_max_num_queries(QUERIES):
            page = get(at_ada, many, query)
        assert len(gzip.compress(page.encode(), 6)) <= COMPRESSED
        assert len(rows(page)) <= timeline.PER_PAGE

    assert "Rows 101 to 200 of 10,005" in get(at_ada, many, "?from=100")
    assert "Rows 10,001 to 10,005 of 10,005" in get(at_ada, many, "?from=99999")
    assert 'href="?from=0#timeline"' in get(at_ada, many, "?from=100")
