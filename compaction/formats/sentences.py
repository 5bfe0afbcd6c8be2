"""What a person is told about a refused capture or a note: what is wrong, where, and what to do.

The texts are fixed, with slots for numbers and words of closed lists. What stood in the capture is shown beside them
(`CaptureError.found`), never inside.

Source: wire-formats 9.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from compaction.errors import CaptureError
from compaction.formats.lines import INCOMPLETE
from compaction.formats.records import Note
from compaction.formats.registry import FORMATS, format_of
from compaction.limits import MAX_BLOCK_BYTES, MAX_BODY_BYTES, MAX_CAPTURE_BYTES, MAX_DEPTH, MAX_MESSAGES


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is wrong, where it stands (empty where there is no place), and what to do about it."""

    what: str
    where: str
    do: str

    def __str__(self) -> str:
        return " ".join(part for part in (self.what, self.where, self.do) if part)


READ = "; ".join(format.title for format in FORMATS if format.readable)
MEGABYTE = 1024 * 1024

TEXTS: Mapping[str, tuple[str, str]] = {
    "empty-file": ("The file is empty.", "Choose the file that holds the request or the log."),
    "bad-encoding": ("The file is not valid UTF-8.", "Save it as UTF-8 and upload it again."),
    "not-text": ("The file is binary, not text.", "Upload the JSON that was sent or logged."),
    "compressed-input": ("The file is compressed.", "Unpack it first and upload what is inside."),
    "database-file": (
        "The file is a SQLite database.",
        "Use the export command of the tool that wrote it, and upload the JSON or JSONL that it gives.",
    ),
    "markup-page": (
        "The file is an HTML or XML page, perhaps a login or error page that was saved in place of the data.",
        "Download the data again while signed in, or export it as JSON.",
    ),
    "json-truncated": (
        "The JSON ends inside a value: the file seems cut off.",
        "Check that it was saved completely, and upload it again.",
    ),
    "json-syntax": ("This is not valid JSON.", "Correct the place, or export the file again."),
    "json-nonfinite": ("The file holds a number that JSON does not have.", "Replace it by null or by a number."),
    "json-duplicate-key": (
        "One object holds the same key twice, so it is unclear which value was sent.",
        "Remove one of the two.",
    ),
    "json-too-deep": (
        f"The JSON nests deeper than {MAX_DEPTH} levels, which is the limit.",
        "Check that this is a request; none needs such depth.",
    ),
    "unknown-format": ("Nothing in this file is known as a capture.", f"This version reads: {READ}."),
    "error-response": (
        "The file is an error answer of a provider; there is no request inside.",
        "Upload the request that was refused.",
    ),
    "no-messages": (
        "The format was recognised, but the file holds no list of messages.",
        "Check that prompts were recorded when it was written.",
    ),
    "too-large": ("The file is larger than what is read.", "Split it, or leave out what is not needed."),
    "jsonl-bad-line": ("A line cannot be read and was left out.", "The other lines were read."),
    "jsonl-joined-values": (
        "Several values stand on one line, as when two programs write into one file.",
        "All of them were read.",
    ),
    "unknown-record": ("A record is no request that this version reads.", "The other records were read."),
    "notes-left-out": ("More notes of one kind were only counted.", ""),
    "valid-unicode": (
        "A text holds half of a character (a lone surrogate). It is kept as it is; providers refuse it.",
        "Cut texts between characters, not inside them.",
    ),
    "partial-history": (
        "The provider keeps an earlier part of this history.",
        "Calls and outputs without their other half are not judged, as it may be there.",
    ),
    "stream-incomplete": ("The stream has no end: the answer was cut off.", "What had come by then was read."),
    "response-only": ("The file holds an answer without its request.", "Upload the request to have it checked."),
    "start-elsewhere": (
        "The log begins in the middle of a session: what came before is not in this file.",
        "Upload the earlier file of the session as well, if there is one.",
    ),
    "boundary-parent-missing": (
        "A compaction names a record that was never written as the end of what it replaced.",
        "The last message before it is taken instead.",
    ),
    "gap-bridged": (
        "The record before this one was never written.",
        "The messages are read on from the last one before the gap.",
    ),
    "duplicate-log-entry": ("A record id stands twice in the log.", "The same record again is read once."),
    "records-off-path": (
        "Records stand beside the path to the newest message, as after an edit or a rewind.",
        "They are not part of the list and not judged.",
    ),
    "synthetic-answer": ("An answer was written by the tool and not by a model.", "It is not part of the list."),
    "boundary-off-path": (
        "The session went on from before this compaction, so its summary was not used.",
        "",
    ),
    "compaction-announced": (
        "A compaction is announced here, but the log does not hold what it left.",
        "The list goes on as if there had been none.",
    ),
    "output-cleared": (
        "The output of a call was cleared to save room.",
        "The list holds the mark that took its place.",
    ),
    "attachment-sent": (
        "An attachment was probably sent to the model; the log does not say in what form.",
        "It is not part of the list.",
    ),
    "body-not-text": (
        "A body is no text, or compressed in a way that is not read.",
        "Record it with bodies as text.",
    ),
    "request-without-body": (
        "A request was recorded without its body.",
        "Record it again with bodies; browsers drop large ones.",
    ),
}

