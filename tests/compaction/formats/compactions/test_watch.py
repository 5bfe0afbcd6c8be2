import json

import pytest

from compaction.formats import Boundary, read
from compaction.formats.compactions.watch import Watch, record_of

SUMMARY = (
    "This session is being continued from a previous conversation that ran out of context.\n"
    + "\n".join(f"{at}. Part {at} was read, changed and tested; nothing of it is left to do." for at in range(12))
    + "\nPlease continue with the last task without asking further questions."
)


def test_a_kept_end_behind_a_summary_is_a_compaction(find, talk) -> None:
    (found,) = find(talk(7), talk(9), [("user", SUMMARY), *talk(9)[7:], ("assistant", "Done."), ("user", "Next.")])
    assert (found.kind, found.marker) == ("by-comparison", "shared suffix and summary-like first user text")
    assert (found.before_list, found.list, found.at) == (1, 2, "line 3")
    assert (found.before_messages, found.after_messages, found.kept_messages) == (9, 5, 2)
    assert (found.summary, found.written_by, found.prior_text) == ("readable", "client", None)
    assert found.summary_text is not None
    assert found.summary_text.startswith("0. Part 0 was read") and found.summary_text.endswith("left to do.")


def test_a_kept_end_without_a_summary_is_one_too(find, talk) -> None:
    (found,) = find(talk(9), [*talk(9)[4:], ("assistant", "Done."), ("user", "Next.")])
    assert (found.marker, found.kept_messages, found.summary) == ("shared suffix", 5, "absent")
    assert (found.before_messages, found.after_messages) == (9, 7)


def test_a_summary_behind_kept_first_messages_is_found(find, talk) -> None:
    (found,) = find(talk(9), [*talk(2), ("user", "Notes: parts 1 to 5 are done."), *talk(9)[6:]])
    assert (found.kept_messages, found.summary_text) == (5, "Notes: parts 1 to 5 are done.")


def test_a_known_opening_alone_is_enough(find, talk) -> None:
    (found,) = find(talk(9), [("user", SUMMARY)])
    assert (found.marker, found.kept_messages) == ("summary-like first user text", 0)


def test_the_second_compaction_knows_the_summary_of_the_first(find, talk) -> None:
    first = [("user", SUMMARY), *talk(9)[7:]]
    grown = [*first, *[(role, f"Later: {text}") for role, text in talk(9)[1:]]]
    second = [("user", SUMMARY.replace("tested", "reviewed")), *grown[-2:]]
    one, other = find(talk(9), first, grown, second)
    assert (one.before_list, one.list, other.before_list, other.list) == (0, 1, 2, 3)
    assert other.prior_text == one.summary_text != other.summary_text


def test_an_answer_that_comes_back_is_the_summary(exchange, talk) -> None:
    asked = [*talk(5), ("assistant", "I check."), ("user", "Summarize the conversation so far.")]
    answer = "<analysis>First I look.</analysis>\n<summary>Parts 1 to 4 are done.\nPart 5 is open.</summary>"
    back = "Notes of the talk\n\nSummary:\nParts 1 to 4 are done.\nPart 5 is open.\n\nGo on."
    reminded = "<system-reminder>Be brief.</system-reminder>\n" + back
    (found,) = exchange((talk(5), "I check."), (asked, answer), ([("user", reminded)], "Yes."))
    assert found.marker == "summariser call whose answer opens the next list"
    assert (found.before_list, found.list, found.before_messages, found.after_messages) == (1, 2, 6, 1)
    assert found.summary_text == back


def test_an_answer_to_a_call_of_its_own_may_open_the_next_list(exchange, talk, body) -> None:
    asked = body([("user", "Summarize this conversation: ...")], system="You summarize.")
    answer = "\n".join(f"Part {at} was read, changed and tested; nothing is left to do." for at in range(12))
    (found,) = exchange((talk(9), "Yes."), (asked, answer), ([("user", f"Notes.\n{answer}")], "Yes."))
    assert (found.marker, found.before_list, found.list) == ("summary-like first user text", 0, 2)


