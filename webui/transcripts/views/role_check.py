"""The entry of the role check in the catalogue: it is no rule of the list, and a refusal all the same."""

ID = "role-legal"
TITLE = "Every role is one that the provider knows"
WHAT = "Role that the provider does not know"
WHY = (
    "Anthropic takes the roles user, assistant and system. A tool result travels in a user message; a message with the"
    " role tool belongs to another dialect and is refused before anything else is looked at."
)
REPAIR = "Send a tool result as a tool_result block of a user message. Send everything else as user or assistant."
COMPACTION = (
    "It takes two steps in one pass. One changes the number of messages, so the list is rebuilt; another rewrites a"
    " kept tool result, so that it no longer matches its original bytes and is written out in the internal form, with"
    " the internal role."
)
WORDS = 'Unexpected role "tool"'
BAD = {
    "messages": [
        {"role": "user", "content": "How many orders are open?"},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "toolu_01", "name": "count_orders", "input": {"state": "open"}}],
        },
        {"role": "tool", "tool_call_id": "toolu_01", "content": "42"},
    ]
}
GOOD = {
    "messages": [
        *BAD["messages"][:2],
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_01", "content": "42"}]},
    ]
}
