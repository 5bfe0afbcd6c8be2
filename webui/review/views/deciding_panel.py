"""What a person can do with a case now: the buttons in their order, why some are not possible, and their forms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.utils import timezone

from webui.accounts.models import Member, User
from webui.common.keys import BY_NAME
from webui.common.words import plural
from webui.review import words
from webui.review.forms import FORMS
from webui.review.models import Case, Waiver
from webui.review.options import possible
from webui.review.people import Person
from webui.review.policy import TeamPolicy
from webui.review.targets import ITSELF, Target, targets_of
from webui.review.triage import DECISIONS, LONGEST_WAIVER, WAIVER_DAYS, Action, State
from webui.review.views.places import place_of
from webui.review.waivers import previews, proposal_of
from webui.runs.models import Fact

NAMES = {action: name for name, action in FORMS.items()}
LIKELY: Mapping[tuple[Action, str], str] = {
    (Action.REJECT, Case.About.REASON): "contract",
    (Action.REJECT, Case.About.RULE): "message-shape",
    (Action.REJECT, Case.About.FACT): "fact-lost",
    (Action.REJECT, Case.About.FLAG): "fact-lost",
    (Action.NEEDS_WORK, Case.About.FLAG): "fix-prompt",
    (Action.NEEDS_WORK, Case.About.FACT): "rerun-qa",
    (Action.ACCEPT, Case.About.FACT): "loss-acceptable",
    (Action.ACCEPT, Case.About.FLAG): "loss-acceptable",
}
"""The reason that a form begins with, by what the case is about."""

LIKELY_CODES: Mapping[tuple[Action, str], str] = {
    (Action.REJECT, "identity"): "wrong-conversation",
    (Action.REJECT, "byte_limit"): "over-budget",
    (Action.REJECT, "token_limit"): "over-budget",
    (Action.REJECT, "ungrounded-fact"): "fact-invented",
    (Action.NEEDS_WORK, "token_limit"): "rerun-with-budget",
    (Action.NEEDS_WORK, "byte_limit"): "rerun-with-budget",
    (Action.NEEDS_WORK, "token_usage"): "fix-capture",
    (Action.NEEDS_WORK, "xml_content"): "rerun-with-budget",
    (Action.NEEDS_WORK, "xml_syntax"): "fix-prompt",
    (Action.NEEDS_WORK, "xml_root"): "fix-prompt",
    (Action.NEEDS_WORK, "xml_structure"): "fix-prompt",
}
"""The same for some rules, reasons and flags."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer that a form offers. `words` are captured text."""

    value: str
    text: str
    on: bool = False
    hint: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """One decision. `why` is what stands in its way; without it, `choices` are its reasons."""

    name: str
    label: str
    icon: str
    key: str
    why: str = ""
    open: bool = False
    choices: Sequence[Choice] = ()
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Panel:
    """All that a person can do with a case. `steps` are buttons that act at once, by name."""

    thing: str
    buttons: Sequence[Button]
    steps: Mapping[str, str]
    targets: Sequence[Choice]
    people: Sequence[Choice]
    scopes: Sequence[Choice]
    ends: str
    first_end: str
    last_end: str
    proposal: Waiver | None
    own_proposal: bool
    open: bool
    reopens: Sequence[Choice]


def panel(
    person: Person,
    case: Case,
    policy: TeamPolicy,
    *,
    form: str = "",
    values: Mapping[str, object] | None = None,
    members: Sequence[User] = (),
) -> Panel:
    """Return what a person can do. `form` is the one that stands open, `values` what was written in it."""
    found = possible(person, case, policy)
    given = values or {}
    today = timezone.now().date()
    usual = (today + timedelta(days=WAIVER_DAYS)).isoformat()
    waivable = found.get(Action.WAIVE) == "" or found.get(Action.PROPOSE) == ""
    proposal = proposal_of(case) if case.state == State.IN_REVIEW else None
    thing = words.thing_of(case)
    return Panel(
        thing=thing,
        buttons=[_button(case, action, found, policy, thing, form, given) for action in DECISIONS],
        steps={action.value: code for action, code in found.items() if action not in DECISIONS},
        targets=_targets(case, given) if found.get(Action.NEEDS_WORK) == "" else (),
        people=_people(case, members, person, given),
        scopes=_scopes(case, given) if waivable else (),
        ends=str(given.get("ends") or usual),
        first_end=(today + timedelta(days=1)).isoformat(),
        last_end=(today + LONGEST_WAIVER).isoformat(),
        proposal=proposal,
        own_proposal=proposal is not None and proposal.by_id == person.user,
        open=case.state in (State.NEW, State.IN_REVIEW),
        reopens=[
            Choice(code, text, on=code == (given.get("reason") or next(iter(words.REOPENS))))
            for code, text in words.REOPENS.items()
        ],
    )


