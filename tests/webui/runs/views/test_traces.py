"""Where did this go, where did this come from: from either end, by addresses alone."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.runs.models import Run
from webui.transcripts.models import Transcript

SAID = (
    "<conversation_summary><goal>Fix the fee.</goal><constraints/><decisions>Read billing/fees.py first. Then wait."
    "</decisions><state>Nothing is red.</state><open_items/></conversation_summary>"
)


@pytest.fixture
def told(upload: Callable[..., Run], work_off: Callable[[], int], lists: dict[str, Any]) -> Run:
    """A pair of which message 3 names a file that the Decisions name as well; messages 1 and 2 are in nothing."""
    run = upload("pair", {"pair": lists | {"summary": SAID}})
    work_off()
    run.refresh_from_db()
    return run


def asked(client: Client, run: Run, place: str, **headers: str) -> str:
    answer = client.get(f"/t/acme/runs/{run.pk}/{place}", **headers)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def test_a_message_leads_to_the_sentence_that_carries_it_and_the_sentence_back(
    at_ada: Client, read: Callable[..., str], told: Run
) -> None:
    shown = asked(at_ada, told, "before/3")
    summary = read(told, "?tab=summary")

    assert "Carried by" in shown and ">Decisions</a>" in shown
    assert f'href="/t/acme/runs/{told.pk}?tab=summary#s-decisions-1"' in shown
    assert f'href="/t/acme/runs/{told.pk}?tab=summary#t-decisions-0"' in shown
    assert ">Read billing/fees.py first.</a>" in shown
    sentence = summary.split('id="t-decisions-0"')[1].split("</div>")[0]
    assert 'href="?tab=before&amp;at=3#m-3"' in sentence
    assert "Then wait." in sentence and sentence.count('class="from"') == 1
    assert f'href="/t/acme/runs/{told.pk}/summary/decisions">Carries 1 message</a>' in summary
    assert f'href="/t/acme/runs/{told.pk}/summary/goal">Carries no message</a>' in summary


def test_a_message_that_nothing_carries_says_so(at_ada: Client, told: Run) -> None:
    shown = asked(at_ada, told, "before/1")

    assert "Summarised: it is part of what the summary replaces." in shown
    assert "Nothing carries it: no text of the result shares an identifier with this message." in shown
    assert "Carried by" not in shown


def test_a_kept_message_leads_to_itself(at_ada: Client, told: Run) -> None:
    shown = asked(at_ada, told, "before/4")

    assert ">after 2</a>" in shown
    assert "Nothing carries it" not in shown


def test_a_section_and_a_sentence_tell_which_messages_they_carry(at_ada: Client, told: Run) -> None:
    section = asked(at_ada, told, "summary/decisions")
    sentence = asked(at_ada, told, "summary/decisions?sentence=0")
    nothing = asked(at_ada, told, "summary/goal")

    for shown in (section, sentence):
        assert "Where did this come from?" in shown
        assert f'href="/t/acme/runs/{told.pk}?tab=before&at=3#m-3"' in shown
        assert "I will look." in shown
    assert "Decisions, sentence 1" in sentence
    assert "This section shares no identifier with any message that it stands for." in nothing


@pytest.mark.parametrize("place", ["summary/nowhere", "summary/goal?sentence=9", "summary/text"])
def test_what_the_summary_has_not_is_a_404(at_ada: Client, told: Run, place: str) -> None:
    assert at_ada.get(f"/t/acme/runs/{told.pk}/{place}").status_code == 404


def test_another_team_finds_no_section(at_rob: Client, told: Run) -> None:
    assert at_rob.get(f"/t/rivals/runs/{told.pk}/summary/goal").status_code == 404


def test_every_link_of_an_answer_leads_somewhere(at_ada: Client, read: Callable[..., str], told: Run) -> None:
    shown = asked(at_ada, told, "before/3", HTTP_HX_REQUEST="true")

    links = re.findall(r'href="([^"]+)"', shown)
    assert len(links) == 3
    for link in links:
        address, _, anchor = link.partition("#")
        assert f'id="{anchor}"' in at_ada.get(address).content.decode(), link


def test_the_page_of_a_transcript_leads_from_each_message_to_where_it_went(
    at_ada: Client, told: Run, django_assert_max_num_queries: Any
) -> None:
    before, after = f"/t/acme/transcripts/{told.before_id}", f"/t/acme/transcripts/{told.after_id}"

    with django_assert_max_num_queries(12):
        shown = at_ada.get(before).content.decode()
    came = at_ada.get(after).content.decode()
    row = at_ada.get(f"{before}?at=1&open=1", HTTP_HX_REQUEST="true", HTTP_HX_TARGET="m-1").content.decode()

    assert f'href="/t/acme/runs/{told.pk}?tab=before"' in shown
    for position in range(Transcript.objects.get(pk=told.before_id).messages):
        assert f'href="/t/acme/runs/{told.pk}/before/{position}"' in shown
    assert f'href="/t/acme/runs/{told.pk}/after/1"' in came
    assert "Where did this come from? Message 1" in came
    assert f'href="/t/acme/runs/{told.pk}/before/1"' in row
    assert f'href="/t/acme/runs/{told.pk}/before/3"' in at_ada.get(f"{before}/m/3").content.decode()


def test_a_transcript_of_no_run_leads_nowhere(at_ada: Client, told: Run) -> None:
    Run.objects.all().delete()

    assert "Where did this" not in at_ada.get(f"/t/acme/transcripts/{told.before_id}").content.decode()


def test_a_contract_tells_where_its_input_went(
    at_ada: Client,
    upload: Callable[..., Run],
    read: Callable[..., str],
    whole: dict[str, Any],
    work_off: Callable[[], int],
) -> None:
    texts = [{"role": "user", "blocks": [{"type": "text", "text": one}]} for one in ("Open ledger_v7.", "Thanks.")]
    summary = whole["output"]["summary"].replace("Parser ready", "ledger_v7 is open")
    sent = {"input": {**whole["input"], "transcript": texts}, "output": {**whole["output"], "summary": summary}}
    run = upload("contract", whole | sent)
    work_off()
    run.refresh_from_db()

    first, second = (asked(at_ada, run, f"before/{position}") for position in (0, 1))

    assert f'href="/t/acme/runs/{run.pk}/before/0"' in read(run, "?tab=before")
    assert "It was given to the summarizer." in first and "#t-state-0" in first
    assert "Nothing carries it" in second


def test_a_summary_without_sections_is_told_by_its_sentences(
    at_ada: Client,
    upload: Callable[..., Run],
    read: Callable[..., str],
    lists: dict[str, Any],
    work_off: Callable[[], int],
) -> None:
    run = upload("pair", {"pair": lists | {"summary": "The fee is early.\nSee billing/fees.py for it."}})
    work_off()
    run.refresh_from_db()

    assert "?tab=summary#t-text-1" in asked(at_ada, run, "before/3")
    assert 'id="t-text-1"' in read(run, "?tab=summary")
    assert "Summary, sentence 2" in asked(at_ada, run, "summary/text?sentence=1")


def test_tags_of_another_form_keep_their_sentences(
    at_ada: Client,
    upload: Callable[..., Run],
    read: Callable[..., str],
    lists: dict[str, Any],
    work_off: Callable[[], int],
) -> None:
    run = upload("pair", {"pair": lists | {"summary": "<s><goal>Fix.</goal>\n<state>See billing/fees.py.</state></s>"}})
    work_off()
    run.refresh_from_db()

    shown = read(run, "?tab=summary")

    assert "?tab=summary#t-state-0" in asked(at_ada, run, "before/3")
    assert 'id="t-state-0"' in shown and 'id="s-state-1"' in shown
    assert "&lt;/state&gt;&lt;/s&gt;" in shown


def test_the_search_box_knows_the_id_of_a_run(at_ada: Client, at_rob: Client, told: Run) -> None:
    assert at_ada.get(f"/t/acme/search?q={told.pk}")["Location"] == f"/t/acme/runs/{told.pk}"
    assert at_rob.get(f"/t/rivals/search?q={told.pk}").status_code == 200
