"""A system message inside the list stands right before an assistant message, or last."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.native import Native
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule
from compaction.transcripts import Dialect


def check(native: Native) -> Iterator[Breach]:
    """Yield each system message, bar the first of the list, that something else than an assistant message follows.

    Source: message-shape 6.1.
    """
    last = len(native.roles) - 1
    for turn in native.turns_of("system"):
        if 0 < turn < last and native.roles[turn + 1] != "assistant":
            yield Breach(turn, native.pointer(turn))


HEAD = [
    {"role": "user", "content": "Find out why the import is slow."},
    {"role": "assistant", "content": "The index is missing."},
]
SUMMARY = "Summary: the import lacks an index; the user wants it added."

RULE = Rule(
    id="system-position",
    title="A system message stands before an assistant message or at the end",
    what="System message in a place where none may stand",
    why=(
        "The provider takes a system message in the list as a note to the next answer, so an answer or "
        "nothing must follow."
    ),
    fix="Give the message the role user, or move it right before an assistant message or to the end.",
    repair=(
        "Insert summaries and reminders with the role user; keep standing instructions in the top-level system field."
    ),
    compaction="The summary is inserted with the role system in front of a kept tail that opens with a user message.",
    group=Group.ORDER,
    phase=Phase.STRUCTURE,
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The request is refused as a whole, on every model that takes system messages in the list at all.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence=(
                "Anthropic refuses a system message in the list unless an assistant message follows it or it is last."
            ),
            fix="Give message {message} the role user, or move it right before an assistant message or to the end.",
            words="role 'system' must precede an 'assistant' message or end the array",
            behaviours=("AM-02",),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI takes system and developer messages at any place.",
            fix="Nothing needs to change.",
            words="",
            outcome="accepted",
            behaviours=("OC-18",),
        ),
    },
    patterns=(
        r"role 'system' must precede an 'assistant' message or end the array",
        r"messages\.0: use the top-level 'system' parameter",
    ),
    evidence=(
        "anthropics/claude-code#73821",
        "earendil-works/pi#5876",
        "Provider documentation, Mid-conversation system messages",
    ),
    bad={
        Dialect.ANTHROPIC: {
            "messages": [*HEAD, {"role": "system", "content": SUMMARY}, {"role": "user", "content": "Add it."}]
        }
    },
    good={
        Dialect.ANTHROPIC: {
            "messages": [*HEAD, {"role": "user", "content": SUMMARY}, {"role": "user", "content": "Add it."}]
        }
    },
    core=check,
    core_dialects=(Dialect.ANTHROPIC,),
)
