"""`manage.py verify_audit`: is every trail whole, and if not, where does it break first?"""

import sys
from argparse import ArgumentParser

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError

from webui.audit.verification import verify

WHOLE, BROKEN, USAGE = range(3)


class Command(BaseCommand):
    help = (
        "Follow the chain of audit events and name the first broken link. "
        "Exit status: 0 whole, 1 broken, 2 no such team."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--team", metavar="NAME", help="the team's name in addresses (default: every team)")

    def handle(self, *, team: str | None, **options: object) -> None:
        # A room below the apps knows teams by their model alone.
        teams = apps.get_model("accounts", "Team").objects.order_by("slug").values_list("pk", "slug")
        if team is not None:
            teams = teams.filter(slug=team)
            if not teams:
                raise CommandError(f"There is no team {team}. Without --team all are followed.", returncode=USAGE)
        verdicts = [self._follow(pk, slug) for pk, slug in teams]
        sys.exit(WHOLE if all(verdicts) else BROKEN)

    def _follow(self, team_id: int, slug: str) -> bool:
        found = verify(team_id)
        if found.broken:
            self.stdout.write(f"{slug}: broken: {found.broken}.")
            return False
        newest = f", the newest is event {found.number} with digest {found.digest}" if found.number else ""
        self.stdout.write(f"{slug}: whole: {found.events} events{newest}.")
        return True
