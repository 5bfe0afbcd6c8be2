"""A message made of text says something."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.native import Native
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule
from compaction.transcripts import Dialect

WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""What a provider strips: not all that `str.strip` takes. Source: message-shape 4."""


def check(native: Native) -> Iterator[Breach]:
    """Yield each message of text alone, without calls, that is blank.

    Source: message-shape 6.4.
    """
    messages = native.request.messages
    for turn in native.texts:
        content = messages[turn].content
        if isinstance(content, str):
            if is_blank(content):
                yield Breach(turn, f"{native.pointer(turn)}/content")
        elif all(is_blank(block.text) for block in content or ()):
            yield Breach(turn, f"{native.pointer(turn)}/content" + ("/0" if content else ""))


def is_blank(text: str | None) -> bool:
    """Whether nothing but white space is there; `isspace` knows more white space, and looks no further than it must."""
    return not text or (text.isspace() and not text.strip(WHITE_SPACE))


HEAD = {"role": "user", "content": "Rename the column and run the migration."}
TAIL = {"role": "user", "content": "Go on."}

RULE = Rule(
    id="non-empty-content",
    title="A message of text holds more than white space",
    what="Message whose text is empty",
    why=(
        "A message of text that says nothing gives the model no turn to answer; the provider refuses the "
        "request for it."
    ),
    fix="Put text into the message, or remove the message.",
    repair="After each step that rewrites text, drop messages that became blank, or put a short placeholder there.",
    compaction="A rewriting step shortens a message to nothing, or a summary comes back blank and is inserted unseen.",
    group=Group.CONTENT,
    phase=Phase.STRUCTURE,
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The request is refused as a whole, whatever else it holds.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses text without any visible character.",
            fix="Put text into message {message}, or remove the message.",
            words="text content blocks must be non-empty",
            behaviours=("AM-30", "AM-31", "AM-32"),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI takes an empty text.",
            fix="Nothing needs to change.",
            words="",
            outcome="accepted",
            behaviours=("OC-18",),
        ),
    },
    patterns=(
        r"text content blocks must be non-empty",
        r"text content blocks must contain non-whitespace text",
        r"user messages must have non-empty content",
        r"all messages must have non-empty content",
        r"cache_control cannot be set for empty text blocks",
        r"Invalid value for 'content': expected a string, got null",
        r"expected (an array|one of).*got null",
        r"contents\.parts must not be empty",
        r"must include at least one parts field",
        r"required oneof field 'data' must have one initialized field",
        r"it has an empty text parameter",
        r"The text field in the ContentBlock object at messages\.\d+\.content\.\d+ is blank",
        r"The content field in the Message object at messages\.\d+ is empty",
    ),
    evidence=("anthropics/claude-code#59812", "anthropics/claude-code#23440", "anthropics/claude-code#6774"),
    bad={Dialect.ANTHROPIC: {"messages": [HEAD, {"role": "assistant", "content": " \n"}, TAIL]}},
    good={Dialect.ANTHROPIC: {"messages": [HEAD, {"role": "assistant", "content": "The column is renamed."}, TAIL]}},
    core=check,
    core_dialects=(Dialect.ANTHROPIC,),
)
