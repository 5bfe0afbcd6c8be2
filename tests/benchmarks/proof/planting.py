"""The twenty facts of a dialog, each with the sentences that tell it, in the order in which they are said."""

from dataclasses import dataclass

from tests.benchmarks.proof.chance import Chance, Values
from tests.benchmarks.proof.dialogs import KINDS, Fact
from tests.benchmarks.proof.scenario import Said, Scenario

FACTS = 20
AT_LEAST = 2
"""Facts of each kind; the other four fall on kinds by chance."""
CORRECTED = 0.5
RESTATED = 0.3


@dataclass(frozen=True)
class Planted:
    """A fact, and what is said of it: an older value first where there was one, the fact, perhaps the fact again."""

    fact: Fact
    said: tuple[Said, ...]


def plant(scenario: Scenario, chance: Chance, values: Values) -> list[Planted]:
    """Give the facts of a dialog."""
    extra = chance.some(KINDS, FACTS - AT_LEAST * len(KINDS))
    found: list[Planted] = []
    for kind in KINDS:
        found += _of_kind(kind, AT_LEAST + (kind in extra), scenario, chance, values)
    return found


def _of_kind(kind: str, count: int, scenario: Scenario, chance: Chance, values: Values) -> list[Planted]:
    match kind:
        case "rule":
            return [Planted(Fact(kind, told), (said,)) for said, told in chance.some(scenario.rules, count)]
        case "decision":
            return [Planted(Fact(kind, told), (said,)) for said, told in chance.some(scenario.decisions, count)]
        case "setting":
            return [_setting(key, options, scenario, chance) for key, options in chance.some(scenario.settings, count)]
        case "identifier":
            rows = [(key, values.filled(form)) for key, form in chance.some(scenario.identifiers, count)]
        case "number":
            rows = [(key, values.filled(form)) for key, form in chance.some(scenario.numbers, count)]
        case "error":
            rows = [("", values.filled(form)) for form in chance.some(scenario.errors, count)]
        case "location":
            rows = [("", values.location()) for _ in range(count)]
        case _:
            rows = [("", values.path()) for _ in range(count)]
    return [_stated(kind, key, value, scenario, chance) for key, value in rows]


def _stated(kind: str, key: str, value: str, scenario: Scenario, chance: Chance) -> Planted:
    again = kind not in ("error", "number") and chance.happens(RESTATED)
    said = chance.some(scenario.says[kind], 1 + again)
    return Planted(Fact(kind, _accepted(kind, value)), tuple(_filled(one, key, value) for one in said))


def _setting(key: str, options: tuple[str, ...], scenario: Scenario, chance: Chance) -> Planted:
    value, old = chance.some(options, 2)
    if not chance.happens(CORRECTED):
        return Planted(Fact("setting", (value,), key), (_filled(chance.pick(scenario.says["setting"]), key, value),))
    first, then = chance.pick(scenario.corrections)
    return Planted(
        Fact("setting", (value,), key, old), (_filled(first, key, value, old), _filled(then, key, value, old))
    )


def _accepted(kind: str, value: str) -> tuple[str, ...]:
    """Give the ways in which a value may be written."""
    if kind == "number":
        return tuple(dict.fromkeys((value, value.replace(",", ""))))
    if kind == "location":
        file, _, line = value.replace(" line ", ":").replace("#L", ":").rpartition(":")
        return f"{file}:{line}", f"{file} line {line}", f"{file}, line {line}", f"{file}#L{line}"
    return (value,)


def _filled(said: Said, key: str, value: str, old: str = "") -> Said:
    speaker, text = said
    return speaker, text.replace("{k}", key).replace("{v}", value).replace("{old}", old)
