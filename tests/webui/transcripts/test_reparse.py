"""Captures read again from the shell."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from webui.transcripts.models import Capture

Deliver = Callable[..., Capture]


def test_every_capture_is_queued_again(
    deliver: Deliver, session: dict[str, Any], capsys: pytest.CaptureFixture[str], work_off: Callable[[], int]
) -> None:
    deliver(session)
    deliver({"messages": [{"role": "user", "content": "Hello."}]}, dialect="openai-chat")

    call_command("reparse")

    assert capsys.readouterr().out == "Queued 2 for another reading.\n"
    assert {capture.state for capture in Capture.objects.all()} == {"queued"}
    work_off()
    assert {capture.transcripts.get().dialect for capture in Capture.objects.all()} == {"anthropic", "openai-chat"}


def test_one_capture_can_be_named(
    deliver: Deliver, session: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    capture = deliver(session)
    other = deliver({"messages": [{"role": "user", "content": "Hello."}]})

    call_command("reparse", capture=[capture.pk])
    call_command("reparse", capture=[capture.pk])

    assert capsys.readouterr().out.splitlines() == [
        "Queued 1 for another reading.",
        "Queued 0 for another reading. 1 are being read already.",
    ]
    other.refresh_from_db()
    assert other.state == "ready"


def test_a_capture_that_is_none_is_wrong_use(db: None) -> None:
    with pytest.raises(CommandError, match="000000000000") as caught:
        call_command("reparse", capture=["000000000000"])

    assert caught.value.returncode == 2
