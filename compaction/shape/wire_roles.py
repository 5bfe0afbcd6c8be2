"""Raw roles that the dialect does not know: visible in the bytes only.

Source: message-shape 8.
"""

from operator import itemgetter

from msgspec import UNSET

from compaction.findings import WireRole
from compaction.shape.native import Native

LEGAL = frozenset({"user", "assistant", "system"})


def wire_roles(native: Native) -> tuple[WireRole, ...]:
    """Return every raw message whose role is not one of the three, unreadable ones too, in order."""
    request = native.request
    found = [(lost.raw, lost.role) for lost in request.unreadable if lost.role not in LEGAL]
    if not LEGAL.issuperset(native.roles):
        pairs = zip(request.order, request.messages, strict=True)
        found += [(raw, message.role) for raw, message in pairs if message.role not in LEGAL]
    return tuple(
        WireRole(raw, role if isinstance(role, str) else "", f"/messages/{raw}" + ("" if role is UNSET else "/role"))
        for raw, role in sorted(found, key=itemgetter(0))
    )
