"""The third call: answers from the conversation alone.

Source: qa-summarizer 1.12.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from compaction.llm import tags
from compaction.qa.call import AnswerLine, Call, Notes
from compaction.qa.text import lines, trim

TASK = (
    "Answer the questions from the conversation below, and from nothing else. Give one line for each question and"
    " nothing besides: its number, a full stop, a blank and the answer, as in\n"
    "1. the answer\n"
    "Where the conversation does not say, give its number and the one word UNKNOWN, as in\n"
    "2. UNKNOWN\n"
    "Quote the words of the conversation wherever you can."
)
UNKNOWN = "unknown"
FENCE = "```"

_LINE = re.compile(r"([0-9]+)\. (.*)", re.DOTALL)
_LARGEST = 1_000_000
"""More digits than this are no number of a question; Python refuses to read thousands of them."""


def ask(notes: Notes) -> str:
    """Return the user message: the questions, numbered from 1, and the transcript of the first call."""
    questions = "\n".join(f"{number}. {question}" for number, question in enumerate(notes.questions, start=1))
    return "\n\n".join(
        (TASK, tags.enclose(tags.QUESTIONS, questions), tags.enclose(tags.CONVERSATION, notes.transcript))
    )


def read(notes: Notes, reply: str) -> Notes:
    """Return the notes with all answer lines in order; which of them counts is settled later."""
    return replace(notes, answers=tuple(_answer_lines(lines(reply))))


def is_unknown(answer: str) -> bool:
    """Return whether an answer is the one word and nothing else, ASCII case ignored."""
    return len(answer) == len(UNKNOWN) and answer.isascii() and answer.lower() == UNKNOWN


def _answer_lines(rows: list[str]) -> Iterator[AnswerLine]:
    for row, following in zip(rows, [*rows[1:], ""], strict=True):
        if match := _LINE.match(row):
            wrapped = bool(following) and not following.startswith(FENCE) and not _LINE.match(following)
            yield AnswerLine(_number(match[1]), trim(match[2]), wrapped)


def _number(digits: str) -> int:
    significant = digits.lstrip("0")
    return int(significant or "0") if len(significant) < len(str(_LARGEST)) else _LARGEST


CALL = Call(
    step="answer",
    ask=ask,
    read=read,
    due=lambda notes: bool(notes.questions),
    most_tokens=lambda notes: 4096,
)
