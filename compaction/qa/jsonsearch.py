"""The first JSON object or array in a text that may hold anything else around it.

Source: qa-summarizer 1.11.
"""

import json
import math
from typing import NoReturn

DEEPEST = 127
"""Nesting that the reference's own reader takes."""


def find_json(text: str) -> object | None:
    """Return the first bracketed group that parses, or None.

    A double quote opens a string even outside brackets, and hides those that follow. Braces and square brackets are
    counted apart; a group that does not parse is dropped, and so is one with a closing bracket too many.
    """
    start: int | None = None
    depths = {"{": 0, "[": 0}
    deepest = 0
    for place, mark in _outside_strings(text):
        if mark in "{[":
            start = place if start is None else start
            depths[mark] += 1
            deepest = max(deepest, sum(depths.values()))
            continue
        depths["{" if mark == "}" else "["] -= 1
        if start is not None and not any(depths.values()) and deepest <= DEEPEST:
            value = parse(text[start : place + 1])
            if value is not None:
                return value
        if min(depths.values()) < 0 or not any(depths.values()):
            start, depths, deepest = None, {"{": 0, "[": 0}, 0
    return None


def parse(text: str) -> object | None:
    """Return the value of strict JSON: no NaN, no number beyond a double, no lone surrogate; None if it is not that."""
    try:
        value: object = json.loads(text, parse_int=_number, parse_float=_number, parse_constant=_refuse)
        json.dumps(value, ensure_ascii=False).encode()
    except ValueError:
        return None
    return value


def _outside_strings(text: str) -> list[tuple[int, str]]:
    """The brackets outside strings, with their places."""
    found = []
    inside = escaped = False
    for place, mark in enumerate(text):
        if escaped:
            escaped = False
        elif mark == '"':
            inside = not inside
        elif inside:
            escaped = mark == "\\"
        elif mark in "{}[]":
            found.append((place, mark))
    return found


def _number(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _refuse(digits)


def _refuse(_: str) -> NoReturn:
    raise ValueError
