"""Summary and Section."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A named part of every summary. `required` ones need at least one character that is not blank."""

    name: str
    required: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary that was accepted.

    `text` is what came in, unchanged. `sections` holds the text of each section in contract order, references expanded
    and line ends as LF; the text of a blank or self-closed section is what it is, down to the empty string.
    """

    text: str
    sections: Mapping[str, str]
