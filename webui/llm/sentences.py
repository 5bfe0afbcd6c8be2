"""What is said of a call that gave no reply: one table, for pages, jobs and the API."""

from dataclasses import dataclass

_WAIT = "Try again in a while."
_ADDRESS = "Check the base address."


@dataclass(frozen=True, slots=True)
class Sentence:
    """What went wrong, and what to do about it."""

    what: str
    do: str

    def __str__(self) -> str:
        return f"{self.what} {self.do}"


SENTENCES: dict[str, Sentence] = {
    "address-refused": Sentence(
        "The address leads into a range that this deployment does not call.",
        "Use a public address, or let an operator set LLM_ALLOW_LOOPBACK or LLM_ALLOW_PRIVATE.",
    ),
    "deadline": Sentence("The model did not finish in time.", "Try again, or take a faster model."),
    "declined": Sentence("The model declined to answer.", "Take another model for this transcript."),
    "hung-up": Sentence("The connection ended in the middle of the call.", _WAIT),
    "key-refused": Sentence("The provider does not accept the key.", "Enter the key again."),
    "key-unreadable": Sentence(
        "The stored key cannot be read, since the secret of this deployment has changed.", "Enter the key again."
    ),
    "no-content": Sentence("The model answered without any text.", "Try again, or take another model."),
    "no-credit": Sentence("The account has no credit left.", "Top it up at the provider, or take another endpoint."),
    "not-allowed": Sentence("The key may not use this model.", "Take a key or a model that goes with it."),
    "not-found": Sentence("There is no such model, or no such address.", "Check the base address and the model."),
    "not-sent": Sentence("The request could not be sent.", "Check the base address and the key."),
    "overloaded": Sentence("The provider is overloaded.", _WAIT),
    "prompt-too-long": Sentence(
        "The request is longer than the model takes.", "Lower the transcript limit of the pass, or take another model."
    ),
    "rate-limited": Sentence("The provider asks for fewer requests.", _WAIT),
    "redirected": Sentence("The address sends to another one, which is not followed.", _ADDRESS),
    "refused": Sentence("The provider refuses the request.", "Check that the model fits the protocol."),
    "reply-too-large": Sentence("The reply is larger than any summary.", _ADDRESS),
    "server-failed": Sentence("The provider failed.", _WAIT),
    "tls-failed": Sentence(
        "The connection could not be secured: the certificate does not hold.",
        "Check the base address; a server without TLS takes http.",
    ),
    "unreachable": Sentence(
        "Nothing answers at the address.", "Check that the server runs and that its name is right."
    ),
    "unreadable-reply": Sentence(
        "What came back is no answer of a model.", "Check the base address; a sign-in page may stand in the way."
    ),
}
"""By code of a ClientError."""

UNKNOWN = Sentence("The model gave no reply.", _WAIT)


def sentence(code: str) -> Sentence:
    """Return what is said of a code."""
    return SENTENCES.get(code, UNKNOWN)
