"""Two runs of one source, or two passes, side by side: verdict, numbers, sections, what only one of them kept."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import page, private
from webui.common.words import number, percent, plural
from webui.runs import contenders
from webui.runs.contenders import Contender
from webui.runs.models import Pass, Run
from webui.runs.views import differences, fates_apart, flag_words, ticking, versus
from webui.runs.views.differences import Drawn
from webui.runs.views.look import Look
from webui.runs.views.outcome import Outcome, outcome

LISTED = 100
"""Identifiers that only one side kept, on the page."""

RANKS = {Run.Verdict.VALID: 2, Run.Verdict.UNJUDGED: 1}
"""Of verdicts; what was refused or ended before a verdict has 0."""


@dataclass(frozen=True, slots=True)
class Number:
    """One line of the numbers. `change` is told from A to B; `tone` is better, worse or empty."""

    name: str
    a: str
    b: str
    change: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Only:
    """Something that one side has and the other has not."""

    text: str
    label: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Better, worse, mixed or the same, and why."""

    word: str
    icon: str
    sentence: str


@require_safe
@require()
@private
def compare(request: HttpRequest, team: Team) -> HttpResponse:
    """Compare `a` with `b`; the list of runs sends both as `run`."""
    keys = [key for name in ("a", "b") if (key := request.GET.get(name, ""))] or request.GET.getlist("run")
    if len(keys) != 2:
        return page(request, "runs/compare.html", {"team": team, "chosen": len(keys), "nothing_shown": True})
    a, b = contenders.two(request.user, team.slug, *keys)
    look = Look.of(request.GET, {"a": a.key, "b": b.key})
    found = told(team, a, b)
    return page(
        request,
        "runs/compare.html",
        {
            "team": team,
            "chosen": 2,
            "a": a,
            "b": b,
            "verdicts": [outcome_of(one) for one in (a, b)],
            "links": [address(team, one) for one in (a, b)],
            "swap": look.link(a=b.key, b=a.key),
            "call_query": urlencode({"a": a.key, "b": b.key}),
            **found,
            **_briefly(a, b, found),
            "look": look,
            "drawn": _drawn(a, b, look, ticking.reader(team, request.user)),
            "choices": versus.choices(a, b),
        },
    )


def _drawn(a: Contender, b: Contender, look: Look, reader: Mapping[str, Any]) -> Drawn | None:
    return differences.draw(a.text, b.text, raw=look.raw, **reader) if a.text and b.text else None


def _briefly(a: Contender, b: Contender, found: Mapping[str, Any]) -> dict[str, Any]:
    """What the page opens of all that is told, and what it says in one line, since it is the same on both sides."""
    flags = found["flags"]
    whole = not (a.one or b.one)
    return {
        "quiet": _told(a) and _told(b) and not any(count for _, _, count in found["only"]),
        "apart": [flag for flag in flags if flag[3] != flag[4]],
        "on_both": [flag[0] for flag in flags if flag[3] and flag[4]],
        "fates": fates_apart.told(a.run, b.run) if found["same"] and whole else None,
    }


def told(team: Team, a: Contender, b: Contender) -> dict[str, Any]:
    """Return what is told of two sides, for the page and the API; what only one has, where both have one source."""
    numbers, same = list(_numbers(a, b)), _same(a, b)
    return {
        "same": same,
        "differing": list(_differing(a, b)),
        "judged": _judged(numbers, same),
        "numbers": numbers,
        "only": _only(team, a, b) if same else [],
        "won": [_won(a, b), _won(b, a)] if same else [],
        "flags": _flags(a, b),
    }


def _same(a: Contender, b: Contender) -> bool:
    return a.source is not None and b.source is not None and a.source.pk == b.source.pk


def _differing(a: Contender, b: Contender) -> Iterator[str]:
    """How the sources and settings differ, before any difference of the results is told."""
    if a.source is None or b.source is None:
        yield "The messages before of one of them are not known."
    elif a.source.pk != b.source.pk:
        told = [f"{one.pk} with {plural(one.messages, 'message')}" for one in (a.source, b.source)]
        yield f"They start from different messages: transcript {told[0]}, and {told[1]}."
    models = [one.one.model or one.one.client if one.one else one.run.model for one in (a, b)]
    if all(models) and models[0] != models[1]:
        yield f"Different models: {models[0]} and {models[1]}."
    budgets = [one.one.target_tokens if one.one else one.run.given.get("max_summary_tokens") for one in (a, b)]
    if (a.one is None) == (b.one is None) and all(budgets) and budgets[0] != budgets[1]:
        yield f"Different budgets: {number(budgets[0] or 0)} and {number(budgets[1] or 0)} tokens."


