"""The raw elements of a list, and when two of them are equal.

Equal means equal content: the spelling of the JSON, the order of keys and cache marks do not count.

Source: message-shape 12.4.
"""

import json
from hashlib import blake2b

from compaction.errors import UnreadableRequest
from compaction.shape.decode import BYTE_ORDER_MARK

CACHE_MARKS = ("cache_control", "cachePoint")


def load_list(request: bytes, name: str) -> list[object]:
    """The raw elements of the list that a body holds under `name`. Numbers stay as spelled, whatever their size.

    Raises: UnreadableRequest.
    """
    body: object = None
    try:
        text = request.removeprefix(BYTE_ORDER_MARK).decode()
        body = json.loads(text, parse_int=str, parse_float=str)
    except RecursionError:
        body = None
    if not isinstance(body, dict):
        raise UnreadableRequest("json-too-deep", 0)
    elements = body.get(name)
    return elements if isinstance(elements, list) else []


def key_of(value: object) -> bytes:
    """What is equal for equal content."""
    text = json.dumps(_unmarked(value), sort_keys=True)
    return blake2b(text.encode(), digest_size=16).digest()


def _unmarked(value: object) -> object:
    """A message or block without its cache marks, and those of the blocks that it holds."""
    if not isinstance(value, dict):
        return value
    kept = {name: member for name, member in value.items() if name not in CACHE_MARKS}
    if isinstance(kept.get("content"), list):
        blocks = [_unmarked(block) for block in kept["content"]]
        kept["content"] = [block for block in blocks if block != {}]
    return kept
