"""Numbers about a compaction, and flags: places where a person should look."""

from compaction.measures.flagging.boundaries import flag_boundary
from compaction.measures.flagging.registry import flag_texts, flags
from compaction.measures.flagging.texts import Texts
from compaction.measures.material import Counts, Material
from compaction.measures.measure import Example, Measure
from compaction.measures.registry import MEASURES
from compaction.measures.take import Measures, measure, measure_material

__all__ = [
    "MEASURES",
    "Counts",
    "Example",
    "Material",
    "Measure",
    "Measures",
    "Texts",
    "flag_boundary",
    "flag_texts",
    "flags",
    "measure",
    "measure_material",
]
