"""The built-in client: no model, no key, no network, the same words for the same request.

It answers the three calls of a pass from the tagged text in their prompts, and says nothing of its own but headings and
the frame of its questions: every other word is quoted. Call 2 does not carry the conversation; `Request.earlier` does.

Source: decisions 7.
"""

import json
import re

from compaction.llm import Reply, Request, tags
from webui.llm.extractive import choice, facts, phrasing
from webui.llm.extractive.facts import Told
from webui.llm.extractive.material import read

SHARE = 60
"""Percent of the budget that call 1 uses at most, so that facts can be folded."""
SMALL_SHARE = 50
SMALL = 400
"""Tokens of a budget below which call 1 leaves more room: a fact takes the same place, whatever the budget."""
CHARACTERS_A_TOKEN = 4
MESSAGE_OVERHEAD = 20
"""Characters that the budget check adds to a summary. Source: qa-summarizer 1.2."""
FOLD_HEADING = 45
QUESTIONS = 8
NOTHING = "Nothing to carry over."

_HEADINGS = (
    (facts.TASK, "Task:"),
    (facts.RULE, "User rules:"),
    (facts.DECISION, "Decisions:"),
    (facts.ERROR, "Errors:"),
    ("", "Facts:"),
)
_NUMBERED = re.compile(r"([0-9]+)\. (.*)")


class Extractive:
    """Answers by quoting."""

    def complete(self, request: Request) -> Reply:
        """Return the reply. Never fails, asks nobody."""
        match request.step:
            case "summarize":
                return Reply(summarize(request))
            case "question":
                return Reply(json.dumps([question for question, _ in plan(request)], ensure_ascii=False))
            case "answer":
                return Reply(answer(request))


def summarize(request: Request) -> str:
    """Return sentences of the conversation and of the earlier summary, within the share of the budget."""
    share = SHARE if request.budget >= SMALL else SMALL_SHARE
    room = request.budget * CHARACTERS_A_TOKEN * share // 100 - MESSAGE_OVERHEAD
    told = _told(request.user)
    headings = sum(len(heading) + 1 for _, heading in _HEADINGS)
    if room > 6 * headings:
        return _laid_out(choice.pick(told, room - headings)) or NOTHING
    plain = "\n".join(f"- {one.text}" for one in _in_order(choice.pick(told, room)))
    return plain or NOTHING[: max(1, room)]


def plan(request: Request) -> list[tuple[str, str]]:
    """Return what to ask about and the words that answer it, from a request for questions."""
    first = next((exchange for exchange in request.earlier if exchange.step == "summarize"), None)
    if first is None:
        return []
    return _plan(first.user, first.reply, tags.enclosed(tags.RECENT, request.user) or "", request.budget)


def _plan(asked: str, summary: str, recent: str, budget: int) -> list[tuple[str, str]]:
    known = choice.keys_of(summary) | choice.keys_of(recent)
    folded = facts.fold(summary)
    told = [
        one
        for one in _told(asked, with_prior=False)
        if facts.fold(one.text) not in folded and one.sentence.source not in ("calls", "thought") and one.tells
    ]
    room = budget * CHARACTERS_A_TOKEN - len(summary) - FOLD_HEADING
    chosen = choice.pick(told, room, known, most=QUESTIONS, frame=phrasing.USUAL, evenly=False)
    return phrasing.ask(chosen, known, room)


def answer(request: Request) -> str:
    """Return a line for each question: words of the conversation, or UNKNOWN."""
    planned = _planned(request)
    told = _told(request.user, with_prior=False)
    lines = []
    for line in (tags.enclosed(tags.QUESTIONS, request.user) or "").split("\n"):
        if found := _NUMBERED.match(line):
            words = planned.get(found[2]) or phrasing.find(found[2], told)
            lines.append(f"{found[1]}. {words or 'UNKNOWN'}")
    return "\n".join(lines)


def _planned(request: Request) -> dict[str, str]:
    """Return the answers that were in mind when the questions of this pass were asked."""
    first = next((exchange for exchange in request.earlier if exchange.step == "summarize"), None)
    second = next((exchange for exchange in request.earlier if exchange.step == "question"), None)
    if first is None or second is None:
        return {}
    recent = tags.enclosed(tags.RECENT, second.user) or ""
    return dict(_plan(first.user, first.reply, recent, request.budget))


def _told(message: str, *, with_prior: bool = True) -> list[Told]:
    conversation = tags.enclosed(tags.CONVERSATION, message) or ""
    prior = tags.enclosed(tags.PRIOR_SUMMARY, message) or "" if with_prior else ""
    return choice.tell(read(conversation, phrasing.bare(prior)))


def _in_order(told: list[Told]) -> list[Told]:
    return sorted(told, key=lambda one: one.sentence.place)


def _laid_out(told: list[Told]) -> str:
    lines: list[str] = []
    for kind, heading in _HEADINGS:
        if found := [one for one in _in_order(told) if one.kind == kind]:
            lines += [heading, *(f"- {one.text}" for one in found)]
    return "\n".join(lines)
