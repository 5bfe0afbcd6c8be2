from collections.abc import Callable

from compaction.llm import Reply
from compaction.measures import Counts
from compaction.qa import Context, Done, PassState, PriorSummary, QaConfig, advance, hook_text, material, rendered

Make = Callable[..., PassState]


def test_the_material_of_a_pass_holds_its_texts_and_counts(make_state: Make, replies: list[str]) -> None:
    state = make_state(prior=PriorSummary("Depot 12.", 1))
    for reply in replies:
        state = state.with_reply(Reply(reply))
    following = advance(state)
    assert isinstance(following, Done)
    outcome = following.outcome
    found = material(outcome, "hook")
    assert (found.source, found.summary, found.draft) == (rendered(state.messages[:6]), outcome.summary, replies[0])
    assert (found.prior, found.hook) == ("Depot 12.", "hook")
    spent = outcome.spend.input_tokens + outcome.spend.output_tokens
    assert found.counts == Counts(3, 1, 1, 0, 1, 1, spent, 500, 1200, 700)


def test_a_pass_without_a_prior_has_none(make_state: Make) -> None:
    following = advance(make_state(min_messages=20))
    assert isinstance(following, Done)
    assert (material(following.outcome).prior, material(following.outcome).summary) == ("", "")


def test_all_that_hooks_said_is_one_text() -> None:
    context = Context(1, instructions="Ports.", additional_context=("a", "", "b"))
    assert hook_text(QaConfig(summary_instructions="Host."), context) == "Host.\nPorts.\na\nb"
    assert hook_text(QaConfig(), Context(1)) == ""


def test_messages_are_rendered_one_block_after_the_other(make_state: Make) -> None:
    assert rendered(make_state().messages[4:6]) == (
        "User: Keep the branch fix/export-lock.\nAssistant: Understood: fix/export-lock it is.\n"
    )
