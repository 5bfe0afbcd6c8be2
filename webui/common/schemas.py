"""What every call of the API may answer instead."""

from typing import Any

from ninja import Schema


class Fault(Schema):
    """Any refusal: a stable code, and what to do in one or two sentences. Nothing that was sent is repeated."""

    code: str
    detail: str


READ: dict[int, Any] = dict.fromkeys((400, 401, 403, 404, 410, 422, 429), Fault)
"""By status, what a call that reads may answer."""
