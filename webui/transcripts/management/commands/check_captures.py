"""Check captures from the shell or in CI: no database, no broker, no server."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from compaction.errors import CaptureError
from compaction.findings import Severity
from compaction.limits import MAX_CAPTURE_BYTES
from compaction.transcripts import Dialect
from webui.transcripts import outputs, verdicts
from webui.transcripts.verdict_text import lines, printable

ENDINGS = {".json", ".jsonl", ".ndjson", ".log", ".txt", ".har", ".traj", ".eval", ".sse"}
CLEAN, VIOLATIONS, USAGE, UNREADABLE = range(4)


class Command(BaseCommand):
    help = (
        "Check captures for what a provider would refuse. "
        "Exit status: 0 clean, 1 violations, 2 wrong use, 3 a file cannot be read."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        endings = " ".join(sorted(ENDINGS))
        parser.add_argument("paths", nargs="+", metavar="PATH", help=f"a file, - for stdin, or a folder ({endings})")
        parser.add_argument("--layer", choices=verdicts.LAYERS, default="both", help="which rules (default: both)")
        parser.add_argument("--dialect", choices=["auto", *Dialect], default="auto", help="whose rules (default: auto)")
        parser.add_argument("--format", choices=["text", "json", *outputs.BY_ID], default="text", help="of the output")
        parser.add_argument(
            "--fail-on", choices=[*Severity], default="error", help="least severity that gives status 1"
        )

    def handle(
        self, *, paths: list[str], layer: str, dialect: str, format: str, fail_on: str, **options: object
    ) -> None:
        found = []
        for name in self._files(paths):
            verdict = _judge(name, layer, dialect)
            found.append(verdict)
            if format == "text":
                self.stdout.writelines(f"{line}\n" for line in lines(verdict))
        if not found:
            raise CommandError("There is no file to check: name one, or a folder with captures.", returncode=USAGE)
        self.stdout.write(_ending(found, layer, format, Severity(fail_on)))
        sys.exit(_status(found, Severity(fail_on)))

    def _files(self, paths: list[str]) -> Iterator[str]:
        for text in paths:
            path = Path(text)
            if text == "-" or path.is_file():
                yield text
            elif path.is_dir():
                yield from self._inside(path)
            else:
                raise CommandError(f"No such file or folder: {printable(text)}", returncode=USAGE)

    def _inside(self, folder: Path) -> Iterator[str]:
        skipped = 0
        for path in sorted(folder.rglob("*")):
            if any(part.startswith(".") for part in path.relative_to(folder).parts) or not path.is_file():
                continue
            if path.suffix.lower() in ENDINGS:
                yield str(path)
            else:
                skipped += 1
        if skipped:
            self.stderr.write(f"{folder}: {skipped} left out for their endings; name a file to have it checked.")


def _ending(found: list[verdicts.Verdict], layer: str, format: str, fail_on: Severity) -> str:
    if format == "json":
        return json.dumps(verdicts.as_json(found, layer=layer), indent=1)
    if format == "text":
        return verdicts.SCOPES[layer]
    return outputs.BY_ID[format].write(outputs.report_of(found, layer=layer, fail_on=fail_on))


def _judge(name: str, layer: str, dialect: str) -> verdicts.Verdict:
    try:
        data = _bytes(name)
    except OSError:
        return verdicts.Verdict(name, error=CaptureError("unreadable-file"))
    if data is None:
        return verdicts.Verdict(name, error=CaptureError("too-large", kind="capture"))
    return verdicts.judge(name, data, layer=layer, dialect=dialect)


def _bytes(name: str) -> bytes | None:
    """Return what the file holds, None where it is larger than a capture may be."""
    if name == "-":
        data = sys.stdin.buffer.read(MAX_CAPTURE_BYTES + 1)
        return data if len(data) <= MAX_CAPTURE_BYTES else None
    path = Path(name)
    return path.read_bytes() if path.stat().st_size <= MAX_CAPTURE_BYTES else None


def _status(found: list[verdicts.Verdict], fail_on: Severity) -> int:
    if any(verdict.error for verdict in found):
        return UNREADABLE
    return VIOLATIONS if any(verdict.reaches(fail_on) for verdict in found) else CLEAN
