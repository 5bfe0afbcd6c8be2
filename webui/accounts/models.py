"""People, teams, and who may enter."""

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models


def new_secret() -> bytes:
    """Return 32 random bytes."""
    return secrets.token_bytes(32)


class User(AbstractUser):
    """A person. Theme and shortcuts live in cookies, not here."""

    # The key that stands for the person in this request; its scopes and its team bound what the person may do.
    key: "ApiKey | None" = None


class Team(models.Model):
    """Owner of every other row."""

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    # Keys the markers that redaction leaves, and the fingerprints of uploads: equal bytes stay equal within one team.
    redaction_key = models.BinaryField(max_length=32, default=new_secret, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.slug


class Member(models.Model):
    """One person's role in one team."""

    class Role(models.TextChoices):
        VIEWER = "viewer", "Viewer"
        REVIEWER = "reviewer", "Reviewer"
        MAINTAINER = "maintainer", "Maintainer"
        ADMIN = "admin", "Admin"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.REVIEWER)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="one_membership_a_team")]

    def __str__(self) -> str:
        return f"{self.team_id}/{self.user_id}"


class Invitation(models.Model):
    """A one-time address. With a `user`, whoever opens it first signs in as that member.

    Without one it lets whoever is, or becomes, signed in join the team as `role`; `name` tells the link from others,
    and `tries` counts names that were taken when somebody made an account by it. Only the token's digest is kept.
    """

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations")
    name = models.CharField(max_length=60, blank=True)
    role = models.CharField(max_length=12, choices=Member.Role.choices, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class ApiKey(models.Model):
    """A program's way in: for one team, within the role of its owner and within its scopes. Only a digest is kept.

    A rotated key works on until `expires`, which the rotation sets to the end of the overlap.
    """

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="keys")
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="keys")
    name = models.CharField(max_length=60)
    scopes = models.JSONField(default=list)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    last_used = models.DateTimeField(null=True, blank=True)
    revoked = models.DateTimeField(null=True, blank=True)
    rotated_from = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="rotated_to")

    def __str__(self) -> str:
        return f"key {self.pk}"


class Endpoint(models.Model):
    """A model that a team may ask: where it stands and how it is spoken to.

    `sealed_key` is read by `webui.llm.keys` alone. Prices are per million tokens, in whatever currency the team means.
    """

    class Kind(models.TextChoices):
        OPENAI = "openai", "OpenAI"
        ANTHROPIC = "anthropic", "Anthropic"

    class Test(models.TextChoices):
        NEVER = "", "Not tested"
        ASKING = "asking", "Testing"
        ANSWERED = "answered", "Answered"
        FAILED = "failed", "Failed"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="endpoints")
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.OPENAI)
    base_url = models.CharField(max_length=500)
    model = models.CharField(max_length=200)
    sealed_key = models.BinaryField(default=bytes, editable=False)
    price_in = models.DecimalField(max_digits=10, decimal_places=4, null=True, blank=True)
    price_out = models.DecimalField(max_digits=10, decimal_places=4, null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    # Set with every change of what is called, so that the outcome of a test is never shown for other values.
    changed = models.DateTimeField()
    test_state = models.CharField(max_length=10, choices=Test.choices, default=Test.NEVER, blank=True)
    test_code = models.CharField(max_length=60, blank=True)
    test_ms = models.PositiveIntegerField(null=True, blank=True)
    tested = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "name"], name="one_endpoint_of_a_name")]

    def __str__(self) -> str:
        return f"endpoint {self.pk}"


class Webhook(models.Model):
    """An address that is told of what happens in a team. `events` are words of `webui.accounts.webhooks.EVENTS`."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="webhooks")
    name = models.CharField(max_length=60)
    address = models.CharField(max_length=500)
    events = models.JSONField(default=list)
    sealed_secret = models.BinaryField(default=bytes, editable=False)
    active = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "name"], name="one_webhook_of_a_name")]

    def __str__(self) -> str:
        return f"webhook {self.pk}"


class Delivery(models.Model):
    """One event for one webhook: what is sent, and how often it was tried. `next` is None once it is over."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        DELIVERED = "delivered", "Delivered"
        FAILED = "failed", "Failed"

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=30)
    payload = models.JSONField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    error_code = models.CharField(max_length=60, blank=True)
    created = models.DateTimeField()
    tried = models.DateTimeField(null=True, blank=True)
    next = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "next"], name="delivery_state_next"),
            models.Index(fields=["webhook", "-created"], name="delivery_webhook"),
        ]

    def __str__(self) -> str:
        return f"delivery {self.pk}"


class SignInFailure(models.Model):
    """A password that was wrong, for a quarter of an hour. Name and address are marks, not what was typed."""

    name = models.CharField(max_length=32)
    address = models.CharField(max_length=32)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["address", "-at"], name="failure_address"),
            models.Index(fields=["name", "-at"], name="failure_name"),
            models.Index(fields=["at"], name="failure_at"),
        ]

    def __str__(self) -> str:
        return f"failure {self.pk}"


class SignIn(models.Model):
    """Where a person is signed in. The row goes with the session; both times are whole minutes."""

    session = models.OneToOneField("sessions.Session", on_delete=models.CASCADE, related_name="sign_in")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_ins")
    browser = models.CharField(max_length=20)
    started = models.DateTimeField()
    seen = models.DateTimeField()

    def __str__(self) -> str:
        return f"sign-in {self.pk}"


class SentForm(models.Model):
    """That a person sent a form: a digest of it, and once it is `done` where it led, as an address of this server."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sent_forms")
    digest = models.CharField(max_length=64)
    done = models.BooleanField(default=False)
    location = models.TextField(blank=True)
    created = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_row_a_form")]

    def __str__(self) -> str:
        return f"form {self.pk}"
