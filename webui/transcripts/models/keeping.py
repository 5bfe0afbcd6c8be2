"""How long captures are kept, and what stands for one that is gone."""

from django.db import models


class Tombstone(models.Model):
    """What is left of a row that was deleted: that it was there, until when, and by which rule it went.

    `policy` names the retention that took it and is empty where a person did, whose name is `by`. `digest` is of what
    it held, as the audit trail has it.
    """

    class Kind(models.TextChoices):
        CAPTURE = "capture", "Capture"
        TRANSCRIPT = "transcript", "Transcript"
        RUN = "run", "Run"
        CASE = "case", "Case"

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=40)
    created = models.DateTimeField()
    deleted = models.DateTimeField()
    policy = models.CharField(max_length=80, blank=True)
    by = models.CharField(max_length=200, blank=True)
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "kind", "key"], name="one_tombstone_a_row")]
        indexes = [models.Index(fields=["kind", "key"], name="tombstone_key")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Retention(models.Model):
    """How long a team keeps what: `days` by the name of a kind, which is kept for ever without; `ran` is when its job
    was last queued, so that one night queues one.
    """

    team = models.OneToOneField("accounts.Team", on_delete=models.CASCADE, related_name="+")
    days = models.JSONField(default=dict)
    ran = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"retention {self.pk}"
