"""What a person can do on a page, a program can do with a key: cancel, read again, hand over, settle remarks."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from compaction.qa import QaConfig
from tests import review_rows
from tests.people import member
from webui.accounts import apikeys
from webui.accounts.models import Member, Team, User
from webui.audit.models import Event
from webui.review.models import Case, Comment, Policy
from webui.runs.models import Run
from webui.runs.store import passes
from webui.transcripts import sample
from webui.transcripts.models import Capture

Post = Callable[..., Any]


def program(team: Team, owner: User, *scopes: str) -> Client:
    secret = apikeys.create(team, owner, "bot", scopes or ("read", "upload", "decide"))[1]
    return Client(headers={"Authorization": f"Bearer {secret}"})


@pytest.fixture
def post(acme: Team, ada: User) -> Post:
    client = program(acme, ada)

    def send(path: str, body: object = None, by: Client = client) -> Any:
        return by.post(f"/api/v1{path}", {} if body is None else body, content_type="application/json")

    return send


@pytest.fixture
def capture(acme: Team, data_dir: Any) -> Capture:
    """A capture that waits to be read."""
    sample.load(acme, None)
    return Capture.objects.filter(state="queued").order_by("pk")[0]


def test_the_reading_of_a_capture_is_cancelled_once(post: Post, capture: Capture) -> None:
    first = post(f"/captures/{capture.pk}/cancel")
    again = post(f"/captures/{capture.pk}/cancel")

    assert (first.status_code, first.json()["id"]) == (202, capture.pk)
    assert (again.status_code, again.json()["code"]) == (409, "not-at-work")
    assert Event.objects.get(action="cancelled").actor_kind == "key"


def test_a_capture_is_read_again_as_something_else(post: Post, capture: Capture, work_off: Callable[[], int]) -> None:
    busy = post(f"/captures/{capture.pk}/read-again")
    work_off()
    taken = post(f"/captures/{capture.pk}/read-again?dialect=openai-chat")
    wrong = post(f"/captures/{capture.pk}/read-again?dialect=klingon")

    assert (busy.status_code, busy.json()["code"]) == (409, "at-work")
    assert (taken.status_code, taken.json()["state"]) == (202, "queued")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "no-such-dialect")
    assert "klingon" not in wrong.content.decode()
    capture.refresh_from_db()
    assert capture.dialect_asked == "openai-chat"


def test_a_pass_is_cancelled_before_its_first_call(
    post: Post, acme: Team, capture: Capture, work_off: Callable[[], int]
) -> None:
    work_off()
    source = Run.objects.exclude(before=None)[0].before
    assert source is not None
    run = passes.run_for_source(source, None)
    one = passes.begin(run, source, None, passes.Start("extractive", None, QaConfig(), 100), trigger="api")

    first = post(f"/passes/{one.pk}/cancel")
    work_off()
    again = post(f"/passes/{one.pk}/cancel")

    assert (first.status_code, first.json()["id"]) == (202, one.pk)
    assert (again.status_code, again.json()["code"]) == (409, "not-at-work")
    one.refresh_from_db()
    assert one.state == "cancelled" or one.outcome == "cancelled"
    assert one.calls.count() == 0


def test_a_case_gets_an_owner_by_name_and_none_by_an_empty_one(post: Post, acme: Team, rob: User) -> None:
    review_rows.case(acme, 1)

    given = post("/cases/1/owner", {"owner": "ada"})
    stranger = post("/cases/1/owner", {"owner": "rob"})
    taken = post("/cases/1/owner", {"owner": ""})

    assert (given.status_code, given.json()["owner"]) == (200, "ada")
    assert (stranger.status_code, stranger.json()["field"]) == (422, "owner")
    assert (taken.status_code, taken.json()["owner"]) == (200, None)
    assert post("/cases/2/owner", {"owner": ""}).status_code == 404


def test_a_proposed_waiver_is_refused_by_the_second_person(post: Post, acme: Team, ada: User) -> None:
    Policy.objects.create(team=acme, second_person=True)
    first, second = (member(acme, name, Member.Role.MAINTAINER) for name in ("max", "mia"))
    review_rows.case(acme, 1)
    step = {"action": "waive", "version": 1, "reason": "test-traffic", "scope": "case", "note": "Only a test."}
    proposed = post("/cases/1/decision", step, program(acme, first))
    assert proposed.status_code == 200, proposed.content

    low = post("/cases/1/proposal/refuse")
    refused = post("/cases/1/proposal/refuse", {"note": "It is not."}, program(acme, second))
    again = post("/cases/1/proposal/refuse", {}, program(acme, second))

    assert low.status_code == 403
    assert (refused.status_code, refused.json()["state"] != "waived") == (200, True)
    assert (again.status_code, again.json()["code"]) == (409, "no-proposal")


def test_a_thread_is_settled_and_a_remark_hidden_and_taken_back(post: Post, acme: Team) -> None:
    review_rows.case(acme, 1)
    said = post("/cases/1/comments", {"text": "Who cut here?"}).json()["id"]
    place = f"/cases/1/comments/{said}"

    settled = post(place, {"action": "resolve"})
    twice = post(place, {"action": "resolve"})
    edited = post(place, {"action": "edit", "text": "Who cut that?"})
    hidden = post(place, {"action": "hide", "why": "rude"})
    gone = post(place, {"action": "delete"})

    assert (settled.status_code, settled.json()["resolved_by"]) == (200, "ada")
    assert (twice.status_code, twice.json()["code"]) == (409, "no-such-step")
    assert (edited.status_code, edited.json()["text"]) == (200, "Who cut that?")
    assert (hidden.status_code, hidden.json()["code"]) == (403, "not-permitted")
    assert (gone.status_code, gone.json()["text"]) == (200, None)


def test_a_maintainer_hides_and_shows_a_remark(post: Post, acme: Team) -> None:
    case = review_rows.case(acme, 1)
    remark = Comment.objects.create(team=acme, case=case, text="Rude words", created=case.created)
    bot = program(acme, member(acme, "max", Member.Role.MAINTAINER), "decide")

    hidden = post(f"/cases/1/comments/{remark.pk}", {"action": "hide", "why": "rude"}, bot).json()
    shown = post(f"/cases/1/comments/{remark.pk}", {"action": "show"}, bot).json()
    elsewhere = post(f"/cases/2/comments/{remark.pk}", {"action": "show"}, bot)

    assert (hidden["text"], hidden["hidden_by"], hidden["hidden_why"]) == (None, "max", "rude")
    assert (shown["text"], shown["hidden_by"]) == ("Rude words", None)
    assert elsewhere.status_code == 404


@pytest.mark.parametrize(
    "path", ["/captures/{capture}/cancel", "/captures/{capture}/read-again", "/cases/1/owner", "/cases/1/comments/1"]
)
def test_a_key_that_may_only_read_changes_nothing(
    post: Post, acme: Team, ada: User, capture: Capture, path: str
) -> None:
    before = Case.objects.get(number=1)
    body = {"action": "resolve"} if "comments" in path else {}

    answer = post(path.format(capture=capture.pk), body, program(acme, ada, "read"))

    assert (answer.status_code, answer.json()["code"]) == (403, "scope-missing")
    assert Case.objects.get(number=1).version == before.version
