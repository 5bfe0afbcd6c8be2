import json

from compaction.formats import Boundary, read

SUMMED = {"type": "compaction", "content": "<summary>Part 1 is done.</summary>"}
AGAIN = {"type": "compaction", "content": "Part 2 is done as well."}
OPAQUE = {"type": "compaction", "content": None, "encrypted_content": "b3Bh"}


def test_a_block_within_a_list_stands_behind_what_it_replaces(find, talk) -> None:
    (found,) = find([*talk(3), ("assistant", [SUMMED, {"type": "text", "text": "On."}]), ("user", "Go on.")])
    assert (found.kind, found.at, found.written_by) == ("block", "line 1 /messages/3/content/0", "provider")
    assert (found.list, found.before_list, found.before_messages, found.after_messages) == (0, 0, 3, 1)
    assert (found.summary, found.summary_text) == ("readable", "Part 1 is done.")


def test_a_block_is_told_once_and_the_next_one_goes_on_from_it(find, talk) -> None:
    one = [*talk(3), ("assistant", [SUMMED]), ("user", "Go on.")]
    two = [*one, ("assistant", "Done."), ("user", "More.")]
    three = [*two, ("assistant", [AGAIN]), ("user", "Even more.")]
    first, second = find(one, two, three, [*three, ("assistant", "Done.")])
    assert (first.list, second.list, second.at) == (0, 2, "line 3 /messages/7/content/0")
    assert (second.before_messages, second.prior_text) == (4, SUMMED["content"])


def test_a_block_that_opens_a_list_came_with_an_answer(exchange, talk) -> None:
    (found,) = exchange((talk(5), [SUMMED]), ([("assistant", [SUMMED]), ("user", "Go on.")], "Done."))
    assert (found.at, found.before_list, found.before_messages) == ("line 2 /request/body/messages/0/content/0", 0, 5)
    assert (found.list, found.after_messages) == (1, None)


def test_a_block_that_opens_a_list_may_be_found_by_what_is_kept(find, talk) -> None:
    (found,) = find(talk(7), [("assistant", [SUMMED]), *talk(7)[5:]])
    assert (found.kind, found.before_list, found.list, found.before_messages) == ("block", 0, 1, 7)


def test_a_block_that_opens_the_first_list_has_nothing_before(find, talk) -> None:
    (found,) = find([("assistant", [SUMMED]), *talk(3)])
    assert (found.before_list, found.before_messages, found.after_messages) == (None, 0, None)


def test_a_block_of_the_last_answer_has_nothing_after(exchange, talk) -> None:
    (found,) = exchange((talk(5), [OPAQUE]))
    assert (found.kind, found.list, found.before_list, found.before_messages) == ("block", None, 0, 5)
    assert (found.at, found.summary, found.summary_text) == ("/response/body", "encrypted", None)


def test_an_opaque_block_says_so_and_an_empty_one_holds_none(find, talk) -> None:
    opaque, empty = find(
        [("assistant", [OPAQUE]), *talk(3)], [("assistant", [{"type": "compaction", "content": " "}]), *talk(3)]
    )
    assert (opaque.summary, empty.summary) == ("encrypted", "absent")


def test_items_are_told_apart_by_what_they_hide() -> None:
    def line(secret: str) -> bytes:
        items = [{"type": "compaction", "encrypted_content": secret}, {"role": "user", "content": "Go on."}]
        return json.dumps({"model": "gpt-5.2", "input": items}).encode() + b"\n"

    found = [record for record in read([line("a"), line("a"), line("b")]) if isinstance(record, Boundary)]
    assert [(one.kind, one.at, one.summary) for one in found] == [
        ("item", "line 1 /input/0", "encrypted"),
        ("item", "line 3 /input/0", "encrypted"),
    ]


def test_a_compaction_that_a_record_names_is_told_once() -> None:
    def line(path: str, items: list[object], output: list[object]) -> bytes:
        url = f"https://api.openai.com/v1/{path}"
        request = {"method": "POST", "url": url, "body": {"model": "gpt-5.2", "input": items}}
        response = {"status_code": 200, "body": {"object": "response.compaction", "output": output}}
        return json.dumps({"request": request, "response": response}).encode() + b"\n"

    item = {"type": "compaction", "encrypted_content": "a"}
    turns = [{"role": "user", "content": f"Turn {at}."} for at in range(5)]
    left = [*turns[3:], item]
    lines = [line("responses/compact", turns, left), line("responses", [*left, turns[0]], [])]
    (found,) = [record for record in read(lines) if isinstance(record, Boundary)]
    assert (found.kind, found.before_list, found.list) == ("explicit", 0, 1)
