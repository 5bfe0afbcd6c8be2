"""One compaction, judged: what went in, what came out, and what the contract and the rules say of it."""

from django.conf import settings
from django.db import models

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


class Fact(models.Model):
    """A question of a pass, or an identifier of the messages that a summary replaced; what became of it, and the proof.

    `of` is the pass, None where the run's captured summary is meant. `text` is the question, or the identifier's value
    with its class as `category`. `evidence` is a list of `{"message", "part", "start", "end", "method", "score"}`, the
    primary one first; offsets count characters of the part. `decision` is the latest of its decisions.

    Source: decisions 26, qa-summarizer 2.1.
    """

    class Kind(models.TextChoices):
        QUESTION = "question", "Question"
        IDENTIFIER = "identifier", "Identifier"

    class Verdict(models.TextChoices):
        RECOVERED = "recovered", "Recovered"
        UNKNOWN = "unknown", "Unknown"
        MISSING = "missing", "Missing"
        SHED = "shed", "Shed"
        LOST = "lost", "Lost"

    class Choice(models.TextChoices):
        OPEN = "", "Open"
        CONFIRMED = "confirmed", "Confirmed"
        DISPUTED = "disputed", "Disputed"
        UNIMPORTANT = "not-important", "Not important"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="facts")
    of = models.ForeignKey(Pass, null=True, blank=True, on_delete=models.CASCADE, related_name="facts")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    number = models.PositiveIntegerField()
    verdict = models.CharField(max_length=10, choices=Verdict.choices)
    category = models.CharField(max_length=10, blank=True)
    text = models.TextField()
    answer = models.TextField(blank=True)
    method = models.CharField(max_length=10, blank=True)
    evidence = models.JSONField(default=list, blank=True)
    unseen = models.BooleanField(default=False)
    decision = models.CharField(max_length=15, choices=Choice.choices, default=Choice.OPEN, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "of", "kind", "number"], name="one_fact_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.run_id} {self.kind} {self.number}"


class FactDecision(models.Model):
    """What a person said of a fact. Never edited, only followed by another."""

    fact = models.ForeignKey(Fact, on_delete=models.CASCADE, related_name="decisions")
    choice = models.CharField(max_length=15, choices=Fact.Choice.choices, blank=True)
    note = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.fact_id} {self.choice}"
