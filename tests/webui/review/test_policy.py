"""What a team chose, and what holds where it chose nothing."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from webui.accounts.models import Team, User
from webui.review.models import Policy
from webui.review.policy import FLAGS, policy_of


def test_without_a_row_the_defaults_hold(acme: Team, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        policy = policy_of(acme)
    assert dict(policy.targets) == {"refused": 1, "broken": 2, "warning": 5}
    assert policy.flags == FLAGS
    assert len(FLAGS) == 5
    assert (policy.reasons_off, policy.owners, policy.second_person) == (frozenset(), (), False)


def test_a_row_changes_only_what_it_names(acme: Team) -> None:
    Policy.objects.create(team=acme, targets={"refused": 3, "unknown": 9}, reasons_off=["waive/other"])
    policy = policy_of(acme.pk)
    assert dict(policy.targets) == {"refused": 3, "broken": 2, "warning": 5}
    assert policy.flags == FLAGS
    # A waiver may be proposed first: what is off for it is off for the proposal.
    assert policy.reasons_off == {"waive/other", "propose/other"}


def test_a_team_may_want_no_flag_at_all(acme: Team) -> None:
    Policy.objects.create(team=acme, flags=[])
    assert policy_of(acme).flags == ()


def test_days_hang_on_severity_before_kind(acme: Team) -> None:
    policy = policy_of(acme)
    assert policy.days("refused", "error") == 1
    assert policy.days("broken", "error") == 2
    assert policy.days("refused", "warning") == 5
    assert policy.days("loss", "error") == 5


def test_the_first_owner_that_matches_gets_the_case(acme: Team, ada: User, rob: User) -> None:
    owners = [
        {"by": "rule", "value": "token_limit", "user": rob.pk},
        {"by": "rule", "value": "token_limit", "user": ada.pk},
        {"by": "source", "value": "7", "user": ada.pk},
    ]
    Policy.objects.create(team=acme, owners=owners)
    policy = policy_of(acme)
    assert policy.owner("token_limit", 1) == ada.pk, "rob is no member"
    assert policy.owner("other", 7) == ada.pk
    assert policy.owner("other", 8) is None


def test_one_team_does_not_get_the_policy_of_another(acme: Team, rivals: Team) -> None:
    Policy.objects.create(team=acme, second_person=True)
    assert policy_of(acme).second_person
    assert not policy_of(rivals).second_person


def test_values_do_not_change(acme: Team) -> None:
    with pytest.raises(FrozenInstanceError):
        policy_of(acme).flags = ()  # type: ignore[misc]  # that is the point
