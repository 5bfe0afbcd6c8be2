"""Starts the parts of the app, starts again what ends, and stops them together."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 10.0
STEADY = 10.0
"""Seconds after which a part counts as having run well, so that its next pause is short again."""

STOP_WITHIN = 8.0
"""Seconds that a part may take to end before it is killed."""

_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux' prctl


class Process(Protocol):
    """What the supervisor needs of a running part."""

    pid: int

    def poll(self) -> int | None: ...
    def terminate(self) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...


@dataclass(frozen=True, slots=True)
class Part:
    """One program to keep running."""

    name: str
    command: Sequence[str]


@dataclass(slots=True)
class _Run:
    part: Part
    process: Process | None = None
    born: float = 0.0
    pause: float = 0.0
    due: float = 0.0


@dataclass(slots=True)
class Supervisor:
    """Keeps parts running. Time and processes are handed in, so that nothing has to wait in tests."""

    parts: Sequence[Part]
    spawn: Callable[[Part], Process]
    kill: Callable[[Process], None]
    say: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    _runs: list[_Run] = field(default_factory=list, init=False)

    def start(self) -> None:
        """Start every part."""
        self._runs = [_Run(part) for part in self.parts]
        self.tend()

    def tend(self) -> None:
        """Note which parts ended and start those whose pause is over."""
        for run in self._runs:
            if run.process is not None and (code := run.process.poll()) is not None:
                self._ended(run, code)
            if run.process is None and self.clock() >= run.due:
                run.process, run.born = self.spawn(run.part), self.clock()

    def stop(self, hurry: Callable[[], bool] = lambda: False) -> None:
        """Ask every part to end; kill what has not ended in time, or at once when `hurry` says so."""
        running = [run.process for run in self._runs if run.process is not None]
        for process in running:
            process.terminate()
        deadline = self.clock() + STOP_WITHIN
        for process in running:
            while process.poll() is None:
                if self.clock() >= deadline or hurry():
                    break
                with suppress(subprocess.TimeoutExpired):
                    process.wait(0.1)
            # Also after a good end: whatever a part left behind goes with it.
            self.kill(process)
            process.wait()

    def _ended(self, run: _Run, code: int) -> None:
        now = self.clock()
        steady = now - run.born >= STEADY
        run.pause = FIRST_PAUSE if steady or not run.pause else min(LONGEST_PAUSE, run.pause * 2)
        if run.process is not None:
            self.kill(run.process)
        run.process, run.due = None, now + run.pause
        self.say(f"{run.part.name} ended with status {code}; starting it again in {run.pause:.1f} s")


def spawner(env: Mapping[str, str], cwd: Path) -> Callable[[Part], Process]:
    """Return what starts a part as a group of its own, which ends when this process does (on Linux)."""

    def spawn(part: Part) -> Process:
        # preexec_fn is safe here: the supervisor has one thread.
        return subprocess.Popen(  # noqa: S603 - commands are our own
            part.command, env=dict(env), cwd=cwd, start_new_session=True, preexec_fn=_end_with_parent
        )

    return spawn


def kill_group(process: Process) -> None:
    """End a part and everything that it started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _end_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGTERM)
