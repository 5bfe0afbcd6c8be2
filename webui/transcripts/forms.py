"""What people choose when they send a capture: which format, whose rules."""

from django import forms

from compaction.formats import FORMATS
from compaction.transcripts import Dialect


def formats() -> list[tuple[str, str]]:
    """Return the formats to choose from, led by recognition."""
    return [("auto", "Recognise it"), *((one.id, one.title) for one in FORMATS)]


def dialects() -> list[tuple[str, str]]:
    """Return the dialects to choose from, led by recognition."""
    return [("auto", "Recognise it"), *((str(one), str(one)) for one in Dialect)]


class ReadAs(forms.Form):
    """How to read a capture. Left out, both are recognised."""

    format = forms.ChoiceField(choices=formats, required=False)
    dialect = forms.ChoiceField(choices=dialects, required=False)

    def clean_format(self) -> str:
        return self.cleaned_data["format"] or "auto"

    def clean_dialect(self) -> str:
        return self.cleaned_data["dialect"] or "auto"
