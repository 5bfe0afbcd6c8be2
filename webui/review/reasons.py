"""Why a case is decided as it is: the closed lists of reasons. Codes are stable; a team may switch some off.

Source: ux 17, decision 13.
"""

OTHER = "other"
NOTE_CHARACTERS = 20
"""A note of at least this length is needed where the reason is Other."""

REASONS: dict[str, tuple[str, ...]] = {
    "accept": ("clean", "facts-recovered", "loss-acceptable"),
    "reject": (
        "contract",
        "message-shape",
        "fact-lost",
        "fact-contradicted",
        "fact-invented",
        "wrong-conversation",
        "over-budget",
        "sensitive-content",
        OTHER,
    ),
    "needs-work": ("fix-compactor", "fix-capture", "rerun-with-budget", "rerun-qa", "fix-prompt", OTHER),
    "waive": ("provider-differs", "not-sent-again", "test-traffic", "fix-scheduled", "rule-mistaken", OTHER),
}
"""The closed list of reasons by decision; codes are stable."""

REASONS["propose"] = REASONS["waive"]

WAIVABLE_REASONS = frozenset({"byte_limit", "token_usage", "token_limit", "xml_content"})
"""Of the contract's ten, those that a maintainer may waive; with the others no program can use the summary."""
