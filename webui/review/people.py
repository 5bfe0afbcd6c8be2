"""Who takes a step: the actor that the trail names, the person behind it, and what they may do."""

from dataclasses import dataclass

from webui.accounts.access import role_of
from webui.accounts.models import Member, Team, User
from webui.audit.trail import Actor
from webui.review.triage import Asker

AS_WORKER = Asker(None, worker=True)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of a team. `user` is the person behind the actor: of a key, its owner."""

    actor: Actor
    user: int
    reviewer: bool = False
    maintainer: bool = False

    @property
    def asker(self) -> Asker:
        """The person as the state machine knows them."""
        return Asker(self.user, reviewer=self.reviewer, maintainer=self.maintainer)


def person_of(user: User, team: Team, actor: Actor | None = None) -> Person:
    """Return what a user may do in a team now; nothing outside it. Without an actor they act for themselves."""
    role = role_of(user, team)
    return Person(
        actor or Actor("person", user.pk, user.get_username()),
        user.pk,
        reviewer=role is not None and role != Member.Role.VIEWER,
        maintainer=role in (Member.Role.MAINTAINER, Member.Role.ADMIN),
    )