def test_a_call_that_asks_in_a_list_of_its_own_is_not_what_was_compacted(exchange, talk) -> None:
    asked = [("user", "Summarize this conversation: " + "part after part " * 500), ("assistant", "{"), ("user", "Go.")]
    asked[-1] = ("user", "Now summarize the conversation above.")
    (found,) = exchange((talk(9), "Yes."), (asked, SUMMARY), ([("user", SUMMARY)], "Yes."))
    assert (found.before_list, found.list, found.before_messages) == (0, 2, 9)


def test_words_of_an_answer_that_nobody_asked_a_summary_of_are_none(exchange, talk) -> None:
    assert exchange((talk(5), "Parts 1 to 4 are done."), ([("user", "Parts 1 to 4 are done.")], "Yes.")) == []


def test_of_two_conversations_the_one_whose_end_is_kept_was_compacted(find, talk) -> None:
    other = [(role, f"Other: {text}") for role, text in talk(9)]
    (found,) = find(talk(9), other, [("user", SUMMARY), *talk(9)[7:]])
    assert (found.before_list, found.list, found.kept_messages) == (0, 2, 2)


def test_an_edited_end_is_the_same_conversation() -> None:
    watch = Watch()
    for turns in (["a", "b", "c"], ["a", "b", "d"], ["a", "b", "d", "e", "f"]):
        messages = [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(turns)]
        body = {"model": "claude-opus-4-5", "max_tokens": 9, "messages": messages}
        (found,) = read([json.dumps(body).encode()])
        assert list(watch.look(found)) == []
    assert len(watch.conversations.chains) == 1


def test_reasoning_that_is_not_sent_back_is_no_compaction(find) -> None:
    user, reasoning = {"role": "user", "content": "Go."}, {"type": "reasoning", "id": "rs_1", "summary": []}
    call = {"type": "function_call", "call_id": "c", "name": "run", "arguments": "{}"}
    output = {"type": "function_call_output", "call_id": "c", "output": "ok"}
    items = [[user, reasoning, call, output], [user, call, output, {"role": "user", "content": "On."}]]
    assert find(*[{"model": "gpt-5.2", "input": each} for each in items]) == []


def test_an_answer_that_does_not_come_back_is_none(exchange, talk) -> None:
    asked = [*talk(5), ("assistant", "I check."), ("user", "Summarize the conversation so far.")]
    assert exchange((asked, "Parts 1 to 4 are done."), ([("user", "Start on something new.")], "Yes.")) == []


@pytest.mark.parametrize("kept", [0, 2, 4])
def test_side_conversations_are_told_apart(find, talk, body, kept: int) -> None:
    side = [(role, f"Aside: {text}") for role, text in talk(7)]
    sides = [body(side[:count], system="You name things.") for count in (1, 3, 5)]
    after = [("user", SUMMARY), *talk(9)[9 - kept :]]
    (found,) = find(
        talk(5), sides[0], talk(7), sides[1], talk(9), sides[2], after, body(side, system="You name things.")
    )
    assert (found.before_list, found.list, found.kept_messages) == (4, 6, kept)


def test_a_changed_line_of_the_system_prompt_is_the_same_prompt(find, talk, body) -> None:
    dated = [
        body(turns, system=f"You help.\nBe brief.\nIt is day {day}.") for day, turns in enumerate((talk(7), talk(9)))
    ]
    after = body([("user", SUMMARY), *talk(9)[7:]], system="You help.\nBe brief.\nIt is day 2.")
    assert len(find(*dated, after)) == 1
    assert find(*dated, body([("user", SUMMARY), *talk(9)[7:]], system="You review.")) == []


