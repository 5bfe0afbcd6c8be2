"""What a compaction wrote in place of messages: one XML text with five sections."""

from compaction.summary.grammar import read
from compaction.summary.model import Section, Summary
from compaction.summary.outline import SectionView, State, outline
from compaction.summary.sections import ROOT, SECTION_NAMES, SECTIONS

__all__ = ["ROOT", "SECTIONS", "SECTION_NAMES", "Section", "SectionView", "State", "Summary", "outline", "read"]
