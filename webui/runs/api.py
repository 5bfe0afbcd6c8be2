"""The router of runs. Every answer is declared, refusals included."""

from typing import Annotated, Any, cast

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Status

from webui.accounts.access import home, needs
from webui.accounts.bearer import KEY_OR_FORM
from webui.accounts.models import Team, User
from webui.accounts.powers import Open, Power
from webui.common.errors import Refusal, plain
from webui.common.schemas import READ
from webui.runs import access, arrival, comparing, uploads
from webui.runs.diff_schemas import DiffOut
from webui.runs.models import Run
from webui.runs.schemas import Checks, RunOut, SummaryVerdict
from webui.runs.summaries import judge_summary
from webui.transcripts.api import FILE, SEND, body_of
from webui.transcripts.models import Capture
from webui.transcripts.uploads import UploadRefused

router = Router()
XML = {"application/xml": {"schema": FILE}, "application/octet-stream": {"schema": FILE}}
TEXTS: dict[str, Any] = {name: {"type": "string"} for name in ("summary", "name", "dialect", "model")}
TEXTS |= {"keep_last": {"type": "integer", "minimum": 0}}
PARTS = dict.fromkeys((*uploads.CONTRACT, "pair", "before", "after"), FILE)
FORM = {"multipart/form-data": {"schema": {"type": "object", "properties": {**PARTS, **TEXTS}}}}


@router.post(
    "/check/summary",
    response={200: SummaryVerdict, **SEND},
    openapi_extra={"requestBody": {"required": True, "content": XML}},
)
@needs(Open.SIGNED_IN)
def check_summary(request: HttpRequest, name: str = "summary") -> SummaryVerdict:
    """Judge one summary sent as the body; nothing is stored. Answers what the command line prints."""
    return SummaryVerdict(**judge_summary(name, body_of(request)))


@router.post(
    "/runs",
    response={201: RunOut, 202: RunOut, 200: RunOut, **SEND, 409: SEND[401]},
    auth=KEY_OR_FORM,
    openapi_extra={"requestBody": {"required": True, "content": FORM}},
)
@needs(Power.UPLOAD)
def send(request: HttpRequest, team: str = "") -> Status[Any]:
    """Judge one compaction: a contract, two lists, or two transcripts named by their ids in `before` and `after`.

    201 judged; 202 queued, to be asked for again; 200 for two lists that the team has sent before.
    """
    found = home(request, team, Power.UPLOAD)
    made: list[tuple[Run, bool]] = []

    # The token of a form stands in its body, so the check of it comes after the handler that keeps the parts.
    @uploads.takes_parts(_refuse)
    def receive(request: HttpRequest, team: Team) -> HttpResponse:
        sent = uploads.receive(request)
        made.append(arrival.take(team, cast(User, request.user), sent, source=Capture.Source.API))
        return HttpResponse(status=204)

    receive(request, found)
    if not made:
        said = plain(403)
        raise Refusal(said.status, said.code, said.text)
    run, created = made[0]
    answer = RunOut.of(access.run_for(request.user, None, run.pk), created=created)
    ready = 201 if run.state == Run.State.READY else 202
    return Status(ready if created else 200, answer)


@router.get("/runs/{pk}", response={200: RunOut, **READ})
@needs(Power.READ)
def run(request: HttpRequest, pk: str) -> RunOut:
    """One run: verdict, numbers, fates, and what the rules say of its after side."""
    return RunOut.of(access.run_for(request.user, None, pk))


@router.get("/runs/{pk}/checks", response={200: Checks, **READ})
@needs(Power.READ)
def checks(request: HttpRequest, pk: str) -> Checks:
    """Every check of the contract in its true order."""
    return Checks.of(access.run_for(request.user, None, pk))


@router.get("/runs/{pk}/diff", response={200: DiffOut, **READ})
@needs(Power.READ)
def diff(request: HttpRequest, pk: str, of: Annotated[str, Query(alias="pass")] = "", pair: str = "") -> DiffOut:
    """Two summaries of a run compared: prior, draft and final of the newest pass that compacted, or of `pass`.

    `pair` is one of `pairs` in the answer; without it the first.
    """
    run = access.run_for(request.user, None, pk)
    one, _ = comparing.pass_of(run, of)
    pairs = comparing.pairs_of(run, one)
    return DiffOut.of(one.pk if one is not None else None, pairs, comparing.chosen(pairs, pair))


def _refuse(request: HttpRequest, refused: UploadRefused) -> HttpResponse:
    raise arrival.refusal(refused)
