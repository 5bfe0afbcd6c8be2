"""A page of messages: folded rows from what is stored beside each body, opened ones with their blocks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from webui.common.words import plural
from webui.transcripts import store
from webui.transcripts.listeners import Mark
from webui.transcripts.models import Message, Violation
from webui.transcripts.points import Point
from webui.transcripts.views.blocks import Face
from webui.transcripts.views.breaches import Breach
from webui.transcripts.views.pages import Span
from webui.transcripts.views.pairs import Tie
from webui.transcripts.views.selection import Gap

KINDS = {
    "text": ("text", "texts"),
    "tool_use": ("call", "calls"),
    "tool_result": ("result", "results"),
    "image": ("image", "images"),
    "audio": ("audio", "audios"),
    "document": ("document", "documents"),
    "thinking": ("thinking", "thinking"),
    "redacted_thinking": ("sealed thinking", "sealed thinking"),
    "refusal": ("refusal", "refusals"),
    "compaction": ("compaction", "compactions"),
    "unknown": ("unknown block", "unknown blocks"),
}
ROLE_ICONS = {"user": "user", "assistant": "assistant", "model": "assistant", "tool": "tool"}
PROSE = frozenset({"text", "thinking", "refusal", "compaction", "unknown"})
TOOLS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Tool:
    """One call or result in a folded row."""

    icon: str
    name: str
    preview: str
    size: int
    failed: bool


@dataclass(slots=True)
class Row:
    """One message as the page shows it. `faces` is None while it is folded; `gap` is what is left out before it.

    `halves` are anchors of the other halves of its pairs, `points` compactions right before it, `case` is the case that
    one of its violations belongs to, `talk` the one in which the message is commented on.
    """

    index: int
    role: str
    icon: str
    contents: str
    tokens: int
    size: int
    peek: str
    tools: Sequence[Tool]
    more_tools: int
    errors: int
    warnings: int
    notes: int
    link: str
    toggle: str
    alone: str
    at: bool = False
    faces: Sequence[Face] | None = None
    hidden_blocks: int = 0
    breaches: Sequence[Breach] = ()
    more_breaches: int = 0
    unreadable: bool = False
    gap: Gap | None = None
    hits: int = 0
    hit_link: str = ""
    missing: Sequence[Tie] = ()
    halves: str = ""
    points: Sequence[Point] = ()
    case: Mark | None = None
    talk: Mark | None = None

    @property
    def tone(self) -> str:
        """The class of the row: user rows are tinted, assistant ones carry the accent."""
        return "assistant" if self.icon == "assistant" else "user" if self.role in ("user", "tool") else "system"

    @property
    def slim(self) -> bool:
        return self.faces is None and not self.peek

    @property
    def error_words(self) -> str:
        return plural(self.errors, "error")

    @property
    def warning_words(self) -> str:
        return plural(self.warnings, "warning")

    @property
    def note_words(self) -> str:
        return plural(self.notes, "note")


@dataclass(slots=True)
class Marks:
    """What the checks said about the messages of one page."""

    violations: dict[int, list[Violation]] = field(default_factory=dict)
    unknown_roles: dict[int, str] = field(default_factory=dict)
    unreadable: frozenset[int] = frozenset()

    def severities(self, index: int) -> tuple[int, int, int]:
        """Return errors, warnings and notes at a message; an unknown role counts as an error."""
        found = [violation.severity for violation in self.violations.get(index, ())]
        return found.count("error") + (index in self.unknown_roles), found.count("warning"), found.count("note")


@dataclass(frozen=True, slots=True)
class Around:
    """What all rows of a page share: the address of the transcript and the part that is shown."""

    base: str
    span: Span
    names: Mapping[str, str] = field(default_factory=dict)


def row(
    message: Message,
    marks: Marks,
    around: Around,
    *,
    faces: Sequence[Face] | None = None,
    breaches: Sequence[Breach] = (),
) -> Row:
    """Return one message for the page."""
    body, index = message.body, message.index
    found = marks.violations.get(index, ())
    errors, warnings, notes = marks.severities(index)
    tools = [
        _tool(brief, body.preview, around.names) for brief in body.brief if brief["kind"] in ("tool_use", "tool_result")
    ]
    count = sum(number for kind, number in body.kinds.items() if kind in ("tool_use", "tool_result"))
    return Row(
        index=index,
        role=body.role or "no role",
        icon=ROLE_ICONS.get(body.role, "system"),
        contents=contents(body.kinds),
        tokens=body.tokens,
        size=body.size,
        peek=body.preview if PROSE.intersection(body.kinds) else "",
        tools=tools[:TOOLS_SHOWN],
        more_tools=max(0, count - TOOLS_SHOWN),
        errors=errors,
        warnings=warnings,
        notes=notes,
        link=around.span.link(index),
        toggle=around.span.link(index, open=index) if faces is None else around.span.link(index, fold=index),
        alone=f"{around.base}/m/{index}",
        at=index == around.span.at,
        faces=faces,
        hidden_blocks=sum(body.kinds.values()) - len(faces) if faces is not None else 0,
        breaches=breaches,
        more_breaches=max(0, len(found) + (index in marks.unknown_roles) - len(breaches)) if faces is not None else 0,
        unreadable=index in marks.unreadable,
    )


def cases_of(breaches: Sequence[Breach], cases: Sequence[Mark]) -> tuple[Mark | None, Mark | None]:
    """Return the case that one of these violations belongs to, and the one in which the message is commented on."""
    signatures = {breach.signature for breach in breaches if breach.signature}
    own = next((mark for mark in cases if mark.signature in signatures), None)
    talks = own if own is not None and own.remark else next((mark for mark in cases if mark.remark), None)
    return own, talks


def contents(kinds: dict[str, int]) -> str:
    """Return what a message consists of: `text, 4 calls`."""
    parts = []
    for kind, count in kinds.items():
        one, many = KINDS.get(kind, (kind, kind))
        uncounted = kind in ("text", "thinking", "redacted_thinking") and count == 1
        parts.append(one if uncounted else plural(count, one, many))
    return ", ".join(parts) or "empty"


def _tool(brief: dict[str, object], said: str, names: Mapping[str, str]) -> Tool:
    result = brief["kind"] == "tool_result"
    pair = str(brief.get("id") or "")
    return Tool(
        icon="result" if result else "call",
        name=str(brief.get("name") or names.get(pair) or pair),
        preview=store.begins(brief, said)[:100],
        size=int(str(brief.get("size", 0))),
        failed=bool(brief.get("error")),
    )
