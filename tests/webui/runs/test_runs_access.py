"""A run is found by its team alone."""

import pytest
from django.http import Http404

from webui.accounts.models import Team, User
from webui.runs import access
from webui.runs.models import Run


def test_a_run_is_found_by_the_members_of_its_team(acme: Team, rivals: Team, ada: User, rob: User) -> None:
    run = Run.objects.create(team=acme, name="nightly", kind=Run.Kind.CONTRACT)

    assert access.run_for(ada, "acme", run.pk) == run
    assert access.run_for(ada, None, run.pk) == run
    for person, slug in ((rob, None), (rob, "rivals"), (rob, "acme"), (ada, "rivals"), (ada, "ac\0me")):
        with pytest.raises(Http404):
            access.run_for(person, slug, run.pk)
    assert list(access.runs_for(acme)) == [run]
    assert list(access.runs_for(rivals)) == []
