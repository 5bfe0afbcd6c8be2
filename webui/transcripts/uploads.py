"""Uploads: every piece is masked as it comes, so that only redacted bytes reach the disk.

Django by itself spools a file to disk before any form runs. A view that takes files is therefore wrapped in
`takes_files`, and asks `receive` for the outcome. Wherever a view is not wrapped, `NoFiles` (the default handler of
the settings) drops what is uploaded.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import TypeAlias

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest, HttpResponseBase
from django.http.multipartparser import MultiPartParserError
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from compaction.redaction import Redactor, Words, redact_text
from webui.accounts.models import Team
from webui.transcripts import blobs, masked, room

CHUNK = 256 * 1024
HEAD = 64 * 1024
"""Redacted bytes kept in memory for recognising the format: whatever they hold, that takes less than 50 ms."""

FRAME = 64 * 1024
"""What a form may add around its files."""

NAME_CHARACTERS = 200
PASTED = "pasted.json"

View: TypeAlias = Callable[..., HttpResponseBase]


class UploadRefused(Exception):
    """An upload that cannot be taken. `code` is one of a closed list, `status` the HTTP answer; `limit` in bytes."""

    def __init__(self, code: str, status: int, limit: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.limit = limit


Refuse: TypeAlias = Callable[[HttpRequest, UploadRefused], HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Received:
    """One file, masked and waiting in a temporary file. `keep` it before the view ends, or it is gone.

    `size` counts received bytes; `fingerprint` is HMAC-SHA256 of them in hex; `head` is the beginning after masking;
    `redactions` counts by kind; `field` is the name of the form field, empty for a raw body.
    """

    name: str
    size: int
    fingerprint: str
    temporary: Path
    redactions: Mapping[str, int]
    head: bytes = field(repr=False)
    field: str = ""


def keep(received: Received) -> str:
    """Make the file a capture and return the name that `blobs.open_pieces` takes."""
    return blobs.keep(received.temporary)


class Sink:
    """Where the pieces of one file go: hash, mask, compress, write."""

    def __init__(self, key: bytes, name: str, field: str, words: Words = ()) -> None:
        self._name = redact_text(name, key, words)[:NAME_CHARACTERS]
        self._field = field
        self._digest = hmac.new(key, digestmod=hashlib.sha256)
        self._redactor = Redactor(key, words=words)
        self._writer = blobs.Writer()
        self._head = bytearray()
        self._size = 0

    def write(self, piece: bytes) -> None:
        """Take the next received bytes."""
        self._size += len(piece)
        self._digest.update(piece)
        self._store(self._redactor.feed(piece))

    def finish(self) -> Received:
        """Close the file and say what came."""
        self._store(self._redactor.finish())
        return Received(
            name=self._name,
            size=self._size,
            fingerprint=self._digest.hexdigest(),
            temporary=self._writer.finish(),
            redactions=dict(self._redactor.counts),
            head=bytes(self._head),
            field=self._field,
        )

    def abandon(self) -> None:
        """Remove what was written; safe to repeat, harmless after `keep`."""
        self._writer.abandon()

    def _store(self, masked: bytes) -> None:
        if room := HEAD - len(self._head):
            self._head += masked[:room]
        self._writer.write(masked)


FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")
"""What holds a form. curl calls every body the second; from a program, which sends no such forms, it is a file."""


class NoFiles(FileUploadHandler):
    """The default: a view that is not made for files gets none, and nothing is spooled."""

    def new_file(self, *args: object, **kwargs: object) -> None:
        """Skip the file."""
        raise SkipFile

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Never called: the file was skipped."""

    def file_complete(self, file_size: int) -> None:
        """Give the form no file."""


