"""Numbers about a compaction, and flags: places where a person should look."""

from compaction.measures.material import Counts, Material
from compaction.measures.measure import Example, Measure
from compaction.measures.registry import MEASURES
from compaction.measures.take import Measures, measure, measure_material

__all__ = ["MEASURES", "Counts", "Example", "Material", "Measure", "Measures", "measure", "measure_material"]
