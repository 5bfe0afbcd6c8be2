"""A case: what a person decides on, where it came from, and where else it was seen."""

from typing import Any, Self

from django.conf import settings
from django.db import models

from webui.common.days import Day
from webui.runs.models import Run
from webui.transcripts.models import Capture, Transcript

_OPEN = models.Q(closed__isnull=True)
_NARROW = ("kind", "about", "code", "severity", "source")
"""What a case keeps for good, and filters ask for."""


class Source(models.Model):
    """Where captures and runs come from again and again: one agent, one session, one compactor.

    A later upload of the same source continues its cases; a waiver may cover one source.
    """

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="sources")
    name = models.CharField(max_length=200)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"source {self.pk}"


class SourceMark(models.Model):
    """By what a source is known again: a digest under the team's key, of a name, a basis or a message."""

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    source = models.ForeignKey(Source, on_delete=models.CASCADE, related_name="marks")
    mark = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "mark"], name="one_source_a_mark")]

    def __str__(self) -> str:
        return self.mark[:8]


class Tally(models.Model):
    """How many cases a team has had. Whoever makes cases holds its row, so that numbers have no gaps."""

    team = models.OneToOneField("accounts.Team", primary_key=True, on_delete=models.CASCADE, related_name="+")
    cases = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.cases} cases"


class Case(models.Model):
    """One thing that is wrong in one source, to be decided by a person.

    `number` counts within the team. `code` is the rule, reason or flag, by `about`; `signature` is made of it and the
    shape around it, never of the position. `place` holds `{"transcript", "position", "pointer", "block", "section",
    "run", "pass", "fact"}`, what is known of them. `count` is how often the newest capture shows it at once, `errors`
    and `warnings` what its transcript or run shows in all. `version` grows with every change of state or holder.
    `due` is None while the clock is paused or the case is closed; `left` holds the seconds that were left then.
    A case outlives its evidence: `name`, `place` and the digest `evidence` stay.

    Source: decisions 12, ux 17.
    """

    class Kind(models.TextChoices):
        REFUSED = "refused", "Refused run"
        BROKEN = "broken", "Broken transcript"
        LOSS = "loss", "Loss"

    class About(models.TextChoices):
        RULE = "rule", "Rule"
        REASON = "reason", "Reason"
        FLAG = "flag", "Flag"
        FACT = "fact", "Fact"

    class State(models.TextChoices):
        NEW = "new", "New"
        IN_REVIEW = "in_review", "In review"
        NEEDS_WORK = "needs_work", "Needs work"
        ACCEPTED = "accepted", "Accepted"
        REJECTED = "rejected", "Rejected"
        WAIVED = "waived", "Waived"
        SUPERSEDED = "superseded", "Superseded"

    class Mark(models.TextChoices):
        NONE = "", "None"
        RECURRED = "recurred", "Recurred"
        WAIVER_ENDED = "waiver-ended", "Waiver ended"
        SUPERSEDED = "superseded", "A newer run is here"

    class Severity(models.TextChoices):
        ERROR = "error", "Error"
        WARNING = "warning", "Warning"

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="cases")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    about = models.CharField(max_length=6, choices=About.choices)
    code = models.CharField(max_length=60)
    dialect = models.CharField(max_length=20, blank=True)
    signature = models.CharField(max_length=64)
    severity = models.CharField(max_length=7, choices=Severity.choices, default=Severity.ERROR)
    name = models.CharField(max_length=200, blank=True)
    place = models.JSONField(default=dict, blank=True)
    count = models.PositiveIntegerField(default=1)
    errors = models.PositiveIntegerField(default=0)
    warnings = models.PositiveIntegerField(default=0)
    evidence = models.CharField(max_length=64, blank=True)

    source = models.ForeignKey(Source, on_delete=models.CASCADE, related_name="cases")
    capture = models.ForeignKey(Capture, null=True, blank=True, on_delete=models.SET_NULL, related_name="cases")
    transcript = models.ForeignKey(Transcript, null=True, blank=True, on_delete=models.SET_NULL, related_name="cases")
    run = models.ForeignKey(Run, null=True, blank=True, on_delete=models.SET_NULL, related_name="cases")
    newer = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="older")
    newer_run = models.ForeignKey(Run, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    newer_capture = models.ForeignKey(Capture, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    state = models.CharField(max_length=10, choices=State.choices, default=State.NEW)
    mark = models.CharField(max_length=12, choices=Mark.choices, default=Mark.NONE, blank=True)
    version = models.PositiveIntegerField(default=1)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    waiting_on = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    held_until = models.DateTimeField(null=True, blank=True)
    due = models.DateTimeField(null=True, blank=True)
    left = models.BigIntegerField(null=True, blank=True)
    hold = models.BooleanField(default=False)
    waiver = models.ForeignKey("Waiver", null=True, blank=True, on_delete=models.SET_NULL, related_name="covered")
    created = models.DateTimeField()
    changed = models.DateTimeField()
    closed = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "number"], name="one_case_a_number")]
        indexes = [
            models.Index(fields=["team", "state", "due", "number"], name="case_team_state_due"),
            models.Index(fields=["team", "-number"], name="case_team_number"),
            models.Index(fields=["team", "signature", "state"], name="case_team_signature"),
            models.Index(fields=["source", "signature"], name="case_source_signature"),
            models.Index(fields=["team", "waiting_on", "state"], name="case_team_waiting"),
            models.Index(fields=["team", "owner", "state"], name="case_team_owner"),
            models.Index(fields=["team", "code", "state"], name="case_team_code"),
            models.Index(fields=["state", "held_until"], name="case_state_held"),
            models.Index(fields=["team", "holder", "state"], name="case_team_holder"),
            # What is open, in each order that the inbox shows; `closed` is set exactly while a case is closed.
            models.Index(fields=["team", "due", "number"], name="case_open_due", condition=_OPEN),
            models.Index(fields=["team", "severity", "number"], name="case_open_severity", condition=_OPEN),
            models.Index(fields=["team", "signature", "number"], name="case_open_alike", condition=_OPEN),
            models.Index(fields=["team", "mark", "due", "number"], name="case_open_mark", condition=_OPEN),
            models.Index(fields=["team", "owner", "due", "number"], name="case_open_owner", condition=_OPEN),
            models.Index(fields=["team", "changed", "number"], name="case_team_changed"),
            models.Index(
                fields=["team", "closed", "state"], condition=models.Q(closed__isnull=False), name="case_team_closed"
            ),
            # What charts count by day, and all that they ask of a row.
            models.Index(
                "team",
                Day("created"),
                *("state", "due", *_NARROW, "owner", "created"),
                condition=_OPEN,
                name="case_open_day",
            ),
            models.Index(
                "team",
                Day("closed"),
                *("state", *_NARROW, "owner", "number", "waiver", "closed", "created"),
                condition=models.Q(closed__isnull=False),
                name="case_closed_day",
            ),
        ]

    def __str__(self) -> str:
        return f"case {self.number}"