SILENT = {
    "a growing request": lambda talk: [talk(count) for count in (1, 3, 5, 7, 9)],
    "a request sent again": lambda talk: [talk(5), talk(5), talk(7), talk(7)],
    "another last message": lambda talk: [talk(7), [*talk(6), ("user", "Other words.")], talk(9)],
    "a branch": lambda talk: [talk(9), [*talk(4), ("user", "Other words.")], [*talk(4), ("user", "Still others.")]],
    "a step back": lambda talk: [talk(9), talk(5), talk(3)],
    "a new talk": lambda talk: [talk(9), [("user", "Now for something else.")]],
    "a new talk about the word": lambda talk: [talk(9), [("user", "Compact this table. Here is a summary of it: 3.")]],
    "an edited first message": lambda talk: [talk(7), [("user", "Turn 0 in other words."), *talk(7)[1:]]],
    "an end told twice": lambda talk: [
        [("user", "Go on."), ("assistant", "Done.")] * 2 + [("user", "Go on.")],
        [("user", "Go on."), ("assistant", "Done."), ("user", "Stop.")],
    ],
    "a start put before": lambda talk: [talk(5), [("user", SUMMARY), ("assistant", "Read."), *talk(5)]],
    "an end that stands in the common start": lambda talk: [
        [*talk(2), ("user", "More."), ("assistant", "Yes."), *talk(2)],
        [*talk(2), ("user", "Stop.")],
    ],
    "a shorter first message": lambda talk: [
        [("user", "Long. " * 900), *talk(7)[1:]],
        [("user", "Short."), *talk(9)[1:]],
    ],
    "the same last words": lambda talk: [
        [*talk(8), ("user", "Go on.")],
        [("user", "New."), ("assistant", "Yes."), ("user", "Go on.")],
    ],
    "as many messages": lambda talk: [talk(3), [("user", SUMMARY), ("assistant", "A."), ("user", "B.")]],
    "a short opening": lambda talk: [talk(9), [("user", "Here is a summary of my notes: 3.")]],
    "no message": lambda talk: [talk(5), [], talk(7)],
}


@pytest.mark.parametrize("name", SILENT)
def test_no_compaction_is_seen_in(name: str, find, talk) -> None:
    assert find(*SILENT[name](talk)) == []


def test_marks_reminders_and_blanks_at_the_end_change_nothing(find, talk) -> None:
    def marked(turns, number):
        *others, (role, text) = turns
        reminder = {"type": "text", "text": f"<system-reminder>It is {number} o'clock.</system-reminder>"}
        block = {"type": "text", "text": text + "\n", "cache_control": {"type": "ephemeral"}}
        return [*others, (role, [reminder, block])]

    assert find(*[marked(talk(count), count) for count in (3, 5, 7, 9)], talk(11)) == []


def test_a_list_of_reminders_alone_is_compared_by_what_else_it_has(find, talk) -> None:
    reminder = ("user", "<system-reminder>Remember.")
    assert find(talk(5), [reminder, *talk(7)], [reminder], [("system", "Be brief.")]) == []


def test_a_branch_of_a_compacted_talk_is_not_compacted_again(find, talk) -> None:
    after = [("user", SUMMARY), *talk(9)[7:]]
    assert (
        len(find(talk(9), after, [*after, ("assistant", "A."), ("user", "B.")], [after[0], ("assistant", "C.")])) == 1
    )


def test_lines_of_independent_batches_are_not_compared(talk, find) -> None:
    lines = [
        {"custom_id": str(at), "params": {"messages": [{"role": role, "content": text} for role, text in turns]}}
        for at, turns in enumerate([talk(9), [("user", SUMMARY), *talk(9)[7:]]])
    ]
    assert find(*[{**line, "params": {**line["params"], "model": "claude-opus-4-5"}} for line in lines]) == []


@pytest.mark.parametrize(
    ("path", "record"),
    [
        ("line 4 /request/body/messages", "line 4"),
        ("row 4 /messages", "row 4"),
        ("/log/entries/2 input", "/log/entries/2"),
        ("/3/request/body/messages", "/3"),
        ("/messages", "/messages"),
        ("", ""),
    ],
)
def test_the_record_that_holds_a_list_is_its_place(path: str, record: str) -> None:
    assert record_of(path) == record


def test_what_is_held_of_lists_does_not_grow_with_their_texts(find, talk) -> None:
    long = [(role, json.dumps(text) + "x" * 50_000) for role, text in talk(9)]
    assert len(find(long, [("user", SUMMARY), *long[7:]])) == 1


def test_a_named_compaction_without_lists_changes_nothing() -> None:
    watch = Watch()
    watch.hear(Boundary("explicit", "compacted", None, None, "line 1", None, None, None, "absent"))
    watch.hear(Boundary("explicit", "compacted", 3, None, "line 1", None, None, None, "absent"))
    assert watch == Watch()
