"""All that two texts say about a compaction, in one go.

Source: interfaces 1.6.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from compaction.identifiers import Identifier
from compaction.measures.formulas import compression, identifier_precision, identifier_recall
from compaction.measures.material import Material
from compaction.measures.precision import precision


@dataclass(frozen=True, slots=True)
class Measures:
    """Identifiers are written `class:value` and sorted. Shares are 0 to 1 with four decimals, None where undefined."""

    source_ids: tuple[str, ...]
    kept: tuple[str, ...]
    lost: tuple[str, ...]
    unsupported: tuple[str, ...]
    id_recall: float | None
    id_precision: float | None
    ngram_precision: tuple[float | None, float | None, float | None]
    compression: float | None

    @property
    def trigram_precision(self) -> float | None:
        """The share of the summary's runs of three words that the source has."""
        return self.ngram_precision[2]


def measure(source: str, summary: str, *, prior: str = "", hook: str = "") -> Measures:
    """Measure a summary against the text that it replaced."""
    return measure_material(Material(source, summary, prior, hook))


def measure_material(material: Material) -> Measures:
    """Measure what may have been looked at already."""
    return Measures(
        source_ids=_names(material.in_source.identifiers),
        kept=_names(material.kept),
        lost=_names(material.lost),
        unsupported=_names(material.unsupported),
        id_recall=identifier_recall.compute(material),
        id_precision=identifier_precision.compute(material),
        ngram_precision=(precision(material, 1), precision(material, 2), precision(material, 3)),
        compression=compression.compute(material),
    )


def _names(identifiers: Iterable[Identifier]) -> tuple[str, ...]:
    return tuple(sorted([f"{kind}:{value}" for kind, value in identifiers]))
