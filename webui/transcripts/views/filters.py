"""What a list is narrowed to, read from the address. Unknown values are kept visible and ignored."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

from webui.transcripts.views.outcome import DIALECTS

RESULTS = {"refused": "Would be refused", "accepted": "Would be accepted", "unchecked": "Not checked yet"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a filter may take."""

    value: str
    label: str
    on: bool


class Filters:
    """The filters of the transcript list: `result`, `dialect`, `text`."""

    def __init__(self, query: QueryDict) -> None:
        asked = {"result": query.getlist("result"), "dialect": query.getlist("dialect")}
        self.results = [value for value in asked["result"] if value in RESULTS]
        self.dialects = [value for value in asked["dialect"] if value in DIALECTS]
        self.text = query.get("text", "").strip().replace("\0", "")[:100]
        self.strays = [
            f"{name}={value}"
            for name, known in (("result", RESULTS), ("dialect", DIALECTS))
            for value in asked[name]
            if value and value not in known
        ]

    @property
    def on(self) -> bool:
        return bool(self.results or self.dialects or self.text)

    @property
    def result_choices(self) -> list[Choice]:
        return [Choice(value, label, value in self.results) for value, label in RESULTS.items()]

    @property
    def dialect_choices(self) -> list[Choice]:
        return [Choice(value, label, value in self.dialects) for value, label in DIALECTS.items()]

    @property
    def result_words(self) -> str:
        return ", ".join(RESULTS[value] for value in self.results) or "Any"

    @property
    def dialect_words(self) -> str:
        return ", ".join(DIALECTS[value] for value in self.dialects) or "Any"

    @property
    def query(self) -> str:
        """The query of these filters, led by a question mark; unknown values are left out."""
        pairs: list[tuple[str, str]] = [("result", value) for value in self.results]
        pairs += [("dialect", value) for value in self.dialects]
        if self.text:
            pairs.append(("text", self.text))
        return "?" + urlencode(pairs)
