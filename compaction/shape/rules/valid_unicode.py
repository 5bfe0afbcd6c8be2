"""Text holds no half of a character."""

import re
from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.decode import load
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule
from compaction.shape.sent import Sent
from compaction.transcripts import Dialect

LONE_ESCAPE = re.compile(
    rb"\\u[dD](?:[89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD])[c-fC-F])"
)
"""One beginning for both halves: what every match starts with is found many times faster."""
LONE = re.compile("[\ud800-\udfff]")


def check(sent: Sent) -> Iterator[Breach]:
    """Yield each text with half of a surrogate pair. Without an escape that could be one, nothing is read twice; the
    search is faster than asking first whether there is any escape.
    """
    if LONE_ESCAPE.search(sent.request):
        for pointer in broken(load(sent.request) if sent.loaded is None else sent.loaded):
            yield Breach(turn_in(sent, pointer), pointer)


def broken(body: object) -> Iterator[str]:
    """Yield the pointer of each text that is broken, and of each object with a broken name, in order."""
    left = [("", body)]
    while left:
        pointer, value = left.pop()
        if isinstance(value, str) and LONE.search(value):
            yield pointer
        elif isinstance(value, list):
            left += reversed([(f"{pointer}/{place}", inner) for place, inner in enumerate(value)])
        elif isinstance(value, dict):
            if any(LONE.search(name) for name in value):
                yield pointer
            left += reversed([(f"{pointer}/{escaped(name)}", inner) for name, inner in value.items()])


def escaped(name: str) -> str:
    """Return a name as a step of a pointer; half a character cannot be written in one."""
    return LONE.sub("\ufffd", name).replace("~", "~0").replace("/", "~1")


def turn_in(sent: Sent, pointer: str) -> int | None:
    """Return the element of the list that a pointer leads into."""
    steps = pointer.removeprefix(f"{sent.list_pointer}/").split("/")
    return int(steps[0]) if steps[0].isdecimal() else None


CUT, WHOLE = "Ship it \ud83d", "Ship it \U0001f680"
SENTENCE = "refuses a body that is not strict JSON; half of a surrogate pair makes it that."


def refusal(name: str, *behaviours: str) -> Refusal:
    return Refusal(
        sentence=f"{name} {SENTENCE}",
        fix="Cut the text in {part} before or after the whole character.",
        words="The request body is not valid JSON: no low surrogate in string",
        behaviours=behaviours,
    )


def bodies(words: str) -> dict[Dialect, dict[str, object]]:
    spoken = [{"role": "user", "content": words}]
    return {
        Dialect.ANTHROPIC: {"messages": spoken},
        Dialect.OPENAI_CHAT: {"messages": spoken},
        Dialect.OPENAI_RESPONSES: {"input": spoken},
        Dialect.GEMINI: {"contents": [{"role": "user", "parts": [{"text": words}]}]},
        Dialect.BEDROCK_CONVERSE: {"messages": [{"role": "user", "content": [{"text": words}]}]},
    }


RULE = Rule(
    id="valid-unicode",
    title="Text holds no half of a character",
    what="Text with half of a character",
    why="A character outside the basic plane takes two escapes; one alone is no text, and the body no strict JSON.",
    fix="Cut the text before or after the whole character.",
    repair="Shorten text by characters, never by bytes or UTF-16 units; replace lone surrogates before sending.",
    compaction="A long output was cut in the middle of an emoji.",
    group=Group.CONTENT,
    phase=Phase.STRUCTURE,
    severity=dict.fromkeys(Dialect, Severity.ERROR),
    severity_reason="The body is refused before anything in it is read.",
    refused_by={
        Dialect.ANTHROPIC: refusal("Anthropic", "AM-37"),
        Dialect.OPENAI_CHAT: refusal("OpenAI", "AM-37"),
        Dialect.OPENAI_RESPONSES: refusal("OpenAI", "AM-37"),
        Dialect.GEMINI: refusal("Gemini", "AM-37"),
        Dialect.BEDROCK_CONVERSE: refusal("Bedrock", "AM-37"),
    },
    patterns=(r"request body is not valid JSON: (no low surrogate in string|unexpected control character)",),
    evidence=("anthropics/claude-code#3277", "anthropics/claude-code#8108", "anthropics/claude-code#60394"),
    bad=bodies(CUT),
    good=bodies(WHOLE),
    provider=dict.fromkeys(Dialect, check),
)
