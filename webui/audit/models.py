"""The trail of a team: who did what, when and why, each event chained to the one before it."""

from typing import Any, NoReturn

from django.db import models


class AppendOnly(TypeError):
    """An event that is written stays as it is."""

    def __init__(self) -> None:
        super().__init__("events are only ever added")


class Events(models.QuerySet["Event"]):
    """Events can be asked for, not changed. What retention takes away goes through `webui.audit.purging`."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnly

    def delete(self) -> NoReturn:
        raise AppendOnly

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly


class Event(models.Model):
    """One thing that was done in a team. Written by `webui.audit.trail.record` alone.

    `number` counts from 1 within the team, without a gap. `evidence` is the digest of what was looked at; `more` holds
    words of closed lists, ids and whole numbers. `previous` is the digest of the event before, `digest` that of all
    the other fields, as `webui.audit.digests` lays them out. No field holds text of a capture.
    """

    class Kind(models.TextChoices):
        PERSON = "person", "Person"
        KEY = "key", "Key"
        WORKER = "worker", "Worker"

    team = models.ForeignKey("accounts.Team", on_delete=models.PROTECT, related_name="+")
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=10, choices=Kind.choices)
    actor_id = models.BigIntegerField(null=True, blank=True)
    actor_name = models.CharField(max_length=200)
    action = models.CharField(max_length=40)
    subject = models.CharField(max_length=20)
    subject_id = models.CharField(max_length=60)
    was = models.TextField(blank=True)
    now = models.TextField(blank=True)
    reason = models.CharField(max_length=60, blank=True)
    note = models.TextField(blank=True)
    version = models.BigIntegerField(null=True, blank=True)
    evidence = models.CharField(max_length=64, blank=True)
    more = models.JSONField(default=dict, blank=True)
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    objects = Events.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "number"], name="one_event_a_number")]
        indexes = [
            models.Index(fields=["team", "subject", "subject_id", "number"], name="event_team_subject"),
            models.Index(fields=["team", "action", "number"], name="event_team_action"),
            models.Index(fields=["team", "at"], name="event_team_at"),
        ]

    def __str__(self) -> str:
        return f"event {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the event. Raises: AppendOnly for one that is there already."""
        if not self._state.adding:
            raise AppendOnly
        super().save(*args, **kwargs | {"force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse. Raises: AppendOnly."""
        raise AppendOnly


class Head(models.Model):
    """Where a team's trail ends, and where it begins.

    Whoever adds an event holds this row until its transaction ends, so that events stand in one line. Events up to
    `floor` were taken away by retention; `floor_digest` is that of the last of them.
    """

    team = models.OneToOneField("accounts.Team", on_delete=models.CASCADE, primary_key=True, related_name="+")
    number = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    floor = models.PositiveBigIntegerField(default=0)
    floor_digest = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"trail of {self.team_id}, {self.number} events"
