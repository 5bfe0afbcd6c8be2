"""What a violation says to a person: four lines, and apart from them what was captured.

Our sentences hold positions, known roles and words of the rule. Tool names and call ids come from the capture; they
stand in fields of their own, cut and made printable, so that a page can mark them as captured text.

Source: ux 16.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from compaction.findings import Violation, WireRole
from compaction.shape.log_rules import LOG_RULES
from compaction.shape.places import Place, place_of
from compaction.shape.registry import RULES
from compaction.shape.rule import Refusal, Rule
from compaction.transcripts import Dialect

QUOTED_CHARACTERS = 80
KNOWN_ROLES = frozenset({"user", "assistant", "system", "developer", "tool", "function", "model"})
CALL_IDS = ("tool_use_id", "tool_call_id", "call_id", "toolUseId")
WRAPPERS = ("function", "functionCall", "functionResponse", "toolUse", "toolResult")
BY_ID: Mapping[str, Rule] = {rule.id: rule for rule in (*RULES, *LOG_RULES)}
ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class Explanation:
    """The lines of one violation, in the order in which they are read, and what stands beside them.

    `where` is the place in words, `path` the same place exactly, `counterpart` the place of the other half in words.
    `role`, `tool_name` and `call_id` are captured text, empty where unknown.
    """

    rule: str
    what: str
    where: str
    path: str
    why: str
    fix: str
    position: int | None = None
    counterpart: str = ""
    counterpart_path: str = ""
    role: str = ""
    tool_name: str = ""
    call_id: str = ""


def explain(violation: Violation, message: bytes | None = None, *, dialect: str = Dialect.ANTHROPIC) -> Explanation:
    """Say what is wrong, where, why and what helps; `message` is the native JSON of the message at its position.

    Odd or missing JSON only makes the words less particular.

    Raises: KeyError, for a rule that the catalogue does not know.
    """
    rule = BY_ID[violation.rule]
    refusal = rule.refused_by.get(Dialect(dialect)) if dialect in set(Dialect) else None
    place = place_of(violation.pointer)
    body = read(message)
    element = element_at(body, place)
    calls = body.get("tool_calls")
    total = len(calls) if isinstance(calls, list) else 0
    other = place_of(violation.counterpart) if violation.counterpart else None
    role = body.get("role")
    return Explanation(
        rule=rule.id,
        what=rule.what,
        where=place.human(role if isinstance(role, str) and role in KNOWN_ROLES else "", total),
        path=place.path,
        why=rule.why if refusal is None or refusal.outcome == ACCEPTED else refusal.sentence,
        fix=fix_line(rule, refusal, place, total),
        position=violation.position,
        counterpart=other.human() if other else "",
        counterpart_path=other.path if other else "",
        role=quote(role),
        tool_name=quote(tool_name(element)),
        call_id=quote(call_id(element)),
    )


def explain_role(found: WireRole) -> Explanation:
    """Say the same four lines for a raw role that the Messages API does not know. Source: message-shape 8."""
    place = place_of(found.pointer)
    return Explanation(
        rule="",
        what="Role that does not exist in this dialect",
        where=f"Message {found.index}" + (f" ({found.role})" if found.role in KNOWN_ROLES else ""),
        path=place.path,
        why="Anthropic takes the roles user, assistant and system in messages, and refuses the request for any other.",
        fix=ROLE_FIXES.get(found.role, "Give message {message} the role user or assistant.").format(
            message=found.index
        ),
        position=found.index,
        role=quote(found.role),
    )


ROLE_FIXES = {
    "tool": "Send the answer as a tool_result block in a user message instead of message {message}.",
    "function": "Send the answer as a tool_result block in a user message instead of message {message}.",
    "developer": "Move the text of message {message} into the top-level system field.",
    "model": "Give message {message} the role assistant.",
}


def fix_line(rule: Rule, refusal: Refusal | None, place: Place, calls: int) -> str:
    """Return the repair with real positions, or the rule's own words where there is no message before."""
    if refusal is None or refusal.outcome == ACCEPTED or place.position is None:
        return rule.fix
    if place.position == 0 and "{previous}" in refusal.fix:
        return rule.fix
    return refusal.fix.format(message=place.position, previous=place.position - 1, part=place.part(calls))


def read(message: bytes | None) -> Mapping[str, object]:
    """Return a message as an object, an empty one where it is none."""
    try:
        body: object = json.loads(message or b"null")
    except (ValueError, RecursionError):
        return {}
    inner = body.get("message") if isinstance(body, dict) else None
    if isinstance(inner, dict):
        return inner
    return body if isinstance(body, dict) else {}


def element_at(body: Mapping[str, object], place: Place) -> Mapping[str, object]:
    """Return the part of a message that a place means."""
    found: object = body
    for token in place.tail:
        if isinstance(found, Mapping) and isinstance(token, str):
            found = found.get(token)
        elif isinstance(found, list) and isinstance(token, int) and token < len(found):
            found = found[token]
        else:
            found = None
    return found if isinstance(found, Mapping) else {}


def layers_of(element: Mapping[str, object]) -> tuple[Mapping[str, object], ...]:
    """Return an element and what its dialect wraps into it."""
    inner = (element.get(name) for name in WRAPPERS)
    return (element, *(value for value in inner if isinstance(value, Mapping)))


def call_id(element: Mapping[str, object]) -> object:
    """Return the id that makes a pair. A plain `id` is one only where a call carries it: messages have ids as well."""
    layers = layers_of(element)
    found = [layer[name] for layer in layers for name in CALL_IDS if name in layer]
    if not found and "role" not in element:
        found = [layer["id"] for layer in layers if "id" in layer]
    return found[0] if found else None


def tool_name(element: Mapping[str, object]) -> object:
    if call_id(element) is None:
        return None
    return next((layer["name"] for layer in layers_of(element) if "name" in layer), None)


def quote(value: object) -> str:
    """Return captured text fit to be shown: printable, and cut with its true length beside it."""
    if not isinstance(value, str):
        return ""
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in value[:QUOTED_CHARACTERS])
    return shown if len(value) <= QUOTED_CHARACTERS else f"{shown}… ({len(value)} characters)"
