"""What a person has read of comparisons."""

from django.conf import settings
from django.db import models


class Tick(models.Model):
    """That a person has read a section of a comparison. `digest` is that of its name and both its texts.

    So a later run keeps the ticks of sections whose texts are the same. Source: ux 15.
    """

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user", "digest"], name="one_tick_a_section")]

    def __str__(self) -> str:
        return self.digest
