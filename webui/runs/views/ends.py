"""Both ends of a fact: the words of the source that prove it, and the place in the summary that carries it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from compaction.qa.messages import Part
from webui.common.captured import draw
from webui.runs.models import Fact
from webui.runs.proven import parts_of, text_of
from webui.transcripts import access as transcripts
from webui.transcripts.models import Transcript
from webui.transcripts.views.proof import Proof

AROUND = 60
"""Characters on either side of the words in a table."""

AROUND_WIDE = 500
LONGEST = 300
"""Characters of the words themselves that are shown."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Some words in their place: drawn with the words marked, and where the reader shows them."""

    markup: SafeString
    place: str
    link: str
    role: str = ""


@dataclass(frozen=True)
class Sources:
    """The messages that evidence names, read once."""

    base: str
    messages: Mapping[int, tuple[str, Sequence[Part]]]

    def quote(self, hit: Mapping[str, Any], around: int = AROUND) -> Quote:
        """Return the words of one hit. Where the source is gone, nothing but the place is left."""
        position, part, start, stop = (int(hit[name]) for name in ("message", "part", "start", "end"))
        role, parts = self.messages.get(position, ("", ()))
        text = text_of(parts[part]) if part < len(parts) else ""
        link = self.base + Proof(position, part, start, stop).link if self.base and position >= 0 else ""
        return Quote(
            marked(text, start, stop, around) if stop <= len(text) else SafeString(""), place_of(hit), link, role
        )

    def words(self, hit: Mapping[str, Any]) -> str:
        """Return the words of one hit alone, as they are; nothing where the source is gone."""
        _, parts = self.messages.get(int(hit["message"]), ("", ()))
        part = int(hit["part"])
        text = text_of(parts[part]) if part < len(parts) else ""
        return text[int(hit["start"]) : int(hit["end"])]


def place_of(hit: Mapping[str, Any]) -> str:
    """Return where one hit stands: `212.0` for message and part, or `system`."""
    return f"{hit['message']}.{hit['part']}" if int(hit["message"]) >= 0 else "system"


def sources(source: Transcript | None, slug: str, facts: Iterable[Fact], *, all_hits: bool = False) -> Sources:
    """Read the messages that the primary evidence of these facts names, or all of it. One query."""
    if source is None:
        return Sources("", {})
    hits = [hit for fact in facts for hit in (fact.evidence if all_hits else fact.evidence[:1])]
    wanted = {hit["message"] for hit in hits if hit["message"] >= 0}
    found = {row.index: (row.body.role, parts_of(row)) for row in transcripts.opened(source, wanted)} if wanted else {}
    return Sources(reverse("transcripts:detail", args=[slug, source.pk]), found)


def marked(text: str, start: int, stop: int, around: int) -> SafeString:
    """Return a piece of a text with the characters `start` up to `stop` marked; `…` stands for what is left out."""
    first, last = max(0, start - around), min(len(text), stop + around)
    shown = min(stop, start + LONGEST)
    pieces = [
        "…" if first else "",
        draw(text[first:start]),
        "<mark>",
        draw(text[start:shown]),
        "</mark>",
        "…" if shown < stop else draw(text[stop:last]),
        "…" if last < len(text) and shown == stop else "",
    ]
    return mark_safe("".join(pieces))  # noqa: S308 - drawn, which escapes, but for our own marks


def folded(final: str, fact: Fact, around: int = AROUND_WIDE) -> SafeString:
    """Return the place of the summary where an answer was folded in, marked; empty where it stands nowhere."""
    bullet = f"- {fact.text}: {fact.answer}"
    at = final.rfind(bullet)
    return marked(final, at, at + len(bullet), around) if fact.answer and at >= 0 else SafeString("")
