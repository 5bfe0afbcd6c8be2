"""Print a one-time address for the first person of a deployment."""

from argparse import ArgumentParser

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Model

from webui.accounts import entry
from webui.accounts.models import Team, User


class Command(BaseCommand):
    help = "Print a one-time sign-in address for the owner of a team; team and owner are made when missing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--owner", required=True, metavar="NAME", help="sign-in name of the person")
        parser.add_argument("--team", default="local", metavar="SLUG", help="the team (default: local)")
        parser.add_argument("--base-url", metavar="URL", help="where people reach this product")

    def handle(self, *, owner: str, team: str, base_url: str | None, **options: object) -> None:
        _demand(User(username=owner), "username", "--owner: letters, digits and @ . + - _ only.")
        _demand(Team(slug=team), "slug", "--team: up to 40 letters, digits, - and _ only.")
        base = base_url or getattr(settings, "BASE_URL", "") or "http://127.0.0.1:8000"
        token = entry.invite(*entry.ensure_owner(owner, team))
        self.stdout.write(entry.address(base, token))
        self.stderr.write("The address works once, within 24 hours.")


def _demand(row: Model, field: str, text: str) -> None:
    wrong = False
    try:
        row.clean_fields(exclude={other.name for other in row._meta.fields} - {field})
    except ValidationError:
        wrong = True
    if wrong:
        raise CommandError(text, returncode=2)
