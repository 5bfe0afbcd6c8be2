"""Facts of a run: the table, one fact with both its ends, and what people decide."""

import gzip
import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.accounts.models import Member, Team, User
from webui.runs.models import Fact, FactDecision, Pass, Run
from webui.runs.store import passes
from webui.runs.store.facts import decide
from webui.transcripts.models import Transcript

LOCK = "services/export/lock.py"


@pytest.fixture
def done(source: Transcript, begin: Callable[..., Pass], answered_by: Callable[..., Any], scripted: Any) -> Pass:
    """A pass that won one answer back, has no answer to a question, and one that is nowhere in the source."""
    one = begin()
    answered_by(scripted())
    one.refresh_from_db()
    return one


@pytest.fixture
def at(done: Pass) -> str:
    return f"/t/acme/runs/{done.run_id}"


def text(answer: Any) -> str:
    return html.unescape(str(answer.content.decode()))


def facts(kind: str = "question") -> list[Fact]:
    return list(Fact.objects.filter(kind=kind).order_by("number"))


def test_an_answer_whose_words_are_nowhere_comes_first(at_ada: Client, at: str) -> None:
    shown = text(at_ada.get(f"{at}?tab=facts"))

    places = [shown.index(f'<span class="mono">{label}</span>') for label in ("f-3", "f-2", "f-1", "l-1")]
    assert places == sorted(places)
    row = shown[places[0] - 500 : places[1]]
    assert "Which port?" in row and "7777" in row and "Quote not found" in row


def test_a_recovered_fact_is_shown_with_its_proof_and_the_way_to_it(
    at_ada: Client, at: str, source: Transcript
) -> None:
    shown = text(at_ada.get(f"{at}?tab=facts&outcome=recovered"))

    assert f"The lock is kept in <mark>{LOCK}</mark> on port 5433" in shown
    assert "exact match" in shown
    link = f"/t/acme/transcripts/{source.pk}?at=5&hl=0:20-43#proof"
    assert f'href="{link}"' in shown
    read = text(at_ada.get(link.partition("#")[0]))
    assert f'<mark id="proof" tabindex="-1" class="now">{LOCK}</mark>' in read


def test_one_fact_has_both_ends_in_context(at_ada: Client, at: str, done: Pass) -> None:
    fact = facts()[0]

    shown = text(at_ada.get(f"{at}/facts/{fact.pk}"))

    assert f"The lock is kept in <mark>{LOCK}</mark>" in shown
    assert f"<mark>- Where is the lock kept?: {LOCK}</mark>" in shown
    assert "final text of pass 1" in shown and "Exact match." in shown
    assert [step for step in ("Summarize", "Question", "Answer") if f"<b>{step}</b>" in shown] == [
        "Summarize",
        "Question",
        "Answer",
    ]
    assert "nowhere in the messages that were replaced" in text(at_ada.get(f"{at}/facts/{facts()[2].pk}"))
    assert "Nothing in the summary carries it." in text(at_ada.get(f"{at}/facts/{facts('identifier')[0].pk}"))
    assert "not shown these words" not in shown
    Fact.objects.filter(pk=fact.pk).update(unseen=True)
    assert "The model was not shown these words" in text(at_ada.get(f"{at}/facts/{fact.pk}"))
    assert "not shown to the model" in text(at_ada.get(f"{at}?tab=facts"))


