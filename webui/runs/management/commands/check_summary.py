"""Check summaries from the shell or in CI: no database, no broker, no server."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from compaction.limits import MAX_BODY_BYTES
from webui.runs.summaries import judge_summary
from webui.transcripts.verdict_text import printable

VALID, REFUSED, USAGE, UNREADABLE = range(4)


class Command(BaseCommand):
    help = (
        "Check summaries against the contract: one JSON object a file. "
        "Exit status: 0 all valid, 1 one is refused, 2 wrong use, 3 a file cannot be read."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file that holds one summary, - for stdin")

    def handle(self, *, paths: list[str], **options: object) -> None:
        for name in paths:
            if name != "-" and not Path(name).is_file():
                raise CommandError(f"No such file: {printable(name)}", returncode=USAGE)
        verdicts = [_judge(name) for name in paths]
        for verdict in verdicts:
            self.stdout.write(json.dumps(verdict))
        sys.exit(_status(verdicts))


def _judge(name: str) -> dict[str, Any]:
    try:
        data = sys.stdin.buffer.read(MAX_BODY_BYTES + 1) if name == "-" else _bytes(Path(name))
    except OSError:
        return {"name": name, "error": "unreadable-file"}
    if len(data) > MAX_BODY_BYTES:
        return {"name": name, "error": "too-large"}
    return judge_summary(name, data)


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BODY_BYTES + 1)


def _status(verdicts: list[dict[str, Any]]) -> int:
    if any("error" in one for one in verdicts):
        return UNREADABLE
    return REFUSED if any(one["reason"] for one in verdicts) else VALID
