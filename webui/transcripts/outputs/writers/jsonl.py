"""JSON lines, for scripts: one object a violation, and one for each file that was not read or not checked."""

from webui.common.tables import json_lines
from webui.transcripts.outputs.report import Report
from webui.transcripts.outputs.rows import FIELDS, every


def write(report: Report) -> str:
    """Return the report as one object a line."""
    return "".join(json_lines(every(report), FIELDS))