def test_decisions_are_rows_with_name_and_time_and_none_is_lost(at_ada: Client, at: str) -> None:
    fact = facts()[0]
    here = f"{at}/facts?tab=facts"

    assert at_ada.post(here, {"confirm": str(fact.pk)})["Location"].endswith(f"#fact-{fact.pk}")
    at_ada.post(f"{at}/facts?fact=1", {"fact": str(fact.pk), "choice": "disputed", "note": "It moved <b>since</b>."})
    at_ada.post(here, {"undo": str(fact.pk)})
    at_ada.post(here, {"skip": str(fact.pk)})

    found = list(FactDecision.objects.order_by("pk").values_list("choice", "note", "by__username"))
    assert found == [
        ("confirmed", "", "ada"),
        ("disputed", "It moved <b>since</b>.", "ada"),
        ("", "", "ada"),
        ("not-important", "", "ada"),
    ]
    fact.refresh_from_db()
    assert fact.decision == "not-important"
    page = at_ada.get(f"{at}/facts/{fact.pk}").content.decode()
    order = ["Not important</b> by ada", "Taken back</b> by ada", "Disputed</b> by ada", "Confirmed</b> by ada"]
    assert [page.index(words) for words in order] == sorted(page.index(words) for words in order)
    assert "It moved &lt;b&gt;since&lt;/b&gt;." in page


@pytest.fixture
def maintaining(ada: User) -> None:
    """Ada maintains: she may decide on many at once."""
    Member.objects.filter(user=ada).update(role=Member.Role.MAINTAINER)


def test_ticked_facts_are_decided_together(at_ada: Client, at: str, maintaining: None) -> None:
    chosen = [str(fact.pk) for fact in facts("identifier")[:2]]

    shown = text(at_ada.post(f"{at}/facts?tab=facts", {"fact": chosen, "choice": "not-important"}, follow=True))

    assert "2 decisions noted." in shown
    assert Fact.objects.filter(decision="not-important").count() == 2
    assert "Nothing changed." in text(
        at_ada.post(f"{at}/facts?tab=facts", {"fact": chosen, "choice": "not-important"}, follow=True)
    )
    assert FactDecision.objects.count() == 2


def test_a_reviewer_decides_on_one_fact_at_a_time(at_ada: Client, at: str) -> None:
    chosen = [str(fact.pk) for fact in facts("identifier")[:2]]

    assert at_ada.post(f"{at}/facts", {"fact": chosen, "choice": "confirmed"}).status_code == 403
    assert not FactDecision.objects.exists()
    assert "Ticked facts" not in text(at_ada.get(f"{at}?tab=facts"))
    assert at_ada.post(f"{at}/facts", {"fact": chosen[:1], "choice": "confirmed"}).status_code == 302


def test_a_dispute_needs_a_note(at_ada: Client, at: str, maintaining: None) -> None:
    fact = facts()[0]

    for address in (f"{at}/facts?tab=facts", f"{at}/facts?fact=1"):
        answer = at_ada.post(address, {"fact": str(fact.pk), "choice": "disputed", "note": " "})
        assert answer.status_code == 422
        assert "Say in the note why a fact is disputed." in text(answer)
    assert f'value="{fact.pk}" checked' in text(
        at_ada.post(f"{at}/facts?tab=facts", {"fact": str(fact.pk), "choice": "disputed"})
    )
    assert not FactDecision.objects.exists()


@pytest.mark.parametrize(
    "given", [{}, {"choice": "confirmed"}, {"choice": "fine", "fact": "1"}, {"choice": "confirmed", "fact": "x"}]
)
def test_a_decision_on_nothing_is_told(at_ada: Client, at: str, given: dict[str, str]) -> None:
    answer = at_ada.post(f"{at}/facts?tab=facts", given)
    assert (answer.status_code, "Choose at least one fact first." in text(answer)) == (422, True)


def test_facts_can_be_narrowed_by_outcome_and_decision(at_ada: Client, at: str) -> None:
    at_ada.post(f"{at}/facts?tab=facts", {"confirm": str(facts()[0].pk)})

    def labels(query: str) -> list[str]:
        shown = text(at_ada.get(f"{at}?tab=facts&{query}"))
        return [part.partition("<")[0] for part in shown.split('<span class="mono">')[1:] if part[:2] in ("f-", "l-")]

    assert labels("outcome=not-found") == ["f-3"]
    assert labels("outcome=unknown") == ["f-2"]
    assert labels("decision=confirmed") == ["f-1"]
    assert labels("outcome=unknown&decision=confirmed") == []
    assert "outcome=fine, unknown, ignored. Remove" in text(at_ada.get(f"{at}?tab=facts&outcome=fine"))
    assert "pass=zzz, unknown, ignored. Remove" in text(at_ada.get(f"{at}?tab=facts&pass=zzz"))


