"""What a request is judged with, beside its body."""

from collections.abc import Mapping
from dataclasses import dataclass, field

VARIANTS = frozenset(
    {
        "single-leading-system",
        "mistral",
        "strict-arguments",
        "deepseek-thinking",
        "strict-alternation",
        "bedrock-gateway",
        "bedrock-exclusive-tool-turn",
        "strict-responses",
        "codex-backend",
    }
)
"""Vendors' stricter readings. Source: interfaces 1.1."""


@dataclass(frozen=True, slots=True)
class Context:
    """The model where the body does not name it, a vendor's stricter reading, and headers in small letters."""

    model: str = ""
    variant: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
