"""The flag on a summary in another language than what it replaces."""

import re
from collections import Counter
from collections.abc import Iterator

from compaction.findings import Flag, FlagEvidence, Span
from compaction.measures.flagging.texts import Texts

CHARACTERS = 20_000
"""Looked at of each text, at its end: what was said last."""

LEAST_LETTERS = 40
SCRIPTS = {
    "kana": r"[\u3040-\u30ff]",
    "hangul": r"[\uac00-\ud7af]",
    "han": r"[\u4e00-\u9fff]",
    "cyrillic": r"[\u0400-\u04ff]",
    "greek": r"[\u0370-\u03ff]",
    "arabic": r"[\u0600-\u06ff]",
    "hebrew": r"[\u0590-\u05ff]",
    "devanagari": r"[\u0900-\u097f]",
    "thai": r"[\u0e00-\u0e7f]",
    "latin": r"[A-Za-z\u00c0-\u024f]",
}
COMMON_WORDS = {
    "en": "the and of to in is that for it was with be on not this are from have has will",
    "de": "der die das und ist nicht ein eine mit für auf von zu den dem im wir ich sie wird auch bei",
    "fr": "le la les des et est une dans pour que qui pas sur avec nous vous du au ce sont",
    "es": "el los las que y es una por con para del se no su como más pero esta está",
    "it": "il di che è un una per non con sono del della gli questo anche nel alla",
    "pt": "o os as que e é uma não com para do da em por mais dos ao está",
    "nl": "het een van en is niet dat met voor op zijn ik wij ook naar bij",
}
WORDS = {name: frozenset(words.split()) for name, words in COMMON_WORDS.items()}
LEAST_WORDS = 4
CLEARLY = 2


def language_shift(texts: Texts) -> Iterator[Flag]:
    """Flag a summary that is clearly in one language where the source is clearly in another."""
    source, summary = find_language(texts.material.source), find_language(texts.summary)
    if source and summary and source != summary:
        spans = tuple(
            Span(name, max(len(text) - CHARACTERS, 0), len(text))
            for name, text in (("source", texts.material.source), ("summary", texts.summary))
        )
        yield Flag("language-shift", evidence=FlagEvidence(spans))


def find_language(text: str) -> str:
    """Name the language or the script of a text; empty where it is not clear."""
    end = text[-CHARACTERS:]
    letters = {name: len(re.findall(pattern, end)) for name, pattern in SCRIPTS.items()}
    script = "kana" if letters["kana"] > LEAST_LETTERS / 4 else max(letters, key=lambda name: letters[name])
    if letters[script] < sum(letters.values()) / 2 and script != "kana":
        return ""
    if script == "latin":
        return _latin(end)
    return script if letters[script] >= LEAST_LETTERS / 4 else ""


def _latin(text: str) -> str:
    """The language with clearly more of its common words than any other."""
    counts = Counter(re.findall(r"[^\W\d_]+", text.lower()))
    found = sorted(((sum(counts[word] for word in words), name) for name, words in WORDS.items()), reverse=True)
    (most, name), (next_most, _) = found[:2]
    return name if most >= LEAST_WORDS and most >= CLEARLY * next_most else ""
