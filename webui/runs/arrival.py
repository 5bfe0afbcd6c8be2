"""What was sent -> a run. Pages and API come through here, so both do the same."""

import json
from dataclasses import fields

from django.db import transaction

from compaction.formats.encoding import BYTE_ORDER_MARK
from webui.accounts import access as accounts
from webui.accounts.actors import person
from webui.accounts.models import Team, User
from webui.audit.trail import Actor, record
from webui.common.errors import Refusal
from webui.runs.models import Run
from webui.runs.parts import Parts, read_count
from webui.runs.store.contracts import keep_contract
from webui.runs.store.pairs import expect_pair, keep_pair
from webui.runs.uploads import CONTRACT, Sent
from webui.runs.verdicts import judge
from webui.transcripts import access as transcripts
from webui.transcripts import arrival, masked
from webui.transcripts.models import Transcript
from webui.transcripts.uploads import Received, Sink, UploadRefused

JUDGED = ("input", "output", "response", "events")
REFUSALS = {
    "length-required": "Send the length of the body (Content-Length); uploads in chunks are not taken.",
    "too-large": "The parts together are larger than {megabytes} MB. Send before and after as one capture instead.",
    "text-too-large": "A text field is too large; send that part as a file.",
    "too-many-files": "Too many files in one form.",
    "no-room": "The server has no room left to store this. Nothing of it was kept; try again when there is some.",
    "bad-form": "The form cannot be read: it is cut off or not multipart/form-data.",
    "part-twice": "A part came twice; send each once.",
    "unknown-part": "A field of the form is none that a run has.",
}


def take(team: Team, user: User, sent: Sent, *, source: str, by: Actor | None = None) -> tuple[Run, bool]:
    """Return the run of what was sent, and whether it is new. `by` is who sends it, if not the user in person.

    Raises: Refusal; CaptureError for lists that cannot be read; UnreadablePart; Http404 for a transcript that is not
        there. Nothing is stored then.
    """
    contract = [name for name in CONTRACT if name in sent.parts]
    pair = [name for name in ("pair", "before", "after") if name in sent.parts]
    if contract and (pair or {"summary", "keep_last"} & sent.parts.keys()):
        raise Refusal(422, "two-kinds", "Send either the parts of a contract, or before and after, not both.")
    with transaction.atomic():
        run, created = _taken(team, user, sent, source, bool(contract), pair)
        if created:
            more = {"source": source, "kind": run.kind}
            record(
                team.pk, by or person(user), "uploaded", "run", run.pk, now=run.verdict, reason=run.reason, more=more
            )
    return run, created


def _taken(team: Team, user: User, sent: Sent, source: str, contract: bool, pair: list[str]) -> tuple[Run, bool]:
    if contract:
        return _contract(team, user, sent, source), True
    if pair == ["pair"]:
        return _capture(team, user, sent, sent.parts["pair"], source)
    if pair == ["before", "after"]:
        return _sides(team, user, sent, source)
    raise Refusal(422, "nothing-to-judge", "Send an input, an output or a response; or before and after.")


def refusal(refused: UploadRefused) -> Refusal:
    """Return what is said of an upload that was not taken."""
    megabytes = (refused.limit or 0) // 1024**2
    return Refusal(refused.status, refused.code, REFUSALS[refused.code].format(megabytes=megabytes))


def _contract(team: Team, user: User, sent: Sent, source: str) -> Run:
    if "output" in sent.parts and "response" in sent.parts:
        raise Refusal(422, "output-or-response", "Send the output or the whole response, not both.")
    if not any(name in sent.parts for name in JUDGED):
        raise Refusal(422, "nothing-to-judge", "Send an input, an output, a response or events.")
    parts = Parts(**{one.name: sent.parts.get(one.name) for one in fields(Parts)})
    return keep_contract(team, user, parts, judge(parts), name=sent.words.get("name", ""), source=source)


def _sides(team: Team, user: User, sent: Sent, source: str) -> tuple[Run, bool]:
    files = {"before", "after"} & sent.files
    if files and len(files) < 2:
        raise Refusal(422, "two-kinds", "Send both sides as files, or name two transcripts.")
    if files:
        return _capture(team, user, sent, _joined(sent), source)
    before, after = (_transcript(team, user, sent.text(side).strip()) for side in ("before", "after"))
    if before == after:
        raise Refusal(422, "same-transcript", "Before and after are one transcript; choose two.")
    if not (before.checked and after.checked):
        raise Refusal(409, "not-read-yet", "One of the transcripts is still being read; try again when it is ready.")
    name, summary, keep_last = sent.words.get("name", ""), sent.text("summary"), _keep_last(sent)
    run = keep_pair(team, user, before, after, name=name, summary=summary, keep_last=keep_last, source=source)
    return run, True


def _keep_last(sent: Sent) -> int | None:
    """How many messages were to be kept at the tail. Raises: UnreadablePart."""
    data = sent.parts.get("keep_last", b"").strip()
    return read_count(data, "keep_last") if data else None


def _transcript(team: Team, user: accounts.Person, pk: str) -> Transcript:
    return transcripts.transcript_for(user, team.slug, pk)


def _capture(team: Team, user: User, sent: Sent, data: bytes, source: str) -> tuple[Run, bool]:
    """Send two lists the way of every capture: masked before the first write, read by the worker."""
    keep_last = _keep_last(sent)
    sink = Sink(bytes(team.redaction_key), sent.words.get("name") or "pair.json", "", masked.own_of(team))
    try:
        sink.write(data)
        received: Received = sink.finish()
        dialect = sent.words.get("dialect", arrival.AUTO)
        arrival.demand("pair", dialect)
        capture, created = arrival.take(team, user, received, source=source, format="pair", dialect=dialect)
        return expect_pair(capture, keep_last), created
    finally:
        sink.abandon()


def _joined(sent: Sent) -> bytes:
    """Before and after as one pair; the lists keep their bytes."""
    members = [b'"%s":%s' % (side.encode(), _side(sent, side)) for side in ("before", "after")]
    if "summary" in sent.parts:
        members.append(b'"summary":' + json.dumps(sent.text("summary")).encode())
    if sent.words.get("model"):
        members.append(b'"model":' + json.dumps(sent.words["model"]).encode())
    return b"{" + b",\n".join(members) + b"}"


def _side(sent: Sent, side: str) -> bytes:
    data = sent.parts[side].removeprefix(BYTE_ORDER_MARK)
    if data.strip()[:1] not in (b"[", b"{"):
        raise Refusal(422, "not-a-list", "Before and after are each a JSON list of messages, or a request body.")
    return data
