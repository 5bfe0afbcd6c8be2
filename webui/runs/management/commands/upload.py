"""Send a capture, or the parts of a compaction, to a running server, from the shell or from CI."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from compaction.findings import Severity
from compaction.limits import MAX_CAPTURE_BYTES
from webui.runs.remote import Body, Server, Trouble, bytes_body, file_body, form_body
from webui.runs.uploads import CONTRACT, PAIR
from webui.transcripts import outputs
from webui.transcripts.verdict_text import printable

KEY = "COMPACTION_REVIEW_KEY"
CLEAN, VIOLATIONS, USAGE, UNREADABLE = range(4)
ENDS_WITH_IT = "markdown"
"""Its last line is the address already: a comment says it once."""

GOING = ("queued", "reading", "checking")


class Command(BaseCommand):
    help = (
        "Send a capture to a running server, or with --part one compaction. The last line is the address of its page. "
        "Exit status: 0 clean or not waited for, 1 violations, 2 wrong use, 3 it could not be checked."
    )
    requires_system_checks = []

    def __init__(self, *args: Any, pause: Callable[[float], None] = sleep, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pause = pause

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", nargs="?", default="", metavar="PATH", help="a file, or - for stdin")
        parser.add_argument(
            "--part",
            action="append",
            default=[],
            metavar="NAME=FILE",
            help=f"instead of PATH, a part of one compaction: {', '.join((*CONTRACT, *PAIR))}",
        )
        parser.add_argument("--team", default="", help="the team's name in addresses; not needed where there is one")
        parser.add_argument("--key", default="", help=f"an API key; better in the environment, as {KEY}")
        parser.add_argument("--url", default=settings.BASE_URL, help="where the server is (default: BASE_URL)")
        parser.add_argument("--name", default="", help="what it is called on pages (default: the file's name)")
        parser.add_argument("--wait", action="store_true", help="until it is checked, and say what was found")
        parser.add_argument("--timeout", type=float, default=600.0, metavar="SECONDS", help="of --wait (default: 600)")
        parser.add_argument(
            "--fail-on",
            choices=[*Severity],
            default="error",
            help="with --wait, least severity that gives status 1, unless a waiver covers it (default: error)",
        )
        parser.add_argument(
            "--format",
            choices=["text", "json", *outputs.BY_ID],
            default="text",
            help="what --wait prints; of all but text and markdown the address is on stderr",
        )

    def handle(self, **given: Any) -> None:
        server = _server(given["url"], given["key"] or os.environ.get(KEY, ""), self.pause)
        try:
            status = self._send(server, given)
        except Trouble as trouble:
            raise CommandError(printable(trouble.sentence), returncode=trouble.status) from None
        sys.exit(status)

    def _send(self, server: Server, given: dict[str, Any]) -> int:
        what, sent = _sent(server, given)
        page = f"{server.url}/t/{sent['team']}/{what}/{sent['id']}"
        status = CLEAN
        if given["wait"]:
            status = self._wait(server, f"/{what}/{sent['id']}", given)
        elif given["format"] == "json":
            self.stdout.write(json.dumps(sent, indent=1))
        else:
            self.stdout.write(f"{printable(sent['name'])}: sent, {sent['state']}.")
        if not (given["wait"] and given["format"] == ENDS_WITH_IT):
            (self.stdout if given["format"] in ("text", ENDS_WITH_IT) else self.stderr).write(page)
        return status

    def _wait(self, server: Server, path: str, given: dict[str, Any]) -> int:
        seconds, format = given["timeout"], given["format"]
        server.wait(path, lambda found: found["state"] in GOING, seconds)
        found = server.wait(f"{path}/violations", lambda found: bool(found.get("pending")), seconds)
        if format == "json":
            self.stdout.write(json.dumps(found, indent=1))
        elif format == "text":
            self.stdout.writelines(f"{line}\n" for line in _lines(found))
        else:
            self.stdout.write(server.text(f"{path}/violations", format=format, fail_on=given["fail_on"]))
        return _status(found, Severity(given["fail_on"]))


def _server(url: str, key: str, pause: Callable[[float], None]) -> Server:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise CommandError("--url is an address like https://review.example.org.", returncode=USAGE)
    if not key or not key.isascii() or not key.isprintable():
        raise CommandError(f"An API key is needed: set {KEY}, or give --key.", returncode=USAGE)
    return Server(url.rstrip("/"), key, pause)


def _sent(server: Server, given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return what was made, as its address says it, and the server's answer."""
    path, parts = given["path"], given["part"]
    if bool(path) == bool(parts):
        raise CommandError("Give one PATH, or the parts of one compaction.", returncode=USAGE)
    if parts:
        return "runs", server.post("/runs", form_body(_parts(parts), {"name": given["name"]}), team=given["team"])
    name = given["name"] or ("stdin" if path == "-" else Path(path).name)
    return "captures", server.post("/captures", _body(path), team=given["team"], name=name)


def _body(path: str) -> Body:
    if path == "-":
        data = sys.stdin.buffer.read(MAX_CAPTURE_BYTES + 1)
        if len(data) > MAX_CAPTURE_BYTES:
            raise CommandError("What came on stdin is larger than a capture may be.", returncode=UNREADABLE)
        return bytes_body(data)
    return file_body(_file(path))


def _parts(given: list[str]) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for text in given:
        name, equals, path = text.partition("=")
        if not equals or name not in (*CONTRACT, *PAIR) or name in found:
            raise CommandError(
                f"--part takes NAME=FILE, each name once: {', '.join((*CONTRACT, *PAIR))}.", returncode=2
            )
        found[name] = _file(path)
    if not ({"pair", "input", "output", "response"} & set(found) or {"before", "after"} <= set(found)):
        raise CommandError("Give an input, output or response; or before and after; or a pair.", returncode=USAGE)
    return found


def _file(path: str) -> Path:
    found = Path(path)
    if not found.is_file():
        raise CommandError(f"No such file: {printable(path)}", returncode=USAGE)
    if not os.access(found, os.R_OK):
        raise CommandError(f"The file cannot be read: {printable(path)}", returncode=UNREADABLE)
    return found


def _lines(found: dict[str, Any]) -> list[str]:
    name = printable(found["name"])
    lines = [f"{name}: {printable(found['sentence'])}"]
    for one in found["violations"]:
        place = one["path"] or one["where"]
        said = f"{name}: {place}  {one['severity']}  {one['rule']}  {one['what']}. {one['why']}"
        lines.append(f"{said} {one['waiver']}".rstrip())
    if found["more"]:
        lines.append(f"{name}: {found['more']:,} more violations stand on its page.")
    return [printable(line) for line in lines]


def _status(found: dict[str, Any], fail_on: Severity) -> int:
    if found["code"]:
        return UNREADABLE
    severities = list(Severity)
    bad = severities[: severities.index(fail_on) + 1]
    failed = any(one["severity"] in bad and not one["waiver"] for one in found["violations"])
    return VIOLATIONS if failed else CLEAN
