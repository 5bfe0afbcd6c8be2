"""A stream of streamGenerateContent: every event is a piece of the candidate."""

from collections.abc import Iterable, Mapping

from compaction.formats.deltas.joined import Event, Joined, of, text_of
from compaction.transcripts import Dialect


def join(events: Iterable[Event]) -> Joined:
    """Join the parts of the first candidate; texts that follow each other become one part."""
    parts: list[dict[str, object]] = []
    model, stop = "", ""
    for event in events:
        value = event.value or {}
        value = of(value, "response") or value  # a proxy may have wrapped it
        model = text_of(value, "modelVersion") or model
        candidates = value.get("candidates")
        first = candidates[0] if isinstance(candidates, list) and candidates else {}
        stop = text_of(first, "finishReason") or stop
        given = of(first, "content").get("parts")
        for part in given if isinstance(given, list) else []:
            if isinstance(part, Mapping):
                _add(parts, part)
    return Joined(Dialect.GEMINI, ({"role": "model", "parts": parts},), bool(stop), None, model, stop)


def _add(parts: list[dict[str, object]], part: Mapping[str, object]) -> None:
    text = part.get("text")
    if parts and isinstance(text, str) and _kind(parts[-1]) == _kind(part):
        parts[-1] = {**parts[-1], **part, "text": text_of(parts[-1], "text") + text}
    else:
        parts.append(dict(part))


def _kind(part: Mapping[str, object]) -> tuple[bool, bool]:
    """Tell thoughts from texts, and both from everything else."""
    return isinstance(part.get("text"), str), part.get("thought") is True
