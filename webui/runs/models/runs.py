"""One compaction, judged: what went in, what came out, and what the contract and the rules say of it."""

from django.conf import settings
from django.db import models

from webui.common.days import Day
from webui.transcripts.models import Capture, Transcript, new_id


class Run(models.Model):
    """One compaction. Numbers of the contract may have 64 bits, so they stand in JSON; texts are masked.

    `capture` and `number` name the boundary of a capture that the run was read from, and `boundary` is what its
    reading says: `{"kind", "marker", "at", "list", "before_list", "before", "after", "kept", "summary", "written_by",
    "trigger", "pre_tokens"}`, words of closed lists, places and numbers; `edit` says that it is a context edit.
    `given` holds what the upload holds of basis, model, fingerprint, budget, usage and limits: a missing key was not
    in the upload. `verdict` is that of the contract; `code` says what ended the attempt, `reason` is one of the ten,
    `field` names a bad member of the input. Section, line and column place the fault, counted in characters from 1.
    `measured` and `limit` are the bytes of an input, or the tokens of the request after replacement, that was too
    large. `timeline`, `fates`, `breaches`, `observed` and `carried` are places, numbers and words of closed lists,
    computed once. `measures` are numbers by id, None where there was nothing to measure; `flags` as those of a pass,
    their pointers led by `before:` or `after:`.
    """

    class Kind(models.TextChoices):
        CONTRACT = "contract", "Contract"
        PAIR = "pair", "Before and after"
        TRANSCRIPTS = "transcripts", "Two transcripts"
        QA = "qa", "QA pass"

    class State(models.TextChoices):
        QUEUED = "queued", "Queued"
        CHECKING = "checking", "Checking"
        READY = "ready", "Ready"
        FAILED = "failed", "Failed"

    class Verdict(models.TextChoices):
        VALID = "valid", "Valid"
        REFUSED = "refused", "Refused"
        TOO_LARGE = "too-large", "Too large"
        NOT_ATTEMPTED = "not-attempted", "Not attempted"
        UNJUDGED = "unjudged", "Not judged"

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="runs")
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    source = models.CharField(max_length=10, choices=Capture.Source.choices, default=Capture.Source.PAGE)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    error_code = models.CharField(max_length=40, blank=True)
    capture = models.ForeignKey(Capture, null=True, blank=True, on_delete=models.CASCADE, related_name="runs")
    number = models.PositiveIntegerField(null=True, blank=True)
    boundary = models.JSONField(null=True, blank=True)
    edit = models.BooleanField(default=False)
    before = models.ForeignKey(Transcript, null=True, blank=True, on_delete=models.SET_NULL, related_name="runs_from")
    after = models.ForeignKey(Transcript, null=True, blank=True, on_delete=models.SET_NULL, related_name="runs_to")

    verdict = models.CharField(max_length=13, choices=Verdict.choices, default=Verdict.UNJUDGED)
    code = models.CharField(max_length=20, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    field = models.CharField(max_length=20, blank=True)
    section = models.CharField(max_length=20, blank=True)
    line = models.PositiveIntegerField(null=True, blank=True)
    column = models.PositiveIntegerField(null=True, blank=True)
    reject_number = models.PositiveSmallIntegerField(null=True, blank=True)
    measured = models.JSONField(null=True, blank=True)
    limit = models.JSONField(null=True, blank=True)
    model = models.CharField(max_length=240, blank=True)
    given = models.JSONField(default=dict, blank=True)
    checks = models.JSONField(default=list, blank=True)
    timeline = models.JSONField(null=True, blank=True)

    messages_before = models.PositiveIntegerField(null=True, blank=True)
    messages_after = models.PositiveIntegerField(null=True, blank=True)
    tokens_before = models.BigIntegerField(null=True, blank=True)
    tokens_after = models.BigIntegerField(null=True, blank=True)
    tokens_estimated = models.BooleanField(default=True)
    layers = models.CharField(max_length=20, blank=True)
    rule_version = models.CharField(max_length=200, blank=True)
    introduced = models.PositiveIntegerField(default=0)
    inherited = models.PositiveIntegerField(default=0)
    observed = models.JSONField(null=True, blank=True)
    fates = models.JSONField(null=True, blank=True)
    breaches = models.JSONField(null=True, blank=True)
    carried = models.JSONField(null=True, blank=True)
    measures = models.JSONField(null=True, blank=True)
    flags = models.JSONField(null=True, blank=True)

    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created = models.DateTimeField(auto_now_add=True)
    judged = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["capture", "number"], name="one_run_a_boundary")]
        indexes = [
            models.Index(fields=["team", "-created"], name="run_team_created"),
            models.Index(fields=["team", "verdict", "reason"], name="run_team_verdict"),
            # What charts count by day, and all that they ask of a row.
            models.Index("team", Day("created"), "reason", "verdict", "state", "id", "created", name="run_day_verdict"),
            models.Index("team", Day("created"), "rule_version", "judged", "created", name="run_day_rules"),
        ]

    def __str__(self) -> str:
        return self.id


class Summary(models.Model):
    """A text that a run holds, masked and compressed: the summary itself, or the reply where none could be taken out.

    `size` counts bytes before masking. Line and column of the run's fault count in the reply for the checks `response`
    and `json`, else in the summary.
    """

    class Origin(models.TextChoices):
        CAPTURED = "captured", "Captured"
        REPLY = "reply", "Reply as received"
        DRAFT = "draft", "Draft"
        FINAL = "final", "Final"
        PRIOR = "prior", "The one before"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="summaries")
    origin = models.CharField(max_length=10, choices=Origin.choices, default=Origin.CAPTURED)
    text = models.BinaryField()
    size = models.BigIntegerField()
    tokens = models.PositiveIntegerField()
    tokens_estimated = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "origin"], name="one_text_an_origin")]

    def __str__(self) -> str:
        return f"{self.run_id} {self.origin}"
