"""Words that look like a secret are flagged where they are read, and masked for everyone from there."""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from webui.accounts.models import Member, Team, User
from webui.audit.models import Event
from webui.jobs.models import Job
from webui.transcripts.masked import own_of
from webui.transcripts.models import Report, Transcript

SECRET = "Zk3nQ7pXv9aT2mRw8LfY4dHs"
OTHER = "two-words of mine"
CALL = {"type": "tool_use", "id": "toolu_01A09q90qw90lq9178Xk", "name": "go", "input": {"note": f"the secret {SECRET}"}}
PARTS = [{"type": "text", "text": "ok"}, {"type": "text", "text": f"the token {SECRET} taken"}]
MESSAGES = [
    {"role": "user", "content": f"The deploy token is {SECRET}, and the host is {OTHER}."},
    {"role": "assistant", "content": [CALL]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": CALL["id"], "content": PARTS}]},
]


@pytest.fixture
def signed_in(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


@pytest.fixture
def sent(signed_in: Client, data_dir: Path, work_off: Callable[[], int]) -> Transcript:
    body = {"model": "claude-sonnet-4-5", "max_tokens": 9, "system": f"Use the token {SECRET}.", "messages": MESSAGES}
    signed_in.post("/t/acme/captures/new", {"file": SimpleUploadedFile("a.json", json.dumps(body).encode())})
    work_off()
    return Transcript.objects.get()


def at(transcript: Transcript, rest: str = "") -> str:
    return f"/t/acme/transcripts/{transcript.pk}{rest}"


def test_a_suspect_is_flagged_where_it_is_read(signed_in: Client, sent: Transcript) -> None:
    for address, query in (
        ("/m/0", "block=0&amp;slot=0&amp;start=20&amp;stop=44"),
        ("/m/1", "block=0&amp;slot=0&amp;start="),
        ("/m/2", "block=0&amp;slot=1&amp;start=10&amp;stop=34"),
        ("/system", "block=0&amp;slot=0&amp;start=14&amp;stop=38"),
    ):
        text = signed_in.get(at(sent, address)).content.decode()
        assert '<code lang="" translate="no">Zk3n…4dHs</code> looks like a secret' in text, address
        assert f'href="{at(sent, address)}/mask?{query}' in text
    assert f'<mark class="suspect">{SECRET}</mark>' in signed_in.get(at(sent, "/m/0")).content.decode()
    reader = signed_in.get(at(sent, "?open=all")).content.decode()
    assert reader.count("looks like a secret") == 3
    assert f'href="{at(sent)}/m/0/mask?block=0' in reader


def test_a_viewer_sees_the_flag_but_no_way_to_mask(signed_in: Client, ada: User, sent: Transcript) -> None:
    Member.objects.filter(user=ada).update(role=Member.Role.VIEWER)
    for address in ("/m/0", "?open=all"):
        text = signed_in.get(at(sent, address)).content.decode()
        assert "looks like a secret" in text
        assert "/mask" not in text
    place = {"block": 0, "slot": 0, "start": 20, "stop": 44}
    assert signed_in.post(at(sent, "/m/0/mask"), place).status_code == 403


def test_a_suspect_is_masked_everywhere_after_one_look(
    signed_in: Client, sent: Transcript, work_off: Callable[[], int], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    address = at(sent, "/m/0/mask")
    page = signed_in.get(f"{address}?block=0&slot=0&start=20&stop=44")
    text = page.content.decode()
    assert page["Cache-Control"] == "no-store"
    assert f"token is <mark>{SECRET}</mark>, and" in text
    assert "masked in what is uploaded from now on as well" in text
    assert not Report.objects.exists()

    answer = signed_in.post(address, {"block": 0, "slot": 0, "start": 20, "stop": 44})
    made = Report.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/t/acme/settings/redaction/reports/{made.pk}")
    waiting = signed_in.get(answer["Location"]).content.decode()
    assert "data-poll" in waiting
    assert SECRET not in waiting
    work_off()

    done = signed_in.get(answer["Location"]).content.decode()
    assert "Masked everywhere.</b> 3 messages, 1 system prompt, 1 file changed." in done
    assert "data-poll" not in done
    marker = made.marker[1:-1].replace(":", ": ", 1).rpartition(":")
    token = f'title="Reported, and masked for everyone">{marker[0]} {marker[2]}</span>'
    for place in ("/m/0", "/m/1", "/m/2", "/system", "?open=all"):
        text = signed_in.get(at(sent, place)).content.decode()
        assert SECRET not in text
        assert token in text
        assert "looks like a secret" not in text
    assert SECRET not in caplog.text
    settings = signed_in.get("/t/acme/settings/redaction").content.decode()
    assert made.marker[1:-1] in settings
    assert "1 value known again" in settings
    assert SECRET not in str(list(Job.objects.values())) + str(list(Report.objects.values()))
    told = signed_in.get("/t/acme/settings/audit").content.decode()
    assert f"ada reported a suspected secret in capture {sent.capture_id} and masked it for everyone as" in told


def test_words_are_named_by_typing_them(signed_in: Client, sent: Transcript, work_off: Callable[[], int]) -> None:
    address = at(sent, "/m/0/mask")
    assert "The words, as they stand in the message" in signed_in.get(address).content.decode()

    answer = signed_in.post(address, {"words": f"  {OTHER}\r\n"})
    assert answer.status_code == 303
    assert answer["Location"] == f"{address}?block=0&slot=0&start=62&stop=79"
    text = signed_in.get(answer["Location"]).content.decode()
    assert "They cannot be known again in what is uploaded from now on" in text
    signed_in.post(address, {"block": 0, "slot": 0, "start": 62, "stop": 79})
    work_off()

    told = signed_in.get(f"/t/acme/settings/redaction/reports/{Report.objects.get().pk}").content.decode()
    assert "Uploads from now on are <b>not</b> masked" in told
    assert OTHER not in signed_in.get(at(sent, "/m/0")).content.decode()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"words": "not in there"}, "do not stand in this message"),
        ({"words": "The"}, "at least 8 characters"),
        ({"words": " "}, "do not stand in this message"),
        ({"block": 0, "slot": 0, "start": 0, "stop": 9999}, "do not stand in this message"),
        ({"block": 0, "slot": 7, "start": 0, "stop": 10}, "do not stand in this message"),
        ({"block": 9, "slot": 0, "start": 0, "stop": 10}, "do not stand in this message"),
        ({"block": 0, "slot": 0, "start": 0, "stop": 5}, "at least 8 characters"),
    ],
)
def test_what_cannot_be_masked_is_refused_with_a_sentence(
    signed_in: Client, sent: Transcript, given: dict[str, Any], sentence: str
) -> None:
    answer = signed_in.post(at(sent, "/m/0/mask"), given)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert "Nothing was masked." in answer.content.decode()
    assert not Report.objects.exists()


