"""What an admin says of a webhook."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError

from webui.accounts.forms import FAULTS
from webui.accounts.models import Team, Webhook
from webui.accounts.webhooks import EVENTS
from webui.llm import addresses

LABELS = {"name": "Name", "address": "Address", "events": "Events"}

if TYPE_CHECKING:
    Base = forms.ModelForm[Webhook]
else:
    Base = forms.ModelForm


class WebhookForm(Base):
    """The fields of a webhook; its secret is made here and never entered."""

    events = forms.MultipleChoiceField(
        choices=list(EVENTS.items()), error_messages={"required": "Choose at least one."}
    )

    class Meta:
        model = Webhook
        fields = ["name", "address", "events"]
        error_messages = {"name": {"required": "Give it a name."}, "address": {"required": FAULTS["not-an-address"]}}

    def __init__(self, team: Team, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.team = team

    def clean_name(self) -> str:
        """Refuse a name that the team has."""
        name: str = self.cleaned_data["name"]
        others = Webhook.objects.filter(team=self.instance.team, name__iexact=name).exclude(pk=self.instance.pk)
        if others.exists():
            raise ValidationError("The team has a webhook of that name.")
        return name

    def clean_address(self) -> str:
        """Refuse what cannot or may not be called."""
        address: str = self.cleaned_data["address"]
        if code := addresses.fault(address, addresses.policy()):
            raise ValidationError(FAULTS[code])
        return address
