"""What the list of runs is narrowed to, read from the address. Unknown values are kept visible and ignored."""

from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.http import QueryDict

from compaction.contract import REASONS
from webui.runs.models import Run
from webui.transcripts.views.filters import Choice

VERDICTS = {str(value): str(label) for value, label in Run.Verdict.choices}
REASON_IDS = {reason.id: reason.id for reason in REASONS}


class Filters:
    """The filters of the list: `verdict`, `reason`, `text`."""

    def __init__(self, query: QueryDict) -> None:
        asked = {"verdict": query.getlist("verdict"), "reason": query.getlist("reason")}
        self.verdicts = [value for value in asked["verdict"] if value in VERDICTS]
        self.reasons = [value for value in asked["reason"] if value in REASON_IDS]
        self.text = query.get("text", "").strip().replace("\0", "")[:100]
        self.strays = [
            f"{name}={value}"
            for name, known in (("verdict", VERDICTS), ("reason", REASON_IDS))
            for value in asked[name]
            if value and value not in known
        ]

    @property
    def on(self) -> bool:
        return bool(self.verdicts or self.reasons or self.text)

    @property
    def picks(self) -> list[tuple[str, str, str, list[Choice]]]:
        """The menus: name, title, what is chosen, choices."""
        menus = (("verdict", "Verdict", VERDICTS, self.verdicts), ("reason", "Reason", REASON_IDS, self.reasons))
        return [
            (
                name,
                title,
                ", ".join(known[value] for value in chosen) or "Any",
                [Choice(value, label, value in chosen) for value, label in known.items()],
            )
            for name, title, known, chosen in menus
        ]

    @property
    def query(self) -> str:
        """The query of these filters, led by a question mark; unknown values are left out."""
        pairs = [("verdict", value) for value in self.verdicts] + [("reason", value) for value in self.reasons]
        if self.text:
            pairs.append(("text", self.text))
        return "?" + urlencode(pairs)

    def narrowed(self, rows: QuerySet[Run]) -> QuerySet[Run]:
        """Return the rows that the filters let through. A verdict counts only where the work is over."""
        if self.verdicts:
            rows = rows.filter(verdict__in=self.verdicts, state=Run.State.READY)
        if self.reasons:
            rows = rows.filter(reason__in=self.reasons)
        if self.text:
            rows = rows.filter(Q(pk__startswith=self.text) | Q(name__icontains=self.text))
        return rows
