"""Words that look like a secret although no pattern masked them: flagged for a person, never masked by themselves.

False alarms cost trust. So a word is flagged when it is random by its look and is called a secret by what stands
before it, or when it is long and so evenly mixed that hardly anything else looks like it. Ids, digests, paths,
addresses and encoded data are none.

Source: ux 24.
"""

import re
from collections import Counter
from collections.abc import Iterator
from math import log2
from typing import NamedTuple

SHORTEST, LONGEST = 16, 200
ALONE_SHORTEST, ALONE_LONGEST = 32, 64
"""Characters of a word that nothing calls a secret."""

MOST_ALONE = 3
"""Such words of one text; where more of them stand together, they are data."""

MOST = 50
"""Suspects of one text that are told."""

BEHIND = 60
"""Characters before a word that may call it a secret, or something else."""


class Suspect(NamedTuple):
    """Characters `start` up to `stop` of a text; `called` by a word before it, or known by its look alone."""

    start: int
    stop: int
    called: bool


_RUN = re.compile(rf"[^\s\"'`<>()\[\]{{}}|,;\\]{{{SHORTEST},}}")
_NAMED = re.compile(r"[A-Za-z][\w.-]{0,40}[:=]+")
_WORD = re.compile(rf"[A-Za-z0-9_+~!#$%^&*-]{{{SHORTEST},{LONGEST}}}")
_ALONE = re.compile(rf"[A-Za-z0-9]{{{ALONE_SHORTEST},{ALONE_LONGEST}}}")
_HEX = re.compile(r"[0-9a-fA-F]+(?:-[0-9a-fA-F]+)*")
_LED = re.compile(r"((?:[a-z][a-z0-9]{0,15}[_-]){1,4})")
_SECRET_LEAD = re.compile(r"(?:^|[_-])(?:sk|rk|pat|key|apikey|secret|token|live|prod|auth|access|pass)[_-]")
_CALLED = re.compile(
    r"(?<![A-Za-z])(?:secret|token|passw(?:or)?d|passphrase|pwd|credentials?|bearer|(?:api|access|private|signing|auth|"
    r"service|account|admin|deploy|master|encryption)[ _-]?key)s?(?![A-Za-z])",
    re.IGNORECASE,
)
_SOMETHING_ELSE = re.compile(
    r"(?<![A-Za-z])(?:u?u?id|hash|sha[-_]?\d*|md5|digest|commit|revision|checksum|integrity|etag|signature|sig|cursor|"
    r"nonce|fingerprint|trace|span|request|response|session|message|thread|file|version|build|image|blob|public|"
    r"(?:next|page|continuation|sync|cache|primary|foreign|partition|sort|object|idempotency)[ _-]?(?:page[ _-]?)?"
    r"(?:key|token))s?(?![A-Za-z])|[a-z](?:Id|ID|Hash|Digest|Signature|Cursor|PageToken)(?![A-Za-z])|_ids?(?![A-Za-z])",
    re.IGNORECASE,
)
_NAME = re.compile(r".*(?:Keys?|Tokens?|Secrets?|Ids?|Error|Type)")
_DATA_BEFORE = re.compile(r"[A-Za-z0-9+/=]{24,}[\r\n\s]{1,40}\Z")
_DATA_BEHIND = re.compile(r"[\r\n\s]{1,40}[A-Za-z0-9+/=]{24,}")
_LETTERS = re.compile(r"[a-z]+|[A-Z]+")


def suspects(text: str) -> tuple[Suspect, ...]:
    """Return the words of a text that look like secrets, in order, at most `MOST`."""
    found = list(_found(text))
    alone = sum(not one.called for one in found)
    return tuple(one for one in found if one.called or alone <= MOST_ALONE)[:MOST]


def _found(text: str) -> Iterator[Suspect]:
    for run in _RUN.finditer(text):
        named = _NAMED.match(run[0])
        start = run.start() + (named.end() if named else 0)
        word = text[start : run.end()].rstrip(".:!?=")
        if text.startswith("=", start + len(word)) or not _WORD.fullmatch(word) or not _random(word):
            continue
        before = text[max(0, run.start() - BEHIND) : start]
        called = _is_called(word, before)
        if called or (_looks_alone(word) and not _SOMETHING_ELSE.search(before) and not _in_data(text, start, word)):
            yield Suspect(start, start + len(word), called)


def _is_called(word: str, before: str) -> bool:
    """Return whether the last that is said before a word, or its own beginning, calls it a secret."""
    lead = _LED.match(word)
    if lead:
        return bool(_SECRET_LEAD.search(lead[1]))
    names = [match.end() for match in _CALLED.finditer(before)]
    others = [match.end() for match in _SOMETHING_ELSE.finditer(before)]
    return bool(names) and (not others or others[-1] < names[-1])


def _random(word: str) -> bool:
    """Return whether letters and digits are mixed as in no name, no number and no digest."""
    lead = _LED.match(word)
    body = word[lead.end() :] if lead else word
    if len(body) < SHORTEST or _HEX.fullmatch(body) or _NAME.fullmatch(body):
        return False
    return _has_all(body) and _switches(body) >= 0.3 and _longest_letters(body) <= 5 and _spread(body) >= 0.8


def _looks_alone(word: str) -> bool:
    return bool(_ALONE.fullmatch(word)) and _switches(word) >= 0.45 and _spread(word) >= 0.85 and _digits(word) >= 4


def _in_data(text: str, start: int, word: str) -> bool:
    """Return whether a word is one line of encoded data: it stands next to more of it."""
    before = text[max(0, start - 2 * BEHIND) : start]
    return bool(_DATA_BEFORE.search(before) or _DATA_BEHIND.match(text, start + len(word)))


def _has_all(word: str) -> bool:
    return _digits(word) >= 2 and sum(map(str.isupper, word)) >= 2 and sum(map(str.islower, word)) >= 2


def _digits(word: str) -> int:
    return sum(map(str.isdigit, word))


def _switches(word: str) -> float:
    """Return how often neighbours are of another class: small, large, digit, sign. Names of code seldom switch."""
    classes = [_class(one) for one in word]
    return sum(one != other for one, other in zip(classes, classes[1:], strict=False)) / (len(word) - 1)


def _class(one: str) -> int:
    return 0 if one.islower() else 1 if one.isupper() else 2 if one.isdigit() else 3


def _longest_letters(word: str) -> int:
    return max((len(run) for run in _LETTERS.findall(word)), default=0)


def _spread(word: str) -> float:
    """Return the entropy of the characters as a share of the most that a word of this length can have."""
    counts = Counter(word).values()
    return -sum(count / len(word) * log2(count / len(word)) for count in counts) / log2(min(len(word), 62))
