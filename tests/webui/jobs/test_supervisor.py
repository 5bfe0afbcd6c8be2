"""Starting again, pauses, and the end; without processes and without waiting."""

import subprocess
from dataclasses import dataclass, field

from webui.jobs.supervisor import STOP_WITHIN, Part, Process, Supervisor


@dataclass
class World:
    """Processes that end when a test says so, and a clock that moves when somebody waits."""

    now: float = 0.0
    spawned: list["Fake"] = field(default_factory=list)
    killed: list[int] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    stubborn: bool = False

    def spawn(self, part: Part) -> "Fake":
        process = Fake(self, part.name, len(self.spawned) + 1)
        self.spawned.append(process)
        return process

    def kill(self, process: Process) -> None:
        self.killed.append(process.pid)
        self.spawned[process.pid - 1].code = -9

    def supervisor(self, *names: str) -> Supervisor:
        parts = [Part(name, []) for name in names]
        return Supervisor(parts, self.spawn, self.kill, self.said.append, lambda: self.now)


@dataclass
class Fake:
    world: World
    name: str
    pid: int
    code: int | None = None
    asked: bool = False

    def poll(self) -> int | None:
        return self.code

    def terminate(self) -> None:
        self.asked = True
        if not self.world.stubborn:
            self.code = 0

    def wait(self, timeout: float | None = None) -> int:
        if self.code is None:
            self.world.now += timeout or 0
            raise subprocess.TimeoutExpired([], timeout or 0)
        return self.code


def test_every_part_is_started_once() -> None:
    world = World()
    supervisor = world.supervisor("web", "worker")
    supervisor.start()
    supervisor.tend()

    assert [process.name for process in world.spawned] == ["web", "worker"]


def test_a_part_that_ends_is_started_again_after_a_pause_that_doubles() -> None:
    world = World()
    supervisor = world.supervisor("worker")
    supervisor.start()
    for _ in range(8):
        world.spawned[-1].code = 1
        supervisor.tend()
        world.now += 10
        supervisor.tend()

    pauses = [float(said.split()[-2]) for said in world.said]
    assert pauses == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]
    assert world.said[0] == "worker ended with status 1; starting it again in 0.2 s"


def test_a_part_is_not_started_again_before_its_pause_is_over() -> None:
    world = World()
    supervisor = world.supervisor("worker")
    supervisor.start()
    world.spawned[0].code = 1
    supervisor.tend()
    counts = []
    for world.now in (0.1, 0.19, 0.2):
        supervisor.tend()
        counts.append(len(world.spawned))

    assert counts == [1, 1, 2]


def test_the_pause_is_short_again_after_a_steady_run() -> None:
    world = World()
    supervisor = world.supervisor("worker")
    supervisor.start()
    for _ in range(4):
        world.spawned[-1].code = 1
        supervisor.tend()
        world.now += 10
        supervisor.tend()
    world.now += 10
    world.spawned[-1].code = 1
    supervisor.tend()

    assert world.said[-1].endswith("in 0.2 s")


def test_what_an_ended_part_left_behind_is_killed_before_it_starts_again() -> None:
    world = World()
    supervisor = world.supervisor("web")
    supervisor.start()
    world.spawned[0].code = 1
    supervisor.tend()

    assert world.killed == [1]


def test_a_part_in_its_pause_does_not_hold_up_the_others() -> None:
    world = World()
    supervisor = world.supervisor("web", "worker")
    supervisor.start()
    world.spawned[0].code = 1
    supervisor.tend()
    world.spawned[1].code = 1
    world.now += 0.2
    supervisor.tend()
    world.now += 0.2
    supervisor.tend()

    assert [process.name for process in world.spawned] == ["web", "worker", "web", "worker"]


def test_all_parts_are_asked_to_end_before_any_is_waited_for() -> None:
    world = World(stubborn=True)
    supervisor = world.supervisor("web", "worker")
    supervisor.start()
    supervisor.stop()

    assert all(process.asked for process in world.spawned)
    assert world.killed == [1, 2]
    assert STOP_WITHIN <= world.now < STOP_WITHIN + 0.3


def test_a_part_that_ends_in_time_costs_no_waiting() -> None:
    world = World()
    supervisor = world.supervisor("web", "worker")
    supervisor.start()
    supervisor.stop()

    assert world.now == 0
    assert [process.code for process in world.spawned] == [-9, -9]


def test_a_second_wish_to_end_hurries() -> None:
    world = World(stubborn=True)
    supervisor = world.supervisor("web")
    supervisor.start()
    supervisor.stop(hurry=lambda: True)

    assert world.now == 0
    assert world.killed == [1]


def test_parts_in_their_pause_are_not_started_again_by_the_end() -> None:
    world = World()
    supervisor = world.supervisor("web")
    supervisor.start()
    world.spawned[0].code = 1
    supervisor.tend()
    supervisor.stop()

    assert len(world.spawned) == 1
