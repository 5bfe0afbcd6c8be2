"""Names of models, and what is known of them."""

import pytest

from compaction.shape.models import Model, known, model_of, window

OPUS = Model("claude-opus", (4, 6))


@pytest.mark.parametrize(
    "name",
    [
        "claude-opus-4-6",
        "claude-opus-4.6",
        "anthropic/claude-opus-4.6",
        "claude-opus-4-6-20260101",
        "claude-opus-4-6@20260101",
        "us.anthropic.claude-opus-4-6-v1:0",
        "openrouter/anthropic/Claude-Opus-4-6:beta",
        "claude-opus-4-6-latest",
    ],
)
def test_one_model_is_known_by_many_names(name: str) -> None:
    assert model_of(name) == OPUS


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("claude-sonnet-4-20250514", Model("claude-sonnet", (4,))),
        ("claude-3-5-sonnet-20241022", Model("claude-sonnet", (3, 5))),
        ("models/gemini-3-pro-preview", Model("gemini-pro", (3,))),
        ("gemini-2.5-flash-lite", Model("gemini-flash-lite", (2, 5))),
        ("claude-fable-5-2", Model("claude-fable", (5, 2))),
        ("gpt-5.2", None),
        ("", None),
    ],
)
def test_a_name_gives_family_and_version(name: str, model: Model | None) -> None:
    assert model_of(name) == model


@pytest.mark.parametrize(
    ("name", "fact", "holds"),
    [
        ("claude-opus-4-5", "prefill", True),
        ("claude-sonnet-4", "prefill", True),
        ("claude-opus-4-6", "prefill", False),
        ("claude-opus-5", "prefill", False),
        ("claude-opus-4-7", "system-in-list", False),
        ("claude-opus-4-8", "system-in-list", True),
        ("claude-sonnet-5", "system-in-list", None),
        ("claude-fable-5", "preserved-thinking", None),
        ("claude-fable-5-1", "preserved-thinking", True),
        ("gemini-3-pro", "thought-signature", True),
        ("gemini-2.5-pro", "thought-signature", False),
        ("gemini-3.6-flash", "prefill", False),
        ("gemini-3.5-flash", "prefill", True),
        ("gemini-3.5-flash-lite", "prefill", False),
        ("gemini-3.9-flash", "prefill", None),
        ("gpt-5.2", "prefill", None),
    ],
)
def test_facts_hold_for_versions_in_their_range(name: str, fact: str, holds: bool | None) -> None:
    assert known(name, fact) is holds


def test_a_window_is_the_usual_one_of_its_family() -> None:
    assert [window(name) for name in ("claude-haiku-4-5", "claude-opus-4-6", "odd")] == [200_000, 1_000_000, 1_000_000]
