"""A rendered transcript, and an earlier summary, as sentences that can be quoted word for word.

Source: qa-summarizer 1.9.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

ROLES = {"User: ": "user", "Assistant: ": "assistant", "System: ": "system"}
LONGEST = 240
"""Characters of one sentence; a longer one is cut at a clause, or at a blank."""

_PART = re.compile(r" (thought: |calls: [^\s(]+\(|result\[[^\]\n]*\]: |\[image\]|\[document\]|\[audio\])")
_CUTS = {"calls": 200, "result": 200, "thought": 2000}
"""At how many characters the rendering cuts: what ends exactly there may end inside a word."""
_ELIDED = re.compile(r"…\[[^\]\n]*\]")
_END = re.compile(r"""[.!?…]["'”’)\]]*\s+(?=[^a-z\s])|\s+[—–]\s+|;\s+""")
_CLAUSE = re.compile(r"[,:]\s+|\s+\(|\s")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_HEADING = re.compile(r"^#{1,6}\s|^[A-Z][a-z ]{2,20}:$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words of the source. `source` is user, assistant, system, result, calls, thought or prior; `place` counts up in
    reading order; `heading` is what an earlier summary had above them."""

    text: str
    source: str
    place: int
    heading: str = ""


def read(conversation: str, prior: str = "") -> list[Sentence]:
    """Return the sentences of the earlier summary, then those of the conversation."""
    found = [*_prior(prior), *_conversation(conversation)]
    return [Sentence(text, source, place, heading) for place, (text, source, heading) in enumerate(found)]


def _prior(text: str) -> Iterator[tuple[str, str, str]]:
    heading = ""
    for line in text.split("\n"):
        if _HEADING.match(line.strip()):
            heading = line.strip().strip("#: ")
        elif words := _BULLET.sub("", line).strip():
            yield from ((sentence, "prior", heading) for sentence in sentences(words))


def _conversation(text: str) -> Iterator[tuple[str, str, str]]:
    for role, message in _messages(text):
        for source, words in _parts(message):
            for line in words.split("\n"):
                plain = _BULLET.sub("", line).strip()
                for sentence in sentences(plain):
                    yield sentence, role if source == "text" else source, ""


def _messages(text: str) -> Iterator[tuple[str, str]]:
    """Yield role and text of each message; a line of a message that looks like the start of one counts as one."""
    role, held = "", list[str]()
    for line in text.split("\n"):
        if cut := _ELIDED.search(line):
            # What stands right before the mark may be half a word.
            line = line[: cut.start()].rpartition(" ")[0]
        if label := next((label for label in ROLES if line.startswith(label)), ""):
            if held:
                yield role, "\n".join(held)
            role, held = ROLES[label], [line[len(label) :]]
        else:
            held.append(line)
    if held:
        yield role or "assistant", "\n".join(held)


def _parts(message: str) -> Iterator[tuple[str, str]]:
    """Yield the text of a message and what its further parts say."""
    marks = list(_PART.finditer(message))
    yield "text", message[: marks[0].start()] if marks else message
    for mark, following in zip(marks, [*marks, None][1:], strict=True):
        words = message[mark.end() : following.start() if following else len(message)]
        source = re.split(r"[:\[]", mark[1], maxsplit=1)[0]
        if source == "calls":
            words = words.removesuffix(")")
        if len(words) >= _CUTS.get(source, 0) > 0:
            words = words.rstrip().rpartition(" ")[0]
        yield source, words


def sentences(line: str) -> Iterator[str]:
    """Yield the sentences of one line, none longer than `LONGEST`; what stands in back quotes is not cut."""
    for words in _split(line, _END):
        yield from _short(words)


def _short(words: str) -> Iterator[str]:
    while len(words) > LONGEST:
        ends = [end for end in _ends(words[: LONGEST + 1], _CLAUSE) if end > LONGEST // 3]
        if not ends:
            break
        yield words[: ends[-1]].strip()
        words = words[ends[-1] :].strip()
    if len(words) <= 4 * LONGEST and words:
        yield words


def _split(text: str, pattern: re.Pattern[str]) -> Iterator[str]:
    start = 0
    for end in [*_ends(text, pattern), len(text)]:
        if words := text[start:end].strip():
            yield words
        start = end


def _ends(text: str, pattern: re.Pattern[str]) -> Iterator[int]:
    """Yield where the pattern ends outside back quotes."""
    for match in pattern.finditer(text):
        if text.count("`", 0, match.start()) % 2 == 0:
            yield match.end()
