"""What programs read of a check: SARIF, JUnit XML and Markdown, with the sentences and places of the pages."""

from webui.transcripts.outputs.registry import BY_ID, MENU, OUTPUTS, Output
from webui.transcripts.outputs.report import Checked, File, Report, Told
from webui.transcripts.outputs.rows import FIELDS, rows
from webui.transcripts.outputs.telling import report_of, tell, tell_role

__all__ = [
    "BY_ID",
    "FIELDS",
    "MENU",
    "OUTPUTS",
    "Checked",
    "File",
    "Output",
    "Report",
    "Told",
    "report_of",
    "rows",
    "tell",
    "tell_role",
]
