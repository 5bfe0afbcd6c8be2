"""How a team works: its targets, what becomes a case, who gets it, and views that people saved."""

from django.conf import settings
from django.db import models


class Policy(models.Model):
    """A team's own choices; a missing row means the defaults of `webui.review.policy`.

    `targets` are working days by `refused`, `broken`, `warning`; `flags` those that make a case of a valid run;
    `reasons_off` are `decision/reason` codes; `owners` is a list of `{"by": "rule" or "source", "value", "user"}`, of
    which the first match wins.
    """

    team = models.OneToOneField("accounts.Team", on_delete=models.CASCADE, related_name="+")
    targets = models.JSONField(default=dict, blank=True)
    flags = models.JSONField(null=True, blank=True)
    reasons_off = models.JSONField(default=list, blank=True)
    owners = models.JSONField(default=list, blank=True)
    second_person = models.BooleanField(default=False)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"policy {self.pk}"


class SavedView(models.Model):
    """A named filter of the inbox, of one person or of the team."""

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    name = models.CharField(max_length=60)
    shared = models.BooleanField(default=False)
    query = models.CharField(max_length=1000, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"view {self.pk}"


class Arrangement(models.Model):
    """How one person arranged the inbox of one team.

    `hidden` are views that are not shown, by name or, for saved ones, key; `columns` the columns of a view in order.
    """

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    hidden = models.JSONField(default=list, blank=True)
    columns = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="one_arrangement_a_person")]

    def __str__(self) -> str:
        return f"arrangement {self.pk}"
