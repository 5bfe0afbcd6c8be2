"""The result of a provider's own tool stands after its call, in one turn."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, user
from compaction.transcripts import Dialect


def check(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each such result whose call does not stand before it in the same run of assistant messages."""
    for kind in request.blocks:
        if kind.endswith(SUFFIX):
            for turn, place, block in request.blocks[kind]:
                if isinstance(block.tool_use_id, str) and not is_called(request, turn, place, block.tool_use_id):
                    yield Breach(turn, request.pointer(turn, "content", place))


def is_called(request: anthropic.Request, turn: int, place: int, call_id: str) -> bool:
    """Look back through the assistant turn for the call."""
    blocks = request.content_of(turn)[:place]
    while True:
        if any(block.id == call_id and block.type in CALLS for block in blocks):
            return True
        turn -= 1
        if turn < 0 or request.roles[turn] != "assistant":
            return False
        blocks = request.content_of(turn)


SUFFIX = "_tool_result"
CALLS = ("server_tool_use", "mcp_tool_use")
FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01", "content": []}
SEARCH = {"type": "server_tool_use", "id": "srvtoolu_01", "name": "web_search", "input": {"query": "release date"}}


RULE = Rule(
    id="server-tool-pairing",
    title="The result of a provider's own tool follows its call in the same turn",
    what="Result of a provider's tool without its call",
    why=("Calls that the provider runs itself stand in one turn with their results; a result alone cannot be placed."),
    fix="Put the call back before the result, or remove the result.",
    repair="Cut or keep blocks of server tools in pairs; they never cross a message of the user.",
    compaction=(
        "Calls are stripped from old replies by their type, while results of server tools have types of "
        "their own and stay."
    ),
    group=Group.PAIRS,
    phase=Phase.PAIRING,
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence=(
                "Anthropic refuses the result of a server tool without its server_tool_use before it in the same turn."
            ),
            fix="Put the server_tool_use back into message {message} before {part}, or remove {part}.",
            words=(
                "unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_01. Each block must"
                " have a corresponding `server_tool_use` block before it"
            ),
            behaviours=("AM-15",),
        ),
    },
    patterns=(r"unexpected `tool_use_id` found in `\w+_tool_result` blocks",),
    evidence=("anthropics/claude-code#64383", "anthropics/claude-code#65726"),
    bad={Dialect.ANTHROPIC: body(user("When is the release?"), assistant(FOUND, "In May."), user("Thanks."))},
    good={Dialect.ANTHROPIC: body(user("When is the release?"), assistant(SEARCH, FOUND, "In May."), user("Thanks."))},
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check)},
)