def members_of(case: Case) -> list[User]:
    """Return the people of the team, by name."""
    rows = Member.objects.filter(team=case.team_id, user__is_active=True).select_related("user")
    return [row.user for row in rows.order_by("user__username")]


def _button(
    case: Case,
    action: Action,
    found: Mapping[Action, str],
    policy: TeamPolicy,
    thing: str,
    form: str,
    given: Mapping[str, object],
) -> Button:
    step, name = words.STEPS[action], NAMES[action]
    code = _hindrance(action, found)
    why = "" if code == "" else words.refused(code).sentence if code else "The case is closed."
    if action is Action.WAIVE and code in ("not-waivable", "not-permitted"):
        why = _no_waiver(case, code)
    open_now = form == name and not why
    return Button(
        name=name,
        label=step.button_of(thing),
        icon=step.icon,
        key=BY_NAME[name].presses[0],
        why=why,
        open=open_now,
        choices=() if why else _reasons(case, action, policy, given if form == name else {}),
        values=given if form == name else {},
    )


def _hindrance(action: Action, found: Mapping[Action, str]) -> str | None:
    """Return what stands in the way of a decision; a proposal is as good as a waiver for its button."""
    if action is Action.WAIVE and found.get(Action.PROPOSE) == "":
        return ""
    return found.get(action)


def _no_waiver(case: Case, code: str) -> str:
    if code == "not-permitted":
        return "Maintainers only: a waiver has a scope and an end date."
    return f"{case.code} cannot be waived: no program can use such a summary."


def _reasons(case: Case, action: Action, policy: TeamPolicy, given: Mapping[str, object]) -> list[Choice]:
    """Return the reasons of a decision, the most likely one chosen and first."""
    known = {code: text for code, text in words.REASONS[action].items() if f"{action}/{code}" not in policy.reasons_off}
    likely = LIKELY_CODES.get((action, case.code)) or LIKELY.get((action, case.about)) or next(iter(known), "")
    order = sorted(known, key=lambda code: code != likely)
    chosen = str(given.get("reason") or likely)
    return [Choice(code, known[code], on=code == chosen) for code in order]


def _targets(case: Case, given: Mapping[str, object]) -> list[Choice]:
    """Return what can be sent back for repair; the case's own defect and confirmed facts are ticked."""
    found = targets_of(case)
    keys = [one.fact for one in found if one.fact is not None]
    facts = {one.pk: one for one in Fact.objects.filter(pk__in=keys)} if keys else {}
    ticked = given.get("targets")
    return [_target(case, one, facts, ticked) for one in found]


def _target(case: Case, one: Target, facts: Mapping[int, Fact], ticked: object) -> Choice:
    fact = facts.get(one.fact) if one.fact is not None else None
    confirmed = fact is not None and fact.decision == Fact.Choice.CONFIRMED
    on = one.key in ticked if isinstance(ticked, list | tuple) else one.key == ITSELF or confirmed
    if fact is not None and one.key != ITSELF:
        said = ", confirmed as important" if confirmed else ""
        return Choice(one.key, f"{words.fact_label(fact)}{said}", on, words=fact.text)
    text = words.sentence_of(case) if one.key == ITSELF else words.code_text(one.code)
    return Choice(one.key, text, on, hint=place_of(one.pointer))


def _people(case: Case, members: Sequence[User], person: Person, given: Mapping[str, object]) -> list[Choice]:
    """Return whom a case may wait on: its owner first, then who sent the evidence, then everybody else."""
    sent = case.run.uploaded_by_id if case.run else case.capture.uploaded_by_id if case.capture else None
    first = [case.owner_id, sent]
    order = sorted(members, key=lambda user: (first.index(user.pk) if user.pk in first else 2, user.username))
    asked = given.get("waits_on")
    chosen = asked if isinstance(asked, int) else next((u.pk for u in order if u.pk in first), None)
    return [Choice(str(u.pk), u.username + (" (you)" if u.pk == person.user else ""), u.pk == chosen) for u in order]


def _scopes(case: Case, given: Mapping[str, object]) -> list[Choice]:
    chosen = str(given.get("scope") or Waiver.Scope.CASE)
    return [
        Choice(
            one.scope,
            words.SCOPES[Waiver.Scope(one.scope)].label,
            one.scope == chosen,
            f"today {plural(one.today, 'open case')}; in 30 days {plural(one.cases, 'case')}, "
            f"seen {plural(one.seen, 'time')}",
        )
        for one in previews(case)
    ]
