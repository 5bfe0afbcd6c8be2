"""What the provider said about a request, and how it fits what we predict."""

from dataclasses import dataclass

from compaction.shape.agreement import Agreement
from webui.transcripts.models import Transcript
from webui.transcripts.said import Said, said
from webui.transcripts.views.breaches import TITLES
from webui.transcripts.views.pages import Span
from webui.transcripts.views.places import place

SENTENCES = {
    Agreement.SAME: "We predict the same: this rule, at this place.",
    Agreement.ELSEWHERE: "We predict this rule too, at another place.",
    Agreement.OTHER: "We predict a refusal as well, by other rules.",
    Agreement.NOTHING: "We disagree: we found nothing here that would be refused.",
    Agreement.UNMATCHED: "It matches no pattern that we know, and is shown as it was said.",
}
WITHOUT_PLACE = "We predict the same rule; the provider names no place."
WAITING = "It is compared with what we predict as soon as the rules have run."
TONES = {Agreement.SAME: "ok", Agreement.NOTHING: "warning"}


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer as its page shows it. `text` is captured; `rules` are ids with their short names."""

    status: int | None
    text: str
    rules: list[tuple[str, str]]
    label: str
    link: str
    icon: str
    sentence: str


def answers(transcript: Transcript, shown: Span) -> list[Answer]:
    """Return what the provider said, with links to the place that it names."""
    return [_answer(one, transcript, shown) for one in said(transcript)]


def _answer(one: Said, transcript: Transcript, shown: Span) -> Answer:
    at = place(one.pointer)
    known = at.position is not None and at.position < transcript.messages
    return Answer(
        status=one.status,
        text=one.text,
        rules=[(rule, TITLES.get(rule, rule)) for rule in one.rules],
        label=at.label if known else "",
        link=shown.link(at.position, at.anchor) if known and at.position is not None else "",
        icon=TONES.get(one.agreement, "note") if one.agreement else "waiting",
        sentence=_sentence(one),
    )


def _sentence(one: Said) -> str:
    if one.agreement is None:
        return WAITING
    if one.agreement is Agreement.SAME and not one.pointer:
        return WITHOUT_PLACE
    return SENTENCES[one.agreement]
