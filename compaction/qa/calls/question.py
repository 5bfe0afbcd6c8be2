"""The second call: what the summary leaves open. The dropped transcript is not shown.

Source: qa-summarizer 1.11.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from compaction.llm import tags
from compaction.qa.call import Call, Notes
from compaction.qa.config import MAX_QUESTIONS
from compaction.qa.jsonsearch import find_json
from compaction.qa.text import lines, trim

TASK = (
    "The model that goes on with the work will have the summary and the recent messages below, and nothing else of what"
    " came before. What would it still have to know from before? Think of facts that it needs and cannot find here, and"
    " of tasks that the checklist does not name or whose state is not clear.\n"
    "Answer with a JSON array of short questions as strings, at most {most}, the most important first, and nothing"
    " else. If the summary is enough, answer [] alone."
)

_ITEM = re.compile(r"(?:[-*] |[0-9]+[.)] )(.*)", re.DOTALL)


def ask(notes: Notes) -> str:
    """Return the user message."""
    return "\n\n".join(
        (
            TASK.format(most=MAX_QUESTIONS),
            tags.enclose(tags.SUMMARY, notes.draft),
            tags.enclose(tags.RECENT, notes.recent),
        )
    )


def read(notes: Notes, reply: str) -> Notes:
    """Return the notes with the first eight questions: of the first JSON value if it is an array, else of lines."""
    found = find_json(trim(reply))
    questions = _strings(found) if isinstance(found, list) else _items(reply)
    return replace(notes, question_reply=reply, questions=tuple(questions)[:MAX_QUESTIONS])


def _strings(values: list[object]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str) and (question := trim(value)):
            yield question


def _items(reply: str) -> Iterator[str]:
    for line in lines(reply):
        if item := _ITEM.match(line):
            yield trim(item[1])


CALL = Call(step="question", ask=ask, read=read, due=lambda notes: True, most_tokens=lambda notes: 1024)
