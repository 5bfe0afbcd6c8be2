"""What a summary lost or got back, and what people say of it."""

from django.conf import settings
from django.db import models

from webui.runs.models.passes import Pass
from webui.runs.models.runs import Run


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
