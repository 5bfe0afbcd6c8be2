"""What was checked before there were cases."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from webui.accounts.models import Team
from webui.review.models import Case, Source, SourceMark, Tally
from webui.review.store import numbers
from webui.runs.models import Run
from webui.transcripts.models import Capture, Violation

pytestmark = pytest.mark.django_db


def make() -> str:
    out = StringIO()
    call_command("make_cases", stdout=out)
    return out.getvalue()


def test_cases_of_an_earlier_release_are_made_once(
    deliver: Callable[..., Capture], contract: Callable[..., Run], orphan: dict[str, Any]
) -> None:
    deliver(orphan)
    contract(state=" ")
    contract(name="grown")
    signature = Violation.objects.get().signature
    known = sorted(Case.objects.values_list("code", "signature"))
    for model in (Case, SourceMark, Source, Tally):
        model.objects.all().delete()
    Violation.objects.update(signature="")

    assert make() == "Looked at 5, made 3 cases.\n"
    assert Violation.objects.get().signature == signature
    assert sorted(Case.objects.values_list("code", "signature")) == known
    assert sorted(Case.objects.values_list("number", flat=True)) == [1, 2, 3]
    assert make() == "Looked at 5, made 0 cases.\n"


def test_numbers_go_on_where_cases_are(acme: Team, make_case: Callable[..., Case], rivals: Team) -> None:
    make_case(number=41)
    numbers.hold(acme.pk)
    numbers.hold(rivals.pk)
    assert [numbers.following(acme.pk), numbers.following(acme.pk)] == [42, 43]
    assert numbers.following(rivals.pk) == 1
