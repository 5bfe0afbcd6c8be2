"""SARIF 2.1.0, for code scanning: one result a violation, known again by its signature wherever it stands.

Source: OASIS SARIF 2.1.0, sections 3.14 to 3.49.
"""

import json
from typing import Any
from urllib.parse import quote

from compaction.shape import CATALOGUE
from webui.transcripts.outputs.report import File, Report, Told

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "compactionReview/v1"


def write(report: Report) -> str:
    """Return the report as one SARIF log with one run."""
    told = {one.rule: one for file in report.files for one in file.told}
    rules = list(told)
    results = [_result(file, one, rules) for file in report.files for one in file.told]
    driver = {
        "name": "Compaction Review",
        "version": CATALOGUE,
        "rules": [_rule(one, report.rules) for one in told.values()],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "results": results,
        "properties": {"scope": report.scope, "notTold": sum(file.more for file in report.files)},
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1)


def _rule(told: Told, pages: str) -> dict[str, Any]:
    rule = {
        "id": told.rule,
        "shortDescription": {"text": told.title or told.what},
        "fullDescription": {"text": told.why},
    }
    return rule | ({"helpUri": f"{pages}{told.rule}"} if pages and told.title else {})


def _result(file: File, told: Told, rules: list[str]) -> dict[str, Any]:
    result = {
        "ruleId": told.rule,
        "ruleIndex": rules.index(told.rule),
        "level": str(told.severity),
        "message": {"text": f"{told.sentence} {told.where}. {told.fix}"},
        "locations": [_location(file.name, told)],
        "partialFingerprints": {FINGERPRINT: told.signature},
        "properties": {"path": told.path, "confidence": told.confidence},
    }
    if told.waiver:
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": told.waiver}]
    return result | ({"hostedViewerUri": told.link} if told.link else {})


def _location(name: str, told: Told) -> dict[str, Any]:
    artifact = {"artifactLocation": {"uri": uri(name)}, "region": {"startLine": told.line or 1}}
    return {"physicalLocation": artifact, "logicalLocations": [{"fullyQualifiedName": told.path}]}


def _invocation(report: Report) -> dict[str, Any]:
    told = [_notification(file) for file in report.files if file.code or file.unchecked]
    return {"executionSuccessful": not any(file.code for file in report.files), "toolExecutionNotifications": told}


def _notification(file: File) -> dict[str, Any]:
    return {
        "level": "error" if file.code else "warning",
        "descriptor": {"id": file.code or "not-checked"},
        "message": {"text": file.sentence},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(file.name)}}}],
    }


def uri(name: str) -> str:
    """Return a file name as a URI: relative where the name is, so that a platform finds it in the repository."""
    path = quote(name.replace("\\", "/"), safe="/", errors="replace")
    return f"file://{path}" if path.startswith("/") else path.removeprefix("./")
