"""Read captures again: after a change of the readers or the rules, or as another format."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from webui.transcripts import store
from webui.transcripts.models import Capture


class Command(BaseCommand):
    help = "Queue captures for another reading. The stored files are the truth; rows are rebuilt from them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--capture", metavar="ID", action="append", help="only this one; may be repeated")

    def handle(self, *, capture: list[str] | None = None, **options: object) -> None:
        wanted = Capture.objects.order_by("created")
        if capture:
            wanted = wanted.filter(pk__in=capture)
            missing = sorted(set(capture) - set(wanted.values_list("pk", flat=True)))
            if missing:
                raise CommandError(f"No such capture: {', '.join(missing)}.", returncode=2)
        queued = busy = 0
        for one in wanted.iterator():
            again = store.read_again(one, format=one.format_asked, dialect=one.dialect_asked)
            queued, busy = queued + again, busy + (not again)
        self.stdout.write(
            f"Queued {queued} for another reading." + (f" {busy} are being read already." if busy else "")
        )
