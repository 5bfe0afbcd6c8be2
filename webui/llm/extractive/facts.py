"""What a sentence tells, and how much it weighs: values that can be found again, demands, decisions, errors."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from compaction.identifiers import CLASSES, identifiers
from webui.llm.extractive import marks
from webui.llm.extractive.material import Sentence

RULE, DECISION, ERROR, TASK, SAID = "rule", "decision", "error", "task", "said"

_WEIGHTS = {"url": 2.5, "code": 3.0, "path": 3.0, "file": 2.5, "version": 2.5, "ident": 2.5}
_LOCATION = re.compile(r"[\w./@-]*\w\.\w+:\d+(?::\d+)?(?!\w)")
_SETTING = re.compile(r"(?<![\w.])([A-Za-z_][\w.-]*)\s?(?:=|:=|==)\s?([\"']?[^\s,;\"'`)]+[\"']?)")
_NUMBER = dict(CLASSES)["number"]
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]+")
_EDGES = ".,;:!?)"
_CLAUSE = re.compile(r",\s+|\s\(|\s(?=(?:which|since|because|although|so that|but|and then)\b)")


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence with its facts, by key, each with its weight. `subject` is what it speaks of with numbers left out:
    two sentences of one subject are an older and a newer value. `words` are the part that tells it all, where that is
    shorter."""

    sentence: Sentence
    kind: str
    facts: Mapping[str, float]
    subject: str
    words: str = ""

    @property
    def text(self) -> str:
        """The words."""
        return self.words or self.sentence.text

    @property
    def tells(self) -> bool:
        """Return whether there is anything to ask for: more than that something was said."""
        return any(not key.startswith((f"{SAID} ", f"{TASK} ")) for key in self.facts)


def told(sentence: Sentence) -> Told:
    """Return what a sentence tells."""
    text = sentence.text
    facts = dict(values(text))
    kind = _kind(sentence, bool(facts))
    if kind:
        facts[f"{kind} {fold(text)}"] = _kind_weight(kind, text)
    return Told(sentence, kind, facts, _subject(text), "" if kind else _telling(text, facts))


def _telling(text: str, facts: Mapping[str, float]) -> str:
    """Return the run of clauses that holds every fact, or nothing where that is the whole."""
    ends = [0, *(match.end() for match in _CLAUSE.finditer(text)), len(text)]
    clauses = [text[start:end] for start, end in pairwise(ends)]
    holding = [place for place, clause in enumerate(clauses) if any(True for _ in values(clause))]
    if not holding or len(holding) == len(clauses):
        return ""
    words = "".join(clauses[holding[0] : holding[-1] + 1]).strip().rstrip(",;:(—– ")
    return words if dict(values(words)).keys() == facts.keys() else ""


def values(text: str) -> Iterator[tuple[str, float]]:
    """Yield key and weight of each value in a text. A number counts together with the word beside it."""
    for name, value in sorted(identifiers(text)):
        if name != "number":
            yield fold(value), _WEIGHTS[name]
    for match in _LOCATION.finditer(text):
        yield fold(match[0]), 2.0
    for match in _SETTING.finditer(text):
        yield fold(f"{match[1]}={match[2].rstrip(_EDGES)}"), 2.0
    for match in _NUMBER.finditer(text):
        value = match[1].rstrip(_EDGES)
        if ("number", value.replace(",", "")) in identifiers(text) or ("number", value) in identifiers(text):
            beside = _beside(text, match)
            yield f"{value} {beside}", 0.8 if len(value) == 1 or not beside else 2.0


def settings(text: str) -> dict[str, str]:
    """Return the settings that a text gives, by name."""
    return {match[1].casefold(): match[2] for match in _SETTING.finditer(text)}


def plain(text: str) -> str:
    """Return the text with everything left out that is a value."""
    for _, pattern in CLASSES:
        text = pattern.sub(" ", text)
    return text


def is_aside(text: str, source: str) -> bool:
    """Return whether a text only asks, or says what its speaker is about to do."""
    return text.rstrip().endswith("?") or (source == "assistant" and bool(marks.ANNOUNCED.match(text)))


def content_words(text: str) -> list[str]:
    """Return the words that carry meaning, in order, as they stand."""
    return [word for word in _WORD.findall(text) if len(word) > 3 and word.casefold() not in marks.EMPTY]


def fold(text: str) -> str:
    """Return the text for comparing: case and white space aside, without punctuation at the ends."""
    return " ".join(text.casefold().split()).strip(".,;:!?)(\"'` ")


def _kind(sentence: Sentence, has_values: bool) -> str:
    if sentence.source == "prior" and (kind := sentence.heading.casefold()) in _HEADINGS:
        return _HEADINGS[kind]
    text = sentence.text
    asked = text.rstrip().endswith("?")
    if sentence.source == "user" and marks.DEMAND.search(text) and not asked:
        return RULE
    if sentence.source in ("user", "assistant", "prior", "system"):
        if marks.DECIDED.search(text) and not asked:
            return DECISION
        if sentence.source != "user" and marks.STRONG.search(text) and marks.ADDRESSED.search(text):
            return RULE
    if sentence.source != "calls" and (marks.NAMED_ERROR.search(text) or (has_values and marks.FAILED.search(text))):
        return ERROR
    return ""


def _kind_weight(kind: str, text: str) -> float:
    if kind == RULE:
        return 6.0 if marks.STRONG.search(text) else 3.5
    if kind == ERROR:
        return 4.5 if marks.NAMED_ERROR.search(text) else 2.0
    return 5.0


def _subject(text: str) -> str:
    without = _NUMBER.sub("#", re.sub(r"(=\s?)\S+", r"\1#", text))
    return " ".join(word for word in fold(without).split() if word not in marks.EMPTY)


def _beside(text: str, match: re.Match[str]) -> str:
    """Return the content word right after the number, or else the last one before it."""
    following = content_words(text[match.end() : match.end() + 24])
    before = content_words(text[max(0, match.start() - 40) : match.start()])
    return (before[-1:] or following[:1] or [""])[0].casefold()


_HEADINGS = {"user rules": RULE, "decisions": DECISION, "errors": ERROR, "task": TASK}
