"""The parts of a run as a form brings them: in memory, never on disk, so that the exact bytes can be judged.

What is stored of them afterwards is masked: `runs.store` for a contract, the way of every capture for two lists.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import TypeAlias

from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest, HttpResponseBase
from django.http.multipartparser import MultiPartParserError
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from webui.accounts.models import Team
from webui.transcripts import room
from webui.transcripts.uploads import Refuse, UploadRefused

MAX_BYTES = 64 * 1024 * 1024
"""All parts of one run together: they are held in memory. Larger lists go as one capture of format `pair`."""

FRAME = 64 * 1024
CONTRACT = ("input", "output", "response", "usage", "limits", "events", "output_schema", "measured_tokens")
PAIR = ("pair", "before", "after", "summary", "keep_last")
WORDS = ("name", "dialect", "model", "team", "csrfmiddlewaretoken")
View: TypeAlias = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Sent:
    """What came. `parts` are exact bytes by name; `files` names those that came as files, not as text of a form."""

    parts: Mapping[str, bytes] = field(repr=False)
    files: frozenset[str]
    words: Mapping[str, str] = field(repr=False)

    def text(self, name: str) -> str:
        """Return a part as text; empty where it did not come."""
        return self.parts.get(name, b"").decode(errors="replace")


class MemoryHandler(FileUploadHandler):
    """Keeps the files of one request in memory; the form itself sees none of them."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.parts: dict[str, bytearray] = {}
        self._left = MAX_BYTES
        self._field = ""

    def new_file(self, field_name: str, file_name: str, *args: object, **kwargs: object) -> None:
        """Start the next file."""
        if field_name in self.parts:
            raise UploadRefused("part-twice", 400)
        self._field = field_name
        self.parts[field_name] = bytearray()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Keep a piece."""
        self._left -= len(raw_data)
        if self._left < 0:
            raise UploadRefused("too-large", 413, MAX_BYTES)
        self.parts[self._field] += raw_data

    def file_complete(self, file_size: int) -> None:
        """Give the form no file."""


def takes_parts(refuse: Refuse) -> Callable[[View], View]:
    """Wrap `view(request, team, …)` so that it may call `receive(request)`; goes below `access.require`.

    `refuse` answers a refused upload. As for captures, the CSRF token stands in the body, so the check comes after the
    handler.
    """

    def decorate(view: View) -> View:
        protected = csrf_protect(view)

        @csrf_exempt
        @wraps(view)
        def taking(request: HttpRequest, team: Team, *args: object, **kwargs: object) -> HttpResponseBase:
            request.upload_handlers = [MemoryHandler(request)]
            try:
                _admit(request)
                with room.needed():
                    return protected(request, team, *args, **kwargs)
            except UploadRefused as refusal:
                return refuse(request, refusal)
            except room.NoRoom:
                return refuse(request, UploadRefused("no-room", 507))

        return taking

    return decorate


def receive(request: HttpRequest, *, pasted: bool = False) -> Sent:
    """Read the form to its end. An empty text field is a part that did not come; an empty file is one that did.

    `pasted` takes the line ends of text fields for those of a browser, which sends CR LF for each.

    Raises: UploadRefused.
    """
    handler = request.upload_handlers[0]
    if not isinstance(handler, MemoryHandler):
        raise TypeError("receive() needs a view wrapped in takes_parts")
    form = _form(request)
    if not {*form, *handler.parts} <= {*CONTRACT, *PAIR, *WORDS}:
        raise UploadRefused("unknown-part", 422)
    texts = {name: text.replace("\r\n", "\n") if pasted else text for name, text in form.items()}
    parts = {name: texts[name].encode() for name in (*CONTRACT, *PAIR) if texts.get(name)}
    files = {name: bytes(data) for name, data in handler.parts.items()}
    words = {name: texts[name] for name in WORDS if texts.get(name)}
    return Sent(parts | files, frozenset(files), words)


def _admit(request: HttpRequest) -> None:
    if request.method != "POST":
        return
    length = request.META.get("CONTENT_LENGTH") or ""
    if not length.isdecimal() or "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
        raise UploadRefused("length-required", 411)
    if int(length) > MAX_BYTES + FRAME:
        raise UploadRefused("too-large", 413, MAX_BYTES)


def _form(request: HttpRequest) -> dict[str, str]:
    refusal = None
    try:
        return {name: request.POST[name] for name in request.POST}
    except RequestDataTooBig:
        refusal = UploadRefused("text-too-large", 413)
    except TooManyFilesSent:
        refusal = UploadRefused("too-many-files", 400)
    except MultiPartParserError:
        refusal = UploadRefused("bad-form", 400)
    raise refusal
