"""The outputs, in the order in which they are offered."""

from collections.abc import Callable
from dataclasses import dataclass

from webui.transcripts.outputs.report import Report
from webui.transcripts.outputs.writers import csv, jsonl, junit, markdown, sarif


@dataclass(frozen=True, slots=True)
class Output:
    """One way to write a report. `title` is its name for people, `ending` that of a file."""

    id: str
    title: str
    media_type: str
    ending: str
    write: Callable[[Report], str]


OUTPUTS = (
    Output("sarif", "SARIF", "application/sarif+json", "sarif", sarif.write),
    Output("junit", "JUnit XML", "application/xml", "xml", junit.write),
    Output("markdown", "Markdown", "text/markdown", "md", markdown.write),
    Output("csv", "CSV", "text/csv", "csv", csv.write),
    Output("jsonl", "JSON lines", "application/x-ndjson", "jsonl", jsonl.write),
)
BY_ID = {output.id: output for output in OUTPUTS}
MENU = (*((output.id, output.title) for output in OUTPUTS), ("json", "JSON"))
"""What a page offers: id and name."""