class Occurrence(models.Model):
    """That a capture or a run showed the defect of a case; `count` is the most that one of its lists shows.

    Team, kind, about, code, severity and source repeat those of the case, which never change: charts count by an index
    of this table alone, and find nothing of another team in it.
    """

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="occurrences")
    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=8, choices=Case.Kind.choices)
    about = models.CharField(max_length=6, choices=Case.About.choices)
    code = models.CharField(max_length=60)
    severity = models.CharField(max_length=7, choices=Case.Severity.choices)
    source = models.ForeignKey(Source, on_delete=models.CASCADE, related_name="+")
    capture = models.ForeignKey(Capture, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    transcript = models.ForeignKey(Transcript, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    run = models.ForeignKey(Run, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    count = models.PositiveIntegerField(default=1)
    place = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["case", "-created"], name="occurrence_case"),
            models.Index(
                "team",
                Day("created"),
                *("code", "about", "kind", "severity", "source", "count", "case", "run", "created"),
                name="occurrence_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.case_id} x {self.count}"

    @classmethod
    def of(cls, case: Case, **given: Any) -> Self:
        """Return an occurrence of a case, not stored yet."""
        repeated = {name: getattr(case, name) for name in ("kind", "about", "code", "severity")}
        return cls(case=case, team_id=case.team_id, source_id=case.source_id, **repeated, **given)
