from compaction.shape.decode import decode
from compaction.shape.native import Native, walk

BODY = b"""{"messages": [
  7,
  {"role": "user", "content": [{"type": "image"}, {"type": "text", "text": "x"}]},
  {"role": "assistant", "content": [{"type": "thinking"}, {"type": "tool_use", "id": "a"}, {"type": "image"}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}, {"type": "tool_result"}]},
  {"role": "user", "content": "x"}
]}"""


def native() -> Native:
    return walk(decode(BODY, splits=True), splits=True)


def test_blocks_are_found_by_their_type() -> None:
    images = native().blocks_of("image")
    assert [(turn, place) for turn, place, _ in images] == [(0, 0), (1, 2)]
    assert [block.id for _, _, block in native().blocks_of("tool_use")] == ["a"]
    assert native().blocks_of("audio") == ()


def test_turns_are_found_by_their_role() -> None:
    assert native().turns_of("user") == [0, 2, 3]
    assert native().turns_of("tool") == ()


def test_a_turn_of_results_is_one_entry_a_result() -> None:
    index = native()
    assert [index.index(turn) for turn in range(4)] == [0, 1, 2, 4]
    assert index.index(2, 1) == 3
    assert [index.result_part(number) for number in range(2)] == [0, 1]


def test_turns_know_their_place_in_the_uploaded_list() -> None:
    assert [native().pointer(turn) for turn in range(4)] == [f"/messages/{raw}" for raw in (1, 2, 3, 4)]
    assert native().result_pointers == ["/messages/3/content/0", "/messages/3/content/1"]
