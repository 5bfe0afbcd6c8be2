"""Plausible wrong rule engines: each must turn a named case red.

A mutant is the real source with a few words exchanged, loaded beside the real modules. A row whose words are gone from
the source fails, so the table cannot rot. Not here: a default dialect, which `check` does not have.

Source: message-shape 14.
"""

import importlib
import importlib.util
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import pytest

import compaction

CASES = Path(__file__).parents[2] / "cases" / "message_shape.json"
ROOM = "compaction.shape"


class Change(NamedTuple):
    module: str
    old: str
    new: str


def rule_gone(name: str) -> Change:
    return Change("registry", f"    {name}.RULE,\n", "")


def everywhere(name: str) -> Change:
    return Change(f"rules.{name}", "core_dialects=(Dialect.ANTHROPIC,)", "core_dialects=None")


SYSTEM, EMPTY = "rules.system_position", "rules.non_empty_content"
PAIRED, ANSWERED = "rules.paired_tool_result", "rules.answered_tool_use"
EXEMPTIONS = 'if 0 < turn < last and native.roles[turn + 1] != "assistant":'
LAST = "    last = len(native.roles) - 1\n"
ALTERNATION = """    for turn in range(1, len(native.roles)):
        if native.roles[turn] == native.roles[turn - 1]:
            yield Breach(turn, native.pointer(turn))
"""
CALLED = "called_at = native.first_calls.get"
FORGETFUL = """called_at = lambda call_id, turn: next(
        (caller if call_id in ids else turn for caller, ids, _ in reversed(native.callers) if caller < turn), turn)"""
RESULT_BLOCK = 'if kind == "tool_result":'

MUTATIONS: Mapping[str, tuple[str, Sequence[Change]]] = {
    "drop system-position": ("sys-001", [rule_gone("system_position")]),
    "drop paired-tool-result": ("res-001", [rule_gone("paired_tool_result")]),
    "drop answered-tool-use": ("use-001", [rule_gone("answered_tool_use")]),
    "drop non-empty-content": ("emp-001", [rule_gone("non_empty_content")]),
    "look at the next entry only": (
        "acc-007",
        [Change("native", "run.update(dict.fromkeys(results, turn))", "run.update(dict.fromkeys(results[:1], turn))")],
    ),
    "system only at index 0": ("acc-022", [Change(SYSTEM, EXEMPTIONS, "if turn > 0:")]),
    "position rule in every dialect": ("sys-011", [everywhere("system_position")]),
    "pairing rules in one dialect": (
        "oai-005",
        [Change("check", "rule.core is not None and (", "rule.core is not None and dialect == 'anthropic' and (")],
    ),
    "add an alternation rule": ("acc-028", [Change(SYSTEM, LAST, LAST + ALTERNATION)]),
    "position rule at index 0": ("acc-025", [Change(SYSTEM, "0 < turn < last", "turn < last")]),
    "last message not exempt": (
        "sys-005",
        [Change(SYSTEM, EXEMPTIONS, 'if turn and (turn == last or native.roles[turn + 1] != "assistant"):')],
    ),
    "run skips other roles": ("use-004", [Change("native", "        else:\n            run = None\n", "")]),
    "all calls of a turn when one is unanswered": (
        "use-003",
        [Change(ANSWERED, "for place in unanswered:", "for place in range(len(ids)):")],
    ),
    "stop at the first violation": (
        "mix-001",
        [Change("check", "    return tuple(sorted(violations,", "    return tuple(sorted(violations[:1],")],
    ),
    "no opacity test": (
        "acc-017",
        [Change("native", f"        opaque = True\n        {RESULT_BLOCK}", f"        {RESULT_BLOCK}")],
    ),
    "no exemption for turns with calls": ("acc-067", [Change("native", "elif not opaque:", "if not opaque:")]),
    "white space not stripped": (
        "emp-002",
        [Change(EMPTY, "not text or (text.isspace() and not text.strip(WHITE_SPACE))", "not text")],
    ),
    "index off by one": ("use-001", [Change("native", "self._starts[turn] + part", "self._starts[turn] + part + 1")]),
    "no exemption for role tool": (
        "wire-006",
        [Change("native", "            opaque = True\n        elif calls:", "        elif calls:")],
    ),
    "absent content counts as blank": ("acc-048", [Change("native", "opaque = content is None", "opaque = False")]),
    "earlier calls forgotten": ("acc-045", [Change(PAIRED, CALLED, FORGETFUL)]),
    "all call ids collected before the walk": (
        "res-005",
        [Change(PAIRED, "called_at(call_id, turn) >= turn", "called_at(call_id) is None")],
    ),
    "empty result id is an id": ("oai-021", [Change(PAIRED, ">= turn and call_id:", ">= turn:")]),
    "empty call id is an id": ("oai-020", [Change(ANSWERED, "<= turn and call_id]", "<= turn]")]),
    "emptiness rule in every dialect": ("emp-016", [everywhere("non_empty_content")]),
    "developer treated as system": (
        "wire-004",
        [Change(SYSTEM, 'native.turns_of("system")', '[*native.turns_of("system"), *native.turns_of("developer")]')],
    ),
    "blank if any text block is": ("acc-051", [Change(EMPTY, "elif all(", "elif any(")]),
    "wider white space": ("acc-059", [Change(EMPTY, "text.strip(WHITE_SPACE)", "text.strip()")]),
    "raw index instead of the entry": (
        "sys-008",
        [Change("native", "self._starts[turn] + part", "self.request.order[turn]")],
    ),
    "pointer of the first call for all": ("use-003", [Change(ANSWERED, "pointers[place]", "pointers[0]")]),
    "results without text ignored": (
        "acc-038",
        [
            Change(
                "decode",
                "tool_use_id: str | None = None\n",
                "tool_use_id: str | None = None\n    content: object = None\n",
            ),
            Change("native", RESULT_BLOCK, f"{RESULT_BLOCK[:-1]} and isinstance(block.content, str):"),
        ],
    ),
    "raw roles taken from entries": (
        "wire-002",
        [
            Change(
                "wire_roles",
                "    if not LEGAL",
                "    found += [(native.position(turn), 'tool') for turn in native.split_turns]\n    if not LEGAL",
            )
        ],
    ),
}


