"""How a comparison is looked at: in which of the three views, raw or not, with marks or without, folded or not.

All of it stands in the address. Source: ux 15, 19.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

VIEWS = {"inline": "Inline", "split": "Side by side", "final": "Result with marks"}


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of the address; `title` is what it is called. `ahead` is the one that the key goes on to."""

    title: str
    link: str
    on: bool
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What an address asks for, and `here`, what else stands in it. `order`: raw means the order of keys."""

    here: Mapping[str, str]
    layout: str
    raw: bool
    plain: bool
    unfolded: bool
    order: bool = False

    @classmethod
    def of(cls, query: QueryDict, here: Mapping[str, str], *, order: bool = False) -> "Look":
        layout = query.get("diff", "")
        return cls(
            here,
            layout if layout in VIEWS else "inline",
            raw=query.get("raw") == "1",
            plain=query.get("marks") == "off",
            unfolded=query.get("all") == "1",
            order=order,
        )

    @property
    def layouts(self) -> Sequence[Option]:
        names = list(VIEWS)
        ahead = names[(names.index(self.layout) + 1) % len(names)]
        return [
            Option(title, self.link(diff=name), name == self.layout, name == ahead) for name, title in VIEWS.items()
        ]

    @property
    def address(self) -> str:
        """This very page."""
        return self.link()

    @property
    def raw_words(self) -> str:
        """What the raw switch says."""
        what = "order of keys" if self.order else "white space"
        return f"Without {what}" if self.raw else f"{what.capitalize()} too"

    @property
    def raw_link(self) -> str:
        return self.link(raw="" if self.raw else "1")

    @property
    def marks_link(self) -> str:
        return self.link(marks="" if self.plain else "off")

    @property
    def fold_link(self) -> str:
        return self.link(all="" if self.unfolded else "1")

    def link(self, **changed: str) -> str:
        """Return the address with some of it changed."""
        mine = {
            "diff": self.layout,
            "raw": "1" if self.raw else "",
            "marks": "off" if self.plain else "",
            "all": "1" if self.unfolded else "",
        }
        asked = {**self.here, **mine, **changed}
        return "?" + urlencode({name: value for name, value in asked.items() if value})
