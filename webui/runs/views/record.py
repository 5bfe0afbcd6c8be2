"""All that is on record of a pass: settings, split, prompts and replies, what it cost, and where to look."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from compaction.llm import Usage
from webui.accounts import clients
from webui.common.captured import draw
from webui.common.words import lasted, number, plural
from webui.llm import sentences
from webui.runs.models import Call, Fact, Pass
from webui.runs.store.passes import text_of
from webui.runs.views import flag_words, going
from webui.runs.views.outcome import Figure
from webui.runs.views.qa_form import TITLES

PART_WORDS = {"system": "System text", "user": "Message", "reply": "Reply"}
SHOWN_CHARACTERS = 4_000
SHOWN_LINES = 40
RANGES = 40


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The beginning of a text: lines, whether there is more, and how long all of it is."""

    name: str
    title: str
    markup: SafeString
    cut: bool
    length: int


@dataclass(frozen=True, slots=True)
class CallShown:
    """One call with what was sent, what came back, and what it took."""

    call: Call
    texts: Sequence[Excerpt]
    spent: str
    took: str
    fault: str


@dataclass(frozen=True, slots=True)
class Span:
    """Messages of the source that fared alike, and the address of the first."""

    words: str
    link: str


def record(one: Pass) -> dict[str, Any]:
    """Return the context of a pass that has ended."""
    calls = list(one.calls.order_by("number"))
    return {
        "figures": figures(one, calls),
        "settings": settings(one),
        "spans": spans(one),
        "calls": [_call(call) for call in calls],
        "texts": _texts(one),
        "flags": [_flag(row) for row in one.flags],
        "outcomes": outcomes(one),
    }


def _texts(one: Pass) -> list[Excerpt]:
    found = [
        _excerpt("prior", f"The prior, of pass {one.prior_number}", one.prior_text),
        _excerpt("final", "The final text", one.final),
    ]
    return [text for text in found if text]


def figures(one: Pass, calls: Sequence[Call]) -> list[Figure]:
    """Return what a pass used; a failed one has its spend, too."""
    estimated = "estimated" if one.spend_estimated else "as reported"
    spent = _spend(one, calls)
    found = [
        Figure("Calls", number(len(calls)), _tries(calls)),
        Figure("Tokens spent", f"{number(spent.input_tokens)} in, {number(spent.output_tokens)} out", estimated),
    ]
    price = clients.cost(one.endpoint, spent) if one.endpoint else None
    if price is not None:
        found.append(Figure("Cost", f"{price:.4f}", "at the prices that are set now"))
    if one.started and one.ended:
        found.append(Figure("Took", lasted((one.ended - one.started).total_seconds())))
    return found


def _spend(one: Pass, calls: Sequence[Call]) -> Usage:
    """A pass that was cancelled or broken off has none of its own; its calls have."""
    if one.outcome:
        return Usage(one.input_tokens, one.output_tokens)
    return Usage(sum(call.input_tokens or 0 for call in calls), sum(call.output_tokens or 0 for call in calls))


def _tries(calls: Sequence[Call]) -> str:
    extra = sum(call.tries for call in calls) - len(calls)
    return f"{plural(extra, 'repeat')} after a failure" if extra > 0 else ""


def settings(one: Pass) -> list[tuple[str, str, str]]:
    """Return the settings as they were used: name, value, and what was said of it."""
    config, warned = one.config, one.config.get("warnings", [])
    rows = [
        (title, f"{config[name]:,}", "was no fraction, so it is the default" if name in warned else "")
        for name, title in TITLES.items()
        if name in config
    ]
    instructions = config.get("summary_instructions") or ""
    return [
        ("Target", plural(one.target_tokens, "token"), ""),
        *rows,
        ("Builds on the prior", "yes" if one.prior_text else "no", "" if config.get("accumulate") else "switched off"),
        ("Counter", str(config.get("counter", "")), "lands the list on its target"),
        *([("Instructions", instructions, "")] if instructions else []),
        *([("Budget of the summary", plural(one.budget, "token"), "")] if one.budget is not None else []),
        *([("Budget of the kept end", plural(one.tail_budget, "token"), "")] if one.tail_budget is not None else []),
    ]


def spans(one: Pass) -> list[tuple[str, list[Span]]]:
    """Return which messages were replaced, which rode along, and which were kept."""
    places = one.places
    base = reverse("transcripts:detail", args=[one.team.slug, one.source_id]) if one.source_id else ""
    named = [("Replaced", places.get("evicted", [])), ("Kept from before the split", places.get("pulled", []))]
    split, total = places.get("split"), one.source.messages if one.source else 0
    if split is not None and split < total:
        named.append(("Kept at the end", [[split, total]]))
    return [(words, [_span(base, *pair) for pair in pairs[:RANGES]]) for words, pairs in named if pairs]


def _span(base: str, start: int, stop: int) -> Span:
    words = "system prompt" if start < 0 else f"{start}" if stop - start == 1 else f"{start}–{stop - 1}"
    return Span(words, f"{base}?at={max(start, 0)}#m-{max(start, 0)}" if base else "")


def outcomes(one: Pass) -> list[tuple[str, int]]:
    """Return what became of the questions, by outcome."""
    verdicts = list(one.facts.filter(kind=Fact.Kind.QUESTION).values_list("verdict", flat=True))
    return [(str(label), verdicts.count(str(value))) for value, label in Fact.Verdict.choices if value in verdicts]


def _call(call: Call) -> CallShown:
    texts = [_excerpt(name, title, getattr(call, name)) for name, title in PART_WORDS.items()]
    tokens = (
        f"{number(call.input_tokens)} tokens in, {number(call.output_tokens or 0)} out, "
        + ("estimated" if call.estimated else "as reported")
        if call.input_tokens is not None
        else "nothing spent"
    )
    tried = f", the last of {plural(call.tries, 'try', 'tries')}" if call.tries > 1 else ""
    fault = str(sentences.sentence(call.error_code)) if call.error_code else ""
    return CallShown(
        call, [text for text in texts if text], tokens, f"{lasted(call.milliseconds / 1000)}{tried}", fault
    )


def _excerpt(name: str, title: str, column: Any) -> Excerpt | None:
    text = text_of(column)
    if text is None:
        return None
    lines = text[:SHOWN_CHARACTERS].split("\n")[:SHOWN_LINES]
    piece = "\n".join(lines)
    return Excerpt(name, title, draw(piece), len(piece) < len(text), len(text))


def _flag(row: Any) -> tuple[str, bool, str, str, str, str]:
    """What a flag says: id, candidate, severity, title, sentence, counts."""
    words = (flag_words.title(row["id"]), flag_words.sentence(row["id"]), flag_words.counted(row["counts"]))
    return (row["id"], row["candidate"], row["severity"], *words)


@dataclass(frozen=True, slots=True)
class Listed:
    """One pass in the list of attempts."""

    one: Pass
    said: going.Said


def listed(passes: Sequence[Pass]) -> list[Listed]:
    """Return every attempt with what came of it."""
    return [Listed(one, going.said(one)) for one in passes]
