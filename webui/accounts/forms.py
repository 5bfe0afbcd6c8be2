"""What an admin says of an endpoint."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from webui.accounts.models import Endpoint, Team
from webui.llm import EXTRACTIVE, addresses, keys

FAULTS = {
    "not-an-address": "Give an address that begins with http:// or https://.",
    "has-credentials": "Leave name and password out of the address; the key has a field of its own.",
    "has-query": "Leave out what follows ? or #.",
    "loopback-refused": "Addresses of this machine are not called here. An operator can set LLM_ALLOW_LOOPBACK.",
    "private-refused": "Private and reserved addresses are not called here. An operator can set LLM_ALLOW_PRIVATE.",
}
MOVED = "Enter the key again: the stored one was given for another address, and goes nowhere else."


if TYPE_CHECKING:
    Base = forms.ModelForm[Endpoint]
else:
    Base = forms.ModelForm


class EndpointForm(Base):
    """The fields of an endpoint. An empty key keeps the stored one, which is never shown."""

    key = forms.CharField(max_length=2000, required=False, strip=True)
    forget = forms.BooleanField(required=False)

    class Meta:
        model = Endpoint
        fields = ["name", "kind", "base_url", "model", "price_in", "price_out"]
        error_messages = {
            "name": {"required": "Give it a name."},
            "model": {"required": "Say which model."},
            "base_url": {"required": FAULTS["not-an-address"]},
        }

    def __init__(self, team: Team, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.team = team
        self._before = (self.instance.kind, self.instance.base_url)
        self._has_key = bool(self.instance.sealed_key)

    def clean_name(self) -> str:
        """Refuse the name of the built-in client and one that the team has."""
        name: str = self.cleaned_data["name"]
        if name.casefold() == EXTRACTIVE:
            raise ValidationError("That is the name of the built-in client.")
        others = Endpoint.objects.filter(team=self.instance.team, name__iexact=name).exclude(pk=self.instance.pk)
        if others.exists():
            raise ValidationError("The team has an endpoint of that name.")
        return name

    def clean_base_url(self) -> str:
        """Refuse what cannot or may not be called."""
        base_url: str = self.cleaned_data["base_url"].rstrip("/")
        if code := addresses.fault(base_url, addresses.policy()):
            raise ValidationError(FAULTS[code])
        return base_url

    def clean_key(self) -> str:
        """Refuse what cannot stand in a header."""
        key: str = self.cleaned_data["key"]
        if not (key.isascii() and key.isprintable()):
            raise ValidationError("A key has letters, digits and signs of ASCII alone.")
        return key

    def clean_price_in(self) -> object:
        """Refuse less than nothing."""
        return _not_negative(self.cleaned_data["price_in"])

    def clean_price_out(self) -> object:
        """Refuse less than nothing."""
        return _not_negative(self.cleaned_data["price_out"])

    def clean(self) -> dict[str, Any]:
        """Refuse to send a stored key to another address: whoever may edit would read it there."""
        given = self.cleaned_data
        moved = (given.get("kind"), given.get("base_url")) != self._before
        if self._has_key and moved and "base_url" in given and not given.get("key") and not given.get("forget"):
            self.add_error("key", MOVED)
        return given

    def save(self, commit: bool = True) -> Endpoint:
        """Store it; what was found by a test of other values is forgotten."""
        endpoint = self.instance
        if self.cleaned_data["key"]:
            endpoint.sealed_key = keys.seal(self.cleaned_data["key"])
        elif self.cleaned_data["forget"]:
            endpoint.sealed_key = b""
        if not endpoint.pk or {"kind", "base_url", "model", "key", "forget"} & set(self.changed_data):
            endpoint.changed = timezone.now()
            endpoint.test_state, endpoint.test_code = Endpoint.Test.NEVER, ""
            endpoint.test_ms = endpoint.tested = None
        return super().save(commit)


def _not_negative(price: Any) -> object:
    if price is not None and price < 0:
        raise ValidationError("A price is at least 0.")
    return price
