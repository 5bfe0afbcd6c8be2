"""Pages of transcripts, runs and rules say of cases what was decided on them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.accounts.models import Team, User
from webui.review.asking import Ask
from webui.review.deciding import take
from webui.review.marking import marks_of, tolerated, waived
from webui.review.models import Case
from webui.review.people import person_of
from webui.review.triage import Action
from webui.runs.models import Run
from webui.transcripts.models import Transcript, Violation


@pytest.fixture
def broken(acme: Team, data_dir: Any, work_off: Callable[[], int]) -> Transcript:
    """A transcript of the sample with an error, and the cases that the worker made of it."""
    from webui.transcripts import sample

    sample.load(acme, None)
    work_off()
    found = Transcript.objects.filter(errors__gt=0, cases__isnull=False).first()
    assert found is not None
    return found


def test_a_transcript_shows_its_cases_and_where_one_may_comment(at_max: Client, broken: Transcript) -> None:
    case = broken.cases.latest("number")

    text = at_max.get(f"/t/acme/transcripts/{broken.pk}").content.decode()

    assert f'<a class="chip" href="/t/acme/cases/{case.number}">' in text
    assert f"transcript={broken.pk}&amp;on=message&amp;position=0#comment" in text


def test_a_waived_violation_says_so_on_its_transcript_and_in_the_count_of_its_rule(
    at_max: Client, max_: User, acme: Team, broken: Transcript
) -> None:
    case = broken.cases.filter(about="rule").latest("number")
    count = case.count
    one = Violation.objects.filter(transcript=broken, signature=case.signature)[0]
    ask = Ask(Action.WAIVE, reason="test-traffic", scope="source")

    take(person_of(max_, acme), acme, case.number, ask)

    text = at_max.get(f"/t/acme/transcripts/{broken.pk}?at={one.position}").content.decode()
    assert "Waived by max until" in text
    assert "this signature in this source: it is test traffic." in text
    assert waived(acme, case.code) == count
    assert f"{count} of them waived" in at_max.get(f"/rules/{case.code}?team=acme").content.decode()


def test_only_what_a_waiver_covers_in_these_captures_is_tolerated(
    max_: User, acme: Team, rivals: Team, broken: Transcript
) -> None:
    case = broken.cases.filter(about="rule").latest("number")
    capture = str(broken.capture_id)
    assert tolerated(acme.pk, [capture], []) == {}
    take(person_of(max_, acme), acme, case.number, Ask(Action.WAIVE, reason="test-traffic", scope="case"))

    found = tolerated(acme.pk, [capture], [])
    assert list(found) == [case.signature]
    assert found[case.signature].startswith("Waived by max until ")
    assert tolerated(acme.pk, ["another"], ["another"]) == {}
    assert tolerated(rivals.pk, [capture], []) == {}


def test_a_page_without_cases_asks_once(acme: Team, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert marks_of(acme, "transcript", "missing") == []


def test_an_open_case_stands_before_a_closed_one(
    max_: User, acme: Team, broken: Transcript, make_case: Callable[..., Case]
) -> None:
    Case.objects.all().delete()
    make_case(number=1, transcript=broken)
    make_case(number=2, transcript=broken, signature="6" * 64)
    take(person_of(max_, acme), acme, 2, Ask(Action.REJECT, reason="message-shape"))

    marks = marks_of(acme, "transcript", broken.pk)

    assert [(mark.number, mark.state) for mark in marks] == [(1, "New"), (2, "Rejected")]
    assert marks[1].decision == "Rejected by max: message-shape (paired-tool-result)."
    assert marks[0].decision == ""


def test_a_run_leads_to_the_case_of_the_run_that_it_replaced(
    acme: Team, make_case: Callable[..., Case], max_: User
) -> None:
    old, new = (Run.objects.create(team=acme, name=name) for name in ("nightly", "nightly again"))
    make_case(number=1, run=old, code="xml_content", newer_run=new)

    (mark,) = marks_of(acme, "run", new.pk)

    assert (mark.number, mark.decision) == (1, "Stands in for an earlier run of its source.")
    assert (mark.rule, mark.remark, mark.signature, mark.waiver) == ("", "", "", "")
    (own,) = marks_of(acme, "run", old.pk)
    assert (own.number, own.rule, own.remark) == (1, "xml_content", f"/t/acme/cases/1?run={old.pk}")


def test_a_message_leads_to_the_case_of_its_violation_and_is_commented_on_there(
    at_max: Client, acme: Team, broken: Transcript, make_case: Callable[..., Case]
) -> None:
    one = Violation.objects.filter(transcript=broken, severity="error", position__isnull=False)[0]
    case = Case.objects.get(team=acme, transcript=broken, signature=one.signature)
    other = make_case(number=900, transcript=broken, signature="6" * 64)
    here = f"transcript={broken.pk}&amp;on=message&amp;position={one.position}#comment"
    at = f"/t/acme/transcripts/{broken.pk}"

    page = at_max.get(f"{at}?at={one.position}").content.decode()
    assert f'aria-label="Case {case.number} of message {one.position}"' in page
    assert f'href="/t/acme/cases/{case.number}?{here}"' in page
    assert f'aria-label="Case {other.number} of message' not in page
    alone = at_max.get(f"{at}/m/{one.position}").content.decode()
    assert f"Case {case.number}</a>" in alone
    assert f'href="/t/acme/cases/{case.number}?{here}"' in alone


def test_a_capture_and_its_transcripts_lead_to_the_case_of_the_upload_that_they_replaced(
    at_max: Client, acme: Team, broken: Transcript, make_case: Callable[..., Case]
) -> None:
    make_case(number=900, state="superseded", newer_capture=broken.capture)
    own = set(broken.capture.cases.values_list("number", flat=True))

    for thing, pk in (("transcript", broken.pk), ("capture", broken.capture_id)):
        *mine, replaced = marks_of(acme, thing, pk)
        assert (replaced.number, replaced.decision) == (900, "Stands in for an earlier upload of its source.")
        assert (replaced.remark, replaced.signature) == ("", "")
        assert {mark.number for mark in mine} <= own

    said = 'title="Stands in for an earlier upload of its source."'
    for path in (f"captures/{broken.capture_id}", f"transcripts/{broken.pk}"):
        page = at_max.get(f"/t/acme/{path}").content.decode()
        assert f'<a class="chip" href="/t/acme/cases/900" {said}>' in page
    page = at_max.get(f"/t/acme/captures/{broken.capture_id}").content.decode()
    assert f'href="/t/acme/cases/{min(own)}"' in page


def test_a_transcript_whose_only_case_is_of_an_earlier_upload_offers_no_remark(
    at_max: Client, broken: Transcript, make_case: Callable[..., Case]
) -> None:
    Case.objects.all().delete()
    make_case(number=900, state="superseded", newer_capture=broken.capture)

    page = at_max.get(f"/t/acme/transcripts/{broken.pk}").content.decode()

    assert "/cases/900" in page
    assert 'data-step="comment"' not in page
