"""Flags that need the lists before and after a compaction."""

import json

import pytest

from compaction.findings import Flag
from compaction.formats import Boundary
from compaction.inspection import inspect
from compaction.measures import flag_boundary

ASKED = "Please copy the writes of the table archive_2019 to the new store, and do it before the night comes again."
DID = "Copied archive_2019 in 12 minutes, with the checksum 7d1e verified on both of the sides of the copy."
SUMMARY = "Table archive_2019 copied in 12 minutes, checksum 7d1e."
USER = {"role": "user", "content": ASKED}
MODEL = {"role": "assistant", "content": DID}
LAST = {"role": "user", "content": "Now the index."}


def said(text: str, role: str = "user") -> dict[str, object]:
    return {"role": role, "content": text}


def pair(before: object, after: object, **more: object) -> tuple[Flag, ...]:
    capture = {"dialect": "openai-chat", "before": before, "after": after, **more}
    return inspect(json.dumps(capture).encode()).compactions[0].flags


def ids(before: list, after: list, **more: object) -> list[str]:
    return [flag.id for flag in pair(before, after, **more)]


def test_a_good_compaction_raises_nothing() -> None:
    assert ids([USER, MODEL, LAST], [said(f"Summary so far:\n{SUMMARY}"), LAST], summary=SUMMARY) == []
    assert ids([USER, MODEL, LAST], [USER, MODEL, LAST]) == []
    assert ids([], []) == []


def test_spans_lead_into_both_bodies() -> None:
    short = "See archive_2019 and port 99."
    lost, ungrounded, *_ = pair([USER, MODEL, LAST], [said(f"Summary:\n{short}"), LAST], summary=short)

    assert (lost.id, lost.index, lost.pointer) == ("lost-identifiers", 0, "/messages/0/content")
    assert [(span.text, DID[span.start : span.end]) for span in lost.evidence.spans] == [
        ("/messages/1/content", "7d1e"),
        ("/messages/1/content", "12"),
    ]
    span = ungrounded.evidence.spans[0]
    assert (span.text, f"Summary:\n{short}"[span.start : span.end]) == ("/messages/0/content", "99")


def test_the_kept_messages_and_the_names_of_tools_ground_a_summary() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "git_push", "arguments": "{}"}}
    before = [USER, MODEL, {"role": "assistant", "content": None, "tool_calls": [call]}, said("port 5433")]
    summary = f"{SUMMARY} git_push for 5433."

    assert ids(before, [said(summary), said("port 5433")], summary=summary) == []


def test_a_summary_is_recognised_where_none_is_named() -> None:
    assert ids([USER, MODEL, LAST], [said("Summary: nothing recorded."), LAST]) == ["lost-identifiers", "empty-summary"]
    assert ids([USER, MODEL, LAST], [said("Go on."), LAST]) == ["lost-identifiers"]
    assert ids([USER, MODEL, LAST], [LAST]) == ["lost-identifiers"]
    assert ids([USER], []) == ["lost-identifiers"]


def test_a_named_summary_that_only_the_old_list_has_was_dropped() -> None:
    old = "Hand-off: customer 5521 wants invoices."
    flags = pair([said(old), USER, LAST], [LAST], summary=old)

    assert [(flag.id, flag.index) for flag in flags] == [("lost-identifiers", 0), ("dropped-summary", 0)]
    assert ids([said(old), USER, MODEL, LAST], [said(SUMMARY), LAST], summary=SUMMARY, prior=old) == [
        "lost-identifiers",
        "dropped-summary",
    ]


def test_a_summary_in_two_messages_is_shown_at_the_second() -> None:
    flag = pair([USER, MODEL, LAST], [said(SUMMARY), LAST, said(SUMMARY)], summary=SUMMARY)[0]

    assert (flag.id, flag.index, flag.pointer) == ("duplicate-summary", 2, "/messages/2/content")
    assert [span.text for span in flag.evidence.spans] == ["/messages/0/content", "/messages/2/content"]


@pytest.mark.parametrize(
    ("after", "found"),
    [
        ([LAST, said(SUMMARY)], ["summary-order"]),
        ([said(SUMMARY), said("Be brief.", "system"), LAST], ["summary-order"]),
        ([said("Be brief.", "system"), said(SUMMARY), LAST], []),
    ],
)
def test_a_summary_stands_behind_the_system_message_and_before_what_is_newer(after: list, found: list[str]) -> None:
    assert ids([said("Be brief.", "system"), USER, MODEL, LAST], after, summary=SUMMARY) == found


