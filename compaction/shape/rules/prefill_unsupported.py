"""The list does not end with the model, where the model takes no prefill."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_gemini as google
from compaction.shape.bodies import anthropic, bedrock_converse, gemini
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield an assistant message at the end of the list, on models that refuse it or that nobody knows about."""
    turn = request.final_reply
    takes = request.knows("prefill")
    if turn is not None and not takes:
        unsure = Severity.WARNING if takes is None else None
        yield Breach(turn, request.pointer(turn), severity=unsure)


def check_gemini(request: gemini.Request) -> Iterator[Breach]:
    """Yield a turn of the model at the end of the list, on models that refuse it or that nobody knows about; a list of
    one content is refused by all of them. Calls and responses at the end are other rules' business.
    """
    turn = len(request.roles) - 1
    takes = request.knows("prefill") if turn > 0 else False
    if request.roles[-1:] == ["model"] and not takes and turn not in request.calling and turn not in request.responding:
        unsure = Severity.WARNING if takes is None else None
        yield Breach(turn, request.pointer(turn), severity=unsure)


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """As for Anthropic; what other models take is not known."""
    turn = request.final_reply
    takes = request.knows("prefill")
    if turn is not None and not takes:
        unsure = Severity.WARNING if takes is None else None
        yield Breach(turn, request.pointer(turn), severity=unsure)


RULE = Rule(
    id="prefill-unsupported",
    title="The list does not end with an assistant message",
    what="List ends with an assistant message",
    why="Newer models do not continue a message that was begun for them; the list must end with the user.",
    fix="End the list with a user message.",
    repair="Append a short user message after the summary, or send the summary itself with the role user.",
    compaction="The summary is appended as an assistant message, or the kept tail was cut behind a reply.",
    group=Group.ORDER,
    phase=Phase.MODEL,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.GEMINI: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason=(
        "Error where the model is known to refuse it, warning where the model is not known; older models accept it."
    ),
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses a list that ends with an assistant message, from version 4.6 of its models on.",
            fix="Add a user message after message {message}, or remove message {message}.",
            words=(
                "This model does not support assistant message prefill. The conversation must end with a user message."
            ),
            outcome="depends",
            behaviours=("AM-08",),
        ),
        Dialect.GEMINI: Refusal(
            sentence="Newer Gemini models refuse contents that end with a model turn, and all a lone model turn.",
            fix="Add a user content after content {message}, or remove content {message}.",
            words="Requests ending with a model turn are not supported",
            outcome="depends",
            behaviours=("GM-11",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock passes the list on, and newer models refuse one that ends with the assistant.",
            fix="Add a user message after message {message}, or remove message {message}.",
            words="The conversation must end with a user message.",
            outcome="depends",
            behaviours=("BC-10",),
        ),
    },
    patterns=(
        r"does not support assistant message prefill\. The conversation must end with a user message",
        r"must end with a user message",
        r"Requests ending with a model turn are not supported",
        r"single turn requests end with a user role",
    ),
    evidence=(
        "NousResearch/hermes-agent#50055",
        "vybestack/llxprt-code#3695",
        "anomalyco/opencode#45359",
        "anomalyco/opencode#47034",
        "pipecat-ai/pipecat#5821",
    ),
    bad={
        Dialect.ANTHROPIC: body(user("Name the branch."), assistant("The branch is"), model="claude-opus-4-8"),
        Dialect.GEMINI: google.body(
            google.user("Name the branch."), google.model("The branch is"), model="gemini-3.6-flash"
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Name the branch."), aws.assistant("The branch is"), modelId="anthropic.claude-opus-4-8"
        ),
    },
    good={
        Dialect.ANTHROPIC: body(
            user("Name the branch."), assistant("The branch is"), user("Go on."), model="claude-opus-4-8"
        ),
        Dialect.GEMINI: google.body(
            google.user("Name the branch."),
            google.model("The branch is"),
            google.user("Go on."),
            model="gemini-3.6-flash",
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Name the branch."),
            aws.assistant("The branch is"),
            aws.user("Go on."),
            modelId="anthropic.claude-opus-4-8",
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.GEMINI: on(gemini.Request, check_gemini),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
