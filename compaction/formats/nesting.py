"""How deep JSON nests."""

from itertools import accumulate

from compaction.limits import MAX_DEPTH

STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
OTHERS = bytes(byte for byte in range(256) if byte not in STEPS)
PIECE = 1 << 18


def fits(value: object, above: int) -> bool:
    """Say whether a decoded value below `above` levels keeps to the limit.

    Containers are few where texts are long, so this costs less than counting brackets. A parser that ran out of levels
    is the one that needs `depth`.
    """
    level = [value] if isinstance(value, dict | list) else []
    while level and above < MAX_DEPTH:
        above += 1
        level = [
            inner
            for container in level
            for inner in (container.values() if isinstance(container, dict) else container)
            if isinstance(inner, dict | list)
        ]
    return not level


def depth(data: bytes) -> int:
    """Return the deepest nesting of brackets outside strings, without parsing anything.

    Pieces keep memory small; each pass over a piece is one call into C.
    """
    level = deepest = at = 0
    inside = False
    while at < len(data):
        piece = data[at : at + PIECE]
        backslashes = len(piece) - len(piece.rstrip(b"\\"))
        if backslashes % 2:
            piece = data[at : at + PIECE + 1]  # an escape is not cut in two
        parts = piece.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')
        brackets = b"".join(parts[inside::2]).translate(None, OTHERS)
        levels = list(accumulate(map(STEPS.__getitem__, brackets), initial=level))
        level, deepest = levels[-1], max(deepest, *levels)
        inside ^= len(parts) % 2 == 0
        at += len(piece)
    return deepest
