"""Where a comment or a target stands, in words, and the address of that place."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from webui.review import words
from webui.review.models import Comment
from webui.runs.views.trails import section_anchor
from webui.transcripts.views.places import place


def place_of(pointer: str) -> str:
    """Return the place that a pointer names: `message 128.4`; empty without one."""
    return f"message {place(pointer).label}" if pointer else ""


def anchor_words(on: str, anchor: Mapping[str, Any]) -> str:
    """Return what a comment stands on: `message 128`, `the State section`."""
    position, block = anchor.get("position"), anchor.get("block")
    match on:
        case Comment.On.MESSAGE:
            return f"message {position}"
        case Comment.On.BLOCK:
            return f"block {position}.{block}"
        case Comment.On.WORDS if "section" in anchor:
            return f"words in {_section(anchor)}"
        case Comment.On.WORDS:
            return f"words in {position}.{block}"
        case Comment.On.SECTION:
            return _section(anchor)
        case Comment.On.FACT:
            return "a fact"
        case _:
            return ""


def anchor_address(team: str, on: str, anchor: Mapping[str, Any]) -> str:
    """Return the address of the place that a comment stands on; empty for the case itself."""
    match on:
        case Comment.On.SECTION | Comment.On.WORDS if "section" in anchor:
            home = reverse("runs:detail", args=[team, str(anchor.get("run"))])
            return f"{home}?tab=summary#{section_anchor(str(anchor['section']))}"
        case Comment.On.MESSAGE | Comment.On.BLOCK | Comment.On.WORDS:
            return _in_transcript(team, on, anchor)
        case Comment.On.FACT:
            return reverse("runs:fact", args=[team, str(anchor.get("run")), int(anchor.get("fact") or 0)])
        case _:
            return ""


def _section(anchor: Mapping[str, Any]) -> str:
    title = words.SECTIONS.get(str(anchor.get("section")), "")
    return f"the {title} section" if title else "the summary"


def _in_transcript(team: str, on: str, anchor: Mapping[str, Any]) -> str:
    home = reverse("transcripts:detail", args=[team, str(anchor.get("transcript"))])
    position, block = anchor.get("position"), anchor.get("block")
    spot = f"m-{position}" + (f".{block}" if on != Comment.On.MESSAGE and block is not None else "")
    marked = ""
    if on == Comment.On.WORDS and anchor.get("start") is not None:
        marked = f"&hl={block}:{anchor['start']}-{anchor.get('end')}"
    return f"{home}?at={position}{marked}#{spot}"
