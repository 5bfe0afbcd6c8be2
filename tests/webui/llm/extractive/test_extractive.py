"""The three calls of the built-in client."""

import json
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from compaction.identifiers import identifiers
from compaction.llm import Exchange, Request, tags
from webui.llm.extractive import NOTHING, Extractive

DIALOG = """User: Fix the export job. Never push to main without asking me. Keep the schema ledger_v7.
Assistant: Looking at services/export/runner.py:118 now. calls: read_file({"path":"services/export/runner.py"})
User:  result[read_file, ok]: def run(): RETRIES = 3
TIMEOUT=90
Assistant: The port is 5433. We decided to retry instead of failing fast because EXPORT-118 is a lock table problem.
User: ok thanks
Assistant: psycopg.OperationalError: server closed the connection unexpectedly. The batch size is 512.
Assistant: The batch size is 1024. The branch is fix/export-lock.
User: Please use UTC in all reports from now on.
"""


def summarize(conversation: str, budget: int, prior: str = "") -> tuple[Request, str]:
    before = tags.enclose(tags.PRIOR_SUMMARY, prior) + "\n\n" if prior else ""
    user = f"{before}Summarize.\n\n{tags.enclose(tags.CONVERSATION, conversation)}"
    request = Request("summarize", "s", user, budget, 4000)
    return request, Extractive().complete(request).text


def question(first: Request, summary: str, recent: str = "User: Go on.") -> tuple[Request, list[str]]:
    user = f"{tags.enclose(tags.SUMMARY, summary)}\n\n{tags.enclose(tags.RECENT, recent)}"
    earlier = (Exchange("summarize", first.user, summary),)
    request = Request("question", "s", user, first.budget, 1000, earlier)
    return request, json.loads(Extractive().complete(request).text)


def answer(conversation: str, questions: list[str], budget: int, earlier: tuple[Exchange, ...] = ()) -> list[str]:
    numbered = "\n".join(f"{number}. {asked}" for number, asked in enumerate(questions, 1))
    user = f"{tags.enclose(tags.QUESTIONS, numbered)}\n\n{tags.enclose(tags.CONVERSATION, conversation)}"
    reply = Extractive().complete(Request("answer", "s", user, budget, 1000, earlier)).text
    return [line.partition(". ")[2] for line in reply.split("\n") if line]


def whole_pass(conversation: str, budget: int, recent: str = "User: Go on.") -> tuple[str, list[str], list[str]]:
    first, summary = summarize(conversation, budget)
    second, questions = question(first, summary, recent)
    earlier = (*second.earlier, Exchange("question", second.user, json.dumps(questions)))
    return summary, questions, answer(conversation, questions, budget, earlier)


def test_a_roomy_budget_keeps_rules_decisions_errors_and_values() -> None:
    _, summary = summarize(DIALOG, 400)

    assert summary.split("\n") == [
        "Task:",
        "- Fix the export job.",
        "User rules:",
        "- Never push to main without asking me.",
        "- Keep the schema ledger_v7.",
        "- Please use UTC in all reports from now on.",
        "Decisions:",
        "- We decided to retry instead of failing fast because EXPORT-118 is a lock table problem.",
        "Errors:",
        "- psycopg.OperationalError: server closed the connection unexpectedly.",
        "Facts:",
        "- Looking at services/export/runner.py:118 now.",
        "- def run(): RETRIES = 3",
        "- TIMEOUT=90",
        "- The port is 5433.",
        "- The batch size is 1024.",
        "- The branch is fix/export-lock.",
    ]


def test_the_same_request_gets_the_same_words() -> None:
    assert whole_pass(DIALOG, 90) == whole_pass(DIALOG, 90)


@pytest.mark.parametrize("budget", [8, 20, 50, 100, 175, 400])
def test_call_1_uses_at_most_its_share_of_the_budget(budget: int) -> None:
    _, summary = summarize(DIALOG, budget)

    assert summary.strip()
    assert (len(summary) + 20) // 4 <= max(budget * 60 // 100, 5)


def test_what_the_summary_lacks_is_asked_and_quoted() -> None:
    summary, questions, answers = whole_pass(DIALOG, 100)

    assert len(questions) == len(answers) > 0
    for quoted in answers:
        assert quoted in DIALOG
        assert quoted not in summary
    assert all("?" in asked for asked in questions)


def test_questions_and_answers_fit_what_the_budget_leaves() -> None:
    for budget in (60, 80, 100, 130):
        summary, questions, answers = whole_pass(DIALOG, budget)
        folded = 45 + sum(len(f"\n- {asked}: {said}") for asked, said in zip(questions, answers, strict=True))
        assert not questions or len(summary) + folded <= 4 * budget


def test_a_newer_value_replaces_an_older_one() -> None:
    _, summary = summarize(
        "Assistant: The batch size is 512.\nAssistant: MODE=slow\nAssistant: MODE=fast\n"
        "Assistant: The batch size is 1024.\n",
        400,
    )

    assert "1024" in summary
    assert "MODE=fast" in summary
    assert "512" not in summary
    assert "slow" not in summary


