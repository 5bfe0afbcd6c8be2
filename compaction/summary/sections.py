"""Which sections a summary has, in what order; data only.

Source: summary-validation 6.1.
"""

from compaction.summary.model import Section

ROOT = "conversation_summary"

SECTIONS: tuple[Section, ...] = (
    Section("goal", required=True),
    Section("constraints", required=False),
    Section("decisions", required=False),
    Section("state", required=True),
    Section("open_items", required=False),
)

SECTION_NAMES: tuple[str, ...] = tuple(section.name for section in SECTIONS)
