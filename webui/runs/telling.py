"""What is wrong with runs and captures, in the words of the pages: the contract, the flags and the rules together."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.urls import reverse

from compaction.contract import Check, State
from compaction.findings import Severity
from compaction.shape.signature import verdict_signature
from webui.common.errors import capture_sentence
from webui.common.words import plural
from webui.jobs.models import Job
from webui.runs import store
from webui.runs.models import Run
from webui.runs.views import flag_words
from webui.runs.views.checks import SENTENCES
from webui.runs.views.faults import Fault, fault_of
from webui.runs.views.outcome import outcome
from webui.transcripts import access as transcripts
from webui.transcripts import listeners
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.outputs import Checked, File, Told
from webui.transcripts.views.outcome import outcome as outcome_of_list
from webui.transcripts.violations_api import TOLD, address, head_of, told_of

CHECKED = ("refused", "accepted")
BUSY = (Job.State.QUEUED, Job.State.RUNNING)
PENDING = (Run.State.QUEUED, Run.State.CHECKING)


def file_of(run: Run, base: str) -> File:
    """Return what is said of a run; `base` is the address of this server."""
    link = _address(run, base)
    said = outcome(run, fault_of(run))
    sides = list(sides_of(run))
    lists = [(found, side) for side, found in sides]
    told, more = told_of_lists(lists, base)
    file = File(
        name=run.name,
        sentence=" ".join(part for part in (f"{said.word}.", said.sentence, said.then) if part),
        told=(*told_of_run(run, link), *told),
        checked=tuple(_checked(check) for check in store.checks_of(run) if check.state is not State.FAILED),
        unchecked=said.kind in ("running", "failed") or any(not found.checked for _, found in sides),
        more=more,
        link=link,
    )
    captures = {found.capture_id for _, found in sides}
    return file.under(listeners.tolerated(run.team_id, captures=captures, runs=[run.pk]))


def file_of_capture(capture: Capture, base: str) -> File:
    """Return what is said of all that a capture holds: each list, and each compaction that it shows."""
    link = base + reverse("transcripts:capture", args=[capture.team.slug, capture.pk])
    if capture.state in (Capture.State.FAILED, Capture.State.CANCELLED):
        sentence = capture_sentence(capture.error_code, capture.error_place)
        return File(capture.name, sentence, code=capture.error_code or str(capture.state), link=link)
    rows = list(transcripts.transcripts_of(capture).select_related("team", "capture"))
    runs = list(capture.runs.select_related("team").order_by("number"))
    told, more = told_of_lists([(row, row.path if len(rows) > 1 else "") for row in rows], base)
    of_runs = [one for run in runs for one in told_of_run(run, _address(run, base))]
    file = File(
        name=capture.name,
        sentence=_sentence(capture, rows, runs),
        told=(*of_runs, *told),
        unchecked=pending(capture, runs) or any(outcome_of_list(row).kind not in CHECKED for row in rows),
        more=more,
        link=link,
    )
    keys = [run.pk for run in runs]
    return file.under(listeners.tolerated(capture.team_id, captures=[capture.pk], runs=keys))


def pending(capture: Capture, runs: Sequence[Run]) -> bool:
    """Whether what is said of a capture will still change by itself."""
    reading = capture.state in (Capture.State.QUEUED, Capture.State.READING)
    if capture.state == Capture.State.READY:
        # The job makes the cases after all lists are read: before its end nobody knows what of it is waived.
        job = transcripts.job_of(capture)
        reading = job is not None and job.state in BUSY
    return reading or any(run.state in PENDING for run in runs)


def told_of_lists(lists: Sequence[tuple[Transcript, str]], base: str) -> tuple[list[Told], int]:
    """Return the violations of lists, each with what is said before its places, and how many are not told."""
    told: list[Told] = []
    more = 0
    for found, side in lists:
        rows = list(transcripts.violations_of(found)[: max(0, TOLD - len(told))])
        told += told_of(found, rows, base + address(found), side)
        more += max(0, found.errors + found.warnings + found.note_count - len(rows))
    return told, more


def sides_of(run: Run) -> Iterator[tuple[str, Transcript]]:
    """Yield the checked lists of a run with their names: one where before and after stand in one list.

    The input of a contract is judged by the contract, not by the rules of a provider.
    """
    if run.before and run.before_id != run.after_id and run.before.capture.format != transcripts.RUN_INPUT:
        yield "before", run.before
    if run.after:
        yield "after", run.after


def told_of_run(run: Run, link: str) -> Iterator[Told]:
    """Yield what ended a run, and its flags."""
    fault = fault_of(run)
    if fault is not None:
        yield _fault(run, fault, link)
    yield from (_flag(flag, link) for flag in run.flags or [])


def _sentence(capture: Capture, rows: Sequence[Transcript], runs: Sequence[Run]) -> str:
    if pending(capture, runs):
        return "Not checked yet."
    if len(rows) == 1 and not runs:
        return head_of(rows[0], "").sentence
    refused = sum(outcome_of_list(row).kind == "refused" for row in rows)
    open_ = sum(outcome_of_list(row).kind not in CHECKED for row in rows)
    ended = sum(run.verdict in (Run.Verdict.REFUSED, Run.Verdict.TOO_LARGE) for run in runs)
    said = [f"{refused:,} of {plural(len(rows), 'transcript')} would be refused" if refused else ""]
    said += [f"{ended:,} of {plural(len(runs), 'compaction')} {'is' if ended == 1 else 'are'} refused" if ended else ""]
    said += [f"{open_:,} of {plural(len(rows), 'transcript')} not checked" if open_ else ""]
    told = "; ".join(part for part in said if part)
    return f"{told}." if told else "Would be accepted by what was checked."


def _address(run: Run, base: str) -> str:
    return base + reverse("runs:detail", args=[run.team.slug, run.pk])


def _fault(run: Run, fault: Fault, link: str) -> Told:
    """What ended a run is an error, unless it ended before there was anything to judge."""
    return Told(
        rule=fault.code,
        severity=Severity.WARNING if run.verdict == Run.Verdict.NOT_ATTEMPTED else Severity.ERROR,
        what=fault.what,
        where=fault.where,
        path=fault.check,
        why=fault.why,
        fix=fault.fix,
        signature=verdict_signature("reason", fault.code, fault.section),
        confidence="firm",
        line=fault.line or 0,
        link=f"{link}{fault.link}",
    )


def flag_words_of(flag: dict[str, Any]) -> dict[str, str]:
    """Return what a flag says: `id`, `title`, `sentence` and `counts`."""
    id, counts = flag["id"], flag_words.counted(flag.get("counts") or [])
    return {"id": id, "title": flag_words.title(id), "sentence": flag_words.sentence(id), "counts": counts}


def _flag(flag: dict[str, Any], link: str) -> Told:
    said = flag_words_of(flag)
    return Told(
        rule=flag["id"],
        severity=Severity.NOTE if flag["candidate"] else Severity(flag["severity"]),
        what=said["title"],
        where=f"The summary, {said['counts']}" if said["counts"] else "The summary",
        path="summary",
        why=said["sentence"],
        fix="A person has to look at it.",
        signature=verdict_signature("flag", flag["id"]),
        link=f"{link}?tab=summary",
    )


def _checked(check: Check) -> Checked:
    why = check.note or "not reached" if check.state is State.NOT_REACHED else ""
    return Checked(check.id, SENTENCES.get(check.id, check.title), why)
