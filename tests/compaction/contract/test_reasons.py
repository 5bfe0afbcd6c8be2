from compaction.contract import REASONS
from compaction.contract.result import STEPS


def test_the_ten_reasons_stand_in_the_order_in_which_they_are_tried() -> None:
    assert [reason.id for reason in REASONS] == [
        "byte_limit",
        "token_usage",
        "token_limit",
        "wire",
        "identity",
        "xml_syntax",
        "xml_root",
        "xml_structure",
        "xml_content",
        "output_shape",
    ]


def test_each_reason_can_be_given_by_some_check() -> None:
    assert {reason.id for reason in REASONS} == {reason for step in STEPS for reason in step.reasons}


def test_texts_keep_to_their_lengths() -> None:
    for reason in REASONS:
        assert 0 < len(reason.title) <= 60
        assert 0 < len(reason.sentence) <= 160
        assert 0 < len(reason.fix) <= 140
        assert reason.sentence.endswith(".") and reason.fix.endswith(".")