def test_words_that_messages_are_built_with_are_refused(signed_in: Client, sent: Transcript) -> None:
    answer = signed_in.post(at(sent, "/m/2/mask"), {"block": 0, "slot": 0, "start": 0, "stop": 2})
    assert answer.status_code == 422
    assert signed_in.get(at(sent, "/m/77/mask")).status_code == 404


def test_a_report_that_failed_says_why_and_is_tried_again(
    signed_in: Client, acme: Team, sent: Transcript, work_off: Callable[[], int]
) -> None:
    signed_in.post(at(sent, "/m/0/mask"), {"block": 0, "slot": 0, "start": 20, "stop": 44})
    made = Report.objects.get()
    Report.objects.update(transcript=None)
    work_off()
    address = f"/t/acme/settings/redaction/reports/{made.pk}"
    assert "does not hold these words any more" in signed_in.get(address).content.decode()

    Report.objects.update(transcript=sent)
    assert "Queued again." in signed_in.post(address, follow=True).content.decode()
    work_off()
    assert "Masked everywhere." in signed_in.get(address).content.decode()
    signed_in.post(address)
    assert Job.objects.filter(kind="mask-reported").count() == 2


def test_a_maintainer_lets_later_uploads_hold_what_was_no_secret(
    signed_in: Client, ada: User, acme: Team, sent: Transcript, work_off: Callable[[], int]
) -> None:
    signed_in.post(at(sent, "/m/0/mask"), {"block": 0, "slot": 0, "start": 20, "stop": 44})
    work_off()
    address = f"/t/acme/settings/redaction/reports/{Report.objects.get().pk}"
    assert "It is no secret" not in signed_in.get(address).content.decode()
    assert signed_in.post(address, {"forget": "1"}).status_code == 403
    assert len(own_of(Team.objects.get(pk=acme.pk)).known) == 1
    Member.objects.filter(user=ada).update(role=Member.Role.MAINTAINER)

    assert "It is no secret" in signed_in.get(address).content.decode()
    told = signed_in.post(address, {"forget": "1"}, follow=True).content.decode()

    assert "Uploads from now on may hold it again." in told
    assert own_of(Team.objects.get(pk=acme.pk)).known == frozenset()
    event = Event.objects.get(action="redaction-changed")
    assert (event.was, event.now) == ("1 known values", "0 known values")
    signed_in.post(address, {"forget": "1"})
    assert Event.objects.filter(action="redaction-changed").count() == 1


def test_a_poll_that_has_nothing_new_is_empty(signed_in: Client, sent: Transcript) -> None:
    signed_in.post(at(sent, "/m/0/mask"), {"block": 0, "slot": 0, "start": 20, "stop": 44})
    address = f"/t/acme/settings/redaction/reports/{Report.objects.get().pk}"
    seen = signed_in.get(address).content.decode().split("?seen=")[1].split('"')[0]
    assert signed_in.get(f"{address}?seen={seen}", headers={"HX-Request": "true"}).status_code == 204
    assert signed_in.get(f"{address}?seen=other", headers={"HX-Request": "true"}).status_code == 200
