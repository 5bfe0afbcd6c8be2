"""The catalogue: what is required, who refuses it, and how often it is broken here."""

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from compaction.shape import CATALOGUE, RULES, Rule
from compaction.shape.log_rules import LOG_RULES
from compaction.shape.not_checked import CONTESTED, LEGAL, UNSEEN
from webui.accounts.access import signed_in, teams_of
from webui.accounts.models import Team
from webui.common.htmx import page
from webui.common.json_lines import lay_out
from webui.transcripts import access, listeners
from webui.transcripts.views.outcome import dialect
from webui.transcripts.views.places import place

LATEST = 10
OUTCOMES = {"refused": ("error", "Refuses"), "depends": ("warning", "May refuse"), "accepted": ("note", "Accepts")}
FATES = {"error": "Refused", "warning": "May be refused", "note": "Accepted, and suspicious"}
LISTS = ("messages", "input", "contents")


@dataclass(frozen=True, slots=True)
class Family:
    """How one provider family answers; `behaviours` are ids of the catalogue of what providers do."""

    name: str
    severity: str
    outcome: str
    words: str
    sentence: str
    behaviours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """The same request broken and repaired, the difference marked."""

    family: str
    severity: str
    fate: str
    bad: SafeString
    good: SafeString


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule of the catalogue as its page shows it."""

    id: str
    title: str
    group: str
    severity: str
    why: str
    repair: str
    compaction: str
    severity_reason: str
    layers: str
    families: tuple[Family, ...]
    examples: tuple[Example, ...]
    evidence: tuple[str, ...]
    version: int

    @property
    def refusers(self) -> str:
        """Who refuses it, in a few words."""
        words = {"Refuses": "{}", "May refuse": "{} by case"}
        return ", ".join(words[one.outcome].format(one.name) for one in self.families if one.outcome in words)


@require_safe
@signed_in
def catalogue(request: HttpRequest) -> HttpResponse:
    """List the rules by group, with what is open in the team."""
    seen = _seen(request)
    groups: dict[str, list[tuple[Entry, access.Seen | None]]] = {}
    for entry in entries():
        groups.setdefault(entry.group, []).append((entry, seen.get(entry.id)))
    context = {"groups": groups, "count": len(RULES), "catalogue": CATALOGUE, "anchors": _anchors(groups)}
    return page(request, "rules/list.html", context)


@require_safe
@signed_in
def not_checked(request: HttpRequest) -> HttpResponse:
    """Say what no rule reports as an error, and why."""
    parts = [
        ("legal", "Legal, or left to the catalogue", LEGAL),
        ("unseen", "Not to be seen in a request", UNSEEN),
        ("contested", "Contested or moving: a warning at most", CONTESTED),
    ]
    return page(request, "rules/not_checked.html", {"parts": parts})


@require_safe
@signed_in
def rule(request: HttpRequest, code: str) -> HttpResponse:
    """Show one rule: always the same order of sections, those for which there is something to say."""
    entry = next((one for one in (*entries(), *map(_entry, LOG_RULES)) if one.id == code), None)
    if entry is None:
        raise Http404
    team = _team(request)
    latest = access.latest_of_rule(team, code, LATEST) if team else []
    context = {
        "rule": entry,
        "anchor": _anchor(entry.group),
        "team": team,
        "seen": _seen(request).get(code),
        "waived": listeners.waived(team, code) if team else 0,
        "latest": [(one, place(one.pointer)) for one in latest],
    }
    return page(request, "rules/detail.html", context)


@cache
def entries() -> tuple[Entry, ...]:
    """Return the catalogue, in order of evaluation."""
    return tuple(map(_entry, RULES))


def known(code: str) -> bool:
    """Return whether there is a page for this code."""
    return any(one.id == code for one in (*RULES, *LOG_RULES))


def _entry(one: Rule) -> Entry:
    severities = [str(severity) for severity in one.severity.values()]
    return Entry(
        id=one.id,
        title=one.title,
        group=str(one.group).capitalize(),
        severity=next((name for name in ("error", "warning", "note") if name in severities), "note"),
        why=one.why,
        repair=one.repair,
        compaction=one.compaction,
        severity_reason=one.severity_reason,
        layers=" and ".join(one.layers),
        families=tuple(
            Family(dialect(name), *OUTCOMES[refusal.outcome], refusal.words, refusal.sentence, refusal.behaviours)
            for name, refusal in one.refused_by.items()
        ),
        examples=tuple(
            _example(dialect(name), str(one.severity.get(name, "error")), bad, one.good[name])
            for name, bad in one.bad.items()
            if name in one.good
        ),
        evidence=one.evidence,
        version=one.version,
    )


def _example(family: str, severity: str, bad: Mapping[str, object], good: Mapping[str, object]) -> Example:
    # What differs beside the list is shown with it.
    shown = next((name for name in LISTS if bad.get(name) != good.get(name)), None)
    left, right = _lines(bad, shown), _lines(good, shown)
    removed: set[int] = set()
    added: set[int] = set()
    for kind, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind != "equal":
            removed.update(range(a, b))
            added.update(range(c, d))
    return Example(family, severity, FATES[severity], _marked(left, removed, "del"), _marked(right, added, "ins"))


def _lines(body: Mapping[str, object], shown: str | None) -> list[SafeString]:
    laid = lay_out(json.dumps(body.get(shown, body) if shown else body, ensure_ascii=False))
    return [line.markup for line in laid or []]


def _marked(lines: list[SafeString], marked: set[int], tag: str) -> SafeString:
    return SafeString("\n".join(_mark(line, tag) if at in marked else line for at, line in enumerate(lines)))


def _mark(line: SafeString, tag: str) -> SafeString:
    text = line.lstrip(" ")
    return SafeString(f"{' ' * (len(line) - len(text))}<{tag}>{text}</{tag}>")


def _anchor(group: str) -> str:
    return "g-" + group.lower().replace(" ", "-")


def _anchors(groups: Mapping[str, list[tuple[Entry, access.Seen | None]]]) -> list[tuple[str, str, int]]:
    return [(name, _anchor(name), len(rows)) for name, rows in groups.items()]


def _team(request: HttpRequest) -> Team | None:
    teams = list(teams_of(request.user))
    slug = request.GET.get("team")
    return next((team for team in teams if team.slug == slug), teams[0] if teams else None)


def _seen(request: HttpRequest) -> dict[str, access.Seen]:
    team = _team(request)
    if team is None:
        return {}
    return access.seen_by_rule(team)
