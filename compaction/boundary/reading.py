"""A body of any dialect -> one side of a compaction."""

from compaction.boundary import mapped
from compaction.boundary.mapped import read_mapped
from compaction.boundary.messages import read_messages
from compaction.boundary.sides import Side
from compaction.transcripts import Dialect


def read_side(request: bytes, dialect: str) -> Side:
    """Read one body.

    Raises: UnreadableRequest.
    """
    if dialect in mapped.DIALECTS:
        return read_mapped(request, Dialect(dialect))
    return read_messages(request, dialect)
