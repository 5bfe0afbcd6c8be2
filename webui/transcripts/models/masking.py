"""What a team has masked besides what has a look, and what people reported."""

from django.conf import settings
from django.db import models

from webui.transcripts.models.captures import Transcript


class Redaction(models.Model):
    """What a team has masked besides what has a look: literal words, and reported values as `[length, digest]`."""

    team = models.OneToOneField("accounts.Team", on_delete=models.CASCADE, related_name="+")
    words = models.JSONField(default=list)
    known = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"redaction {self.pk}"


class Report(models.Model):
    """Words that somebody reported as a secret, by their place. `position` is None for the system prompt, `slot` counts
    as in `finding`; `known`: uploads to come are masked as well; `done` are steps that must not be taken twice.
    """

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    transcript = models.ForeignKey(Transcript, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    capture = models.CharField(max_length=12)
    position = models.PositiveIntegerField(null=True, blank=True)
    block = models.PositiveIntegerField()
    slot = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    stop = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    marker = models.CharField(max_length=60)
    known = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    actor = models.JSONField(default=list)
    done = models.JSONField(default=list)
    counts = models.JSONField(default=dict)
    created = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["team", "-created"], name="report_team_created")]

    def __str__(self) -> str:
        return f"report {self.pk}"
