"""What a flag says, in words. A candidate needs judgement, so its sentence says "may"."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

TITLES: Mapping[str, str] = {
    "lost-identifiers": "Identifiers are gone",
    "low-identifier-recall": "Hardly any identifier was kept",
    "ungrounded-fact": "Values that stand nowhere before",
    "empty-summary": "The summary says nothing",
    "summary-truncated": "The summary breaks off",
    "reply-continues": "The summary goes on with the conversation",
    "scratchpad-kept": "Thinking of the summarizer was kept",
    "tool-call-as-text": "A tool call is written out as text",
    "duplicate-summary": "The same summary stands twice",
    "nested-summary": "An earlier summary stands inside this one",
    "dropped-summary": "The earlier summary is gone",
    "summary-order": "The summary stands in the wrong place",
    "summary-growth": "The result is not smaller",
    "language-shift": "The language changed",
    "false-kept-claim": "What is said to be kept is not there",
    "opaque-summary": "The summary cannot be read",
    "unparsed-questions": "No question could be read",
    "duplicate-question": "One question was asked twice",
    "answer-looks-unknown": "An answer says unknown in other words",
    "answer-number-reused": "Two answers have one number",
    "multiline-answer": "Lines behind an answer were not read",
    "evidence-not-found": "An answer has no evidence",
    "empty-transcript": "Nothing was left to summarize",
    "tail-over-budget": "The kept tail is over its budget",
    "nothing-saved": "The pass saved nothing",
    "lost-constraint": "A rule of the user may be lost",
    "status-contradiction": "Done and open may be mixed up",
    "superseded-request-first": "The summary may lead with an old request",
    "misattributed-instruction": "An order may be given to the wrong speaker",
}

SENTENCES: Mapping[str, str] = {
    "lost-identifiers": "They stand in the replaced messages, and nowhere in what replaces them.",
    "low-identifier-recall": "Fewer than one in five identifiers of the replaced messages is still there.",
    "ungrounded-fact": "No replaced message, earlier summary or instruction holds them: they may be invented.",
    "empty-summary": "It is blank, or headings and filler, or a notice in the place of a summary.",
    "summary-truncated": "It ends inside a word, a fence, a list item or an element.",
    "reply-continues": "It reads as the next turn: it asks or speaks to the user, and keeps little.",
    "scratchpad-kept": "Markup of analysis stands in it; the next turn would read it as fact.",
    "tool-call-as-text": "The model may take it for a call that was made, or write such calls itself.",
    "duplicate-summary": "The new list holds it in two places.",
    "nested-summary": "It repeats an earlier summary word for word, so it grows with each compaction.",
    "dropped-summary": "Its content is neither in the new summary nor in the list.",
    "summary-order": "It stands behind messages that it summarizes, or before the system message.",
    "summary-growth": "After the compaction there is as much as before, or more.",
    "language-shift": "It is written in another language than the replaced messages of the user.",
    "false-kept-claim": "The summary says that something is kept word for word, and the list does not hold it.",
    "opaque-summary": "It is encrypted, or absent by design. What it kept is not checkable, and so not lost.",
    "unparsed-questions": "Call 2 replied with text that holds no question.",
    "duplicate-question": "The two are equal but for case and blanks.",
    "answer-looks-unknown": "It was folded into the summary as if it were a fact.",
    "answer-number-reused": "The first of them counts.",
    "multiline-answer": "An answer is one line; what follows it is left out.",
    "evidence-not-found": "No words of the replaced messages prove it.",
    "empty-transcript": "The earlier summary was all that there was.",
    "tail-over-budget": "The split fell back to counting messages.",
    "nothing-saved": "There are as many tokens after it as before, or more.",
    "lost-constraint": "The user said what must or must not be done, and the summary may have no counterpart.",
    "status-contradiction": "The summary may call done what the last messages call open, or the other way round.",
    "superseded-request-first": "A later message of the user may have replaced the request that it begins with.",
    "misattributed-instruction": "It may give the user words that stand only in tool output or an answer.",
}

COUNTS: Mapping[str, str] = {
    "before": "{} tokens before",
    "after": "{} tokens after",
    "bytes_before": "{} bytes before",
    "bytes_after": "{} bytes after",
    "tail": "the tail has {} tokens",
    "budget": "its budget is {}",
    "times": "{} time",
    "lines": "{} line",
    "question": "question {}",
    "identifiers": "{} identifier",
    "kept": "{} of them kept",
}


NOUNS = ("identifiers", "times", "lines")


def title(id: str) -> str:
    """Return what a flag says, in a few words."""
    return TITLES.get(id, id)


def sentence(id: str) -> str:
    """Return why a flag was raised; empty for one that is not known."""
    return SENTENCES.get(id, "")


def counted(counts: Iterable[Sequence[Any]]) -> str:
    """Return the counts that a flag comes with: `6 identifiers, 2 of them kept`."""
    return ", ".join(_counted(name, value) for name, value in counts if name in COUNTS)


def _counted(name: str, value: int) -> str:
    words = COUNTS[name].format(f"{value:,}")
    return f"{words}s" if name in NOUNS and value != 1 else words
