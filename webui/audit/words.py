"""What an event says: one table of words, one sentence an event.

A word may hold slots: `{id}` and `{subject}` of the event, `{was}` and `{now}`, and the names in its `more`.
"""

from collections.abc import Mapping
from string import Formatter
from typing import TypeAlias

from webui.audit.models import Event

Words: TypeAlias = str | Mapping[str, str]
"""What somebody did, or that by what the event leads to (`now`); the empty key stands for every other."""

WORDS: dict[tuple[str, str], Words] = {
    ("capture", "uploaded"): "uploaded capture {id}",
    ("capture", "cancelled"): "cancelled the reading of capture {id}",
    ("capture", "read-again"): "had capture {id} read again",
    ("capture", "deleted"): "deleted capture {id} with all that was read from it",
    ("capture", "purged"): "deleted capture {id} by retention, {policy}",
    ("capture", "masked"): "reported a suspected secret in capture {id} and masked it for everyone as {marker}",
    ("run", "uploaded"): "uploaded run {id}",
    ("run", "compared-again"): "had run {id} compared again",
    ("run", "deleted"): "deleted run {id}",
    ("run", "purged"): "deleted run {id} by retention, {policy}",
    ("run", "exported"): "exported run {id}",
    ("pass", "started"): "started a QA pass over {source} with {client}",
    ("pass", "cancelled"): "cancelled QA pass {id}",
    ("fact", "decided"): {
        "confirmed": "confirmed {facts} of run {run}",
        "disputed": "disputed {facts} of run {run}",
        "not-important": "called {facts} of run {run} not important",
        "": "took back the decision on {facts} of run {run}",
    },
    ("case", "opened"): "opened case {id}",
    ("case", "claimed"): "claimed case {id}",
    ("case", "released"): "released case {id}",
    ("case", "lapsed"): "let the claim on case {id} lapse after 30 minutes of idleness",
    ("case", "taken-over"): "took case {id} over",
    ("case", "decided"): {
        "accepted": "accepted {what}",
        "rejected": "rejected {what}",
        "needs_work": "sent {what} back",
        "waived": "waived case {id}",
        "": "decided on case {id}",
    },
    ("case", "proposed"): "proposed a waiver of case {id}",
    ("case", "covered"): "closed case {id} as waived, inside the scope of a waiver",
    ("case", "withdrawn"): "took case {id} back from needs work",
    ("case", "superseded"): "closed case {id}: a newer run is here",
    ("case", "reopened"): "reopened case {id}",
    ("case", "undone"): "undid the decision on case {id}",
    ("case", "recurred"): "reopened case {id}: it came back",
    ("case", "waiver-ended"): "reopened case {id}: its waiver ended",
    ("case", "marked"): "marked case {id} as {now}",
    ("case", "assigned"): {"": "took the owner of case {id} away", "*": "made {now} the owner of case {id}"},
    ("case", "held"): "put case {id} on legal hold",
    ("case", "hold-ended"): "ended the legal hold on case {id}",
    ("case", "deleted"): "deleted case {id}",
    ("case", "purged"): "deleted case {id} by retention, {policy}",
    ("waiver", "created"): "set up waiver {id}",
    ("waiver", "confirmed"): "confirmed waiver {id} as the second person",
    ("waiver", "refused"): "refused waiver {id} as the second person",
    ("waiver", "ended"): "ended waiver {id}",
    ("comment", "added"): "commented on {on}",
    ("comment", "edited"): "edited a comment on {on}",
    ("comment", "deleted"): "deleted a comment on {on}",
    ("comment", "hidden"): "hid a comment on {on}",
    ("comment", "shown"): "showed a hidden comment on {on} again",
    ("comment", "resolved"): "resolved a thread on {on}",
    ("comment", "reopened"): "reopened a thread on {on}",
    ("view", "saved"): "saved the view {name}",
    ("view", "changed"): "changed the view {name}",
    ("view", "shared"): "shared the view {name} with the team",
    ("view", "deleted"): "deleted the view {name}",
    ("member", "joined"): "joined the team as {now}",
    ("member", "role-changed"): "made {name} {now}",
    ("member", "removed"): "removed {name} from the team",
    ("invitation", "created"): "invited {name} as {now}",
    ("invitation", "revoked"): "revoked the invitation of {name}",
    ("invitation", "used"): "used the invitation of {name}",
    ("key", "created"): "created the key {name}",
    ("key", "rotated"): "rotated the key {name}",
    ("key", "revoked"): "revoked the key {name}",
    ("webhook", "created"): "set up the webhook {name}",
    ("webhook", "changed"): "changed the webhook {name}",
    ("webhook", "secret-rotated"): "rotated the secret of the webhook {name}",
    ("webhook", "paused"): "paused the webhook {name}",
    ("webhook", "resumed"): "resumed the webhook {name}",
    ("webhook", "deleted"): "deleted the webhook {name}",
    ("webhook", "redelivered"): "sent a delivery of the webhook {name} again",
    ("setting", "model-added"): "added the model {name}",
    ("setting", "model-changed"): "changed the model {name}",
    ("setting", "model-deleted"): "deleted the model {name} with its key",
    ("setting", "retention-changed"): "changed retention from {was} to {now}",
    ("setting", "redaction-changed"): "changed redaction from {was} to {now}",
    ("setting", "triage-changed"): "changed {name} from {was} to {now}",
    ("setting", "audit-purged"): "deleted {count} events of the trail by retention, up to number {through}",
}
"""By subject and action. An action that nothing here speaks of makes a test fail."""

