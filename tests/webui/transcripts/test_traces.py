"""What was masked is not left in the pages of the database file, nor in its log."""

from pathlib import Path

import pytest
from django.db import connection

from webui.accounts.models import Team
from webui.transcripts.models import Capture
from webui.transcripts.traces import overwritten

VALUE = b"Zq7Xw2Lm9Kp4Rt6Yb8Nc"


def on_disk() -> bool:
    file = Path(connection.settings_dict["NAME"])
    return any(VALUE in path.read_bytes() for path in file.parent.glob(f"{file.name}*"))


@pytest.mark.django_db(transaction=True)
def test_a_value_that_rows_held_is_gone_from_the_disk() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("a file of SQLite")
    team = Team.objects.create(slug="acme", name="Acme")
    Capture.objects.create(team=team, name=VALUE.decode() * 5, fingerprint="a", blob="", size=1)
    assert on_disk()

    with overwritten():
        Capture.objects.update(name="masked")

    assert not on_disk()


def test_within_a_transaction_nothing_is_told(acme: Team) -> None:
    with overwritten():
        Capture.objects.create(team=acme, name="a", fingerprint="a", blob="", size=1)
    assert Capture.objects.count() == 1