def _numbers(a: Contender, b: Contender) -> Iterator[Number]:
    ranks = [RANKS.get(Run.Verdict(one.run.verdict), 0) if one.one is None else 1 for one in (a, b)]
    yield Number("Verdict", outcome_of(a).word, outcome_of(b).word, *_ranked(*ranks))
    if a.run.layers and b.run.layers and a.one is None and b.one is None:
        yield _count("Violations introduced", a.run.introduced, b.run.introduced, less=True)
    yield from _counts("Messages after", a.messages_after, b.messages_after)
    yield from _counts("Tokens after", a.tokens_after, b.tokens_after)
    sizes = [len(one.text.split()) if one.text else None for one in (a, b)]
    yield from _counts("Words of the summary", *sizes)
    recalls = [one.recall() for one in (a, b)]
    if a.opaque or b.opaque:
        yield Number("Identifier recall", _kept(a), _kept(b))
    elif recalls[0] is not None and recalls[1] is not None:
        points = 100 * (recalls[1] - recalls[0])
        change = f"{abs(points):.1f} points {'more' if points > 0 else 'fewer'}" if points else "Same"
        yield Number("Identifier recall", _kept(a), _kept(b), change, _tone(points))
    invented = [one.measures.get("unsupported", _invented(one)) if one.measures else None for one in (a, b)]
    if invented[0] is not None and invented[1] is not None:
        yield _count("Values that stand nowhere before", invented[0], invented[1], less=True)
    dropped = [one.dropped for one in (a, b)]
    if dropped[0] is not None and dropped[1] is not None:
        yield _count("Dropped messages", dropped[0], dropped[1], less=True)


def _ranked(a: int, b: int) -> tuple[str, str]:
    return ("Same", "") if a == b else ("Better", "better") if b > a else ("Worse", "worse")


def _kept(one: Contender) -> str:
    recall = one.recall()
    if one.opaque:
        return "not checkable"
    if recall is None:
        return "not measured"
    total = one.measures.get("identifiers", 0)
    return f"{percent(recall)} of {plural(total, 'identifier')}"


def _invented(one: Contender) -> int:
    counts = [dict(map(tuple, flag["counts"])) for flag in one.flags if flag["id"] == "ungrounded-fact"]
    return sum(int(count.get("identifiers", 0)) for count in counts)


def _counts(name: str, a: int | None, b: int | None) -> Iterator[Number]:
    if a is None or b is None:
        if a is not None or b is not None:
            yield Number(name, *("not known" if one is None else number(one) for one in (a, b)))
        return
    yield Number(name, number(a), number(b), _change(a, b))


def _count(name: str, a: int, b: int, *, less: bool) -> Number:
    return Number(name, number(a), number(b), _change(a, b), _tone(a - b if less else b - a))


def _change(a: int, b: int) -> str:
    return "Same" if a == b else f"{number(abs(b - a))} {'more' if b > a else 'fewer'}"


def _tone(change: float) -> str:
    return "better" if change > 0 else "worse" if change < 0 else ""


def _judged(numbers: Sequence[Number], same: bool) -> Judgement:
    """What counts is the verdict, then violations, recall, invented values and dropped messages; size is only told."""
    if not same:
        return Judgement("Not comparable.", "unverifiable", "They do not start from the same messages.")
    better = [one.name for one in numbers if one.tone == "better"]
    worse = [one.name for one in numbers if one.tone == "worse"]
    told = "; ".join(f"{one.name.lower()}: {one.change.lower()}" for one in numbers if one.tone)
    sentence = f"From A to B, {told}." if told else "No number that counts differs."
    if better and not worse:
        return Judgement("Better.", "up", sentence)
    if worse and not better:
        return Judgement("Worse.", "down", sentence)
    return Judgement("Mixed.", "diff", sentence) if worse else Judgement("The same.", "kept", sentence)


def _only(team: Team, a: Contender, b: Contender) -> list[tuple[str, list[Only], int]]:
    """What one lost and the other did not, both ways."""
    found = []
    for words, loser, keeper in (("Lost by A, not by B", a, b), ("Lost by B, not by A", b, a)):
        gone = [one for one in loser.places if one not in keeper.lost] if _told(keeper) else []
        rows = [_lost(team, loser, one) for one in gone[:LISTED]]
        found.append((words, rows, len(gone)))
    return found


def _told(one: Contender) -> bool:
    """Whether it is known what a side lost, to the last of it."""
    return bool(one.measures) and not one.opaque and not one.partly


def _lost(team: Team, loser: Contender, one: tuple[str, str]) -> Only:
    at = loser.places[one]
    if at < 0 or loser.source is None:
        return Only(one[1], "system prompt")
    address = reverse("transcripts:detail", args=[team.slug, loser.source.pk])
    return Only(one[1], f"message {number(at)}", f"{address}?at={at}#m-{at}")


def _won(a: Contender, b: Contender) -> list[str]:
    return [text for key, text in a.won.items() if key not in b.won]


def _flags(a: Contender, b: Contender) -> list[tuple[str, str, bool, bool, bool]]:
    """Title, id, whether it is a candidate, and which side has it."""
    sides = [{flag["id"]: flag for flag in one.flags} for one in (a, b)]
    ids = list(dict.fromkeys([*sides[0], *sides[1]]))
    return [
        (flag_words.title(id), id, (sides[0].get(id) or sides[1][id])["candidate"], id in sides[0], id in sides[1])
        for id in ids
    ]


def outcome_of(one: Contender) -> Outcome:
    if one.one is None:
        return outcome(one.run)
    if one.one.outcome == Pass.Outcome.COMPACTED:
        return Outcome("compacted", "ok", "ok", "Compacted")
    return Outcome("failed", "skipped", "note", one.one.get_outcome_display() or one.one.get_state_display())


def address(team: Team, one: Contender) -> str:
    home = reverse("runs:detail", args=[team.slug, one.run.pk])
    return f"{home}?tab=summary" + (f"&view=changes&pass={one.one.pk}" if one.one is not None else "")
