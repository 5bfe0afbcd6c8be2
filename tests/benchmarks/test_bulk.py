"""One decision for a thousand cases: seconds, as a job on a database file."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from webui.accounts.models import Member, Team, User
from webui.review.bulk import Form, found_by, outcome_of, start
from webui.review.models import Case, Source
from webui.review.people import person_of

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]
CASES = 1000
SECONDS = 30


@pytest.mark.parametrize("form", [Form("reject", "contract"), Form("waive", "test-traffic", scope="case")])
def test_a_thousand_cases_are_decided_in_30_seconds(form: Form, work_off: Callable[[], int]) -> None:
    team = Team.objects.create(slug="acme", name="Acme")
    user = User.objects.create_user("max")
    Member.objects.create(team=team, user=user, role=Member.Role.MAINTAINER)
    source, now = Source.objects.create(team=team, name="nightly"), datetime.now(UTC)
    Case.objects.bulk_create(
        Case(
            team=team,
            number=number,
            kind="broken",
            about="rule",
            code="paired-tool-result",
            signature=f"{number:024}",
            source=source,
            errors=1,
            due=now,
            created=now,
            changed=now,
        )
        for number in range(1, CASES + 1)
    )
    made = start(person_of(user, team), team, form, found_by(team, "state=open", user.pk))

    began = time.perf_counter()
    assert work_off() == 1
    took = time.perf_counter() - began

    made.refresh_from_db()
    print({form.action: round(took, 1)})  # noqa: T201 - the figure is the point
    assert len(outcome_of(made).decided) == CASES
    assert took <= SECONDS
