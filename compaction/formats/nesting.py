"""How deep brackets nest, counted outside strings before any recursive parser sees them."""

from itertools import accumulate

from compaction.errors import CaptureError
from compaction.limits import MAX_DEPTH

STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
OTHERS = bytes(byte for byte in range(256) if byte not in STEPS)
PIECE = 1 << 18


def check_depth(data: bytes) -> None:
    """Refuse JSON that nests deeper than the limit.

    Raises: CaptureError `json-too-deep`; `found` says how deep.
    """
    if data.count(b"[") + data.count(b"{") <= MAX_DEPTH:
        return
    levels = depth(data)
    if levels > MAX_DEPTH:
        raise CaptureError("json-too-deep", found=(f"{levels} levels",))


def depth(data: bytes) -> int:
    """Return the deepest nesting. Pieces keep memory small; each pass over a piece is one call into C."""
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
