"""What is known of single models, and how a model's name is read.

A new model is one line of FACTS, or none where an open range already covers it. Names are read without the road that
leads to the model: `anthropic/claude-opus-4.6`, `us.anthropic.claude-opus-4-6-v1:0`, `claude-opus-4-6@20260101` and
`claude-opus-4-6-20260101` are one. A family is the name without numbers (`claude-opus`, `gemini-flash-lite`); its
versions are compared number by number.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Version: TypeAlias = tuple[int, ...]

ROAD = re.compile(
    r"^(?:.*/)?(?:(?:us|eu|apac|jp|au|ca|global|us-gov)\.)?(?:anthropic|amazon|google|meta|mistral)?[.~]?"
)
DATED = re.compile(r"(?:[@:].*|-(?:latest|preview|exp)|-v\d+|-\d{8}|-\d{2}-\d{2}|-\d{3})+$")
CLAUDE = re.compile(r"claude-(?P<family>[a-z]+)-(?P<version>\d{1,2}(?:[.-]\d{1,2})?)")
OLD_CLAUDE = re.compile(r"claude-(?P<version>\d(?:[.-]\d)?)-(?P<family>[a-z]+)")
EARLY_O1 = re.compile(r"(?P<family>o)(?P<version>1)-(?:mini|preview)")
GEMINI = re.compile(r"gemini-(?P<version>\d(?:\.\d{1,2})?)-(?P<family>pro|flash-lite|flash)")

VENDOR = re.compile(r"^(?:(?:us|eu|apac|global)\.)?(mistral|meta|cohere|ai21)\.")
"""Vendors whose models are known as one family on a cloud."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model by family and version."""

    family: str
    version: Version


@dataclass(frozen=True, slots=True)
class Fact:
    """What holds for the versions of a family from `since` to `until`, both included; no version, no bound.

    `seen` is when it was last looked up.
    """

    name: str
    family: str
    since: Version
    until: Version
    holds: bool
    seen: str
    source: str


ANY: Version = ()
PREFILL = "NousResearch/hermes-agent#50055; vybestack/llxprt-code#3695"
SYSTEM = "Provider documentation, Mid-conversation system messages"
PRESERVED = "Provider documentation, Preserved thinking"
SIGNATURES = "Provider documentation, Thought signatures"
EARLY = "microsoft/agent-framework#1077"
MODEL_END = "anomalyco/opencode#45359; pipecat-ai/pipecat#5821"
FUNCTION_CALLING = "google-gemini/gemini-cli#19436"
EXCLUSIVE = "quarkiverse/quarkus-langchain4j#1983; langchain-ai/langchain-aws#141"
THINKING_FIRST = "anomalyco/opencode#3077; Kilo-Org/kilocode#5219"
ONE_MILLION = "Provider documentation, Context windows"

