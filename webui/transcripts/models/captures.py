"""What was captured, what was read from it, and what the rules say."""

import secrets

from django.conf import settings
from django.db import models

from webui.common.days import Day


def new_id() -> str:
    """Return 12 random hex digits: short enough to say, too many to probe."""
    return secrets.token_hex(6)


class Capture(models.Model):
    """One uploaded file, redacted. These bytes are the truth; all else can be rebuilt from them.

    `fingerprint` is an HMAC of the received bytes under the team's key: the same bytes again are the same capture.
    `blob` names the redacted, compressed file in the blob folder. `size` counts received bytes, before redaction.
    `redactions` maps a kind of secret to how many were masked; `notes` is a list of `{"code", "at", "reason"}`.
    """

    class State(models.TextChoices):
        QUEUED = "queued", "Queued"
        READING = "reading", "Reading"
        READY = "ready", "Ready"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    class Source(models.TextChoices):
        PAGE = "page", "Page"
        API = "api", "API"
        SAMPLE = "sample", "Sample"

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="captures")
    name = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64)
    blob = models.CharField(max_length=80)
    size = models.BigIntegerField()
    format_asked = models.CharField(max_length=40, default="auto")
    dialect_asked = models.CharField(max_length=20, default="auto")
    format = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    error_code = models.CharField(max_length=40, blank=True)
    error_place = models.JSONField(default=dict, blank=True)
    notes = models.JSONField(default=list, blank=True)
    redactions = models.JSONField(default=dict, blank=True)
    source = models.CharField(max_length=10, choices=Source.choices, default=Source.PAGE)
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "fingerprint"], name="one_capture_a_fingerprint")]
        indexes = [models.Index(fields=["team", "-created"], name="capture_team_created")]

    def __str__(self) -> str:
        return self.id


class Transcript(models.Model):
    """One list of a capture. Read once; a later rule version only replaces its violations.

    Its messages are the first `messages` of a `strand`; `shared` of them, from the start, were stored before it, and
    `continues` is the transcript of the same capture before it that begins with them.
    `unreadable` holds raw positions, `wire_roles` a list of `{"index", "role", "pointer"}`. `system` is canonical JSON
    of the hoisted system prompt, compressed. `sketch` and `marks` are what its page shows of all messages, as the store
    works it out, the sketch for long ones alone; lists of transcripts defer all three.
    `provider_said` is a list of `{"status", "at", "rules", "pointer", "text"}`; its texts are captured, masked and cut.
    """

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="transcripts")
    capture = models.ForeignKey(Capture, on_delete=models.CASCADE, related_name="transcripts")
    number = models.PositiveIntegerField()
    path = models.CharField(max_length=200, blank=True)
    dialect = models.CharField(max_length=20, blank=True)
    dialect_alternatives = models.JSONField(default=list, blank=True)
    model = models.CharField(max_length=120, blank=True)
    strand = models.ForeignKey("Strand", null=True, blank=True, on_delete=models.PROTECT, related_name="transcripts")
    continues = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    shared = models.PositiveIntegerField(default=0)
    reconstructed = models.BooleanField(default=False)
    response_only = models.BooleanField(default=False)
    messages = models.PositiveIntegerField()
    size = models.BigIntegerField()
    tokens = models.BigIntegerField(default=0)
    tokens_estimated = models.BooleanField(default=True)
    system = models.BinaryField(null=True, blank=True)
    system_tokens = models.PositiveIntegerField(default=0)
    checked = models.DateTimeField(null=True, blank=True)
    layers = models.CharField(max_length=20, blank=True)
    rule_version = models.CharField(max_length=20, blank=True)
    errors = models.PositiveIntegerField(default=0)
    warnings = models.PositiveIntegerField(default=0)
    note_count = models.PositiveIntegerField(default=0)
    unreadable = models.JSONField(default=list, blank=True)
    wire_roles = models.JSONField(default=list, blank=True)
    provider_said = models.JSONField(default=list, blank=True)
    sketch = models.JSONField(default=dict, blank=True)
    marks = models.JSONField(default=list, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["capture", "number"], name="one_transcript_a_number")]
        indexes = [
            models.Index(fields=["team", "-created"], name="transcript_team_created"),
            models.Index("team", Day("created"), "rule_version", "checked", "created", name="transcript_day_rules"),
        ]

    def __str__(self) -> str:
        return self.id


