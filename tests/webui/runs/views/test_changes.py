"""The Summary tab of a run with passes: two texts compared, the facts that came back, and what was lost."""

import gzip
import html
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from compaction.diff.model import Limit
from webui.runs.models import Fact, Pass, Run
from webui.transcripts.store.values import pack

PRIOR = (
    "## Goal\nMake retries reliable.\n## State\nThe proxy on port 8080 is dead.\nThe limit stands in orders/retry.py."
)
DRAFT = "## Goal\nMake retries reliable.\n## State\nThe limit of 3 stands in orders/retry.py."
FOLDED = "\n\n## Facts recovered from the dropped context\n- Which port?: 8443"


@pytest.fixture
def passed(pair: Run) -> Pass:
    """A pass over the before side of a pair, as if it had been asked and answered."""
    return make(pair, 1, draft=DRAFT, final=DRAFT.replace("of 3", "of 5") + FOLDED, prior=PRIOR)


def make(run: Run, attempt: int, *, draft: str | None, final: str | None, prior: str | None = None) -> Pass:
    made = Pass.objects.create(
        team=run.team,
        run=run,
        source=run.before,
        attempt=attempt,
        number=attempt if final else None,
        state=Pass.State.DONE,
        outcome=Pass.Outcome.COMPACTED if final else Pass.Outcome.FAILED,
        client="extractive",
        target_tokens=100,
        draft=pack(draft.encode()) if draft else None,
        final=pack(final.encode()) if final else None,
        prior_text=pack(prior.encode()) if prior else None,
        measures={"identifiers": 5, "lost": 1, "identifier-recall": 0.8},
        flags=[
            {
                "id": "ungrounded-fact",
                "candidate": False,
                "severity": "warning",
                "index": None,
                "pointer": "",
                "spans": [["summary", 44, 45]],
                "counts": [["identifiers", 1]],
            },
        ],
        ended=timezone.now(),
    )
    if final:
        Fact.objects.create(
            run=run, of=made, kind="question", number=7, verdict="recovered", text="Which port?", answer="8443"
        )
        place = {"message": 2, "part": 0, "start": 0, "end": 4, "method": "exact", "score": 1.0}
        Fact.objects.create(
            run=run,
            of=made,
            kind="identifier",
            number=1,
            verdict="lost",
            category="path",
            text="billing/fees.py",
            evidence=[place],
        )
    return made


