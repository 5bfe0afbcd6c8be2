"""Questions about what a summary lacks, and the words that answer a question."""

import re
from collections.abc import Iterable, Iterator, Sequence

from webui.llm.extractive import facts
from webui.llm.extractive.facts import Told

FRAMES = {
    facts.RULE: "Which rule on {}?",
    facts.DECISION: "What was decided on {}?",
    facts.ERROR: "Which error: {}?",
}
OTHERS = "What of {}?"
TOPIC = 2
"""Words that name what a question is about, where no value does."""
LONGEST = 60
"""Characters of a sentence that name it, where nothing shorter is its own."""
BULLET = len("\n- : ")
USUAL = 30
"""Characters of a question with its bullet, more or less."""

_ASKED = re.compile(
    r"^(?:- )?(?:" + "|".join(re.escape(frame).replace(r"\{\}", ".*?") for frame in (*FRAMES.values(), OTHERS)) + r"): "
)


def ask(chosen: Sequence[Told], known: set[str], room: int) -> list[tuple[str, str]]:
    """Return question and answer for each sentence as far as all of them fit `room` characters once folded."""
    pairs: dict[str, str] = {}
    for one in chosen:
        frame = FRAMES.get(one.kind, OTHERS)
        questions = (frame.format(topic) for topic in _topics(one, known))
        question = next((question for question in questions if question not in pairs), "")
        cost = len(question) + len(one.text) + BULLET
        if question and cost <= room:
            pairs[question] = one.text
            room -= cost
    return list(pairs.items())


def find(question: str, told: Iterable[Told]) -> str:
    """Return the newest of the sentences that share most with a question, or nothing where none shares enough."""
    values = {key for key, _ in facts.values(question)}
    words = {word.casefold() for word in facts.content_words(question)}
    best, score = "", 0.0
    for one in told:
        if one.sentence.source in ("calls", "thought"):
            continue
        shared = len(words & {word.casefold() for word in facts.content_words(one.text)})
        found = 2.0 * sum(key in one.facts for key in values) + shared / max(1, len(words))
        if found >= max(score, 0.6):
            best, score = one.text, found
    return best


def bare(summary: str) -> str:
    """Return an earlier summary with the questions of its recovered facts left out: the answers say it all."""
    return "\n".join(_ASKED.sub("- ", line) for line in summary.split("\n"))


def _topics(one: Told, known: set[str]) -> Iterator[str]:
    """Yield what a question may name, the plainest first: a value that is not known yet, else words of the sentence."""
    if one.kind in ("", facts.ERROR):
        yield from _named(one, known)
    words = list(dict.fromkeys(facts.content_words(one.text)))
    for count in (TOPIC, 2 * TOPIC):
        if words:
            yield ", ".join(words[:count])
    yield one.text[:LONGEST].rpartition(" ")[0] or one.text[:LONGEST]


def _named(one: Told, known: set[str]) -> Iterator[str]:
    folded = one.text.casefold()
    # Lower case of a few letters is longer than they are; a place in it is then none in the text.
    if len(folded) == len(one.text):
        for key in sorted((key for key in one.facts if key not in known and " " not in key), key=len):
            if len(key) > 2 and (place := folded.find(key)) >= 0:
                yield one.text[place : place + len(key)]
