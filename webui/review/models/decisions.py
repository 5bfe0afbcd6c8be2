"""What people decided, what covers more than one case, and what they were about to say."""

from django.conf import settings
from django.db import models

from webui.review.models.cases import Case, Source
from webui.runs.models import Run


class Waiver(models.Model):
    """That a defect is not to be decided again, within a scope and until a date.

    `signature` is empty for the scope of a rule in a source, `source` None for a signature in the team; `case` alone is
    meant in the narrowest scope. `count` is how many violations at once were waived: more of them breach the two
    narrow scopes. Where the team asks for a second person, nothing is covered until `second` has said yes.

    Source: ux 17.
    """

    class Scope(models.TextChoices):
        CASE = "case", "This case"
        SOURCE = "source", "This signature in this source"
        TEAM = "team", "This signature in the team"
        RULE = "rule", "This rule in this source"

    class End(models.TextChoices):
        OPEN = "", "Holds"
        DATE = "date", "Its end date came"
        BREACHED = "breached", "Its scope was breached"
        UNDONE = "undone", "Undone"
        REFUSED = "refused", "The second person said no"

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="waivers")
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="waivers")
    scope = models.CharField(max_length=6, choices=Scope.choices)
    code = models.CharField(max_length=60)
    signature = models.CharField(max_length=64, blank=True)
    source = models.ForeignKey(Source, null=True, blank=True, on_delete=models.CASCADE, related_name="waivers")
    count = models.PositiveIntegerField(default=1)
    reason = models.CharField(max_length=30)
    note = models.TextField(blank=True)
    link = models.CharField(max_length=500, blank=True)
    ends = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    needs_second = models.BooleanField(default=False)
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)
    end = models.CharField(max_length=8, choices=End.choices, default=End.OPEN, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["team", "ended", "ends"], name="waiver_team_ends"),
            models.Index(fields=["team", "signature"], name="waiver_team_signature"),
        ]

    def __str__(self) -> str:
        return f"waiver {self.pk}"


class Decision(models.Model):
    """One step of a case, by a person or the worker. Never edited, only followed by another.

    `action` and both states are words of `webui.review.triage`; `version` is that of the case before. `breaches` names
    violations by rule and pointer, `facts` their numbers. `for_holder` says that a maintainer decided for who held it.
    """

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="decisions")
    action = models.CharField(max_length=12)
    was = models.CharField(max_length=10, blank=True)
    now = models.CharField(max_length=10)
    reason = models.CharField(max_length=30, blank=True)
    detail = models.CharField(max_length=60, blank=True)
    note = models.TextField(blank=True)
    breaches = models.JSONField(default=list, blank=True)
    facts = models.JSONField(default=list, blank=True)
    waiting_on = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    waiver = models.ForeignKey(Waiver, null=True, blank=True, on_delete=models.SET_NULL, related_name="decisions")
    run = models.ForeignKey(Run, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    for_holder = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    bulk = models.ForeignKey("Bulk", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    version = models.PositiveIntegerField()
    created = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["case", "created"], name="decision_case")]

    def __str__(self) -> str:
        return f"{self.case_id} {self.action}"


class Draft(models.Model):
    """What a person had written when a claim ended or a decision was refused. One a person and case."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="drafts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    given = models.JSONField(default=dict)
    saved = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "user"], name="one_draft_a_person")]

    def __str__(self) -> str:
        return f"draft {self.pk}"


class Bulk(models.Model):
    """One decision for many cases, carried out as a job.

    `versions` are the cases as they were chosen, `[[number, version], …]`; `results` `[[number, outcome, code], …]`,
    outcome `decided`, `changed`, `refused`. `given` is the form.
    """

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    action = models.CharField(max_length=12)
    given = models.JSONField(default=dict)
    query = models.CharField(max_length=500, blank=True)
    versions = models.JSONField(default=list)
    results = models.JSONField(default=list)
    created = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"bulk {self.pk}"
