"""What a team may choose for its triage, read from a form, and what a change says of itself. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.http import QueryDict

from webui.common.words import plural
from webui.review.policy import BROKEN, REFUSED, RULE, SOURCE, WARNING, Owner, TeamPolicy
from webui.review.reasons import REASONS
from webui.runs.views import flag_words

MOST_DAYS = 60
MOST_OWNERS = 100
DECISIONS = ("accept", "reject", "needs-work", "waive")
FIXED = frozenset({"accept/clean"})
"""A case without any loss has no other true reason: this one stays."""

TARGETS: Mapping[str, str] = {
    REFUSED: "a refused run",
    BROKEN: "a broken transcript",
    WARNING: "a warning or a loss",
}


@dataclass(frozen=True, slots=True)
class Choices:
    """What a form asks for."""

    targets: Mapping[str, int]
    flags: tuple[str, ...]
    reasons_off: frozenset[str]
    second_person: bool


@dataclass(frozen=True, slots=True)
class Read:
    """A form: its choices where nothing is wrong, what is wrong by field, and the days as they were typed."""

    choices: Choices | None
    faults: Mapping[str, str]
    typed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is different: what, and how it was and is."""

    name: str
    was: str
    now: str


def read(given: QueryDict) -> Read:
    """Return what a form asks for. A box that is not ticked is off; unknown values count for nothing."""
    typed = {name: given.get(f"target-{name}", "").strip()[:6] for name in TARGETS}
    faults = {
        f"target-{name}": f"A whole number of working days, 1 to {MOST_DAYS}."
        for name, value in typed.items()
        if not _is_days(value)
    }
    on = set(given.getlist("reason")) | FIXED
    for decision in DECISIONS:
        if not any(f"{decision}/{reason}" in on for reason in REASONS[decision]):
            faults[f"reasons-{decision}"] = "At least one reason has to stay, or nobody can decide so."
    if faults:
        return Read(None, faults, typed)
    known = {f"{decision}/{reason}" for decision in DECISIONS for reason in REASONS[decision]}
    flags = set(given.getlist("flag"))
    return Read(
        Choices(
            targets={name: int(value) for name, value in typed.items()},
            flags=tuple(flag for flag in flag_words.TITLES if flag in flags),
            reasons_off=frozenset(known - on),
            second_person="second_person" in given,
        ),
        {},
        typed,
    )


def changes(old: TeamPolicy, new: Choices) -> list[Change]:
    """Return what differs, one change a thing, in the order of the page."""
    found = [
        Change(f"the target of {words}", plural(old.targets[name], "day"), plural(new.targets[name], "day"))
        for name, words in TARGETS.items()
        if old.targets[name] != new.targets[name]
    ]
    makes = {True: "makes a case", False: "makes none"}
    found += [
        Change(f"the flag {flag}", makes[flag in old.flags], makes[flag in new.flags])
        for flag in flag_words.TITLES
        if (flag in old.flags) != (flag in new.flags)
    ]
    on = {True: "off", False: "on"}
    found += [
        Change(f"the reason {code}", on[code in old.reasons_off], on[code in new.reasons_off])
        for code in sorted(_own(old.reasons_off) ^ new.reasons_off)
    ]
    if old.second_person != new.second_person:
        needed = {True: "needed", False: "not needed"}
        found.append(Change("a second person for waivers", needed[old.second_person], needed[new.second_person]))
    return found


def added(owners: tuple[Owner, ...], new: Owner) -> str:
    """Return why an owner cannot be added to a list, empty where nothing stands in the way."""
    if any((one.by, one.value) == (new.by, new.value) for one in owners):
        return "This has an owner already: the first match would win, and the new one never get a case."
    if len(owners) >= MOST_OWNERS:
        return f"There are {MOST_OWNERS} already, which is as many as a list may have."
    return ""


def moved(owners: tuple[Owner, ...], at: int, by: int) -> tuple[Owner, ...]:
    """Return the list with one owner a place up (-1) or down (1); at an end it stays."""
    to = at + by
    if not 0 <= to < len(owners):
        return owners
    order = list(owners)
    order[at], order[to] = order[to], order[at]
    return tuple(order)


def key_of(owner: Owner) -> str:
    """Return what an owner is given for, as forms name it: `rule:token_limit`, `source:12`."""
    return f"{owner.by}:{owner.value}"


def read_key(text: str, codes: Iterable[str], sources: Iterable[str]) -> tuple[str, str] | None:
    """Return kind and value of such a name, None for one that is not known."""
    by, _, value = text.partition(":")
    known = {RULE: codes, SOURCE: sources}.get(by, ())
    return (by, value) if value in known else None


def _own(reasons: frozenset[str]) -> frozenset[str]:
    """Leave out what only mirrors another decision."""
    return frozenset(code for code in reasons if code.partition("/")[0] in DECISIONS)


def _is_days(value: str) -> bool:
    return value.isascii() and value.isdecimal() and 1 <= int(value) <= MOST_DAYS
