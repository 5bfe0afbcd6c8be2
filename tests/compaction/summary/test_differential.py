"""Two readers that share nothing must agree on reason, place and section texts."""

import random
from collections.abc import Callable
from types import ModuleType

from compaction.errors import InvalidSummary
from compaction.summary import read

SEED = 20_26
ROUNDS = 6_000


def verdict(data: bytes) -> tuple[object, ...]:
    try:
        summary = read(data)
    except InvalidSummary as refusal:
        return refusal.reason, refusal.line, refusal.column
    return ("ok", *summary.sections.values())


def naive_verdict(naive: ModuleType, data: bytes) -> tuple[object, ...]:
    refusal, texts = naive.judge(data)
    if refusal is None:
        return ("ok", *texts)
    reason, at = refusal
    lines = data[:at].split(b"\n")
    return reason, len(lines), len(lines[-1].decode("utf-8", "surrogateescape")) + 1


def test_both_readers_agree_on_every_case(naive: ModuleType, inputs: list[bytes]) -> None:
    for data in inputs:
        assert verdict(data) == naive_verdict(naive, data), data


def test_both_readers_agree_on_changed_cases(
    naive: ModuleType, inputs: list[bytes], mutate: Callable[[random.Random, list[bytes]], bytes]
) -> None:
    chance = random.Random(SEED)  # noqa: S311 - not for secrets: the same changes in every run
    seen = set()
    for _ in range(ROUNDS):
        data = mutate(chance, inputs)
        expected = naive_verdict(naive, data)
        assert verdict(data) == expected, data
        seen.add(expected[0])
    assert seen == {"ok", "xml_syntax", "xml_root", "xml_structure", "xml_content"}


def test_both_readers_agree_on_every_cut_of_a_summary(naive: ModuleType) -> None:
    data = (
        "<conversation_summary>\r\n <goal>é &amp; &#xD800;</goal>\xa0<constraints/><decisions ></decisions\n>"
        "<state>]] &#x3000;x</state><open_items></open_items></conversation_summary>"
    ).encode()
    for end in range(len(data) + 1):
        assert verdict(data[:end]) == naive_verdict(naive, data[:end]), data[:end]
