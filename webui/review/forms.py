"""What a form on the page of a case sends, read into what a step asks for."""

from collections.abc import Mapping
from datetime import UTC, datetime

from django.http import QueryDict

from webui.review.asking import Ask
from webui.review.triage import Action

FORMS: Mapping[str, Action] = {
    "accept": Action.ACCEPT,
    "reject": Action.REJECT,
    "needs-work": Action.NEEDS_WORK,
    "waive": Action.WAIVE,
    "reopen": Action.REOPEN,
}
"""Forms that open on the page, by what the address calls them."""

BUTTONS: Mapping[str, Action] = {
    "claim": Action.CLAIM,
    "release": Action.RELEASE,
    "take-over": Action.TAKE_OVER,
    "withdraw": Action.WITHDRAW,
    "undo": Action.UNDO,
}
"""Steps that a button takes at once."""

ACTIONS: Mapping[str, Action] = {**FORMS, **BUTTONS}


def ask_of(given: QueryDict, address: QueryDict) -> Ask | None:
    """Return what was sent; None for a step that no form of ours sends. The version may stand in the address.

    A date that cannot be read ends at once, which the state machine refuses with words.
    """
    action = ACTIONS.get(given.get("action", ""))
    if action is None:
        return None
    return Ask(
        action,
        version=_number(given.get("version", address.get("version", ""))),
        reason=given.get("reason", ""),
        note=given.get("note", ""),
        link=given.get("link", ""),
        targets=tuple(given.getlist("targets")),
        waits_on=_number(given.get("waits_on", "")),
        scope=given.get("scope", ""),
        ends=_day(given.get("ends", "")) if "ends" in given else None,
    )


def values_of(given: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a draft as a form shows them again."""
    values = {name: given[name] for name in ("reason", "note", "link", "scope", "waits_on", "targets") if name in given}
    if "ends" in given:
        values["ends"] = str(given["ends"])[:10]
    return values


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return datetime(1970, 1, 1, tzinfo=UTC)
