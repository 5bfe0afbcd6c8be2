"""Why a summary may be refused: the closed list, in the order in which the reasons are tried.

Source: summary-validation 1, 5.2; ux 16.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """One way to be refused: the defect in a few words, the sentence a person reads, the smallest repair."""

    id: str
    title: str
    sentence: str
    fix: str


REASONS: tuple[Reason, ...] = (
    Reason(
        id="byte_limit",
        title="Reply over its byte limit",
        sentence="The reply is larger than the agreed number of bytes.",
        fix="Ask for a shorter summary, or raise the output limit of this summarizer.",
    ),
    Reason(
        id="token_usage",
        title="Reply without a token count",
        sentence="The reply does not say how many tokens it used.",
        fix="Pass on the usage that the provider reports; its output tokens must be above zero.",
    ),
    Reason(
        id="token_limit",
        title="Summary over its token budget",
        sentence="The summary is over its token budget.",
        fix="Compact again with a tighter instruction, or raise max_summary_tokens.",
    ),
    Reason(
        id="wire",
        title="Reply in another form than agreed",
        sentence="The reply is not the JSON object the contract describes.",
        fix="Return the bare JSON object with its five members: no code fence, no further keys, ids in lower case.",
    ),
    Reason(
        id="identity",
        title="Summary of a different request",
        sentence="The reply belongs to another conversation, model or request.",
        fix="Compact again from the current transcript. Do not edit basis, model or fingerprint.",
    ),
    Reason(
        id="xml_syntax",
        title="Summary that cannot be read as XML",
        sentence="The summary is not well-formed.",
        fix="Close every tag, and write & and < in texts as &amp; and &lt;.",
    ),
    Reason(
        id="xml_root",
        title="Another outer element than agreed",
        sentence="The summary does not start with the agreed outer element.",
        fix="Put everything into one conversation_summary element.",
    ),
    Reason(
        id="xml_structure",
        title="Sections other than the five agreed ones",
        sentence="A section is missing, repeated, out of order or has something extra.",
        fix="Write goal, constraints, decisions, state, open_items once each, in that order, and nothing around them.",
    ),
    Reason(
        id="xml_content",
        title="Goal or state without words",
        sentence="A section that must say something is empty.",
        fix="Run the summarizer again, or write what is true now into goal and state.",
    ),
    Reason(
        id="output_shape",
        title="Reply other than one text summary",
        sentence="The reply is not one single text summary.",
        fix="Return one assistant message with exactly one text block: no thinking, refusal or tool call beside it.",
    ),
)
