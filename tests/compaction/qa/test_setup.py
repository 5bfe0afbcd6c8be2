import json

from compaction.qa import COUNTERS, QaConfig, Setup


def test_a_setup_comes_back_as_it_was() -> None:
    config = QaConfig(0.3335, 900, 5, 3, False, 2000, "Keep ports.\ud800")
    setup = Setup(config, 7000, "anthropic", "Hook.", ("a", "b"))
    assert Setup.from_bytes(setup.to_bytes()) == setup


def test_the_row_says_what_was_effective() -> None:
    stored = json.loads(Setup(QaConfig(summary_budget_pct=7), 100).to_bytes())
    assert stored["config"]["summary_budget_pct"] == 0.95
    assert stored["counter"] == "heuristic"
    assert "warnings" not in stored["config"]


def test_the_context_counts_by_the_named_counter() -> None:
    context = Setup(QaConfig(), 100, "gemini").context()
    assert context.counter is COUNTERS["gemini"]
    assert (context.target_tokens, context.summary_counter, context.pinned) == (100, None, ())
