"""All measures, in the order in which a page shows them."""

from compaction.measures.formulas import (
    bigram_precision,
    carry_over_recall,
    compression,
    cost,
    draft_recall,
    evidence_rate,
    identifier_precision,
    identifier_recall,
    list_compression,
    recovered_share,
    recovered_yield,
    shed_yield,
    trigram_precision,
    unigram_precision,
    unknown_yield,
)
from compaction.measures.measure import Measure

MEASURES: tuple[Measure, ...] = (
    identifier_recall.MEASURE,
    draft_recall.MEASURE,
    recovered_share.MEASURE,
    carry_over_recall.MEASURE,
    identifier_precision.MEASURE,
    unigram_precision.MEASURE,
    bigram_precision.MEASURE,
    trigram_precision.MEASURE,
    compression.MEASURE,
    list_compression.MEASURE,
    recovered_yield.MEASURE,
    unknown_yield.MEASURE,
    shed_yield.MEASURE,
    evidence_rate.MEASURE,
    cost.MEASURE,
)
