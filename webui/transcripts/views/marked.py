"""Lines of a text with what was found in them marked."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from webui.common.captured import draw
from webui.transcripts.views.find import Mark


def marked(piece: str, offset: int, marks: Sequence[Mark]) -> list[SafeString]:
    """Return the lines of a text that begins at the character `offset`, what was found marked in it."""
    lines: list[SafeString] = []
    for line in piece.split("\n"):
        lines.append(_marked_line(line, offset, marks))
        offset += len(line) + 1
    return lines


def _marked_line(line: str, offset: int, marks: Sequence[Mark]) -> SafeString:
    parts: list[str] = []
    done = 0
    for mark in marks:
        start, stop = max(done, mark.start - offset), min(len(line), mark.stop - offset)
        if start < stop:
            anchor = f' id="{mark.anchor}" tabindex="-1"' if mark.start >= offset and not mark.look else ""
            look = f' class="{mark.look or "now"}"' if mark.now or mark.look else ""
            parts += [draw(line[done:start]), f"<mark{anchor}{look}>", draw(line[start:stop]), "</mark>"]
            done = stop
    return SafeString("".join([*parts, draw(line[done:])]))
