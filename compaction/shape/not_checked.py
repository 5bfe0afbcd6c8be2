"""What no rule reports as an error, and why: a gap that is known is not a pass.

Source: message-shape 10, provider-rules 9.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gap:
    """One thing that stays unreported, or is weighed below an error; `rules` say what is reported of it instead."""

    what: str
    why: str
    rules: tuple[str, ...] = ()


LEGAL = (
    Gap(
        "Several messages of one role in a row",
        "A summary compaction writes exactly that: a user summary in front of a kept user message. Anthropic, OpenAI"
        " and Gemini join them; only Bedrock asks for strict turns.",
        ("alternating-roles",),
    ),
    Gap(
        "Which role comes first and which last, in the core layer",
        "An assistant message at the end is a prefill, and legal on older models. The catalogue knows which models and"
        " dialects refuse it.",
        ("first-role", "prefill-unsupported"),
    ),
    Gap(
        "Blank text beside other content, in the core layer",
        "The core rule judges a message as a whole. The catalogue looks at each block.",
        ("non-empty-content",),
    ),
    Gap(
        "A repeated result, or an id used again later, in the core layer",
        "There a result has its pair if the call stands anywhere before it. The catalogue asks for one result a call"
        " and for ids of their own.",
        ("single-tool-result", "unique-tool-use-id"),
    ),
    Gap(
        "Text or an image between results, in the core layer",
        "The core rules look at a list of entries, in which the order of the blocks of one turn is lost. The catalogue"
        " looks at the blocks.",
        ("tool-result-first",),
    ),
    Gap(
        "A system message that stands first or follows no user turn, in the core layer",
        "Newer documentation asks for a user turn before it. The core rule asks only what follows; the catalogue asks"
        " for both.",
        ("system-position",),
    ),
)

UNSEEN = (
    Gap(
        "A compaction that crashes on a short transcript",
        "Then there is no list to look at. Run the component on lists shorter than what it keeps: they have to come"
        " back unchanged.",
    ),
    Gap(
        "A role of the component's own format that leaks onto the wire",
        "A message with the role tool and a real tool result become the same entry once a list is normalized. So the"
        " raw roles are looked at by themselves, in the bytes.",
        ("role-legal",),
    ),
    Gap(
        "A marker whose stored original is gone",
        "Only the store knows what a placeholder such as <<cg:HASH>> stands for, and it is not part of the request.",
    ),
    Gap(
        "A signature or encrypted text that was changed",
        "The key lies with the provider. What can be seen is whether it is there, and whether it is the one of before.",
        ("thinking-signature", "encrypted-content"),
    ),
    Gap(
        "The size of the context window, to the token",
        "Only the provider counts its own tokens exactly. An estimate far above the window is a warning.",
        ("context-length",),
    ),
    Gap(
        "Names of models, sampling parameters, and what the texts say",
        "These are checks of the shape of a list. Whether a summary is good is judged elsewhere.",
    ),
    Gap(
        "A block of a type that nobody knows",
        "It may be newer than the catalogue, so it is a warning. A type of another dialect is known to be refused.",
        ("content-part-role",),
    ),
)

CONTESTED = (
    Gap(
        "System messages inside an Anthropic list",
        "Some models take them, most do not, and the list of those that do is still moving.",
        ("role-legal", "system-position"),
    ),
    Gap(
        "An empty assistant message in the middle of an Anthropic list",
        "Reports up to 2025 say refused, a probe of July 2026 says accepted.",
        ("non-empty-content",),
    ),
    Gap(
        "An empty tool result, or empty text inside one",
        "Public sources contradict each other, on Anthropic and on Bedrock.",
        ("non-empty-content",),
    ),
    Gap(
        "Tool blocks in a request that declares no tools",
        "Bedrock certainly refuses it. For Anthropic itself the reports are old and unconfirmed.",
        ("tools-declared",),
    ),
    Gap(
        "Where thinking has to stand",
        "With manual thinking, up to the 4.5 models, an open tool turn starts with it. The adaptive mode is said to be"
        " laxer, and sources disagree on whether it may end a message.",
        ("thinking-order",),
    ),
    Gap(
        "Signed thinking without text",
        "It is what remains where thinking is not shown, and is taken; probes of it contradict each other. Without a"
        " signature it is refused.",
        ("thinking-text",),
    ),
    Gap(
        "An assistant message that opens an Anthropic list",
        "Nearly every report says refused; one of 2025 says accepted.",
        ("first-role",),
    ),
    Gap(
        "Chat call ids of more than 40 characters, and two results for one call",
        "The limit could not be seen again in July 2026. Repeated results were refused by compatible servers only.",
        ("tool-id-format", "single-tool-result"),
    ),
    Gap(
        "Chat arguments that are not JSON",
        "OpenAI itself takes them; compatible servers differ.",
        ("call-arguments-json",),
    ),
    Gap(
        "Outputs that do not directly follow their call, in Responses",
        "No public refusal is known, so nothing is reported.",
    ),
    Gap(
        "Names and ids of Gemini's function responses",
        "Count and order are checked by the provider, names apparently not always.",
        ("paired-tool-result",),
    ),
    Gap(
        "Characters of Bedrock's tool use ids",
        "A newer source allows the dot and the colon.",
        ("tool-id-format",),
    ),
    Gap(
        "Blank text parts on Gemini's developer API",
        "Vertex refuses them; for the developer API it is open whether always.",
        ("non-empty-content",),
    ),
    Gap(
        "The wording of errors about compaction blocks",
        "Too few have been seen to be recognised by their text.",
        ("compaction-content", "compaction-beta", "compaction-request"),
    ),
)
