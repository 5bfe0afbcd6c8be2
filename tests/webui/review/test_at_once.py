"""Several people at one case in the same moment: one wins, the others are told, nothing is decided twice."""

import threading
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection

from webui.accounts.models import Member, Team, User
from webui.audit.trail import events_of
from webui.review.asking import Ask, Stale
from webui.review.deciding import take
from webui.review.models import Case, Decision, Draft
from webui.review.people import Person, person_of
from webui.review.triage import Action, Refused

pytestmark = pytest.mark.django_db(transaction=True)
Make = Callable[..., Case]


def at_once(people: list[Person], team: Team, ask: Ask) -> Counter[str]:
    """Let all take the same step on case 1 at the same moment; return how often each outcome came."""
    together = threading.Barrier(len(people))
    outcomes: list[str] = []

    def one(person: Person) -> None:
        together.wait(20)
        try:
            take(person, team, 1, ask)
        except Stale as stale:
            outcomes.append(f"stale {stale.version} {stale.changes[-1].action}")
        except Refused as refused:
            outcomes.append(refused.code)
        except Exception as error:  # a thread would keep it to itself
            outcomes.append(type(error).__name__)
        else:
            outcomes.append("taken")
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(person,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(outcomes)


@pytest.fixture
def people(acme: Team) -> list[Person]:
    users = [User.objects.create_user(f"p{n}") for n in range(6)]
    for user in users:
        Member.objects.create(team=acme, user=user, role=Member.Role.REVIEWER)
    return [person_of(user, acme) for user in users]


def test_of_all_who_decide_at_once_one_wins_and_the_others_keep_their_text(
    acme: Team, make_case: Make, people: list[Person]
) -> None:
    case = make_case()

    outcomes = at_once(people, acme, Ask(Action.REJECT, 1, "contract", "What I saw."))

    assert outcomes == {"taken": 1, "stale 3 reject": 5}
    case.refresh_from_db()
    assert (case.state, case.version) == ("rejected", 3)
    assert Counter(Decision.objects.values_list("action", flat=True)) == {"claim": 1, "reject": 1}
    assert events_of(acme.pk, "case", "1").count() == 2
    assert Draft.objects.filter(given__note="What I saw.").count() == 5


def test_of_all_who_claim_at_once_one_holds_the_case(acme: Team, make_case: Make, people: list[Person]) -> None:
    make_case()

    assert at_once(people, acme, Ask(Action.CLAIM)) == {"taken": 1, "held-by-other": 5}
    assert Decision.objects.count() == 1