def test_facts_can_be_narrowed_by_what_they_ask_about(at_ada: Client, at: str) -> None:
    page = text(at_ada.get(f"{at}?tab=facts"))
    group = page.partition('aria-label="Facts by kind"')[2].partition("</div>")[0]
    total = Fact.objects.count()
    assert f'Any kind <span class="n">{total}</span>' in group
    assert 'Questions <span class="n">3</span>' in group

    questions = text(at_ada.get(f"{at}?tab=facts&kind=question"))
    assert ">f-1<" in questions and ">l-1<" not in questions
    lost = text(at_ada.get(f"{at}?tab=facts&kind=path"))
    assert ">f-1<" not in lost and ">l-" in lost
    assert "kind=strange, unknown, ignored" in text(at_ada.get(f"{at}?tab=facts&kind=strange"))


def test_the_lower_half_shows_both_ends_of_one_fact(at_ada: Client, at: str, done: Pass) -> None:
    fact = done.facts.filter(verdict="recovered")[0]
    page = text(at_ada.get(f"{at}?tab=facts"))
    link = f"&both={fact.pk}#both"
    assert link in page and 'id="both"' not in page

    page = text(at_ada.get(f"{at}?tab=facts&both={fact.pk}"))

    half = page[page.index('id="both"') :]
    assert f"f-{fact.number}, both ends" in half
    assert 'aria-label="The words in the source"' in half and 'aria-label="The place in the summary"' in half
    assert 'id="both"' not in text(at_ada.get(f"{at}?tab=facts&both=99999999"))


def test_the_overview_tells_what_is_lost_so_far(at_ada: Client, at: str, done: Pass) -> None:
    page = text(at_ada.get(at))
    half = page[page.index("Lost so far") :].partition("</section>")[0]

    assert f'href="{at}?tab=facts&pass={done.pk}">All facts' in half
    assert re.findall(r">([fl]-\d+)</a>", half)[0] == "f-3", "the answer that is nowhere comes first"
    assert ">f-1<" not in half, "what was recovered is not lost"
    assert half.count("<li") == 5 and "And more" in half

    done.facts.exclude(decision="x").update(decision="not-important")
    assert "Lost so far" not in text(at_ada.get(at))
    assert Fact.objects.filter(of=None).count() == 0


def test_the_facts_of_the_captured_summary_are_lost_where_no_pass_compacted(at_ada: Client, pair: Run) -> None:
    page = text(at_ada.get(f"/t/acme/runs/{pair.pk}"))

    half = page[page.index("Lost so far") :].partition("</section>")[0]
    assert "billing/fees.py" in half and "?tab=facts&pass=captured" in half


def test_no_facts_are_five_different_sentences(at_ada: Client, pair: Run, at: str, done: Pass) -> None:
    at_pair = f"/t/acme/runs/{pair.pk}?tab=facts"
    assert "QA has not run: these are the identifiers" in text(at_ada.get(at_pair))
    pair.facts.all().delete()
    assert "<h2>QA has not run</h2>" in text(at_ada.get(at_pair))
    assert "Nothing is known of the captured summary" in text(at_ada.get(f"{at}?tab=facts&pass=captured"))
    Fact.objects.all().delete()
    assert "QA ran and found nothing missing" in text(at_ada.get(f"{at}?tab=facts"))
    Pass.objects.filter(pk=done.pk).update(outcome="failed")
    assert "QA has not compacted anything yet" in text(at_ada.get(f"{at}?tab=facts"))
    Pass.objects.filter(pk=done.pk).update(outcome="", state="asking")
    assert "QA is at work" in text(at_ada.get(f"{at}?tab=facts"))


