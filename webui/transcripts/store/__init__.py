"""Rows <-> library values. The only place that writes what was captured, read and checked."""

from webui.transcripts.store.bodies import Shelf
from webui.transcripts.store.captures import STEPS, accept, fail, note, read_again, settle
from webui.transcripts.store.lists import PARTLY, begin, close_unfinished, forget, put, put_answer, put_report, sweep
from webui.transcripts.store.values import blocks_of, clean, native_of, system_json_of, system_of, violation_of

__all__ = [
    "PARTLY",
    "Shelf",
    "STEPS",
    "accept",
    "begin",
    "blocks_of",
    "clean",
    "close_unfinished",
    "fail",
    "forget",
    "native_of",
    "note",
    "put",
    "put_answer",
    "put_report",
    "read_again",
    "settle",
    "sweep",
    "system_json_of",
    "system_of",
    "violation_of",
]
