"""What people say at a case, by plain forms; and who else is there."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from webui.accounts.models import User
from webui.review.models import Case, Comment, Draft, Presence

HERE = "/t/acme/cases/1"


def page(client: Client, query: str = "") -> str:
    return client.get(HERE + query).content.decode()


def test_a_comment_is_shown_as_text_and_names_are_marked(at_ada: Client, bob: User, case: Case) -> None:
    answer = at_ada.post(f"{HERE}/comments", {"text": "Look, @bob: <script>alert(1)</script>"})

    assert answer.status_code == 303
    assert answer["Location"].endswith(f"#c-{Comment.objects.get().pk}")
    text = page(at_ada)
    assert "<b>@bob:</b>" in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert bob.notices.count() == 1


def test_an_empty_comment_is_refused_with_words(at_ada: Client, case: Case) -> None:
    answer = at_ada.post(f"{HERE}/comments", {"text": " "})

    assert answer.status_code == 422
    assert "There are no words in it." in answer.content.decode()


def test_a_comment_on_a_block_quotes_it_and_links_to_it(at_ada: Client, case: Case) -> None:
    spot = {"on": "block", "transcript": case.transcript_id, "position": "1", "block": "0"}
    query = "?" + "&".join(f"{name}={value}" for name, value in spot.items())
    form = page(at_ada, query)
    assert "Comment on block 1.0" in form
    assert '<input type="hidden" name="position" value="1">' in form

    at_ada.post(f"{HERE}/comments", spot | {"text": "Where is its call?"})

    text = page(at_ada)
    assert f'<a href="/t/acme/transcripts/{case.transcript_id}?at=1#m-1.0">block 1.0</a>' in text
    assert Comment.objects.get().quote == "GRACE = 14"


def test_a_place_that_is_not_there_is_no_place(at_ada: Client, case: Case) -> None:
    assert "Comment on this case" in page(at_ada, "?on=block&transcript=zzz&position=1&block=0")
    assert "Comment on this case" in page(at_ada, "?on=nothing")


def test_a_comment_on_an_earlier_run_says_so(at_ada: Client, ada: User, case: Case) -> None:
    Comment.objects.create(
        team=case.team, case=case, on="section", anchor={"run": "abc", "section": "state"}, text="Gone.", by=ada,
        created=timezone.now(), quote="old words",
    )  # fmt: skip

    text = page(at_ada)

    assert "about an earlier run" in text
    assert "old words" in text


def test_a_thread_is_answered_resolved_and_opened_again(at_ada: Client, at_bob: Client, case: Case) -> None:
    at_ada.post(f"{HERE}/comments", {"text": "Is this ours?"})
    first = Comment.objects.get()
    assert f'name="answers" value="{first.pk}"' in page(at_bob, f"?answer={first.pk}")

    at_bob.post(f"{HERE}/comments", {"text": "It is.", "answers": str(first.pk)})
    change = f"{HERE}/comments/{first.pk}"
    assert at_ada.post(change, {"do": "resolve"}).status_code == 303
    assert "resolved by ada" in page(at_ada)
    assert at_ada.post(change, {"do": "resolve"}).status_code == 422
    assert at_bob.post(change, {"do": "reopen"}).status_code == 303
    assert "2, of them 1 open" in page(at_ada)


def test_an_author_edits_for_a_quarter_of_an_hour_and_deletes(at_ada: Client, at_bob: Client, case: Case) -> None:
    at_ada.post(f"{HERE}/comments", {"text": "Frist."})
    one = Comment.objects.get()
    change = f"{HERE}/comments/{one.pk}"
    assert ">Frist.</textarea>" in page(at_ada, f"?edit={one.pk}")

    assert at_ada.post(change, {"do": "edit", "text": "First."}).status_code == 303
    assert "· edited" in page(at_ada)
    assert at_bob.post(change, {"do": "delete"}).status_code == 403
    Comment.objects.update(created=timezone.now() - timedelta(minutes=16))
    assert f"?edit={one.pk}" not in page(at_ada)
    assert at_ada.post(change, {"do": "edit", "text": "Again."}).status_code == 422
    assert at_ada.post(change, {"do": "delete"}).status_code == 303
    assert "First." not in page(at_ada)


def test_a_maintainer_hides_a_comment_and_says_why(at_ada: Client, at_max: Client, case: Case) -> None:
    at_ada.post(f"{HERE}/comments", {"text": "Rude."})
    one = Comment.objects.get()
    change = f"{HERE}/comments/{one.pk}"
    assert "Hidden because" in page(at_max, f"?hide={one.pk}")

    assert at_max.post(change, {"do": "hide", "why": "it is rude"}).status_code == 303
    text = page(at_ada)
    assert "Hidden by max because it is rude." in text
    assert ">Rude.<" not in text
    assert at_max.post(change, {"do": "show"}).status_code == 303
    assert "Rude." in page(at_ada)


def test_nothing_is_done_to_a_comment_of_another_case(at_ada: Client, case: Case) -> None:
    assert at_ada.post(f"{HERE}/comments/77", {"do": "delete"}).status_code == 404
    at_ada.post(f"{HERE}/comments", {"text": "Here."})
    assert at_ada.post(f"{HERE}/comments/{Comment.objects.get().pk}", {"do": "burn"}).status_code == 404


def test_two_people_on_one_case_see_each_other(at_ada: Client, at_bob: Client, case: Case) -> None:
    assert at_bob.post(f"{HERE}/presence", {"note": "I think", "action": "reject", "known": "1 0"}).status_code == 200
    text = page(at_ada)
    assert "One other reviewer is here, writing." in text

    quiet = at_ada.post(f"{HERE}/presence", {"known": "1 0 bob+"})
    assert quiet.status_code == 204
    Presence.objects.update(seen=timezone.now() - timedelta(minutes=1))
    assert "One other reviewer" not in page(at_ada)


def test_what_is_being_written_is_kept_as_a_draft(at_ada: Client, case: Case) -> None:
    sent = {"note": "Half a sentence", "action": "reject", "reason": "other", "known": "1 0"}
    assert "Draft kept" in at_ada.post(f"{HERE}/presence", sent).content.decode()

    assert at_ada.post(f"{HERE}/presence", sent).status_code == 204
    assert Draft.objects.get().given["note"] == "Half a sentence"
    assert ">Half a sentence</textarea>" in page(at_ada)


def test_who_holds_a_case_hears_that_it_was_taken_over(at_ada: Client, at_bob: Client, case: Case) -> None:
    at_ada.post(f"{HERE}/claim", {"action": "claim"})
    at_bob.post(f"{HERE}/claim", {"action": "take-over"})

    told = at_ada.post(f"{HERE}/presence", {"known": "2 0"}).content.decode()

    assert "This case changed while you had it open." in told
    assert "bob holds it now." in told
