"""Rules about session logs themselves. No request can break them: whoever reads a log finds what breaks them.

Source: provider-rules 7.1.
"""

from compaction.findings import Severity
from compaction.shape.rule import Group, Phase, Rule
from compaction.transcripts import Dialect

SEVERITY = {Dialect.ANTHROPIC: Severity.WARNING, Dialect.OPENAI_RESPONSES: Severity.WARNING}

LOG_RULES: tuple[Rule, ...] = (
    Rule(
        id="broken-parent-chain",
        title="Every record of a session log hangs under one that is there",
        what="Parent record is not in the log",
        why="A tool that resumes the session walks up from the newest record and loses all that stands before the gap.",
        fix="Resume from a copy of the log in which the parent of this record is the record before it.",
        repair="Set the parent of the first record after the gap to the last record before it.",
        compaction="The record that a compaction hangs its summary under was never written.",
        group=Group.ORDER,
        phase=Phase.FORM,
        severity=SEVERITY,
        severity_reason="Warning: nothing is refused, but the model no longer sees the older messages.",
        refused_by={},
        patterns=(),
        evidence=("anthropics/claude-code#46603",),
        bad={},
        good={},
    ),
    Rule(
        id="duplicate-log-entry",
        title="No record stands twice in a session log",
        what="Record id stands twice in the log",
        why="Readers that count every line see a call or a result twice, which providers refuse.",
        fix="Keep one of the two records.",
        repair="Drop the repeated record; a resumed session copies the records of the one that it goes on from.",
        compaction="A session that was resumed after a compaction begins with a copy of the kept records.",
        group=Group.ORDER,
        phase=Phase.FORM,
        severity=SEVERITY,
        severity_reason="Warning: the repeated record is read once, so the list itself is whole.",
        refused_by={},
        patterns=(),
        evidence=(),
        bad={},
        good={},
    ),
)