class Mutant(SourceFileLoader):
    """Compiles a module after exchanging words in its source."""

    changes: Sequence[Change] = ()

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_source(fullname)
        for change in self.changes:
            assert source.count(change.old) == 1, f"the mutation no longer applies: {change.old!r}"
            source = source.replace(change.old, change.new)
        return compile(source, self.path, "exec")


class Mutants(MetaPathFinder):
    """Finds the modules that a mutation changes."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self.changes = changes

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        changes = [change for change in self.changes if f"{ROOM}.{change.module}" == name]
        spec = PathFinder.find_spec(name, path, target) if changes else None
        if spec is not None:
            spec.loader = Mutant(name, str(spec.origin))
            spec.loader.changes = changes
        return spec


@contextmanager
def mutated(changes: Sequence[Change]) -> Iterator[ModuleType]:
    """Load the room afresh with some words exchanged, and put the real modules back afterwards."""
    kept = take_room()
    finder = Mutants(changes)
    sys.meta_path.insert(0, finder)
    try:
        yield importlib.import_module(ROOM)
    finally:
        sys.meta_path.remove(finder)
        take_room()
        sys.modules.update(kept)
        compaction.shape = kept[ROOM]  # type: ignore[attr-defined] # importing binds the name on the package


def take_room() -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name == ROOM or name.startswith(f"{ROOM}.")]
    return {name: sys.modules.pop(name) for name in names}


def verdict(check: Callable[..., Any], case: dict[str, Any]) -> object:
    report = check(json.dumps(case["request"]).encode(), dialect=case["dialect"], layer="core")
    violations = [{"index": v.index, "rule": v.rule, "pointer": v.pointer} for v in report.violations]
    roles = [{"index": r.index, "role": r.role, "pointer": r.pointer} for r in report.wire_roles]
    return violations, roles


def expected(case: dict[str, Any]) -> object:
    return case["expect"], case["expect_wire"]


def case_named(prefix: str) -> dict[str, Any]:
    [case] = [case for case in json.loads(CASES.read_text()) if case["id"].startswith(prefix)]
    return case


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_engine_turns_its_case_red(name: str) -> None:
    import compaction.shape

    prefix, changes = MUTATIONS[name]
    case = case_named(prefix)
    assert verdict(compaction.shape.check, case) == expected(case)
    with mutated(changes) as room:
        assert verdict(room.check, case) != expected(case)


def test_the_real_engine_is_back_afterwards() -> None:
    import compaction.shape

    real, count = compaction.shape.check, len(compaction.shape.RULES)
    with mutated([rule_gone("system_position")]) as room:
        assert len(room.RULES) == count - 1
    assert importlib.import_module(ROOM).check is real