def test_what_was_said_twice_is_told_once() -> None:
    _, summary = summarize("User: Use port 8443.\nAssistant: Use port 8443.\nUser: Use port 8443.\n", 400)

    assert summary.count("8443") == 1


def test_a_summary_that_has_it_all_leaves_no_question() -> None:
    first, _ = summarize(DIALOG, 400)

    assert question(first, DIALOG)[1] == []


def test_what_the_recent_messages_hold_is_not_asked() -> None:
    first, _ = summarize("Assistant: The port is 5433.\n", 400)

    assert question(first, "Nothing.")[1] == ["What of port?"]
    assert question(first, "Nothing.", "Assistant: The port is 5433.")[1] == []


def test_at_most_eight_questions_are_asked() -> None:
    many = "".join(
        f"Assistant: The {name} service listens on {9000 + n}.\n" for n, name in enumerate("abcdefghijklmnop")
    )
    first, _ = summarize(many, 2000)

    assert len(question(first, "Nothing.")[1]) == 8


def test_a_foreign_question_is_answered_by_the_newest_sentence_that_shares_most() -> None:
    asked = ["On which port does the server listen?", "Where is EXPORT-118 mentioned?", "Who is the queen of Denmark?"]
    dialog = "Assistant: The port of the server is 80.\n" + DIALOG + "Assistant: The port of the server is 443.\n"

    assert answer(dialog, asked, 100) == [
        "The port of the server is 443.",
        "We decided to retry instead of failing fast because EXPORT-118 is a lock table problem.",
        "UNKNOWN",
    ]


def test_an_earlier_summary_is_carried_on_without_its_questions() -> None:
    prior = (
        "User rules:\n- Never push to main.\nFacts:\n- The port is 5433.\n\n"
        "## Facts recovered from the dropped context\n- What of fix/export-lock?: The branch is fix/export-lock."
    )

    _, summary = summarize("Assistant: The port is 5434.\n", 400, prior)

    assert (
        summary.split("\n")
        == [
            "Task:",
            "User rules:",
            "- Never push to main.",
            "Facts:",
            "- The branch is fix/export-lock.",
            "- The port is 5434.",
        ][1:]
    )


def test_values_are_quoted_without_the_clauses_around_them() -> None:
    _, summary = summarize("Assistant: So the culprit is billing/fees.py, which nobody else touches.\n", 400)

    assert summary == "Facts:\n- So the culprit is billing/fees.py"


def test_what_the_rendering_cut_is_not_quoted_to_its_last_half_word() -> None:
    output = "services/a.py " * 13 + "services/export/ru"
    assert len(output) == 200  # where a rendering cuts
    _, summary = summarize(
        f"User:  result[ls, ok]: {output}\nAssistant: See services/b.py and serv…[evicted 2 more messages]", 400
    )

    assert "services/a.py" in summary
    assert "export" not in summary
    assert summary.endswith("See services/b.py and")


def test_thousands_of_lines_are_chosen_from_in_a_moment() -> None:
    lines = "\n".join(str(number) for number in range(8_000))
    begun = time.perf_counter()

    summarize(lines, 8_000)

    # A comparison of each with each would take minutes.
    assert time.perf_counter() - begun < 20


def test_an_empty_conversation_gives_a_summary_that_is_not_blank() -> None:
    assert summarize("", 400)[1] == NOTHING
    assert summarize("", 6)[1].strip()


def test_a_question_without_an_earlier_call_is_none() -> None:
    user = tags.enclose(tags.SUMMARY, "A") + "\n\n" + tags.enclose(tags.RECENT, "B")

    assert Extractive().complete(Request("question", "s", user, 100, 100)).text == "[]"


def test_tags_in_the_conversation_are_quoted_as_they_stood() -> None:
    _, summary = summarize("User: Never close </conversation> in ledger_v7 yourself.\n", 400)

    assert "Never close </conversation> in ledger_v7 yourself." in summary


WORDS = st.sampled_from(
    [
        "User: ",
        "Assistant: ",
        "the",
        "port",
        "is",
        "5433",
        "1,024",
        "a/b.py",
        "`x y`",
        "v1.2.3",
        "never",
        "we decided",
        "ERROR:",
        "KEY=3",
        "fooBar",
        "https://a.example/b",
        ".",
        "\n",
        " result[run, ok]: ",
        " calls: run({",
        "`",
        "…[2 messages elided]…\n",
    ]
)


@settings(max_examples=80)
@given(st.lists(WORDS, max_size=60), st.integers(5, 120))
@example(["`", "User: ", "https://a.example/b", "`"], 27)
def test_nothing_is_invented(words: list[str], budget: int) -> None:
    conversation = " ".join(words)

    summary, questions, answers = whole_pass(conversation, budget)

    known, there = conversation.casefold(), identifiers(conversation)
    for text in (summary, *questions, *answers):
        # What stands around a URL between back quotes is read as code with a gap, here and there.
        for kind, value in identifiers(text) - there:
            assert value.casefold() in known.replace(",", "") or value.casefold() in known, (kind, value)
    for quoted in answers:
        assert quoted in conversation
