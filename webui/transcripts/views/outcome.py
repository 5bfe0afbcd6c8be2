"""What the checks say about a transcript, as a word and a sentence."""

from dataclasses import dataclass

from compaction.shape import RULES
from webui.common.words import listed, plural
from webui.jobs.models import Job
from webui.transcripts.models import Capture, Transcript

DIALECTS = {
    "anthropic": "Anthropic",
    "openai-chat": "OpenAI chat",
    "openai-responses": "OpenAI Responses",
    "gemini": "Gemini",
    "bedrock-converse": "Bedrock",
}
LOGGED = "rebuilt from a log, so this is less certain than for a captured request"
UNKNOWN = "it is not known whose message rules apply"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`kind` is refused, accepted, checking, unchecked, failed or stopped; `tone` a severity class or empty."""

    kind: str
    icon: str
    tone: str
    word: str
    rest: str = ""


def outcome(transcript: Transcript) -> Outcome:
    """Return the answer of the page. A transcript that was not checked never looks like one that passed."""
    if transcript.checked:
        refusals = _refusals(transcript)
        if transcript.errors or transcript.wire_roles:
            return Outcome("refused", "error", "err", "Would be refused", _doubted(transcript, refusals))
        if not transcript.dialect:
            return Outcome("unchecked", "waiting", "note", "Not checked", UNKNOWN)
        return Outcome("accepted", "ok", "ok", "Would be accepted", _doubted(transcript, refusals or "nothing found"))
    if not transcript.dialect:
        return Outcome("unchecked", "waiting", "note", "Not checked", UNKNOWN)
    match transcript.capture.state:
        case Capture.State.FAILED:
            return Outcome("failed", "error", "err", "Not checked", "reading the capture failed")
        case Capture.State.CANCELLED:
            return Outcome("stopped", "skipped", "note", "Not checked", "the check was cancelled")
        case Capture.State.READING:
            return Outcome("checking", "running", "note", "Not checked yet", "the checks are running")
        case _:
            return Outcome("checking", "waiting", "note", "Not checked yet", "it waits in the queue")


def _doubted(transcript: Transcript, said: str) -> str:
    """Add that a list was not captured as it was sent."""
    return f"{said}; {LOGGED}" if transcript.reconstructed else said


def _refusals(transcript: Transcript) -> str:
    parts = [
        plural(transcript.errors, "error") if transcript.errors else "",
        plural(len(transcript.wire_roles), "unknown role") if transcript.wire_roles else "",
        plural(transcript.warnings, "warning") if transcript.warnings else "",
        plural(transcript.note_count, "note") if transcript.note_count else "",
    ]
    return listed([part for part in parts if part])


def scope(transcript: Transcript) -> str:
    """Say what was looked at, so that no empty result poses as a pass."""
    if not transcript.dialect:
        return "Only what holds in every dialect that it could be of."
    rules = sum(transcript.dialect in rule.severity for rule in RULES)
    return f"Checked by the {rules} rules for {dialect(transcript.dialect)}, and by the core rules."


def dialect(name: str) -> str:
    """Return a dialect's name for people."""
    return DIALECTS.get(name, name)


def alternatives(transcript: Transcript) -> str:
    """Return the dialects that a list could be of: `Anthropic or OpenAI chat`."""
    return listed([dialect(name) for name in transcript.dialect_alternatives], "or")


def running(capture: Capture) -> bool:
    """Return whether the capture's page will still change."""
    return capture.state in (Capture.State.QUEUED, Capture.State.READING)


def over(job: Job | None) -> bool:
    """Return whether nobody works on it any more."""
    return job is None or job.state in (Job.State.DONE, Job.State.FAILED, Job.State.CANCELLED)
