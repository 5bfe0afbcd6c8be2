"""The texts of a transcript, for finding words in them."""

import re
from collections.abc import Iterator

from compaction.transcripts import codec
from webui.transcripts import access
from webui.transcripts.models import Transcript
from webui.transcripts.store.values import blocks_in, unpack

_WRITTEN_OTHERWISE = re.compile(rb"\\(?:/|u00[2-7])")
"""A slash or another ASCII character as an escape: what such JSON holds is known only when it is decoded."""


def texts_of(transcript: Transcript, needle: str = "", at: int | None = None) -> Iterator[tuple[int, bytes | None]]:
    """Yield places, in order, with the canonical JSON of what stands there: None where it cannot hold `needle`.

    `needle` is ASCII in small letters without quotes and backslashes; case makes no difference.
    """
    wanted = needle.encode()
    start, stop = (0, access.END) if at is None else (at, at + 1)
    rows = access.rows_of(transcript, start, stop).order_by("index")
    found = rows.values_list("index", "origin", "body__dialect", "body__blocks", "body__native")
    for index, origin, dialect, blocks, native in found.iterator(chunk_size=access.TEXTS_AT_ONCE):
        data = unpack(blocks or native)
        if wanted not in data.lower() and not _WRITTEN_OTHERWISE.search(data):
            yield index, None
        else:
            yield index, data if blocks else codec.encode(blocks_in(data, dialect, origin), origin)
