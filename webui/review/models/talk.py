"""What people say to each other at a case."""

from django.conf import settings
from django.db import models

from webui.review.models.cases import Case


class Comment(models.Model):
    """A remark on a case or on a place in its evidence; an answer names the remark that it answers.

    `anchor` holds what `on` needs: `{"transcript", "position", "block", "start", "end"}` or `{"run", "section"}` or
    `{"run", "fact"}`; `quote` are the words under it as they were, masked. Hidden and deleted ones stay as rows.

    Source: ux 6.
    """

    class On(models.TextChoices):
        CASE = "case", "Case"
        MESSAGE = "message", "Message"
        BLOCK = "block", "Block"
        WORDS = "words", "Words"
        SECTION = "section", "Section"
        FACT = "fact", "Fact"

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="comments")
    answers = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="replies")
    on = models.CharField(max_length=8, choices=On.choices, default=On.CASE)
    anchor = models.JSONField(default=dict, blank=True)
    quote = models.TextField(blank=True)
    text = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField()
    edited = models.DateTimeField(null=True, blank=True)
    deleted = models.DateTimeField(null=True, blank=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    hidden_why = models.CharField(max_length=200, blank=True)
    resolved = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        indexes = [models.Index(fields=["case", "created"], name="comment_case")]

    def __str__(self) -> str:
        return f"comment {self.pk}"


class Notice(models.Model):
    """What one person is told about a case: a mention, a takeover, that it waits on them, an answer."""

    class Kind(models.TextChoices):
        MENTIONED = "mentioned", "Mentioned you"
        ANSWERED = "answered", "Answered you"
        TAKEN_OVER = "taken-over", "Took over your case"
        WAITS = "waits", "Waits on you"
        SECOND = "second", "Asks you to confirm a waiver"
        SUPERSEDED = "superseded", "A newer run is here"
        RECURRED = "recurred", "Recurred"
        WAIVER_ENDED = "waiver-end", "Its waiver ended"

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="notices")
    comment = models.ForeignKey(Comment, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField()
    seen = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["user", "team", "seen"], name="notice_user_seen")]

    def __str__(self) -> str:
        return f"notice {self.pk}"


class Presence(models.Model):
    """Who looks at a case now, and whether they write."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seen = models.DateTimeField()
    writing = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "user"], name="one_presence_a_person")]

    def __str__(self) -> str:
        return f"presence {self.pk}"
