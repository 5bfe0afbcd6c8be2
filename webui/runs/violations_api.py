"""What is wrong with a run, or with all that a capture holds, for programs."""

from collections import Counter
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from compaction.findings import Severity
from webui.accounts.access import needs
from webui.accounts.powers import Power
from webui.common.calls import host_of
from webui.common.schemas import READ
from webui.runs import access, telling
from webui.runs.schemas import CheckOut
from webui.runs.views import export
from webui.transcripts import access as transcripts
from webui.transcripts.outputs import BY_ID, File, Report
from webui.transcripts.verdicts import SCOPES
from webui.transcripts.violations_api import ALSO_FILES, Written, answered, rules_at

router = Router()


class ToldOut(Schema):
    """One thing that is wrong, in the words of the pages. `signature` is the same wherever the same defect stands.

    `waiver` is the sentence of the waiver that covers it, or empty.
    """

    rule: str
    severity: Severity
    what: str
    where: str
    path: str
    why: str
    fix: str
    signature: str
    confidence: str
    link: str
    waiver: str


class FileOut(Schema):
    """What is wrong in one file: the sentence of its page, `counts` by severity, and each violation.

    `more` violations are not told: there are at most 5,000. `unchecked`: not all of it was checked, so that nothing
    found is no pass.
    """

    name: str
    sentence: str
    code: str
    unchecked: bool
    counts: dict[Severity, int]
    violations: list[ToldOut]
    more: int
    link: str


class RunViolations(FileOut):
    """With the verdict of the contract, and every check in its true order."""

    verdict: str
    checks: list[CheckOut]


class CaptureViolations(FileOut):
    """Of all lists and compactions of a capture; `pending`: it is still being read or compared."""

    pending: bool


@router.get(
    "/runs/{pk}/violations",
    response={200: RunViolations, **READ},
    openapi_extra=ALSO_FILES,
    url_name="run-violations",
)
@needs(Power.READ)
def run_violations(request: HttpRequest, pk: str, format: Written = "json", fail_on: Severity = Severity.ERROR) -> Any:
    """What is wrong with a run: the check that failed, the flags, and what the rules say of both lists.

    `sarif`, `junit` and `markdown` are files; what is at or above `fail_on` is a failure in JUnit.
    """
    run = access.run_for(request.user, None, pk)
    file = telling.file_of(run, host_of(request))
    if format == "json":
        checks = [CheckOut(**row) for row in run.checks]
        return RunViolations(**_fields(file), verdict=run.verdict, checks=checks)
    scope = SCOPES.get(run.layers, SCOPES["both"])
    return answered(BY_ID[format], _report(request, file, scope, fail_on), run.pk)


@router.get(
    "/captures/{pk}/violations",
    response={200: CaptureViolations, **READ},
    openapi_extra=ALSO_FILES,
    url_name="capture-violations",
)
@needs(Power.READ)
def capture_violations(
    request: HttpRequest, pk: str, format: Written = "json", fail_on: Severity = Severity.ERROR
) -> Any:
    """What is wrong with all that a capture holds: its lists, and the compactions that it shows. As for runs."""
    capture = transcripts.capture_for(request.user, None, pk)
    file = telling.file_of_capture(capture, host_of(request))
    if format == "json":
        return CaptureViolations(**_fields(file), pending=telling.pending(capture, list(capture.runs.all())))
    return answered(BY_ID[format], _report(request, file, SCOPES["both"], fail_on), capture.pk)


@router.get(
    "/runs/{pk}/export",
    response={200: str, **READ},
    openapi_extra={"responses": {200: {"content": {"text/html": {"schema": {"type": "string"}}}}}},
)
@needs(Power.READ)
def run_export(request: HttpRequest, pk: str, redacted: bool = False) -> HttpResponse:
    """One run as one HTML file; `redacted` leaves out every captured word and keeps places, codes and numbers."""
    return export.answered(access.run_for(request.user, None, pk), redacted=redacted)


def _report(request: HttpRequest, file: File, scope: str, fail_on: Severity) -> Report:
    return Report((file,), scope, file.link, rules_at(host_of(request)), fail_on)


def _fields(file: File) -> dict[str, Any]:
    told = [ToldOut(**{name: getattr(one, name) for name in ToldOut.model_fields}) for one in file.told]
    counts = Counter(one.severity for one in file.told)
    plain = {name: getattr(file, name) for name in ("name", "sentence", "code", "unchecked", "more", "link")}
    return {**plain, "violations": told, "counts": {severity: counts[severity] for severity in Severity}}