_THINGS = {"refused": "run", "loss": "run", "broken": "transcript"}
_STATES = str.maketrans("_", " ")


class _Slots(Formatter):
    """Fills slots; one that the event has nothing for stays a question mark."""

    def get_value(self, key: int | str, args: object, kwargs: Mapping[str, object]) -> object:
        return kwargs.get(str(key), "?")


def words_for(subject: str, action: str, now: str = "") -> str | None:
    """Return the words with their slots, None for an action that has none."""
    words = WORDS.get((subject, action))
    if words is None or isinstance(words, str):
        return words
    return words.get(now) or (words.get("*") if now else None) or words[""]


def sentence(event: Event) -> str:
    """Return what the event says, who and why, without its time: `ada rejected the run of case 12: fact-lost (f-7).`"""
    why = event.reason + (f" ({parts})" if (parts := _parts(event)) else "")
    was = f" Was {_told(event.was)}." if event.was and "{was}" not in _words(event) else ""
    other = f" in the place of {event.more['in_place_of']}" if "in_place_of" in event.more else ""
    return f"{event.actor_name} {_did(event)}{other}{': ' + why if why else ''}.{was}"


def _did(event: Event) -> str:
    slots = {**event.more, "id": event.subject_id, "subject": event.subject, "was": event.was, "now": event.now}
    slots |= {"facts": _facts(event), "what": _what(event)}
    # A name is somebody's own word: it keeps its underscores.
    said = {name: value if name == "name" else _told(value) for name, value in slots.items()}
    return _Slots().format(_words(event), **said)


def _words(event: Event) -> str:
    return words_for(event.subject, event.action, event.now) or f"{event.action} {event.subject} {{id}}"


def _parts(event: Event) -> str:
    """What a reason speaks of: the typed reason, the rules and the facts that the event names."""
    facts = [f"f-{one}" for one in event.more.get("facts", [])]
    named = [event.more.get("detail"), *event.more.get("rules", []), *facts]
    return ", ".join(dict.fromkeys(str(one) for one in named if one)) if event.reason else ""


def _facts(event: Event) -> str:
    found = event.more.get("facts", [])
    return "fact " + ", ".join(f"f-{one}" for one in found) if len(found) < 4 else f"{len(found)} facts"


def _what(event: Event) -> str:
    """What was decided on: nobody is to read "accepted" as "accepted the refusal"."""
    thing = _THINGS.get(event.more.get("kind", ""))
    return f"the {thing} of case {event.subject_id}" if thing else f"case {event.subject_id}"


def _told(value: object) -> str:
    return str(value).translate(_STATES)
