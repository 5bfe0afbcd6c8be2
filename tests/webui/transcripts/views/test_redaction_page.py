"""What redaction masks is told, and can be tried without leaving a trace."""

import logging
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from compaction.redaction import patterns
from webui.accounts.models import Team, User
from webui.audit.models import Event
from webui.transcripts import masked
from webui.transcripts.models import Capture

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


def test_every_kind_of_the_library_has_words() -> None:
    kinds = {*patterns.HEADERS.values(), *patterns.BODY_KEYS.values(), *patterns.PAIR_KINDS.values()}
    kinds |= {token.kind for token in patterns.TOKENS}
    assert kinds <= set(masked.KINDS)
