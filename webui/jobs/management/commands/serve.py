"""`manage.py serve`: web and worker on one machine, started and stopped together."""

import os
import signal
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.db import connection
from django.utils.module_loading import import_string

from webui.jobs import folder
from webui.jobs.listener import Bind, answers, is_free, read_bind
from webui.jobs.supervisor import Part, Supervisor, kill_group, spawner

LOOK_EVERY = 0.1


class Command(BaseCommand):
    """Serves the data folder until it is told to stop."""

    help = "Start the web process and the worker; stop both with Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bind", default="127.0.0.1:8765", metavar="HOST:PORT", help="where to listen")
        parser.add_argument("--no-worker", action="store_true", help="start the web process alone")

    def handle(self, *args: Any, bind: str, no_worker: bool, **options: Any) -> None:
        signals: list[int] = []
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda number, frame: signals.append(number))
        where = read_bind(bind)
        if where is None:
            self._refuse("--bind takes HOST:PORT, for example 127.0.0.1:8765.")
        folder.prepare(settings.DATA)
        held = folder.lock(settings.DATA)
        if held is None:
            self._refuse(f"Compaction Review already runs on {settings.DATA}.")
        with held:
            if not is_free(where):
                self._refuse(f"{where} is taken by another program; choose another with --bind.")
            call_command("setup")
            self._serve(where, parts(where, worker=not no_worker), signals)

    def _serve(self, where: Bind, parts: Sequence[Part], signals: list[int]) -> None:
        env = {"BASE_URL": where.address(), **os.environ, "EMBEDDED": "1", "DATA_DIR": str(settings.DATA)}
        supervisor = Supervisor(parts, spawner(env, settings.ROOT), kill_group, self._say)
        supervisor.start()
        told = False
        while not signals:
            supervisor.tend()
            if not told and answers(where):
                told = True
                self.stdout.write(f"Open {first_address(env['BASE_URL'])}\nStop with Ctrl-C.")
                self.stdout.flush()
            time.sleep(LOOK_EVERY)
        self._say("stopping")
        supervisor.stop(hurry=lambda: len(signals) > 1)

    def _refuse(self, sentence: str) -> NoReturn:
        self._say(sentence)
        sys.exit(1)

    def _say(self, text: str) -> None:
        self.stderr.write(text, self.style.NOTICE)


def parts(where: Bind, *, worker: bool) -> list[Part]:
    """Return the programs that make up the app."""
    temporary = str(settings.FILE_UPLOAD_TEMP_DIR)
    web = [sys.executable, "-m", "gunicorn", "webui.config.wsgi:application", "--bind", str(where)]
    web += ["--worker-class", "gthread", "--workers", "1", "--threads", "8", "--worker-tmp-dir", temporary]
    web += ["--graceful-timeout", "5", "--log-level", "warning", "--no-control-socket"]
    # Celery warns about root because of pickled messages, which are not accepted here.
    work = [
        sys.executable,
        "-W",
        "ignore:You're running the worker",
        "-m",
        "celery",
        "--app",
        "webui.config",
        "--quiet",
        "worker",
    ]
    work += ["--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    return [Part("web", web), *([Part("worker", work)] if worker else [])]


def first_address(base_url: str) -> str:
    """Return the address to open, with the one-time token that the accounts give."""
    address: str = import_string(settings.FIRST_ADDRESS)(base_url)
    connection.close()
    return address
