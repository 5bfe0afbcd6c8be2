"""CSV and JSON lines of a report: the same rows, and no file that was not checked looks clean."""

import csv
import json
from io import StringIO

from compaction.findings import Severity
from webui.transcripts.outputs import FIELDS, File, Report, Told
from webui.transcripts.outputs.writers import csv as as_csv
from webui.transcripts.outputs.writers import jsonl

TOLD = Told(
    rule="paired-tool-result",
    severity=Severity.ERROR,
    what="Tool result without its call",
    where="Message 2 (user), block 0",
    path="messages[2].content[0]",
    why="Anthropic refuses it.",
    fix="Put the call back.",
    signature="ab12",
    line=7,
    link="http://here/t/acme/transcripts/1?at=2.0",
    waiver="Waived by ada until 3 Dec.",
)
REPORT = Report(
    (
        File("=cmd.json", "Would be refused: 1 error.", (TOLD,), more=3, link="http://here/c"),
        File("b.json", "Not checked: it is not known whose message rules apply.", unchecked=True),
        File("c.zip", "It is compressed. Unpack it.", code="compressed-input"),
        File("clean.json", "Would be accepted: nothing found."),
    ),
    "Checked by 34 rules.",
)


def test_both_hold_the_same_rows() -> None:
    table = list(csv.DictReader(StringIO(as_csv.write(REPORT))))
    lines = [json.loads(line) for line in jsonl.write(REPORT).splitlines()]

    assert [list(row) for row in lines] == [list(FIELDS)] * 4
    assert [(row["rule"], row["what"]) for row in lines] == [(row["rule"], row["what"]) for row in table]
    assert (lines[0]["line"], lines[0]["path"], lines[0]["waiver"]) == (7, TOLD.path, TOLD.waiver)
    assert lines[0]["name"] == "=cmd.json" and table[0]["name"] == "'=cmd.json"


def test_what_is_not_told_or_not_checked_has_a_row() -> None:
    lines = [json.loads(line) for line in jsonl.write(REPORT).splitlines()]

    assert [(row["name"], row["rule"], row["what"]) for row in lines[1:]] == [
        ("=cmd.json", "", "3 more are not told here"),
        ("b.json", "not-checked", "Not checked: it is not known whose message rules apply."),
        ("c.zip", "compressed-input", "It is compressed. Unpack it."),
    ]


def test_a_clean_report_is_a_head_alone() -> None:
    clean = Report(REPORT.files[3:], "Checked by 34 rules.")

    assert as_csv.write(clean) == ",".join(FIELDS) + "\r\n"
    assert jsonl.write(clean) == ""
