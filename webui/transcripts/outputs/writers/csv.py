"""CSV, for table programs: one line a violation, and one for each file that was not read or not checked."""

from webui.common.tables import csv_lines
from webui.transcripts.outputs.report import Report
from webui.transcripts.outputs.rows import FIELDS, every


def write(report: Report) -> str:
    """Return the report as a table."""
    return "".join(csv_lines(every(report), FIELDS))