LIMITS: Mapping[str, str] = {
    "body": f"One request or line may have {MAX_BODY_BYTES // MEGABYTE} MB.",
    "capture": f"One file may have {MAX_CAPTURE_BYTES // MEGABYTE} MB.",
    "block": f"One text may have {MAX_BLOCK_BYTES // MEGABYTE} MB.",
    "messages": f"One list may have {MAX_MESSAGES} messages.",
}

EXPECTED: Mapping[str, str] = {
    "value": "A value was expected.",
    "key": "A key in double quotes was expected.",
    "colon": "A colon was expected.",
    "comma": "A comma or a closing bracket was expected.",
    "no control character": "A line break or another control character stands inside a string.",
    "valid escape": "A backslash inside a string begins no valid escape.",
    "cell": "The quotes of a cell do not match.",
    "nothing more": "Nothing more was expected after the first value.",
}

LOOKED_FOR: Mapping[str, str] = {
    "messages": "A list under messages was looked for.",
    "list": "A list of messages was looked for.",
    "entries": "Requests under entries were looked for.",
    "events": "Events of an answer were looked for.",
}

REASONS: Mapping[str, str] = {
    INCOMPLETE: "The last record is incomplete, as when a log is copied while it is written.",
    "json-truncated": "It ends inside a value.",
    "json-syntax": "It is not valid JSON.",
    "json-nonfinite": "It holds NaN or Infinity.",
    "json-duplicate-key": "One object holds the same key twice.",
    "json-too-deep": f"It nests deeper than {MAX_DEPTH} levels.",
}


def sentence(problem: CaptureError | Note) -> Sentence:
    """Return what to tell the uploader about an error or a note."""
    what, do = TEXTS.get(problem.code, ("Something in this file could not be read.", ""))
    if isinstance(problem, CaptureError) and problem.code == "unknown-format" and problem.kind:
        what = "The format of this file is known, but not read yet."
    if isinstance(problem, Note):
        reason = REASONS.get(problem.reason, "")
        return Sentence(f"{what} {reason}".strip(), _at(problem.at), do)
    return Sentence(f"{what} {_detail(problem)}".strip(), _where(problem), _advice(problem, do))


def _at(at: str) -> str:
    return f"At {at}." if at else ""


def _where(error: CaptureError) -> str:
    """Return the place: a line and column where there is one, and the byte."""
    places = []
    if error.line is not None:
        places.append(f"line {error.line}" + (f", column {error.column}" if error.column is not None else ""))
    if error.offset is not None:
        places.append(f"byte {error.offset}")
    return f"At {', '.join(places)}." if places else ""


def _detail(error: CaptureError) -> str:
    kind = error.kind or ""
    match error.code:
        case "compressed-input" | "json-nonfinite":
            return f"It is {kind}." if kind else ""
        case "bad-encoding":
            return f"It is {kind}." if kind else "A byte belongs to no character."
        case "not-text":
            return _binary(kind)
        case "json-syntax":
            return EXPECTED.get(kind, "")
        case "too-large":
            return LIMITS.get(kind, "")
        case "no-messages":
            return LOOKED_FOR.get(kind, "")
        case "unknown-format":
            format = format_of(kind)
            return f"It is: {format.title}." if format else ""
    return ""


def _binary(kind: str) -> str:
    if kind == "mitmproxy-flow":
        return "It is a flow dump of mitmproxy."
    return f"It is {kind}." if kind else ""


def _advice(error: CaptureError, usual: str) -> str:
    if error.kind == "mitmproxy-flow":
        return "Export it as HAR: mitmdump -nr FILE --set hardump=FILE.har"
    if error.kind == "zip":
        return f"{usual} An eval log of Inspect is one as well: inspect log convert FILE --to json --output-dir FOLDER"
    return usual
