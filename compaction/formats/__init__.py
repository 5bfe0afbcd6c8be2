"""Captures: recognised by their bytes, read as message lists."""

from compaction.formats.detect import Detection, detect
from compaction.formats.format import Format
from compaction.formats.reading import Reading, read, start
from compaction.formats.records import Answer, Boundary, LogPlace, MessageList, Note, ProviderAnswer, Record
from compaction.formats.registry import FORMATS
from compaction.formats.sentences import Sentence, sentence

__all__ = [
    "FORMATS",
    "Answer",
    "Boundary",
    "Detection",
    "Format",
    "LogPlace",
    "MessageList",
    "Note",
    "ProviderAnswer",
    "Reading",
    "Record",
    "Sentence",
    "detect",
    "read",
    "sentence",
    "start",
]
