"""Numbers about a compaction, and flags: places where a person should look."""

from compaction.measures.flagging.boundaries import flag_boundary
from compaction.measures.flagging.lists import Lists, flag_read_lists, read_lists
from compaction.measures.flagging.parts import Part, joined, read_parts
from compaction.measures.flagging.placing import Placing
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
    "Lists",
    "Material",
    "Measure",
    "Measures",
    "Part",
    "Placing",
    "Texts",
    "flag_boundary",
    "flag_read_lists",
    "flag_texts",
    "flags",
    "joined",
    "measure",
    "measure_material",
    "read_lists",
    "read_parts",
]
