"""The router of captures, transcripts and rules. Every answer is declared, refusals included."""

import json
from typing import Annotated, Any, Literal, TypeAlias, cast

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router, Status

from compaction.limits import MAX_BODY_BYTES
from compaction.shape import RULES
from webui.accounts import access as accounts
from webui.accounts.access import home, needs
from webui.accounts.actors import actor_of
from webui.accounts.bearer import KEY_OR_FORM
from webui.accounts.models import Team, User
from webui.accounts.powers import Open, Power
from webui.common.errors import Refusal, answer_for, plain
from webui.common.schemas import READ, Fault
from webui.jobs.queue import latest
from webui.transcripts import access, arrival, ending, store, uploads, verdicts
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.schemas import (
    Answer,
    CaptureFault,
    CaptureOut,
    MessageOut,
    Messages,
    RuleOut,
    RulePage,
    TranscriptOut,
)

router = Router()
SEND: dict[int, Any] = {**READ, 403: Fault, 411: Fault, 507: Fault, **dict.fromkeys((413, 415, 422), CaptureFault)}
MESSAGE_BYTES = 4 * 1024 * 1024
"""Bytes of messages in one answer; at least one message is sent."""

FILE = {"type": "string", "format": "binary"}
BYTES = {"application/json": {"schema": {}}, "application/octet-stream": {"schema": FILE}}
FORM = {"multipart/form-data": {"schema": {"type": "object", "required": ["file"], "properties": {"file": FILE}}}}
After: TypeAlias = Annotated[int, Query(ge=-1)]


@router.post(
    "/check",
    response={200: Answer, **SEND, 413: Answer | Fault, 415: Answer | Fault, 422: Answer | Fault},
    openapi_extra={"requestBody": {"required": True, "content": BYTES}},
)
@needs(Open.SIGNED_IN)
def check(
    request: HttpRequest,
    name: str = "request",
    layer: Literal["core", "provider", "both"] = "both",
    format: str = "auto",
    dialect: str = "auto",
) -> Status[Any]:
    """Check a request or a capture sent as the body; nothing is stored. Answers what the command line prints."""
    arrival.demand(format, dialect)
    found = verdicts.judge(name, body_of(request), layer=layer, format=format, dialect=dialect)
    answer = verdicts.as_json([found], layer=layer)
    if found.error is None:
        return Status(200, answer)
    said = answer_for(found.error)
    return Status(said.status, {**answer, "code": said.code, "detail": said.text})


@router.post(
    "/captures",
    response={202: CaptureOut, 200: CaptureOut, **SEND},
    auth=KEY_OR_FORM,
    openapi_extra={"requestBody": {"required": True, "content": {**BYTES, **FORM}}},
)
@needs(Power.UPLOAD)
def send(
    request: HttpRequest, team: str = "", name: str = "", format: str = "auto", dialect: str = "auto"
) -> Status[Any]:
    """Store a capture and queue its check: one file as multipart/form-data, or the bytes alone with `?name=`.

    202 with the new id; 200 with the earlier one for bytes that the team has sent before.
    """
    arrival.demand(format, dialect)
    found = home(request, team, Power.UPLOAD)
    sent: list[tuple[Capture, bool]] = []

    # The token of a form stands in its body, so the check of it comes after the handler that masks the body.
    @uploads.takes_files(_refuse)
    def receive(request: HttpRequest, team: Team) -> HttpResponse:
        files = uploads.receive(request)
        if len(files) != 1:
            raise Refusal(400, "one-file-needed", "Send one file in each request.")
        sent.append(
            arrival.take(team, cast(User, request.user), files[0], source="api", format=format, dialect=dialect)
        )
        return HttpResponse(status=204)

    receive(request, found)
    if not sent:
        said = plain(403)
        raise Refusal(said.status, said.code, said.text)
    capture, created = sent[0]
    return Status(202 if created else 200, _capture(capture, created=created))


@router.get("/captures/{pk}", response={200: CaptureOut, **READ})
@needs(Power.READ)
def capture(request: HttpRequest, pk: str) -> CaptureOut:
    """How far a capture is, and what is in it."""
    return _capture(access.capture_for(request.user, None, pk))


