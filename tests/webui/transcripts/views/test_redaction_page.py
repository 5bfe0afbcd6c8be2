"""What redaction masks is told, and can be tried without leaving a trace."""

import json
import logging
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from compaction.redaction import patterns
from webui.accounts.models import Member, Team, User
from webui.audit.models import Event
from webui.transcripts import blobs, masked, store
from webui.transcripts.models import Body, Capture

PAGE = "/t/acme/settings/redaction"
SECRET = "sk-ant-api03-" + "a1B2c3D4" * 6


@pytest.fixture
def signed_in(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


def test_the_box_shows_what_would_be_stored_and_keeps_nothing(
    signed_in: Client, acme: Team, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    answer = signed_in.post(PAGE, {"text": f"key {SECRET} and <b>more</b>"})
    text = answer.content.decode()

    assert answer["Cache-Control"] == "no-store"
    assert "api-key: 1 masked." in text
    assert ">redacted: api-key " in text
    assert "&lt;b&gt;more&lt;/b&gt;" in text
    assert SECRET not in text
    assert SECRET not in caplog.text
    assert SECRET not in str(dict(signed_in.session))
    assert not Capture.objects.exists()
    assert not Event.objects.exists()


def test_a_text_without_secrets_says_so(signed_in: Client) -> None:
    assert "No secret was found by pattern or name." in signed_in.post(PAGE, {"text": "Hello"}).content.decode()


def test_a_text_that_is_too_long_is_not_tried(signed_in: Client) -> None:
    answer = signed_in.post(PAGE, {"text": "a" * 100_001})
    assert answer.status_code == 422
    assert "100,000 characters" in answer.content.decode()


def test_counts_are_of_the_last_thirty_days(signed_in: Client, acme: Team) -> None:
    for number, days in enumerate((1, 29, 31)):
        made = Capture.objects.create(
            team=acme, name="a", fingerprint=str(number), blob="", size=1, redactions={"jwt": 2, "old-kind": 1}
        )
        Capture.objects.filter(pk=made.pk).update(created=timezone.now() - timedelta(days=days))

    rows = {row.kind: row.count for row in masked.rows_of(acme, timezone.now())}
    assert (rows["jwt"], rows["old-kind"], rows["cookie"]) == (4, 2, 0)


def test_words_of_a_team_are_masked_from_then_on(
    signed_in: Client, ada: User, acme: Team, data_dir: Path, work_off: Callable[[], int]
) -> None:
    assert signed_in.post(PAGE, {"words": "Project Bluebird"}).status_code == 403
    Member.objects.filter(user=ada).update(role=Member.Role.MAINTAINER)

    signed_in.post(PAGE, {"words": "Project  Bluebird\r\n\r\nProject Bluebird\r\n"})
    assert masked.words_of(Team.objects.get(pk=acme.pk)) == ("Project Bluebird",)
    assert "own-word: 1 masked" in signed_in.post(PAGE, {"text": "on project bluebird"}).content.decode()
    deltas = b"".join(
        b'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"%s"}}\n\n' % part
        for part in (b"Project ", b"Blue", b"bird")
    )
    request = {"model": "m", "messages": [{"role": "user", "content": "We met Project Bluebird."}]}
    for name, data in (("project bluebird.json", json.dumps(request).encode()), ("a.sse", deltas)):
        signed_in.post("/t/acme/captures/new", {"file": SimpleUploadedFile(name, data)})
    work_off()

    stored = b"".join(store.native_of(body) for body in Body.objects.all())
    files = b"".join(b"".join(blobs.open_pieces(one.blob)) for one in Capture.objects.all())
    assert b"own-word" in stored
    assert b"bluebird" not in (stored + files).lower()
    assert "bluebird" not in "".join(Capture.objects.values_list("name", flat=True)).lower()
    event = Event.objects.get(action="redaction-changed")
    assert (event.was, event.now) == ("0 own words", "1 own words")


def test_words_are_tried_before_they_are_saved(signed_in: Client, ada: User, acme: Team) -> None:
    Member.objects.filter(user=ada).update(role=Member.Role.MAINTAINER)
    given = {"words": "acme-[0-9]{4,8}", "text": "call acme-20417 now", "try": "1"}

    text = signed_in.post(PAGE, given).content.decode()

    assert "With these words own-word: 1 masked:" in text
    assert ">acme-[0-9]{4,8}</textarea>" in text
    assert masked.words_of(Team.objects.get(pk=acme.pk)) == ()
    assert not Event.objects.exists()
    signed_in.post(PAGE, {"words": given["words"]})
    assert masked.words_of(Team.objects.get(pk=acme.pk)) == ("acme-[0-9]{4,8}",)
    assert "own-word: 1 masked" in signed_in.post(PAGE, {"text": given["text"]}).content.decode()
    refused = signed_in.post(PAGE, {**given, "words": "acme-[0-9]+"})
    assert refused.status_code == 422
    assert "no such pattern: acme-[0-9]+" in refused.content.decode()


def test_words_that_requests_are_made_of_are_refused(signed_in: Client, ada: User, acme: Team) -> None:
    Member.objects.filter(user=ada).update(role=Member.Role.MAINTAINER)
    for words in ("assistant", "short", "\n".join(f"word number {one}" for one in range(201))):
        answer = signed_in.post(PAGE, {"words": words})
        assert answer.status_code == 422
        assert "Nothing was saved." in answer.content.decode()
    assert masked.words_of(acme) == ()


def test_every_kind_of_the_library_has_words() -> None:
    kinds = {*patterns.HEADERS.values(), *patterns.BODY_KEYS.values(), *patterns.PAIR_KINDS.values()}
    kinds |= {token.kind for token in patterns.TOKENS}
    assert kinds <= set(masked.KINDS)