def test_a_viewer_reads_and_does_not_decide(at_vic: Client, at: str) -> None:
    fact = facts()[0]
    for address in (f"{at}?tab=facts", f"{at}/facts/{fact.pk}"):
        shown = text(at_vic.get(address))
        assert LOCK in shown and 'value="confirmed"' not in shown and 'name="confirm"' not in shown
    assert at_vic.post(f"{at}/facts", {"confirm": str(fact.pk)}).status_code == 403


def test_facts_of_another_run_or_team_are_not_there(at_ada: Client, at_rob: Client, at: str, pair: Run) -> None:
    fact = facts()[0]
    assert at_rob.get(f"{at}/facts/{fact.pk}").status_code == 404
    assert at_rob.post(f"{at}/facts", {"confirm": str(fact.pk)}).status_code == 404
    assert at_ada.get(f"/t/acme/runs/{pair.pk}/facts/{fact.pk}").status_code == 404
    assert at_ada.get(f"{at}/facts/{10**30}").status_code == 404
    at_ada.post(f"/t/acme/runs/{pair.pk}/facts?tab=facts", {"confirm": str(fact.pk)})
    assert not FactDecision.objects.exists()


def test_a_source_that_is_gone_leaves_the_facts_readable(at_ada: Client, at: str, done: Pass) -> None:
    Run.objects.filter(pk=done.run_id).update(before=None)
    Pass.objects.filter(pk=done.pk).update(source=None)
    assert LOCK in text(at_ada.get(f"{at}?tab=facts"))
    assert "The source is gone." in text(at_ada.get(f"{at}/facts/{facts()[0].pk}"))


def test_two_hundred_facts_keep_the_budgets_of_a_page(
    at_ada: Client, ada: User, at: str, done: Pass, django_assert_max_num_queries: Any
) -> None:
    evidence = facts()[0].evidence
    Fact.objects.bulk_create(
        Fact(
            run=done.run,
            of=done,
            kind="identifier",
            number=number,
            verdict="lost",
            category="number",
            text=f"value-{number}",
            method="exact",
            evidence=[evidence[0] | {"message": number % 18}],
        )
        for number in range(1000, 1200)
    )
    decide(done.run, list(Fact.objects.values_list("pk", flat=True)), "confirmed", "", ada)

    for query in ("tab=facts", "tab=facts&start=100", "tab=facts&outcome=lost&decision=confirmed"):
        with django_assert_max_num_queries(12):
            answer = at_ada.get(f"{at}?{query}")
        page = answer.content
        assert page.count(b'class="lead-line"') == 50
        assert len(gzip.compress(page)) <= 35_000
        assert page.count(b"<") - page.count(b"</") <= 3_000
    assert text(at_ada.get(f"{at}?tab=facts&start=200")).count('class="lead-line"') > 3
    assert "No fact matches" in text(at_ada.get(f"{at}?tab=facts&start=900"))


def test_the_sample_gives_a_fact_with_its_proof_and_no_key(
    at_ada: Client, acme: Team, work_off: Callable[[], int]
) -> None:
    at_ada.post("/t/acme/sample")
    work_off()
    run = Run.objects.filter(team=acme, kind="transcripts").order_by("created").first()
    assert run is not None
    page = text(at_ada.get(f"/t/acme/runs/{run.pk}/qa"))
    target = page.partition('name="target_tokens" value="')[2].partition('"')[0]

    where = at_ada.post(f"/t/acme/runs/{run.pk}/qa", {"client": "extractive", "target_tokens": target})["Location"]
    work_off()

    one = Pass.objects.get(pk=where.rpartition("/")[2])
    assert one.outcome == "compacted", json.dumps(one.places)
    shown = text(at_ada.get(f"/t/acme/runs/{run.pk}?tab=facts&outcome=recovered"))
    assert "exact match" in shown and "<mark>" in shown
    assert passes.text_of(one.final)