FACTS: tuple[Fact, ...] = (
    Fact("prefill", "claude-opus", ANY, (4, 5), True, "2026-10", PREFILL),
    Fact("prefill", "claude-opus", (4, 6), ANY, False, "2026-10", PREFILL),
    Fact("prefill", "claude-sonnet", ANY, (4, 5), True, "2026-10", PREFILL),
    Fact("prefill", "claude-sonnet", (4, 6), ANY, False, "2026-10", PREFILL),
    Fact("prefill", "claude-haiku", ANY, (4, 5), True, "2026-10", PREFILL),
    Fact("prefill", "claude-haiku", (4, 6), ANY, False, "2026-10", PREFILL),
    Fact("prefill", "claude-fable", ANY, ANY, False, "2026-10", PREFILL),
    Fact("prefill", "gemini-pro", ANY, (3, 1), True, "2026-10", MODEL_END),
    Fact("prefill", "gemini-flash", ANY, (3, 5), True, "2026-10", MODEL_END),
    Fact("prefill", "gemini-flash", (3, 6), (3, 8), False, "2026-10", MODEL_END),
    Fact("prefill", "gemini-flash-lite", ANY, (3, 4), True, "2026-10", MODEL_END),
    Fact("prefill", "gemini-flash-lite", (3, 5), (3, 5), False, "2026-10", MODEL_END),
    Fact("system-in-list", "claude-opus", ANY, (4, 7), False, "2026-10", SYSTEM),
    Fact("system-in-list", "claude-opus", (4, 8), ANY, True, "2026-10", SYSTEM),
    Fact("system-in-list", "claude-fable", ANY, ANY, True, "2026-10", SYSTEM),
    Fact("system-in-list", "claude-sonnet", ANY, (4, 6), False, "2026-10", SYSTEM),
    Fact("system-in-list", "claude-haiku", ANY, (4, 5), False, "2026-10", SYSTEM),
    Fact("preserved-thinking", "claude-fable", (5, 1), ANY, True, "2026-10", PRESERVED),
    Fact("preserved-thinking", "claude-opus", ANY, (4, 8), False, "2026-10", PRESERVED),
    Fact("preserved-thinking", "claude-sonnet", ANY, (4, 6), False, "2026-10", PRESERVED),
    Fact("preserved-thinking", "claude-haiku", ANY, (4, 5), False, "2026-10", PRESERVED),
    Fact("thinking-first", "claude-opus", ANY, (4, 5), True, "2026-10", THINKING_FIRST),
    Fact("thinking-first", "claude-sonnet", ANY, (4, 6), True, "2026-10", THINKING_FIRST),
    Fact("thinking-first", "claude-haiku", ANY, (4, 5), True, "2026-10", THINKING_FIRST),
    Fact("thought-signature", "gemini-pro", ANY, (2, 5), False, "2026-10", SIGNATURES),
    Fact("thought-signature", "gemini-pro", (3,), ANY, True, "2026-10", SIGNATURES),
    Fact("thought-signature", "gemini-flash", ANY, (2, 5), False, "2026-10", SIGNATURES),
    Fact("thought-signature", "gemini-flash", (3,), ANY, True, "2026-10", SIGNATURES),
    Fact("thought-signature", "gemini-flash-lite", ANY, (2, 5), False, "2026-10", SIGNATURES),
    Fact("thought-signature", "gemini-flash-lite", (3,), ANY, True, "2026-10", SIGNATURES),
    Fact("system-role", "openai-o", (1,), (1,), False, "2026-10", EARLY),
    Fact("long-context", "claude-haiku", ANY, (4, 5), False, "2026-10", ONE_MILLION),
    Fact("long-context", "claude-sonnet", ANY, (3, 9), False, "2026-10", ONE_MILLION),
    Fact("long-context", "claude-opus", ANY, (4, 5), False, "2026-10", ONE_MILLION),
    Fact("media-in-result", "gemini-pro", ANY, (2, 5), False, "2026-10", FUNCTION_CALLING),
    Fact("media-in-result", "gemini-flash", ANY, (2, 5), False, "2026-10", FUNCTION_CALLING),
    Fact("media-in-result", "gemini-flash-lite", ANY, (2, 5), False, "2026-10", FUNCTION_CALLING),
    Fact("exclusive-tool-turn", "mistral", ANY, ANY, True, "2026-10", EXCLUSIVE),
    Fact("exclusive-tool-turn", "meta", ANY, ANY, True, "2026-10", EXCLUSIVE),
    Fact("exclusive-tool-turn", "cohere", ANY, ANY, True, "2026-10", EXCLUSIVE),
    Fact("exclusive-tool-turn", "ai21", ANY, ANY, True, "2026-10", EXCLUSIVE),
    Fact("long-context", "claude-fable", ANY, ANY, True, "2026-10", ONE_MILLION),
    Fact("long-context", "claude-opus", (4, 6), ANY, True, "2026-10", ONE_MILLION),
    Fact("long-context", "claude-sonnet", (4,), ANY, True, "2026-10", ONE_MILLION),
    Fact("long-context", "gemini-pro", ANY, ANY, True, "2026-10", ONE_MILLION),
    Fact("long-context", "gemini-flash", ANY, ANY, True, "2026-10", ONE_MILLION),
    Fact("long-context", "gemini-flash-lite", ANY, ANY, True, "2026-10", ONE_MILLION),
)


@lru_cache(maxsize=256)
def model_of(name: str) -> Model | None:
    """Read a model's name; None where its family or version cannot be told."""
    plain = DATED.sub("", ROAD.sub("", name.strip().lower(), count=1))
    for prefix, pattern in (("claude", CLAUDE), ("claude", OLD_CLAUDE), ("gemini", GEMINI), ("openai", EARLY_O1)):
        found = pattern.match(plain)
        if found:
            version = tuple(int(number) for number in re.split(r"[.-]", found["version"]))
            return Model(f"{prefix}-{found['family']}", version)
    vendor = VENDOR.match(name.strip().lower())
    return Model(vendor[1], ANY) if vendor else None


@lru_cache(maxsize=1024)
def known(name: str, fact: str) -> bool | None:
    """Return what is known about a model, None where nothing is."""
    model = model_of(name)
    if model is None:
        return None
    for line in FACTS:
        if line.name == fact and line.family == model.family and covers(line, padded(model.version)):
            return line.holds
    return None


def covers(fact: Fact, version: Version) -> bool:
    return padded(fact.since) <= version and (not fact.until or version <= padded(fact.until))


def padded(version: Version) -> Version:
    """Return a version as two numbers: 5 is 5.0."""
    return (*version, 0, 0)[:2]


def window(name: str) -> int:
    """Return how many tokens a model's context window takes; the largest usual one where nothing is known."""
    model = model_of(name)
    short = model is not None and model.family.startswith("claude") and not known(name, "long-context")
    return 200_000 if short else 1_000_000