@router.post("/captures/{pk}/cancel", response={202: CaptureOut, **READ, 409: Fault})
@needs(Power.UPLOAD)
def cancel(request: HttpRequest, pk: str) -> Status[Any]:
    """Ask the work on a capture to end. What is stored by then stays; 409 where nothing is at work."""
    row = access.capture_for(request.user, None, pk)
    accounts.demand(request.user, row.team, Power.UPLOAD)
    if not ending.cancel(row, actor_of(request)):
        raise Refusal(409, "not-at-work", "Nothing is at work on this capture, so there is nothing to cancel.")
    return Status(202, _capture(access.capture_for(request.user, None, pk)))


@router.post("/captures/{pk}/read-again", response={202: CaptureOut, **READ, 409: Fault})
@needs(Power.UPLOAD)
def read_again(request: HttpRequest, pk: str, format: str = "auto", dialect: str = "auto") -> Status[Any]:
    """Read a stored capture once more, as this format and dialect; 409 while it is being read."""
    row = access.capture_for(request.user, None, pk)
    accounts.demand(request.user, row.team, Power.UPLOAD)
    arrival.demand(format, dialect)
    if not store.read_again(row, format=format, dialect=dialect, by=actor_of(request)):
        raise Refusal(409, "at-work", "It is being read just now. Wait for the end, or cancel first.")
    return Status(202, _capture(access.capture_for(request.user, None, pk)))


@router.get("/transcripts/{pk}", response={200: TranscriptOut, **READ})
@needs(Power.READ)
def transcript(request: HttpRequest, pk: str) -> TranscriptOut:
    """One list of messages: its header and counts."""
    return TranscriptOut.of(access.transcript_for(request.user, None, pk))


@router.get("/transcripts/{pk}/messages", response={200: Messages, **READ})
@needs(Power.READ)
def messages(
    request: HttpRequest, pk: str, after: After = -1, limit: Annotated[int, Query(ge=1, le=200)] = 50
) -> Messages:
    """Messages after a place, whole, up to `limit` and about 4 MB."""
    return _messages(access.transcript_for(request.user, None, pk), after + 1, limit)


@router.get("/rules", response={200: list[RuleOut], **READ})
@needs(Open.SIGNED_IN)
def rules(request: HttpRequest) -> list[RuleOut]:
    """The catalogue, in order of evaluation."""
    return [RuleOut.of(rule) for rule in RULES]


@router.get("/rules/{rule_id}", response={200: RulePage, **READ})
@needs(Open.SIGNED_IN)
def rule(request: HttpRequest, rule_id: str) -> RulePage:
    """One rule with its examples."""
    for found in RULES:
        if found.id == rule_id:
            return RulePage.of(found)
    raise Http404


def _refuse(request: HttpRequest, refusal: uploads.UploadRefused) -> HttpResponse:
    raise arrival.refusal(refusal)


def body_of(request: HttpRequest) -> bytes:
    """Return the whole body of a call that takes bytes alone. Raises: Refusal."""
    if request.content_type == "multipart/form-data":
        raise Refusal(415, "unsupported-media-type", "Send the bytes alone as the body.")
    length = request.META.get("CONTENT_LENGTH") or ""
    if not length.isdecimal():
        said = plain(411)
        raise Refusal(said.status, said.code, said.text)
    if int(length) > MAX_BODY_BYTES:
        raise Refusal(413, "too-large", f"This call takes {MAX_BODY_BYTES // 1024**2} MB; send a capture instead.")
    return request.read(int(length))


def _capture(row: Capture, *, created: bool = False) -> CaptureOut:
    return CaptureOut.of(row, list(access.transcripts_of(row)), latest(access.CHECK, row.pk), created=created)


def _messages(found: Transcript, start: int, limit: int) -> Messages:
    folded = list(access.messages_of(found, start, start + limit))
    total = 0
    indexes: list[int] = []
    for row in folded:
        total += row.body.size
        if indexes and total > MESSAGE_BYTES:
            break
        indexes.append(row.index)
    last = indexes[-1] if indexes else None
    return Messages(
        messages=[_message(row) for row in access.opened(found, indexes)],
        next=last if last is not None and last + 1 < found.messages else None,
    )


def _message(row: Any) -> MessageOut:
    body = row.body
    return MessageOut(
        index=row.index,
        origin=row.origin,
        role=body.role,
        size=body.size,
        tokens=body.tokens,
        kinds=body.kinds,
        native=json.loads(store.native_of(body)),
    )
