"""Which dialect a message list is in: the first evidence that decides.

Source: wire-formats 2.6.
"""

from collections.abc import Mapping, Sequence

from compaction.transcripts import Dialect

PATHS = (
    ("/chat/completions", Dialect.OPENAI_CHAT),
    ("/responses", Dialect.OPENAI_RESPONSES),
    (":generateContent", Dialect.GEMINI),
    (":streamGenerateContent", Dialect.GEMINI),
    ("/converse", Dialect.BEDROCK_CONVERSE),
    ("/v1/messages", Dialect.ANTHROPIC),
)
ANTHROPIC_KEYS = frozenset({"anthropic_version", "thinking", "system"})
CHAT_KEYS = frozenset({"functions", "max_completion_tokens", "stream_options", "response_format"})
ANTHROPIC_BLOCKS = frozenset(
    {"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "compaction"}
)
CHAT_BLOCKS = frozenset({"image_url", "input_audio"})
CHAT_MEMBERS = frozenset({"tool_calls", "tool_call_id"})
RESPONSES_BLOCKS = frozenset({"input_text", "input_image", "input_file", "output_text"})
RESPONSES_ITEMS = frozenset(
    {
        "reasoning",
        "function_call",
        "function_call_output",
        "custom_tool_call",
        "custom_tool_call_output",
        "local_shell_call",
        "local_shell_call_output",
        "shell_call",
        "shell_call_output",
        "apply_patch_call",
        "apply_patch_call_output",
        "computer_call",
        "computer_call_output",
        "mcp_call",
        "web_search_call",
        "file_search_call",
        "code_interpreter_call",
        "image_generation_call",
        "compaction",
        "compaction_summary",
        "item_reference",
    }
)
BEDROCK_BLOCKS = frozenset(
    {
        "text",
        "toolUse",
        "toolResult",
        "image",
        "document",
        "reasoningContent",
        "cachePoint",
        "guardContent",
        "video",
    }
)
MODELS = (
    ("claude", Dialect.ANTHROPIC),
    ("gpt-", Dialect.OPENAI_CHAT),
    ("o1", Dialect.OPENAI_CHAT),
    ("o3", Dialect.OPENAI_CHAT),
    ("o4", Dialect.OPENAI_CHAT),
    ("gemini", Dialect.OPENAI_CHAT),  # a `messages` list reaches Gemini through the compatible endpoint
)
CANDIDATES = (Dialect.ANTHROPIC, Dialect.OPENAI_CHAT)


def decide(body: Mapping[str, object], given: object, *, url: str = "") -> Dialect | None:
    """Return the dialect of a message list, or nothing while it is ambiguous.

    Plain strings without a system role fit two dialects.
    """
    messages = given if isinstance(given, list) else []
    return (
        _by_url(url, body)
        or _by_keys(body)
        or _by_blocks(messages)
        or _by_model(body.get("model"))
        or _by_system_role(messages)
    )


def _by_url(url: str, body: Mapping[str, object]) -> Dialect | None:
    path = url.partition("?")[0]
    if ("/invoke" in path or ":rawPredict" in path) and "anthropic_version" in body:
        return Dialect.ANTHROPIC
    return next((dialect for part, dialect in PATHS if part in path), None)


def _by_keys(body: Mapping[str, object]) -> Dialect | None:
    if "contents" in body and "messages" not in body:
        return Dialect.GEMINI
    tools = body.get("tools")
    described = [tool for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    management = body.get("context_management")
    edits = isinstance(management, dict) and "edits" in management
    if edits or not ANTHROPIC_KEYS.isdisjoint(body) or any("input_schema" in tool for tool in described):
        return Dialect.ANTHROPIC
    choice = body.get("tool_choice") in ("auto", "none", "required")
    if choice or not CHAT_KEYS.isdisjoint(body) or any("function" in tool for tool in described):
        return Dialect.OPENAI_CHAT
    return None


def _by_blocks(messages: Sequence[object]) -> Dialect | None:
    seen = {dialect for message in messages if isinstance(message, dict) for dialect in _evidence(message)}
    order = (Dialect.ANTHROPIC, Dialect.OPENAI_RESPONSES, Dialect.OPENAI_CHAT, Dialect.GEMINI, Dialect.BEDROCK_CONVERSE)
    return next((dialect for dialect in order if dialect in seen), None)


def _evidence(message: dict[str, object]) -> set[Dialect]:
    seen = set()
    if message.get("role") == "developer" or not CHAT_MEMBERS.isdisjoint(message):
        seen.add(Dialect.OPENAI_CHAT)
    if message.get("role") == "model" or "parts" in message:
        seen.add(Dialect.GEMINI)
    kind = message.get("type")
    if isinstance(kind, str) and kind in RESPONSES_ITEMS:
        seen.add(Dialect.OPENAI_RESPONSES)
    content = message.get("content")
    for block in content if isinstance(content, list) else ():
        dialect = _block_dialect(block) if isinstance(block, dict) else None
        if dialect is not None:
            seen.add(dialect)
    return seen


def _block_dialect(block: dict[str, object]) -> Dialect | None:
    kind = block.get("type")
    if not isinstance(kind, str):
        return Dialect.BEDROCK_CONVERSE if is_keyed(block) else None
    if kind in ANTHROPIC_BLOCKS or (kind in ("image", "document") and "source" in block):
        return Dialect.ANTHROPIC
    if kind in RESPONSES_BLOCKS:
        return Dialect.OPENAI_RESPONSES
    return Dialect.OPENAI_CHAT if kind in CHAT_BLOCKS else None


def is_keyed(block: Mapping[str, object]) -> bool:
    """Say whether a block is one of Bedrock's: no type, and its single key names what it is."""
    return "type" not in block and len(block) == 1 and not BEDROCK_BLOCKS.isdisjoint(block)


def _by_model(model: object) -> Dialect | None:
    if not isinstance(model, str):
        return None
    # Routers and clouds put a vendor before the name: `anthropic/claude-…`, `us.anthropic.claude-…`.
    name = model.lower().rpartition("/")[2]
    if "claude" in name:
        return Dialect.ANTHROPIC
    return next((dialect for part, dialect in MODELS if name.startswith(part)), None)


def _by_system_role(messages: Sequence[object]) -> Dialect | None:
    system = any(isinstance(message, dict) and message.get("role") == "system" for message in messages)
    return Dialect.OPENAI_CHAT if system else None
