"""One go of the QA summarizer, and its calls."""

from django.conf import settings
from django.db import models

from webui.runs.models.runs import Run
from webui.transcripts.models import Capture, Transcript, new_id


class Pass(models.Model):
    """One go of the QA summarizer over the before side of a run; failed, skipped and broken ones too.

    `attempt` counts the passes of the run from 1; `number` is set when it compacted: that of its prior and one more.
    `client` is what was chosen, `model` what answered. `config` holds the effective values, with `counter`, `warnings`,
    and the hook's `instructions` and `additional_context`. `prior` is where `prior_text` came from. `places` holds
    `split`, and `evicted` and `pulled` as ranges of places in the source; -1 is the system prompt. `flags` are rows of
    `{"id", "candidate", "severity", "spans", "counts"}`, `measures` numbers by id. Texts are masked and packed.

    Source: qa-summarizer 2.1.
    """

    class State(models.TextChoices):
        QUEUED = "queued", "Queued"
        ASKING = "asking", "Asking"
        DONE = "done", "Done"
        CANCELLED = "cancelled", "Cancelled"
        BROKEN = "broken", "Broken off"

    class Outcome(models.TextChoices):
        COMPACTED = "compacted", "Compacted"
        FAILED = "failed", "Failed"
        NO_CHANGE = "no_change", "No change"

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="passes")
    source = models.ForeignKey(Transcript, null=True, blank=True, on_delete=models.SET_NULL, related_name="passes")
    attempt = models.PositiveIntegerField()
    number = models.PositiveIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    error_code = models.CharField(max_length=60, blank=True)
    trigger = models.CharField(max_length=10, choices=Capture.Source.choices, default=Capture.Source.PAGE)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    client = models.CharField(max_length=60)
    endpoint = models.ForeignKey(
        "accounts.Endpoint", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    model = models.CharField(max_length=200, blank=True)
    config = models.JSONField(default=dict)
    target_tokens = models.PositiveBigIntegerField()
    prior = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    prior_number = models.PositiveIntegerField(null=True, blank=True)
    prior_text = models.BinaryField(null=True, blank=True)

    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    step = models.CharField(max_length=10, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    budget = models.PositiveBigIntegerField(null=True, blank=True)
    tail_budget = models.PositiveBigIntegerField(null=True, blank=True)
    places = models.JSONField(default=dict, blank=True)
    draft = models.BinaryField(null=True, blank=True)
    final = models.BinaryField(null=True, blank=True)
    tokens_before = models.PositiveBigIntegerField(null=True, blank=True)
    tokens_after = models.PositiveBigIntegerField(null=True, blank=True)
    tokens_saved = models.PositiveBigIntegerField(null=True, blank=True)
    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)
    spend_estimated = models.BooleanField(default=False)
    flags = models.JSONField(default=list, blank=True)
    measures = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "attempt"], name="one_pass_an_attempt")]
        indexes = [models.Index(fields=["source", "outcome", "-ended"], name="pass_source_outcome")]

    def __str__(self) -> str:
        return self.id


class Call(models.Model):
    """One call of a pass: both texts sent, the reply or why none came. Stored once, and never asked again.

    `digest` is that of the request. `tries` counts what was sent, `milliseconds` the last try. Tokens are as reported,
    or `estimated`; a call without a reply has none.
    """

    of = models.ForeignKey(Pass, on_delete=models.CASCADE, related_name="calls")
    number = models.PositiveSmallIntegerField()
    step = models.CharField(max_length=10)
    digest = models.CharField(max_length=64)
    system = models.BinaryField()
    user = models.BinaryField()
    reply = models.BinaryField(null=True, blank=True)
    truncated = models.BooleanField(default=False)
    input_tokens = models.PositiveBigIntegerField(null=True, blank=True)
    output_tokens = models.PositiveBigIntegerField(null=True, blank=True)
    estimated = models.BooleanField(default=False)
    error_code = models.CharField(max_length=60, blank=True)
    tries = models.PositiveSmallIntegerField(default=1)
    milliseconds = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["of", "number"], name="one_call_a_number")]

    def __str__(self) -> str:
        return f"{self.of_id} {self.step}"
