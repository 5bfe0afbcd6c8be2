"""The form of a pass: which client, how small, and the settings with the ranges that hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from compaction.qa import QaConfig
from compaction.qa.config import LEAST_PCT, MOST_PCT
from webui.runs.asking import LONGEST, MOST_TOKENS, Option

WHOLE = "Give a whole number."


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its name, what it is called, and the range that a value is brought into."""

    name: str
    title: str
    hint: str


SETTINGS = (
    Setting(
        "summary_budget_pct",
        "Share of the target for the summary",
        f"Between {LEAST_PCT:g} and {MOST_PCT:g}; a value beyond is brought to the nearer end, 0 to the default.",
    ),
    Setting(
        "max_summary_tokens", "Most tokens of the summary", "At least 1. The smaller of this and the share counts."
    ),
    Setting("min_messages", "Fewest messages", "At least 2. A list of no more than that is left as it is."),
    Setting("preserve_recent", "Messages kept at the end", "At least 1. They stay word for word."),
    Setting("transcript_max_chars", "Characters shown to the model", "At least 1. What is longer is cut at the front."),
)
TITLES = {one.name: one.title for one in SETTINGS}


class QaForm(forms.Form):
    """What a person gives. Numbers out of range are taken: the settings bring them into it, and the page says so."""

    client = forms.ChoiceField(error_messages={"invalid_choice": "Choose one of these.", "required": "Choose one."})
    target_tokens = forms.IntegerField(
        min_value=1,
        max_value=MOST_TOKENS,
        error_messages={"required": WHOLE, "invalid": WHOLE, "min_value": "Give at least 1."},
    )
    summary_budget_pct = forms.FloatField(required=False, error_messages={"invalid": "Give a number such as 0.25."})
    max_summary_tokens = forms.IntegerField(required=False, max_value=MOST_TOKENS, error_messages={"invalid": WHOLE})
    min_messages = forms.IntegerField(required=False, max_value=MOST_TOKENS, error_messages={"invalid": WHOLE})
    preserve_recent = forms.IntegerField(required=False, max_value=MOST_TOKENS, error_messages={"invalid": WHOLE})
    transcript_max_chars = forms.IntegerField(required=False, max_value=MOST_TOKENS, error_messages={"invalid": WHOLE})
    summary_instructions = forms.CharField(required=False, max_length=LONGEST)
    without_prior = forms.BooleanField(required=False)

    def __init__(self, options: list[Option], target: int, data: Mapping[str, Any] | None = None) -> None:
        plain = QaConfig()
        initial = {one.name: getattr(plain, one.name) for one in SETTINGS}
        super().__init__(data, initial=initial | {"client": options[0].value, "target_tokens": target})
        self.fields["client"].choices = [(one.value, one.title) for one in options]  # type: ignore[attr-defined]

    @property
    def given(self) -> dict[str, Any]:
        """The values as `asking.ask` takes them."""
        found = dict(self.cleaned_data)
        return found | {"use_prior": not found.pop("without_prior")}

    @property
    def shown(self) -> list[tuple[Setting, Any]]:
        """The settings with their fields, in order."""
        return [(one, self[one.name]) for one in SETTINGS]

    @property
    def faults(self) -> list[tuple[str, str, str]]:
        """What is wrong: the id of the field, what it is called, and what to do."""
        titles = TITLES | {"client": "Client", "target_tokens": "Target", "summary_instructions": "Instructions"}
        return [(f"id_{name}", titles.get(name, name), str(words[0])) for name, words in self.errors.items()]

    @property
    def advanced_open(self) -> bool:
        """Whether something that is folded away needs to be seen."""
        return any(name in self.errors for name in (*TITLES, "summary_instructions"))
