"""The API: routers in, refusals out. Nothing works without a signed-in person."""

import logging
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.docs import DocsBase

from compaction.errors import CaptureError, CompactionError
from webui.accounts.access import signed_in
from webui.accounts.api import router as team
from webui.accounts.bearer import KEY_OR_SESSION
from webui.accounts.trail_api import router as trail
from webui.common.errors import Answer, Gone, Refusal, answer_for, plain
from webui.review.api import router as cases
from webui.review.talk_api import router as talk
from webui.review.team_api import router as trends
from webui.runs.lists_api import router as runs
from webui.runs.qa_api import router as passes
from webui.runs.told_api import router as told
from webui.runs.violations_api import router as run_violations
from webui.transcripts.lists_api import router
from webui.transcripts.team_api import router as team_work
from webui.transcripts.violations_api import router as violations

log = logging.getLogger(__name__)

KEY_UNKNOWN = Answer(
    401,
    "key-unknown",
    "This key is unknown, has ended or was revoked. Send it as Authorization: Bearer KEY; admins make one in Settings, "
    "API keys.",
)


class Reference(DocsBase):
    """The calls on one page, without script: a browser under our content policy loads nothing from elsewhere."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        schema = api.get_openapi_schema(path_params=kwargs)
        calls = [
            {"method": method.upper(), "path": path, **call}
            for path, methods in schema["paths"].items()
            for method, call in methods.items()
        ]
        return render(request, "api.html", {"calls": calls, "schema": self.get_openapi_url(api, kwargs)})


api = NinjaAPI(
    title="Compaction Review",
    version="1",
    urls_namespace="api",
    auth=KEY_OR_SESSION,
    docs=Reference(),
    docs_url="/docs",
    docs_decorator=signed_in,
)
ROUTERS = (
    *(router, violations, team_work),
    *(runs, passes, run_violations, told),
    *(cases, talk, trends),
    *(team, trail),
)
for one in ROUTERS:
    api.add_router("/v1", one)


def _say(request: HttpRequest, answer: Answer, **more: object) -> HttpResponse:
    return api.create_response(request, {"code": answer.code, "detail": answer.text, **more}, status=answer.status)


@api.exception_handler(Refusal)
def refused(request: HttpRequest, error: Refusal) -> HttpResponse:
    return _say(request, error.answer)


@api.exception_handler(CompactionError)
def unusable(request: HttpRequest, error: CompactionError) -> HttpResponse:
    if not isinstance(error, CaptureError):
        return _say(request, answer_for(error))
    place = {"line": error.line, "column": error.column, "offset": error.offset}
    return _say(request, answer_for(error), **place, found=list(error.found))


@api.exception_handler(Http404)
def missing(request: HttpRequest, error: Http404) -> HttpResponse:
    if isinstance(error, Gone):
        said = plain(410)
        return _say(request, Answer(said.status, said.code, error.how))
    return _say(request, plain(404))


@api.exception_handler(PermissionDenied)
def forbidden(request: HttpRequest, error: PermissionDenied) -> HttpResponse:
    return _say(request, plain(403))


@api.exception_handler(AuthenticationError)
def unknown(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    answer = _say(request, KEY_UNKNOWN if "Authorization" in request.headers else plain(401))
    answer["WWW-Authenticate"] = "Bearer"
    return answer


@api.exception_handler(HttpError)
def other(request: HttpRequest, error: HttpError) -> HttpResponse:
    return _say(request, plain(error.status_code))


@api.exception_handler(ValidationError)
def misfit(request: HttpRequest, error: ValidationError) -> HttpResponse:
    # The error holds what was sent; only the names of our own fields are told.
    ours = [one["loc"] for one in error.errors if one["type"] != "extra_forbidden"]
    known = [[name for name in loc if isinstance(name, str)] for loc in ours]
    last = {loc[-1] for loc in known if loc[:1] in (["query"], ["path"], ["body"])}
    # Our own name of a whole body says nothing to who sent none.
    names = sorted("the body" if name == "given" else name for name in last)
    said = plain(422)
    fields = f" See: {', '.join(names)}." if names else ""
    return _say(request, Answer(said.status, said.code, said.text + fields))


@api.exception_handler(Exception)
def broken(request: HttpRequest, error: Exception) -> HttpResponse:
    log.error("api call broke method=%s error=%s", request.method, type(error).__name__, exc_info=error)
    return _say(request, plain(500))
