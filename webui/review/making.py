"""Gather, decide, apply: what something that arrived makes of the cases of its source.

It runs in the transaction of whoever tells of the arrival, and holds the team's numbers and the cases it may change
before it writes the first event, so that it and a person's step never wait for each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from webui.accounts.actors import WORKER
from webui.accounts.models import Team
from webui.review import arriving, evidence, sources, waivers
from webui.review.arriving import Do, Known, Move, Shown
from webui.review.evidence import Arrival, Seen, Voice
from webui.review.models import Case, Occurrence, Source, Waiver
from webui.review.people import AS_WORKER
from webui.review.policy import TeamPolicy, policy_of
from webui.review.store import marks, numbers
from webui.review.store.moves import Step, move
from webui.review.triage import Action, Facts, Given, State, judge
from webui.runs.models import Fact, Pass, Run
from webui.transcripts.access import RUN_INPUT
from webui.transcripts.models import Capture

WAITING = (Case.State.NEEDS_WORK, Case.State.REJECTED)
"""States in which a case hears of a newer arrival that lacks its defect."""

SINGLE = frozenset({Voice.VERDICT})


def capture_over(capture: Capture) -> None:
    """Make cases of what the lists of a capture break. One that could not be read to its end makes none."""
    if capture.state == Capture.State.READY and capture.format != RUN_INPUT:
        take(capture.team, evidence.of_capture(capture))


def run_judged(run: Run) -> None:
    """Make a case of a refused run."""
    take(run.team, evidence.of_verdict(run))


def run_explained(run: Run) -> None:
    """Make cases of the flags of a run that nothing refused."""
    take(run.team, evidence.of_flags(run, policy_of(run.team_id).flags))


def pass_ended(one: Pass) -> None:
    """Make cases of the flags of a pass."""
    take(one.run.team, evidence.of_pass(one, policy_of(one.team_id).flags))


def facts_decided(run: Run, facts: Sequence[Fact]) -> None:
    """Make cases of facts that a reviewer confirmed as missing and important."""
    take(run.team, evidence.of_facts(run, facts))


@transaction.atomic
def take(team: Team, arrival: Arrival, at: datetime | None = None) -> list[Case]:
    """Apply an arrival to the cases of its source; return those that it opened."""
    silent = not arrival.seen and arrival.speaks == frozenset()
    if silent and arrival.voice is not Voice.LISTS:
        return []
    numbers.hold(team.pk)
    source = sources.of_run(arrival.run) if arrival.run is not None else _source(arrival)
    first = sources.note(source, arrival.voice, arrival.key)
    again = not first and arrival.voice is not Voice.FACTS
    scene = _Scene(team, source, arrival, at or timezone.now(), _cases(source, arrival))
    moves = arriving.decide(_known(scene), _shown(scene), again=again, single=arrival.voice in SINGLE)
    return scene.play(moves) if moves else []


def _source(arrival: Arrival) -> Source:
    if arrival.capture is None:
        raise ValueError("an arrival is a capture or a run")
    return sources.of_capture(arrival.capture)


def _cases(source: Source, arrival: Arrival) -> dict[str, Case]:
    """Return the newest case of each signature that may change, held until the transaction ends."""
    there = Q(signature__in=[one.signature for one in arrival.seen])
    rows = Case.objects.select_for_update(of=("self",)).filter(there | Q(state__in=WAITING), source=source)
    return {case.signature: case for case in rows.order_by("number")}


def _known(scene: "_Scene") -> list[Known]:
    return [
        Known(
            case.number,
            case.signature,
            State(case.state),
            seen=case.pk in scene.occurred,
            told=_told(case, scene.arrival),
            marked=case.mark == Case.Mark.SUPERSEDED,
        )
        for case in scene.cases.values()
    ]


def _told(case: Case, arrival: Arrival) -> bool:
    """Whether an arrival that lacks the defect of a case says that it is gone."""
    if evidence.voice_of(case) is not arrival.voice:
        return False
    return arrival.speaks is None or case.dialect in arrival.speaks


def _shown(scene: "_Scene") -> list[Shown]:
    probes = [
        Case(
            pk=case.pk if (case := scene.cases.get(one.signature)) else None,
            team_id=scene.team.pk,
            source_id=scene.source.pk,
            signature=one.signature,
            code=one.code,
            count=one.count,
        )
        for one in scene.arrival.seen
    ]
    covered = {one.signature for one in waivers.covered(probes, scene.at)}
    return [Shown(one.signature, one.signature in covered) for one in scene.arrival.seen]


@dataclass(slots=True)
class _Scene:
    """One arrival, and the cases of its source by signature; `occurred` are the occurrences that it has already."""

    team: Team
    source: Source
    arrival: Arrival
    at: datetime
    cases: dict[str, Case]
    occurred: dict[int, Occurrence] = field(init=False)
    policy: TeamPolicy = field(init=False)
    seen: dict[str, Seen] = field(init=False)

    def __post_init__(self) -> None:
        self.seen = {one.signature: one for one in self.arrival.seen}
        rows = Occurrence.objects.filter(case__in=[case.pk for case in self.cases.values()])
        self.occurred = {row.case_id: row for row in rows.filter(self._mine()) if self._is_mine(row)}

    def play(self, moves: Sequence[Move]) -> list[Case]:
        """Apply what was decided; what is superseded links to what was opened, so openings come first."""
        self.policy = policy_of(self.team)
        old = {one.number: self.cases[one.signature] for one in moves if one.number is not None}
        opened = [self._open(self.seen[one.signature]) for one in moves if one.do is Do.OPEN]
        for one in moves:
            if one.number is not None:
                self._play(one, old[one.number])
        return opened

    def _play(self, one: Move, case: Case) -> None:
        match one.do:
            case Do.SUPERSEDE:
                self._supersede(case, self.cases.get(one.newer) if one.newer else None)
            case Do.MARK:
                case.newer_run, case.newer_capture = self.arrival.run, self.arrival.capture
                marks.supersede(case, WORKER, self.at)
            case Do.REPLACE:
                self._replace(case, self.seen[one.signature])
            case Do.SEE:
                self._show(case, self.seen[one.signature])
                case.save()
            case Do.RECUR:
                self._again(case, Action.RECUR, self.seen[one.signature])
            case Do.END_WAIVER:
                self._end_waiver(case)
                self._again(case, Action.WAIVER_END, self.seen[one.signature])

    def _open(self, seen: Seen) -> Case:
        arrival = self.arrival
        case = Case(
            team=self.team,
            number=numbers.following(self.team.pk),
            kind=seen.kind,
            about=seen.about,
            code=seen.code,
            dialect=seen.dialect,
            signature=seen.signature,
            severity=seen.severity,
            source=self.source,
            owner_id=self.policy.owner(seen.code, self.source.pk),
            created=self.at,
        )
        self._fill(case, seen)
        self._step(case, State.NONE, Action.OPEN, Step(run=arrival.run))
        self._occur(case, seen)
        waiver = waivers.covering(case, self.at)
        if waiver is not None:
            waivers.close_under(case, waiver, self.at)
        self.cases[seen.signature] = case
        return case

    def _again(self, case: Case, action: Action, seen: Seen) -> None:
        self._show(case, seen)
        self._step(case, State(case.state), action, Step(run=self.arrival.run))

    def _supersede(self, case: Case, newer: Case | None) -> None:
        case.newer_run, case.newer_capture = self.arrival.run, self.arrival.capture
        self._step(case, State.NEEDS_WORK, Action.SUPERSEDE, Step(run=self.arrival.run, newer=newer))

    def _end_waiver(self, case: Case) -> None:
        waiver = case.waiver
        if waiver is not None and waiver.ended is None:
            end = Waiver.End.DATE if waiver.ends <= self.at else Waiver.End.BREACHED
            waivers.close(waiver, end, WORKER, self.at)

    def _step(self, case: Case, state: State, action: Action, step: Step) -> None:
        found = judge(Facts(state, case.version), action, AS_WORKER, Given())
        move(case, found, WORKER, step, at=self.at)

    def _show(self, case: Case, seen: Seen) -> None:
        self._fill(case, seen)
        self._occur(case, seen)

    def _fill(self, case: Case, seen: Seen) -> None:
        """Let a case show its newest evidence."""
        case.capture, case.run, case.name = self.arrival.capture, self.arrival.run, self.arrival.name
        case.newer_run = case.newer_capture = None
        case.transcript_id, case.place, case.evidence = seen.transcript, seen.place, seen.evidence
        case.count, case.errors, case.warnings = seen.count, seen.errors, seen.warnings

    def _occur(self, case: Case, seen: Seen) -> None:
        Occurrence.of(
            case,
            capture=self.arrival.capture,
            run=self.arrival.run,
            transcript_id=seen.transcript,
            count=seen.count,
            place=seen.place,
            created=self.at,
        ).save()

    def _replace(self, case: Case, seen: Seen) -> None:
        """The same arrival was read anew: its rows are others, nothing else is."""
        row = self.occurred[case.pk]
        row.transcript_id, row.count, row.place = seen.transcript, seen.count, seen.place
        row.save(update_fields=["transcript", "count", "place"])
        if self._shows(case):
            self._fill(case, seen)
            case.save()

    def _shows(self, case: Case) -> bool:
        """Whether the evidence that a case shows is that of this arrival."""
        if self.arrival.run is not None:
            return case.run_id == self.arrival.run.pk and self._is_mine(case)
        return self.arrival.capture is not None and case.capture_id == self.arrival.capture.pk

    def _mine(self) -> Q:
        if self.arrival.run is not None:
            return Q(run=self.arrival.run)
        return Q(capture=self.arrival.capture, run=None)

    def _is_mine(self, row: Occurrence | Case) -> bool:
        """Passes of a run stand beside each other and beside the run itself."""
        mine = self.arrival.key if self.arrival.voice is Voice.QA else None
        return self.arrival.voice is Voice.FACTS or row.place.get("pass") == mine
