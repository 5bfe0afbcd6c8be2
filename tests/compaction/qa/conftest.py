"""A talk of twelve messages that a pass cuts at 6, and what its three calls say."""

from collections.abc import Callable

import pytest

from compaction.qa import Context, Message, PassState, QaConfig
from compaction.qa.messages import Text

LINES = (
    "The export job fails. See services/export/runner.py.",
    "It opens port 5433 and schema ledger_v7.",
    "The error is EXPORT-118 after 42 seconds.",
    "EXPORT-118 means the lock table is held.",
    "Keep the branch fix/export-lock.",
    "Understood: fix/export-lock it is.",
    "Did the retry land?",
    "Yes, conf/worker.toml has it.",
    "Run the tests.",
    "All 57 pass.",
    "What is left?",
    "The changelog.",
)
SUMMARY = "services/export/runner.py opens port 5433, schema ledger_v7; EXPORT-118 after 42 s."
QUESTIONS = '["Which branch?", "Which host?", "Who asked?"]'
ANSWERS = "1. fix/export-lock\n2. UNKNOWN"


class PerMessage:
    """A hundred tokens a message."""

    def count(self, messages: object) -> int:
        assert isinstance(messages, list | tuple)
        return 100 * len(messages)


@pytest.fixture
def messages() -> tuple[Message, ...]:
    return tuple(
        Message("assistant" if place % 2 else "user", (Text(line),), place) for place, line in enumerate(LINES)
    )


@pytest.fixture
def replies() -> list[str]:
    return [SUMMARY, QUESTIONS, ANSWERS]


@pytest.fixture
def make_state(messages: tuple[Message, ...]) -> Callable[..., PassState]:
    """Give the first state of a pass; keywords are those of the configuration, the context and the state."""

    def make(**given: object) -> PassState:
        of_config = {name: given.pop(name) for name in list(given) if name in QaConfig.__dataclass_fields__}
        of_context = {name: given.pop(name) for name in list(given) if name in Context.__dataclass_fields__}
        context = Context(**{"target_tokens": 1000, "counter": PerMessage(), **of_context})
        return PassState(**{"messages": messages, "config": QaConfig(**of_config), "context": context, **given})

    return make
