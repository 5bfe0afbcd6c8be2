"""Make cases of what was checked by a release that knew none."""

from django.core.management.base import BaseCommand

from webui.accounts.models import Team
from webui.review import backlog
from webui.review.models import Case


class Command(BaseCommand):
    help = "Make the cases of captures, runs, passes and facts that were ready before. Safe to repeat."

    def handle(self, **options: object) -> None:
        before = Case.objects.count()
        looked = sum(backlog.make(team.pk) for team in Team.objects.order_by("pk"))
        self.stdout.write(f"Looked at {looked}, made {Case.objects.count() - before} cases.")