class Body(models.Model):
    """What a message says; one row a distinct message of a team.

    `native` is the exact JSON as uploaded, compressed; pages that list messages defer it. Its blocks are read from it
    by the mapping of `dialect`; where that gives others, `blocks` holds the right ones as canonical JSON, compressed.
    `size` counts bytes of `native`, `tokens` is exact or estimated as the transcript says; `kinds` counts all blocks by
    kind; `preview` is the first text, cut. `brief` is a list of `{"kind", "name", "id", "preview", "size", "error"}`,
    one a block, at most eight, without what is empty; a null stands for the beginning of the preview. `speaks` says
    that a block of text says something; `halves` are the calls and results in it, as `["call" or "result", id, pointer
    within the message]`.
    """

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    dialect = models.CharField(max_length=20, blank=True)
    role = models.CharField(max_length=20, blank=True)
    size = models.BigIntegerField()
    tokens = models.PositiveIntegerField()
    speaks = models.BooleanField(default=False)
    halves = models.JSONField(default=list)
    kinds = models.JSONField(default=dict)
    brief = models.JSONField(default=list)
    preview = models.TextField(blank=True)
    blocks = models.BinaryField(null=True, blank=True)
    native = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "digest"], name="one_body_a_digest")]

    def __str__(self) -> str:
        return self.digest[:8]


class Strand(models.Model):
    """Messages in a row that transcripts share, stored once: growing requests of a session are one strand.

    A list that parts from a strand goes on in a new one, whose `parent` holds what stands before `start`. `stop` is the
    place after its last message; it only grows while a transcript needs it.
    """

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="children")
    start = models.PositiveIntegerField()
    stop = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.pk}[{self.start}:{self.stop}]"


class Message(models.Model):
    """One place of a strand and the body that stands there.

    `prefix` is a digest of all messages from the start of the list up to this one.
    """

    strand = models.ForeignKey(Strand, on_delete=models.CASCADE, related_name="rows")
    index = models.PositiveIntegerField()
    origin = models.CharField(max_length=200)
    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="+")
    prefix = models.BinaryField(max_length=16)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["strand", "index"], name="one_message_a_place")]
        indexes = [models.Index(fields=["prefix"], name="message_prefix")]

    def __str__(self) -> str:
        return f"{self.strand_id}.{self.index}"


class Violation(models.Model):
    """One breach, as the library reports it: places and words of closed lists, never content.

    `signature` is what makes it one defect with others, empty in rows of a release that did not know it.
    """

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    transcript = models.ForeignKey(Transcript, on_delete=models.CASCADE, related_name="violations")
    number = models.PositiveIntegerField()
    rule = models.CharField(max_length=60)
    severity = models.CharField(max_length=8)
    layers = models.JSONField(default=list)
    position = models.PositiveIntegerField(null=True, blank=True)
    index = models.IntegerField(null=True, blank=True)
    pointer = models.CharField(max_length=300)
    counterpart = models.CharField(max_length=300, blank=True)
    related = models.JSONField(default=list, blank=True)
    behaviours = models.JSONField(default=list, blank=True)
    confidence = models.CharField(max_length=10)
    signature = models.CharField(max_length=24, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["transcript", "number"], name="one_violation_a_number")]
        indexes = [
            models.Index(fields=["transcript", "position"], name="violation_place"),
            models.Index(fields=["team", "rule"], name="violation_team_rule"),
        ]

    def __str__(self) -> str:
        return f"{self.rule} at {self.position}"
