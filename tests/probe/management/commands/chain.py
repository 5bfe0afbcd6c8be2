"""`manage.py chain WRITERS EVENTS`: record events from many threads at once; prints the team's name."""

import threading
from typing import Any

from django.core.management import BaseCommand
from django.db import connection, transaction

from webui.accounts.models import Team
from webui.audit.trail import Actor, record

WORKER = Actor("worker", None, "worker")


class Command(BaseCommand):
    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("writers", type=int)
        parser.add_argument("events", type=int)

    def handle(self, *args: Any, writers: int, events: int, **options: Any) -> None:
        team, _ = Team.objects.get_or_create(slug="probe", defaults={"name": "Probe"})
        together = threading.Barrier(writers)

        def write(writer: int) -> None:
            together.wait(20)
            for turn in range(events):
                with transaction.atomic():
                    record(team.pk, WORKER, "claimed", "case", f"{writer}-{turn}", more={"b": [2**60, "é"], "a": None})
            connection.close()

        threads = [threading.Thread(target=write, args=(writer,)) for writer in range(writers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.stdout.write(team.slug)
