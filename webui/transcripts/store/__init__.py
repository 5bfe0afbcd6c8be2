"""Rows <-> library values. The only place that writes what was captured, read and checked."""

from webui.transcripts.store.bodies import Shelf, begins
from webui.transcripts.store.captures import STEPS, accept, fail, note, read_again, settle
from webui.transcripts.store.lists import PARTLY, begin, close_unfinished, forget, put, put_answer, put_report
from webui.transcripts.store.purging import OVER, CannotGo, purge
from webui.transcripts.store.searching import texts_of
from webui.transcripts.store.signatures import signatures_of
from webui.transcripts.store.sketches import sketch_of
from webui.transcripts.store.strands import sweep
from webui.transcripts.store.values import (
    blocks_at,
    blocks_of,
    clean,
    native_of,
    system_json_of,
    system_of,
    violation_of,
)

__all__ = [
    "CannotGo",
    "OVER",
    "PARTLY",
    "Shelf",
    "STEPS",
    "accept",
    "begin",
    "begins",
    "blocks_at",
    "blocks_of",
    "clean",
    "close_unfinished",
    "fail",
    "forget",
    "native_of",
    "note",
    "put",
    "put_answer",
    "purge",
    "put_report",
    "read_again",
    "settle",
    "signatures_of",
    "sketch_of",
    "sweep",
    "system_json_of",
    "system_of",
    "texts_of",
    "violation_of",
]
