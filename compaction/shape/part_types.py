"""The types of blocks that are known of any dialect or library, by the name that a `type` or a key gives them.

A type that stands here and not in the dialect of a request came from elsewhere, and is refused. One that nobody knows
may be newer than this list.
"""

from collections.abc import Iterable

from compaction.findings import Severity

ANTHROPIC = (
    "text image document search_result container_upload compaction tool_use tool_result thinking redacted_thinking"
    " server_tool_use mcp_tool_use mcp_tool_result web_search_tool_result code_execution_tool_result"
)
OPENAI = (
    "image_url input_audio file refusal input_text input_image input_file output_text summary_text reasoning_text"
    " reasoning message function_call function_call_output custom_tool_call custom_tool_call_output item_reference"
)
GEMINI = (
    "functionCall functionResponse inlineData fileData executableCode codeExecutionResult thoughtSignature"
    " function_response inline_data file_data executable_code code_execution_result"
)
BEDROCK = "toolUse toolResult reasoningContent guardContent cachePoint citationsContent searchResult video"
LIBRARIES = "tool_call tool-call tool-result tool_response tool-invocation step-start"

KEYED = "type"
"""The key itself: a block that has it comes from a dialect with types."""

KNOWN = frozenset(" ".join((ANTHROPIC, OPENAI, GEMINI, BEDROCK, LIBRARIES, KEYED)).split())


def weigh(names: Iterable[str]) -> Severity | None:
    """Return how a block weighs that its dialect does not know: a warning where nobody knows a name of it, else as the
    rule says. A block that says nothing of its type is known to be refused.
    """
    named = {name for name in names if name}
    return Severity.WARNING if named and KNOWN.isdisjoint(named) else None
