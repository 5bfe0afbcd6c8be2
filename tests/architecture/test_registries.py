"""Hand-written registries against their folders: a forgotten line fails."""

import pkgutil
import re
from types import ModuleType

import pytest

from compaction.dialects import maps
from compaction.dialects.registry import MAPPINGS
from compaction.formats import readers
from compaction.formats.registry import FORMATS
from compaction.measures import MEASURES, formulas
from compaction.qa import calls
from compaction.qa.registry import CALLS
from compaction.shape import RULES, Rule, rules
from compaction.transcripts import Dialect
from webui.transcripts.outputs import OUTPUTS, writers

OF_A_RULE = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
WITHOUT_NUMBER = {
    ("empty-messages", Dialect.OPENAI_RESPONSES),
    ("empty-messages", Dialect.BEDROCK_CONVERSE),
    ("context-length", Dialect.GEMINI),
    ("single-tool-result", Dialect.OPENAI_RESPONSES),
    ("image-media-type", Dialect.OPENAI_CHAT),
    ("image-media-type", Dialect.OPENAI_RESPONSES),
    ("unknown-field", Dialect.OPENAI_RESPONSES),
    ("unknown-field", Dialect.BEDROCK_CONVERSE),
    ("first-role", Dialect.GEMINI),
    ("image-media-type", Dialect.GEMINI),
    ("media-in-result", Dialect.GEMINI),
}
"""Sure by the documentation of the fields, without a number in the catalogue of behaviours."""
WITHOUT_EXAMPLE = {"message-count", "request-size", "context-length", "thinking-immutable", "encrypted-content"}
"""An example would be a list of megabytes, or needs a second body."""
TEXTS = ("title", "what", "why", "fix", "repair", "compaction", "severity_reason")


def members(folder: ModuleType, name: str) -> dict[str, object]:
    """The value of that name in each module of a folder."""
    found = {}
    for module in pkgutil.iter_modules(folder.__path__):
        loaded = __import__(f"{folder.__name__}.{module.name}", fromlist=[name])
        found[module.name] = getattr(loaded, name)
    return found


def test_every_rule_module_is_registered_under_its_own_name() -> None:
    assert {rule.id.replace("-", "_") for rule in RULES} == set(members(rules, "RULE"))
    assert all(rule is members(rules, "RULE")[rule.id.replace("-", "_")] for rule in RULES)


def test_every_reader_is_registered() -> None:
    assert all(any(format is known for known in FORMATS) for format in members(readers, "FORMAT").values())


def test_every_dialect_map_is_registered() -> None:
    assert all(any(mapping is known for known in MAPPINGS) for mapping in members(maps, "MAP").values())


def test_every_measure_is_registered_under_its_own_name() -> None:
    assert {measure.id.replace("-", "_") for measure in MEASURES} == set(members(formulas, "MEASURE"))
    assert all(measure is members(formulas, "MEASURE")[measure.id.replace("-", "_")] for measure in MEASURES)


def test_every_call_is_registered_under_the_name_of_its_step() -> None:
    assert {call.step: call for call in CALLS} == members(calls, "CALL")


def test_every_output_is_registered_under_its_own_name() -> None:
    assert {output.id: output.write for output in OUTPUTS} == members(writers, "write")


def test_ids_are_unique() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES)
    assert len({format.id for format in FORMATS}) == len(FORMATS)
    assert len({measure.id for measure in MEASURES}) == len(MEASURES)
    assert len({mapping.dialect for mapping in MAPPINGS}) == len(MAPPINGS)


@OF_A_RULE
def test_a_rule_has_all_that_its_page_says(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.id)
    for name in TEXTS:
        text = getattr(rule, name)
        assert text == text.strip() != "", name
    assert not re.search("invalid", rule.what, re.IGNORECASE)
    assert (len(rule.what), len(rule.why), len(rule.fix)) <= (60, 160, 140)
    assert rule.patterns
    assert rule.evidence
    assert rule.layers
    assert rule.version >= 1


@OF_A_RULE
def test_every_dialect_that_a_rule_speaks_of_is_known(rule: Rule) -> None:
    named = {*rule.severity, *rule.refused_by, *rule.bad, *rule.good, *rule.provider, *(rule.core_dialects or ())}
    assert named <= set(Dialect)


@OF_A_RULE
def test_every_dialect_that_a_rule_judges_has_words_and_examples(rule: Rule) -> None:
    assert set(rule.bad) == set(rule.good) == (set() if rule.id in WITHOUT_EXAMPLE else set(rule.severity))
    assert set(rule.provider) <= set(rule.severity)
    for dialect in rule.severity:
        refusal = rule.refused_by[dialect]
        assert refusal.outcome in ("refused", "depends")
        assert refusal.sentence.endswith(".")
        assert refusal.behaviours or (rule.id, dialect) in WITHOUT_NUMBER


@OF_A_RULE
def test_a_rule_recognises_the_words_in_which_its_providers_refuse(rule: Rule) -> None:
    for refusal in rule.refused_by.values():
        said = [pattern for pattern in rule.patterns if re.search(pattern, refusal.words)]
        assert bool(said) == bool(refusal.words)
        assert not (refusal.words and refusal.outcome == "accepted")


@OF_A_RULE
def test_what_a_rule_explains_is_a_rule(rule: Rule) -> None:
    assert set(rule.explains) <= {known.id for known in RULES} - {rule.id}