def test_a_call_written_out_in_a_kept_message_is_shown() -> None:
    kept = said('I do [TOOL_CALL] {"name": "ls"}', "assistant")
    flag = pair([USER, MODEL, kept, LAST], [said(SUMMARY), kept, LAST], summary=SUMMARY)[0]

    assert (flag.id, flag.index, flag.evidence.spans[0].start) == ("tool-call-as-text", 1, 5)
    assert ids([USER, MODEL, said("[TOOL_CALL]")], [said(SUMMARY), said("[TOOL_CALL]")], summary=SUMMARY) == []


def test_the_language_of_the_replaced_user_messages_counts() -> None:
    german = f"{SUMMARY} Der Auftrag ist fertig, und die Liste ist nicht mit dem Rest auf dem Server."
    flag = pair([USER, MODEL, LAST], [said(german), LAST], summary=german)[-1]

    assert (flag.id, flag.index) == ("language-shift", 0)
    assert [span.text for span in flag.evidence.spans] == ["/messages/0/content"]


@pytest.mark.parametrize(
    ("claim", "false"),
    [
        ("The last 3 messages are kept verbatim.", True),
        ("The last 1 messages are kept verbatim.", False),
        ('The words "never touch the table" are kept word for word.', True),
        ('The words "Now the index." are kept word for word.', False),
        ("The rest is kept unchanged.", False),
        ('He said "never touch the table".', False),
    ],
)
def test_a_claim_that_something_is_kept_must_be_true(claim: str, false: bool) -> None:
    summary = f"{SUMMARY} {claim}"
    flags = pair([USER, MODEL, LAST], [said(f"Summary: {summary}"), LAST], summary=summary)

    assert ("false-kept-claim" in {flag.id for flag in flags}) is false


def test_an_encrypted_summary_cannot_be_checked() -> None:
    item = {"type": "compaction", "id": "cmp_1", "encrypted_content": "eA=="}
    message = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "port 5433"}]}
    flags = pair([message], [item], dialect="openai-responses")

    assert [(flag.id, flag.severity, flag.index, flag.pointer) for flag in flags] == [
        ("opaque-summary", "note", 0, "/input/0")
    ]


def test_an_earlier_compaction_block_is_the_prior() -> None:
    block = {"role": "assistant", "content": [{"type": "compaction", "content": "Customer 5521 wants invoices."}]}
    other = {"role": "assistant", "content": [{"type": "compaction", "content": SUMMARY}]}

    assert ids([block, USER, MODEL], [other], dialect="anthropic") == ["lost-identifiers", "dropped-summary"]


def test_results_and_unknown_blocks_are_replaced_text_and_a_system_prompt_stays() -> None:
    result = {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "sha a1b2c3d"}]}
    odd = {"type": "odd", "data": "x_77"}
    thinking = {"type": "thinking", "thinking": "x_99", "signature": "s"}
    body = {"system": "Be brief.", "messages": [{"role": "user", "content": [result, odd, thinking]}]}
    after = {"system": "Be brief.", "messages": [said("Summary: the sha.")]}
    flag = pair(body, after, dialect="anthropic")[0]

    assert (flag.id, flag.evidence.counts) == ("lost-identifiers", (("identifiers", 2), ("kept", 0)))
    assert [span.text for span in flag.evidence.spans] == [
        "/messages/0/content/1",
        "/messages/0/content/0/content/0/text",
    ]


def test_a_boundary_without_both_lists_is_flagged_only_where_nobody_can_read_it() -> None:
    boundary = Boundary("block", "x", 0, None, "", None, None, None, summary="encrypted")

    assert [flag.id for flag in flag_boundary(boundary, None, None).flags] == ["opaque-summary"]
    readable = Boundary("block", "x", 0, None, "", None, None, None, summary="readable")
    assert flag_boundary(readable, None, None).flags == ()


def test_a_list_that_opens_with_a_summary_has_a_prior() -> None:
    old = "Previous summary: customer 5521 wants invoices."
    new = f"{SUMMARY} {old}"

    assert ids([said(old), USER, MODEL, LAST], [said(new), LAST], summary=new) == ["nested-summary"]
    assert ids([USER, MODEL, said(old), LAST], [said(new), LAST], summary=new) == []


def test_a_blank_summary_is_empty() -> None:
    assert "empty-summary" in ids([USER, MODEL, LAST], [LAST], summary="")