class MaskingHandler(FileUploadHandler):
    """Takes the files of one request into sinks; the form itself sees none of them."""

    chunk_size = CHUNK

    def __init__(self, request: HttpRequest, key: bytes, words: Words = ()) -> None:
        super().__init__(request)
        self.key, self.words = key, words
        self.received: list[Received] = []
        self._sinks: list[Sink] = []

    def open(self, name: str, field: str) -> Sink:
        """Start a file that `close` will clean up."""
        sink = Sink(self.key, name, field, self.words)
        self._sinks.append(sink)
        return sink

    def new_file(self, field_name: str, file_name: str, *args: object, **kwargs: object) -> None:
        """Start the next file."""
        self.open(file_name, field_name)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Mask and store a piece."""
        self._sinks[-1].write(raw_data)

    def file_complete(self, file_size: int) -> None:
        """Note the finished file; the form gets none."""
        self.received.append(self._sinks[-1].finish())

    def close(self) -> None:
        """Remove every file that was not kept."""
        for sink in self._sinks:
            sink.abandon()


def takes_files(refuse: Refuse) -> Callable[[View], View]:
    """Wrap `view(request, team, …)` so that it may call `receive(request)`; goes below `access.require`.

    `refuse` answers a refused upload. The CSRF token of a form stands in its body: the check therefore runs here, after
    the masking handler is in place, and the global one is told to leave the view alone.
    """

    def decorate(view: View) -> View:
        protected = csrf_protect(view)

        @csrf_exempt
        @wraps(view)
        def taking(request: HttpRequest, team: Team, *args: object, **kwargs: object) -> HttpResponseBase:
            handler = MaskingHandler(request, bytes(team.redaction_key), masked.own_of(team))
            request.upload_handlers = [handler]
            try:
                admit(request)
                with room.needed():
                    return protected(request, team, *args, **kwargs)
            except UploadRefused as refusal:
                return refuse(request, refusal)
            except room.NoRoom:
                return refuse(request, UploadRefused("no-room", 507))
            finally:
                handler.close()

        return taking

    return decorate


def admit(request: HttpRequest) -> None:
    """Look at the length before any byte is read.

    Raises: UploadRefused with `length-required` (a body in chunks arrives empty under WSGI) or `too-large`.
    """
    if request.method != "POST":
        return
    length = request.META.get("CONTENT_LENGTH") or ""
    if not length.isdecimal() or "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
        raise UploadRefused("length-required", 411)
    limit = settings.MAX_UPLOAD
    if int(length) > limit + FRAME:
        raise UploadRefused("too-large", 413, limit)


def receive(request: HttpRequest) -> list[Received]:
    """Read the body to its end and return its files, in order; pasted text (field `text`) comes last.

    A form is multipart, or that of a browser; any other body is one file, named by `?name=`.

    Raises: UploadRefused.
    """
    handler = request.upload_handlers[0]
    if not isinstance(handler, MaskingHandler):
        raise TypeError("receive() needs a view wrapped in takes_files")
    if request.content_type in FORMS[: 2 if key_of(request) is None else 1]:
        _read_form(request, handler)
    else:
        _read_body(request, handler)
    return handler.received


def key_of(request: HttpRequest) -> object:
    """Return the key that speaks for the sender; None for a browser."""
    return getattr(request.user, "key", None)


def _read_form(request: HttpRequest, handler: MaskingHandler) -> None:
    refusal = None
    try:
        pasted = request.POST.getlist("text")
    except RequestDataTooBig:
        refusal = UploadRefused("paste-too-large", 413, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    except TooManyFilesSent:
        refusal = UploadRefused("too-many-files", 400)
    except MultiPartParserError:
        refusal = UploadRefused("bad-form", 400)
    if refusal:
        raise refusal
    for text in pasted:
        if text.strip():
            _take(handler, PASTED, "text", iter([text.encode()]))


def _read_body(request: HttpRequest, handler: MaskingHandler) -> None:
    name = request.GET.get("name") or "upload"
    _take(handler, name, "", iter(lambda: request.read(CHUNK), b""))


def _take(handler: MaskingHandler, name: str, field: str, pieces: Iterator[bytes]) -> None:
    sink = handler.open(name, field)
    for piece in pieces:
        sink.write(piece)
    handler.received.append(sink.finish())
