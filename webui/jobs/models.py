"""The job row: the truth about work. The broker only rings."""

from django.db import models


class Job(models.Model):
    """One piece of work of one kind on one target.

    `steps` is a list of `{"name", "state", "count", "total", "started", "ended", "reason"}` in order; states are
    waiting, running, done, failed, skipped; times are ISO 8601 in UTC.

    Source: decisions 17, stack 3.
    """

    class State(models.TextChoices):
        QUEUED = "queued", "Queued"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=40)
    target = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=80, blank=True)
    heartbeat = models.DateTimeField(null=True, blank=True)
    announced = models.DateTimeField(null=True, blank=True)
    steps = models.JSONField(default=list)
    error_code = models.CharField(max_length=60, blank=True)
    cancel_asked = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "heartbeat"], name="job_state_heartbeat"),
            models.Index(fields=["kind", "target"], name="job_kind_target"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.target}"


class WorkerPulse(models.Model):
    """When a worker last swept. No row of the last minute means: no worker."""

    worker = models.CharField(max_length=80, primary_key=True)
    swept = models.DateTimeField()

    def __str__(self) -> str:
        return self.worker


class Timed(models.Model):
    """When a piece of work that comes round is due. Whoever moves the time on does it."""

    name = models.CharField(max_length=40, primary_key=True)
    due = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
