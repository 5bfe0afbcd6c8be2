"""A stream of records -> rows, list by list: messages first, so that they can be read while the rules run."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from compaction import formats
from compaction.formats.records import Answer, Boundary, MessageList, Note, ProviderAnswer
from compaction.inspection import judge, match_answer
from compaction.redaction import Own
from compaction.shape import CATALOGUE, RULES
from compaction.tokens import Counter
from compaction.tokens.sampled import Sampled
from compaction.transcripts import Message
from webui.jobs.progress import Progress
from webui.llm.vocabulary import counter_for
from webui.transcripts import blobs, listeners, masked, remasking, store
from webui.transcripts.models import Capture, Transcript

LAYER = "both"
RULE_VERSION = f"{CATALOGUE}.{sum(rule.version for rule in RULES)}"
"""The state of the catalogue, and a number that grows whenever one of its rules changes or is added."""

CHUNK_MESSAGES = 500
CHUNK_BYTES = 4 * 1024 * 1024
"""What one transaction stores: short enough that uploads and heartbeats pass in between."""

THREADS = 2


def read(capture: Capture, progress: Progress, *, again: bool = False) -> None:
    """Store and check every list of a capture; `again` after its file was masked by what parsing showed.

    Raises: CaptureError; NoSuchBlob or DamagedBlob for a file that is gone or broken; Unmasked, when a decoded text
        holds a secret: lists before it are stored.
    """
    started = start(capture)
    notes: list[Note] = []
    with ThreadPoolExecutor(THREADS) as pool:
        reading = Reading(capture, progress, pool, again)
        for record in started.records:
            match record:
                case MessageList():
                    reading.take(record)
                case Boundary():
                    reading.tell(record)
                case Answer():
                    reading.glance(record)
                case ProviderAnswer():
                    reading.hear(record)
                case Note():
                    notes.append(record)
    for step in store.STEPS[1:]:
        progress.done(step)
    with progress.holding():
        store.note(capture, notes)
        store.settle(capture, Capture.State.READY, format=started.format.id)


def start(capture: Capture) -> formats.Reading:
    """Begin to read the capture's file as what the uploader asked for."""
    pieces = blobs.open_pieces(capture.blob)
    return formats.start(pieces, name=capture.name, format=capture.format_asked, dialect=capture.dialect_asked)


@dataclass(slots=True)
class Reading:
    """How far one capture is."""

    capture: Capture
    progress: Progress
    pool: Executor
    again: bool
    lists: int = 0
    boundaries: int = 0
    seen: int = 0
    stored: int = 0
    checked: int = 0
    _shelves: dict[tuple[str, str, bool], store.Shelf] = field(default_factory=dict)
    _stored: list[str] = field(default_factory=list)
    _words: Own = field(init=False)

    def __post_init__(self) -> None:
        self._words = masked.own_of(self.capture.team)

    def take(self, found: MessageList) -> None:
        """Store one list, then check it."""
        if not self.lists:
            self.progress.start("Store")
            self.progress.start("Check")
        self.seen += found.count
        self.progress.count(self.seen, step="Read")
        transcript = self._store(found)
        report = judge(found, LAYER)
        with self.progress.holding():
            store.put_report(transcript, report, found.messages, layer=LAYER, rule_version=RULE_VERSION)
        self.checked += found.count
        self.progress.count(self.checked, self.seen, step="Check")
        self.lists += 1
        self._stored.append(transcript.pk)

    def tell(self, boundary: Boundary) -> None:
        """Tell of a compaction between lists that are stored."""
        with self.progress.holding():
            listeners.tell_boundary(self.capture, self.boundaries, boundary, self._stored)
        self.boundaries += 1

    def glance(self, answer: Answer) -> None:
        """Look for secrets in an answer: no row holds it, but the file does."""
        if not self.again:
            remasking.look(answer.blocks, self._key, self._words)

    def hear(self, answer: ProviderAnswer) -> None:
        """Keep what the provider said about a list that is stored, without the secrets in it."""
        text = remasking.masked(answer.text, self._key, self._words)
        if text != answer.text and not self.again:
            raise remasking.Unmasked
        if answer.list is None:
            return
        found = match_answer(answer)
        with self.progress.holding():
            store.put_answer(self._stored[answer.list], found, text)

    @property
    def _key(self) -> bytes:
        return bytes(self.capture.team.redaction_key)

    def _store(self, found: MessageList) -> Transcript:
        shelf = self._shelf(found.dialect or "", found.model)
        with self.progress.holding():
            transcript = store.begin(self.capture, self.lists, found, shelf)
            first, *others = chunks(found.messages[transcript.shared :])
            store.put(transcript, first, shelf)
        self._count(transcript.shared + len(first))
        for chunk in others:
            with self.progress.holding():
                store.put(transcript, chunk, shelf)
            self._count(len(chunk))
        return transcript

    def _count(self, stored: int) -> None:
        self.stored += stored
        self.progress.count(self.stored, self.seen, step="Store")

    def _shelf(self, dialect: str, model: str) -> store.Shelf:
        whole = counter_for(model, dialect)
        counter: Counter = whole if whole.exact else Sampled(whole)
        key = dialect, counter.name, counter.exact
        if key not in self._shelves:
            look = partial(remasking.look, key=self._key, words=self._words)
            self._shelves[key] = store.Shelf(self.capture.team_id, dialect, counter, self.pool, look)
        return self._shelves[key]


def chunks(messages: Sequence[Message]) -> Iterator[Sequence[Message]]:
    """Yield the messages in runs of bounded number and size; one empty run for an empty list."""
    start = size = 0
    for stop, message in enumerate(messages):
        if stop > start and (size + len(message.native) > CHUNK_BYTES or stop - start >= CHUNK_MESSAGES):
            yield messages[start:stop]
            start, size = stop, 0
        size += len(message.native)
    yield messages[start:]
