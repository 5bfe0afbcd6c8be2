"""The input of a compaction -> the transcript before it. Only masked bytes and texts reach disk and rows.

The same input again is the same transcript, so that the attempts at one compaction stand side by side.
"""

import hashlib
import hmac
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from django.db import IntegrityError, transaction

from compaction.contract import CompactionInput, decode_input, encode_input
from compaction.errors import InvalidInput
from compaction.formats import MessageList
from compaction.redaction import Redactor, Words
from compaction.transcripts import Block
from webui.accounts.models import Team, User
from webui.runs.store.messages import masked, turns
from webui.runs.store.texts import counter
from webui.transcripts import blobs, remasking, store
from webui.transcripts.access import RUN_INPUT
from webui.transcripts.masked import own_of
from webui.transcripts.models import Capture, Transcript

CHUNK_MESSAGES = 500
NAME = "input.json"
STANDS_ALONE = b"compaction-input\0"
"""Put before the bytes for their fingerprint: the same file may have been sent as a capture as well."""


def put_input(team: Team, user: User | None, wire: bytes, source: str) -> Transcript | None:
    """Store a valid input, and return the transcript of its messages; None where masking left no valid input.

    Must run in a transaction.
    """
    key = bytes(team.redaction_key)
    fingerprint = hmac.new(key, STANDS_ALONE + wire, hashlib.sha256).hexdigest()
    earlier = _earlier(team, fingerprint)
    if earlier is not None:
        return earlier
    words = own_of(team)
    redactor = Redactor(key, words=words)
    data = redactor.feed(wire) + redactor.finish()
    given = _decode(data)
    if given is None:
        return None
    if _shows_secret(given, key, words):
        given = replace(given, transcript=masked(given.transcript, lambda text: remasking.masked(text, key, words)))
        data = encode_input(given)
    blob = _keep(data)
    capture = Capture(
        team=team,
        name=NAME,
        fingerprint=fingerprint,
        blob=blob,
        size=len(wire),
        format_asked=RUN_INPUT,
        format=RUN_INPUT,
        state=Capture.State.READY,
        redactions=dict(redactor.counts),
        source=source,
        uploaded_by=user,
    )
    try:
        with transaction.atomic():
            capture.save(force_insert=True)
            return _put(capture, given)
    except IntegrityError:  # somebody sent the same input at the same moment
        blobs.delete(blob)
        return _earlier(team, fingerprint)
    except BaseException:
        blobs.delete(blob)
        raise


def _earlier(team: Team, fingerprint: str) -> Transcript | None:
    return Transcript.objects.filter(team=team, capture__fingerprint=fingerprint).first()


def _decode(data: bytes) -> CompactionInput | None:
    try:
        return decode_input(data)
    except InvalidInput:
        return None


def _shows_secret(given: CompactionInput, key: bytes, words: Words) -> bool:
    try:
        remasking.look((block for turn in turns(given.transcript) for block in turn.blocks), key, words)
    except remasking.Unmasked:
        return True
    return False


def _keep(data: bytes) -> str:
    writer = blobs.Writer()
    try:
        writer.write(data)
        return blobs.keep(writer.finish())
    finally:
        writer.abandon()


def _put(capture: Capture, given: CompactionInput) -> Transcript:
    team, messages = capture.team, turns(given.transcript)
    with ThreadPoolExecutor(1) as pool:
        shelf = store.Shelf(team.pk, "", counter(given.model.model, ""), pool, _seen_already)
        found = MessageList(
            path="/transcript",
            dialect=None,
            dialect_alternatives=(),
            body=b"",
            count=len(messages),
            read_messages=lambda: messages,
            model=remasking.masked(given.model.model, bytes(team.redaction_key), own_of(team)),
        )
        transcript = store.begin(capture, 0, found, shelf)
        for start in range(0, len(messages), CHUNK_MESSAGES):
            store.put(transcript, messages[start : start + CHUNK_MESSAGES], shelf)
    transcript.size = capture.size
    transcript.save(update_fields=["size"])
    return transcript


def _seen_already(blocks: Iterable[Block]) -> None:
    """The whole input was looked at before."""
