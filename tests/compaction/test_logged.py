import pytest

from compaction.findings import Violation
from compaction.formats import LogPlace
from compaction.formats.sessions.lists import Standing, Turn, rebuilt
from compaction.inspection import judge
from compaction.logged import in_log, located
from compaction.shape import Report
from compaction.transcripts import Dialect

PLACES = (
    (LogPlace("/lines/3/message"),),
    (LogPlace("/lines/5/message"), LogPlace("/lines/7/message", 2)),
    (LogPlace("/lines/9", exact=False),),
)


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        ("/messages/0/content/4/text", "/lines/3/message/content/4/text"),
        ("/messages/0", "/lines/3/message"),
        ("/messages/1/content/1", "/lines/5/message/content/1"),
        ("/messages/1/content/2/id", "/lines/7/message/content/0/id"),
        ("/messages/1/content", "/lines/5/message/content"),
        ("/messages/1", "/lines/5/message"),
        ("/messages/2/tool_calls/0", "/lines/9"),
        ("/messages/3", "/messages/3"),
        ("/lines/0/parentUuid", "/lines/0/parentUuid"),
        ("/model", "/model"),
        ("/system/text", "/system/text"),
    ],
)
def test_a_pointer_into_a_rebuilt_list_leads_into_the_log(pointer: str, place: str) -> None:
    assert in_log(PLACES, pointer) == place


def of(role: str, *blocks: dict) -> Turn:
    return Turn.of({"role": role, "content": list(blocks)}, LogPlace("/lines/0/message"))


TEXT = {"type": "text", "text": "Look."}
CALL = {"type": "tool_use", "id": "t1", "name": "ls", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}


def rules(*turns: Turn, layer: str = "both", **standing: object) -> list[str]:
    found = rebuilt("main", turns, dialect=Dialect.ANTHROPIC, standing=Standing(**standing))
    return [violation.rule for violation in judge(found, layer).violations]


def test_a_list_that_opens_midway_may_begin_with_an_answer_and_with_results() -> None:
    assert rules(of("assistant", TEXT), of("user", TEXT)) == ["first-role"]
    assert rules(of("assistant", TEXT), of("user", TEXT), opens_midway=True) == []
    assert rules(of("user", RESULT), of("assistant", TEXT)) == ["paired-tool-result"]
    assert rules(of("user", RESULT), of("assistant", TEXT), opens_midway=True) == []
    assert rules(of("user", RESULT), opens_midway=True) == []


def test_a_pending_call_is_not_unanswered() -> None:
    assert rules(of("user", TEXT), of("assistant", CALL)) == ["answered-tool-use"]
    assert rules(of("user", TEXT), of("assistant", CALL), pending=("t1",)) == []
    assert rules(of("user", TEXT), of("assistant", CALL), pending=("t2",)) == ["answered-tool-use"]


def test_what_is_wrong_with_the_log_itself_is_said_beside_the_rules_of_the_catalogue() -> None:
    broken = Violation("broken-parent-chain", "warning", ("provider",), 0, 0, "/lines/4/parentUuid")
    assert rules(of("user", TEXT), violations=(broken,)) == ["broken-parent-chain"]
    assert rules(of("user", TEXT), violations=(broken,), layer="core") == []


def test_places_are_named_where_the_log_has_lines_and_left_as_they_are_elsewhere() -> None:
    report = judge(rebuilt("main", [of("user", TEXT), of("user", RESULT)], dialect=Dialect.ANTHROPIC), "provider")
    found = rebuilt("main", [of("user", TEXT), of("user", RESULT)], dialect=Dialect.ANTHROPIC)
    assert [violation.pointer for violation in located(found, report).violations] == ["/lines/0/message/content/0"]
    document = rebuilt("main", [Turn.of({"role": "tool", "content": []})], dialect=Dialect.ANTHROPIC)
    report = judge(document, "both")
    assert located(document, report) is report
    roles = rebuilt("main", [of("tool", TEXT)], dialect=Dialect.ANTHROPIC)
    assert [role.pointer for role in located(roles, judge(roles, "both")).wire_roles] == ["/lines/0/message/role"]


def test_counterparts_and_related_places_are_named_too() -> None:
    twice = [of("user", TEXT), of("assistant", CALL), of("user", RESULT, RESULT)]
    found = rebuilt("main", twice, dialect=Dialect.ANTHROPIC)
    (only,) = located(found, judge(found, "provider")).violations
    assert only.rule == "single-tool-result"
    assert {only.pointer, only.counterpart, *only.related} - {None} <= {
        "/lines/0/message/content/0",
        "/lines/0/message/content/1",
    }
    assert located(found, Report()) == Report()


def test_what_a_log_in_a_form_of_its_own_does_not_keep_is_not_missed() -> None:
    thought = {"type": "thinking", "thinking": "Hm."}
    turns = [of("user", TEXT), of("assistant", thought, TEXT), of("user", TEXT)]
    kept = rebuilt("main", turns, dialect=Dialect.ANTHROPIC)
    assert "thinking-signature" in [violation.rule for violation in judge(kept, "provider").violations]
    own = rebuilt("main", turns, dialect=Dialect.ANTHROPIC, converted=True)
    assert judge(own, "provider").violations == ()
