"""`manage.py enqueue KIND TARGET [COUNT]`: queue probe jobs as a view would; prints their ids."""

from typing import Any

from django.core.management import BaseCommand

from webui.accounts.models import Team
from webui.jobs import queue


class Command(BaseCommand):
    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("kind")
        parser.add_argument("target")
        parser.add_argument("count", type=int, nargs="?", default=1)

    def handle(self, *args: Any, kind: str, target: str, count: int, **options: Any) -> None:
        team, _ = Team.objects.get_or_create(slug="probe", defaults={"name": "Probe"})
        for _ in range(count):
            self.stdout.write(str(queue.enqueue(team.pk, kind, target, ["count"]).pk))
