"""Two runs of one source, or two passes, side by side."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from webui.runs.models import Pass, Run
from webui.transcripts.store.values import pack

FIRST = "## Goal\nThe fee is charged early.\n## State\nThe grace stands in billing/fees.py and is too short."
SECOND = "## Goal\nThe fee is charged early.\n## State\nThe grace is too short, see ticket OPS-77."


def plain(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture
def two(upload: Callable[..., Run], lists: dict[str, Any], work_off: Callable[[], int]) -> tuple[Run, Run]:
    """Two runs of one before side: the second loses a path and invents a ticket."""
    made = []
    first = None
    for summary in (FIRST, SECOND):
        after = [lists["before"][0], {"role": "user", "content": summary}, *lists["after"][2:]]
        run = upload("pair", {"pair": lists | {"after": after, "summary": summary}})
        work_off()
        run.refresh_from_db()
        first = first or run.before
        Run.objects.filter(pk=run.pk).update(before=first)
        made.append(run)
    return made[0], made[1]


@pytest.fixture
def compare(at_ada: Client) -> Callable[..., str]:
    def compare(query: str) -> str:
        answer = at_ada.get(f"/t/acme/compare?{query}")
        assert answer.status_code == 200
        return answer.content.decode()

    return compare


def test_what_the_second_lost_and_invented_makes_it_worse(two: tuple[Run, Run], compare: Callable[..., str]) -> None:
    page = plain(compare(f"a={two[0].pk}&b={two[1].pk}"))

    assert "Worse." in page
    assert "Identifier recall 100% of 1 identifier 0% of 1 identifier 100.0 points fewer worse" in page
    assert "Values that stand nowhere before 0 1 1 more worse" in page
    assert "Lost by A, not by B 0 None." in page
    assert "Lost by B, not by A 1 billing/fees.py message 3" in page


def test_the_other_way_round_it_is_better(two: tuple[Run, Run], compare: Callable[..., str]) -> None:
    page = compare(f"a={two[1].pk}&b={two[0].pk}")

    assert "Better." in plain(page)
    assert f'href="?a={two[0].pk}&amp;b={two[1].pk}&amp;diff=inline"' in page


def test_summaries_are_compared_and_flags_told_by_side(two: tuple[Run, Run], compare: Callable[..., str]) -> None:
    page = compare(f"a={two[0].pk}&b={two[1].pk}&diff=split")

    assert '<ol class="diff two">' in page
    assert "unchanged · 5 words" in plain(page)
    assert "Identifiers are gone lost-identifiers no raised" in plain(page)


def test_what_is_the_same_is_one_line(two: tuple[Run, Run], compare: Callable[..., str]) -> None:
    page = plain(compare(f"a={two[0].pk}&b={two[0].pk}"))

    assert "The same. No number that counts differs." in page
    assert "Identifiers that only one of them lost none" in page
    assert "Fates of the messages before the same for all 7 messages" in page
    assert "Flags on both: the result is not smaller" in page


def test_messages_that_fared_differently_are_told(
    two: tuple[Run, Run], compare: Callable[..., str], upload: Callable[..., Run], lists: dict[str, Any],
    work_off: Callable[[], int],
) -> None:  # fmt: skip
    third = upload("pair", {"pair": lists | {"after": [lists["before"][0], *lists["before"][2:]]}})
    work_off()
    Run.objects.filter(pk=third.pk).update(before=two[0].before)
    page = plain(compare(f"a={two[0].pk}&b={third.pk}"))

    fates = page[page.index("Fates of the messages before") : page.index("Flags")]
    assert "3 of 7 messages fared differently" in fates
    assert "1 1 message Summarised Dropped 2–3 2 messages Summarised Kept" in fates


def test_compare_with_replaces_one_side_and_keeps_the_other(
    two: tuple[Run, Run], compare: Callable[..., str], upload: Callable[..., Run], lists: dict[str, Any],
    work_off: Callable[[], int],
) -> None:  # fmt: skip
    third = upload("pair", {"pair": lists | {"summary": "Other."}})
    work_off()
    Run.objects.filter(pk=third.pk).update(before=two[0].before)
    page = compare(f"a={two[0].pk}&b={two[1].pk}&diff=split")

    (keep_a, keep_b) = re.findall(r'<form method="get"><input type="hidden" name="diff".*?</form>', page, re.DOTALL)
    assert f'name="a" value="{two[0].pk}"' in keep_a and '<select class="input" id="a-with" name="b">' in keep_a
    assert f'name="b" value="{two[1].pk}"' in keep_b and '<select class="input" id="b-with" name="a">' in keep_b
    assert re.findall(r'<option value="(\w+)"', keep_a) == [third.pk]
    assert 'name="diff" value="split"' in keep_a


def test_runs_of_different_messages_are_told_apart_first(
    two: tuple[Run, Run],
    compare: Callable[..., str],
    upload: Callable[..., Run],
    lists: dict[str, Any],
    work_off: Callable[[], int],
) -> None:
    other = upload("pair", {"pair": lists | {"before": [*lists["before"], {"role": "user", "content": "More?"}]}})
    work_off()
    page = plain(compare(f"a={two[0].pk}&b={other.pk}"))

    assert "They start from different messages" in page
    assert "Not comparable." in page
    assert "Lost by A" not in page


def test_the_list_sends_two_ticked_runs(two: tuple[Run, Run], compare: Callable[..., str], at_ada: Client) -> None:
    listed = at_ada.get("/t/acme/runs").content.decode()
    assert 'action="/t/acme/compare"' in listed
    assert f'name="run" value="{two[0].pk}"' in listed

    assert "Worse." in compare(f"run={two[0].pk}&run={two[1].pk}")
    assert "Choose two runs" in compare(f"run={two[0].pk}")
    assert "Choose two runs" in compare("")


def test_two_passes_of_one_run_are_compared(pair: Run, compare: Callable[..., str]) -> None:
    made = [
        Pass.objects.create(
            team=pair.team, run=pair, source=pair.before, attempt=at, state=Pass.State.DONE, outcome="compacted",
            client="extractive", target_tokens=100 * at, final=pack(text.encode()), tokens_after=100 - at,
            measures={"identifiers": 4, "lost": 4 - at, "identifier-recall": at / 4}, ended=timezone.now(),
        )
        for at, text in ((1, FIRST), (2, SECOND))
    ]  # fmt: skip
    made[0].facts.create(run=pair, kind="question", number=1, verdict="recovered", text="Which  file?", answer="x")
    made[1].facts.create(run=pair, kind="question", number=1, verdict="recovered", text="which file?", answer="x")
    made[1].facts.create(run=pair, kind="question", number=2, verdict="recovered", text="Who?", answer="y")
    page = plain(compare(f"a={made[0].pk}&b={made[1].pk}"))

    assert "pass 1 of run" in page and "Better." in page
    assert "25% of 4 identifiers 50% of 4 identifiers 25.0 points more better" in page
    assert "Different budgets: 100 and 200 tokens." in page
    assert "Questions that only one of them answered A None. B Who?" in page
    assert "Compare with pass 1" in plain(compare_link(pair))


def compare_link(run: Run) -> str:
    client = Client()
    client.force_login(run.uploaded_by)
    return client.get(f"/t/acme/runs/{run.pk}?tab=summary&view=changes").content.decode()


def test_a_summary_that_cannot_be_read_is_not_checkable(two: tuple[Run, Run], compare: Callable[..., str]) -> None:
    row = {"id": "opaque-summary", "candidate": False, "severity": "note", "spans": [], "counts": []}
    Run.objects.filter(pk=two[1].pk).update(flags=[row], measures=None)
    page = plain(compare(f"a={two[0].pk}&b={two[1].pk}"))

    assert "Identifier recall 100% of 1 identifier not checkable" in page
    assert "Not checkable: one of the summaries cannot be read." in page


def test_another_team_and_a_missing_run_are_the_same(two: tuple[Run, Run], at_ada: Client, at_rob: Client) -> None:
    a, b = two[0].pk, two[1].pk
    assert at_rob.get(f"/t/acme/compare?a={a}&b={b}").status_code == 404
    assert at_rob.get(f"/t/rivals/compare?a={a}&b={b}").status_code == 404
    assert at_ada.get(f"/t/acme/compare?a={a}&b=none").status_code == 404


def test_the_page_keeps_to_its_budget(at_ada: Client, two: tuple[Run, Run], django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(12):
        at_ada.get(f"/t/acme/compare?a={two[0].pk}&b={two[1].pk}")
