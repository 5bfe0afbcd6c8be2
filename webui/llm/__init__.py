"""Who answers the calls of a pass: a model behind an address, or the built-in client that needs nothing."""

from django.conf import settings

from compaction.llm import Client
from webui.llm.addresses import policy
from webui.llm.extractive import Extractive

EXTRACTIVE = "extractive"
OPENAI = "openai"
ANTHROPIC = "anthropic"

KINDS: tuple[tuple[str, str], ...] = (
    (OPENAI, "OpenAI, or any server that speaks its chat completions"),
    (ANTHROPIC, "Anthropic, or any server that speaks its messages"),
)
"""Protocols of endpoints, with what a page says of them. The built-in client is no endpoint."""


def client_for(
    kind: str, *, base_url: str = "", model: str = "", key: str = "", seconds: float | None = None
) -> Client:
    """Return the client of a kind: `extractive`, `openai` or `anthropic`.

    `seconds` is the total deadline of a call, by default the one of the settings. Raises: KeyError for another kind.
    """
    if kind == EXTRACTIVE:
        return Extractive()
    within = float(settings.LLM_DEADLINE) if seconds is None else seconds
    match kind:
        case "openai":
            from webui.llm.openai import OpenAi

            return OpenAi(base_url, model, key, seconds=within, allowed=policy())
        case "anthropic":
            from webui.llm.anthropic import Anthropic

            return Anthropic(base_url, model, key, seconds=within, allowed=policy())
    raise KeyError(kind)
