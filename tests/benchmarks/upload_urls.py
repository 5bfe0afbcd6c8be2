"""Uploads and nothing else: one view masks and keeps, one copies the bytes as they come."""

import tempfile
from types import SimpleNamespace

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from webui.transcripts import uploads

TEAM = SimpleNamespace(redaction_key=b"k" * 32)


def refuse(request: HttpRequest, refusal: uploads.UploadRefused) -> HttpResponse:
    return JsonResponse({"code": refusal.code}, status=refusal.status)


@uploads.takes_files(refuse)
def masking(request: HttpRequest, team: object) -> HttpResponse:
    received = uploads.receive(request)
    return JsonResponse({"size": sum(one.size for one in received), "names": [uploads.keep(one) for one in received]})


def mask(request: HttpRequest) -> HttpResponse:
    request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]  # nobody is signed in here
    return masking(request, TEAM)


def copy(request: HttpRequest) -> HttpResponse:
    size = 0
    with tempfile.TemporaryFile(dir=settings.DATA) as file:
        while piece := request.read(uploads.CHUNK):
            size += file.write(piece)
    return JsonResponse({"size": size})


urlpatterns = [path("mask", csrf_exempt(mask)), path("copy", csrf_exempt(copy))]