def plain(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_draft_and_final_are_compared_word_by_word(passed: Pass, read: Callable[..., str]) -> None:
    page = read(passed.run, "?tab=summary&view=changes")

    assert '<del><span class="vh">removed: </span>3</del><ins><span class="vh">inserted: </span>5</ins>' in page
    assert "1 changed, 1 added" in plain(page)
    assert "Written by the built-in client without a model" in page


def test_a_recovered_fact_is_marked_where_it_was_folded_in(passed: Pass, read: Callable[..., str]) -> None:
    page = read(passed.run, "?tab=summary&view=changes")

    line = page[page.index("- Which port?: 8443") :]
    assert f'<sup><a href="?tab=facts&amp;pass={passed.pk}#f-7"' in line[:300]


def test_lines_of_the_prior_without_a_counterpart_are_at_risk(passed: Pass, read: Callable[..., str]) -> None:
    page = read(passed.run, "?tab=summary&view=changes&pair=prior-final")

    assert "<del>The proxy on port 8080 is dead.</del>" in page
    assert "at risk</span>" in page
    assert "The limit stands" not in page[page.index('id="risk"') : page.index("Marks")]


def test_the_three_views_show_one_comparison(passed: Pass, read: Callable[..., str]) -> None:
    pages = {name: read(passed.run, f"?tab=summary&view=changes&diff={name}") for name in ("inline", "split", "final")}

    assert all("1 changed, 1 added" in plain(page) for page in pages.values())
    assert '<ol class="diff two">' in pages["split"]
    assert "<del>" not in pages["final"].split('aria-label="Sections and marks"')[0]
    assert '<ol class="diff">' in read(passed.run, "?tab=summary&view=changes&diff=strange&pair=strange")


def test_passes_can_be_chosen_and_compared_with_the_one_before(passed: Pass, read: Callable[..., str]) -> None:
    second = make(passed.run, 2, draft=DRAFT, final=DRAFT)

    newest = read(passed.run, "?tab=summary&view=changes&pair=last-final")
    assert "Pass 1 → 2" in newest
    assert "1 changed, 1 removed" in plain(newest)
    assert f"pass={second.pk}" in newest
    assert "Pass 1 → 2" not in read(passed.run, f"?tab=summary&view=changes&pass={passed.pk}")


def test_a_pass_that_failed_says_that_nothing_changed(pair: Run, read: Callable[..., str]) -> None:
    make(pair, 1, draft=None, final=None)

    assert "Pass 1 ended without a new summary" in read(pair, "?tab=summary&view=changes")


def test_losses_and_flags_of_a_pass_are_shown_with_their_places(passed: Pass, read: Callable[..., str]) -> None:
    page = read(passed.run, "?tab=summary&view=changes")

    assert "4 of 5 identifiers kept, 1 lost" in page
    assert '<a href="?tab=before&amp;at=2#m-2" title="message 2"><code' in page
    assert "<mark>" in page and "Values that stand nowhere before" in page
    assert '<a href="/measures#identifier-recall">Identifier recall</a></dt><dd>80%</dd>' in page


def test_a_run_without_passes_shows_its_summary_as_it_was(pair: Run, read: Callable[..., str]) -> None:
    page = read(pair, "?tab=summary")

    assert "Changes</a>" not in page
    assert "The fee is charged early." in page
    assert "Where to look" in page and "Lost identifiers" in page
    assert "fees.py" in page


def test_the_summary_before_a_captured_one_is_compared_with_it(
    upload: Callable[..., Run], lists: dict[str, Any], work_off: Callable[[], int], read: Callable[..., str]
) -> None:
    run = upload("pair", {"pair": lists | {"prior": "The fee is charged late.\nThe owner is team-billing."}})
    work_off()

    page = read(run, "?tab=summary&view=changes")
    assert "Before → captured" in page
    assert '<del><span class="vh">removed: </span>late.' in page
    assert "The owner is team-billing." in page


def test_a_summary_that_cannot_be_read_is_not_checkable(
    upload: Callable[..., Run], lists: dict[str, Any], work_off: Callable[[], int], read: Callable[..., str]
) -> None:
    opaque = {"role": "assistant", "content": [{"type": "compaction", "content": None}]}
    del lists["summary"]
    run = upload("pair", {"pair": lists | {"after": [opaque, *lists["after"][2:]]}})
    work_off()

    page = read(run, "?tab=summary")
    assert "The summary cannot be read" in page
    assert "not checkable" in page
    assert "lost</span>" not in page


def test_candidates_are_said_as_may(pair: Run, read: Callable[..., str]) -> None:
    row = {"id": "lost-constraint", "candidate": True, "severity": "note", "index": None, "pointer": "",
           "spans": [["before:/messages/0/content", 0, 7]], "counts": []}  # fmt: skip
    Run.objects.filter(pk=pair.pk).update(flags=[row])

    page = read(pair, "?tab=summary")
    assert "May be</span>" in page
    assert '<a href="?tab=before&amp;at=0#m-0">message 0 before</a>' in page
    assert "<mark>Why is </mark>" in page


def test_the_tab_keeps_to_its_budget(at_ada: Client, passed: Pass, django_assert_max_num_queries: Any) -> None:
    make(passed.run, 2, draft=DRAFT, final=DRAFT, prior=PRIOR)
    for query in ("view=changes", "view=changes&pair=last-final", "view=sections"):
        with django_assert_max_num_queries(12):
            assert at_ada.get(f"/t/acme/runs/{passed.run_id}?tab=summary&{query}").status_code == 200


def test_hostile_text_stays_text(pair: Run, read: Callable[..., str]) -> None:
    make(pair, 1, draft="# <b>x</b>\nA <script>1</script> b", final="# <b>x</b>\nA <script>2</script> b")

    page = read(pair, "?tab=summary&view=changes")
    assert "<script>1" not in page and "<b>x</b>" not in page


def test_the_measures_page_explains_each_with_an_example(at_ada: Client, client: Client) -> None:
    page = at_ada.get("/measures").content.decode()

    assert 'id="identifier-recall"' in page
    assert "Of 8 identifiers 5 are kept: 5 / 8. <b>62.5%</b>" in page
    assert client.get("/measures").status_code == 302


def test_the_head_says_how_many_identifiers_were_kept(pair: Run, read: Callable[..., str]) -> None:
    assert "Identifiers 0 of 1 of the replaced messages kept" in plain(read(pair))

    row = {"id": "opaque-summary", "candidate": False, "severity": "note", "spans": [], "counts": []}
    Run.objects.filter(pk=pair.pk).update(flags=[row], measures=None)
    assert "Identifiers not checkable the summary cannot be read" in plain(read(pair))


def test_two_long_summaries_keep_the_page_within_its_budget(pair: Run, at_ada: Client) -> None:
    old, new = ("\n".join(f"{word} {at} in orders/part_{at}.py now." for at in range(4_000)) for word in ("Do", "See"))
    make(pair, 1, draft=old, final=new)
    for layout in ("inline", "split", "final"):
        page = at_ada.get(f"/t/acme/runs/{pair.pk}?tab=summary&view=changes&diff={layout}").content
        assert len(gzip.compress(page, 6)) <= 35_000, layout
        assert len(re.findall(rb"<[a-z]", page)) <= 3_000, layout
        assert b"left out here" in page


@pytest.mark.parametrize(
    ("old", "new", "said", "count"),
    [
        (
            " ".join(f"old{at}" for at in range(10_000)),
            " ".join(f"new{at}" for at in range(10_000)),
            "",
            "1 added, 1 removed",
        ),
        ("again " * 4_000, "again and " * 2_000, "Compared sentence by sentence: too long for words.", "1 changed"),
        ("a b c\n" * 5_000 + "x", "a b c\n" * 5_000 + "y", "Not compared: too long.", "1 changed"),
    ],
    ids=["two unrelated sections of 10,000 words", "4,000 tokens that repeat", "too many lines"],
)
def test_a_hard_comparison_ends_within_its_limit_and_says_where_it_stopped(
    pair: Run, read: Callable[..., str], old: str, new: str, said: str, count: str
) -> None:
    make(pair, 1, draft=old, final=new)
    started = time.process_time()

    shown = plain(read(pair, "?tab=summary&view=changes"))

    assert time.process_time() - started < 5, "far above what it takes, far below what no limit would take"
    limits = {one.sentence for one in Limit if one.sentence}
    assert {one for one in limits if one in shown} == ({said} if said else set())
    assert f"Unfold all E {count} " in shown
