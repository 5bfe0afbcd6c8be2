"""Where captures and runs come from: known again by their name, by what a contract is about, or by what they hold.

Whoever asks for a source holds the team's cases (`numbers.hold`), so that two readings do not make two of one.
Marks are digests under the team's key: no row holds what was marked.
"""

import hashlib
import hmac
from collections.abc import Sequence

from django.db.models import Exists, OuterRef, QuerySet

from webui.accounts.models import Team
from webui.review import likeness
from webui.review.models import Case, Source, SourceMark
from webui.runs.models import Run
from webui.transcripts import access
from webui.transcripts.models import Capture, Transcript

NAMELESS = frozenset({"", "-", "stdin", "upload", "pasted.json", "pair.json", "contract", "input.json"})
"""Names that the product gives to what was sent without one."""

PAIR = "pair"
CAPTURE, RUN, NAME, LIST, BASIS = "capture", "run", "name", "list", "basis"


def of_team(team: Team) -> QuerySet[Source]:
    """Return the sources of a team that have cases, by name: what a filter offers."""
    return Source.objects.filter(Exists(Case.objects.filter(source=OuterRef("pk"))), team=team).order_by("name", "pk")


def of_capture(capture: Capture) -> Source:
    """Return the source of a capture that is read; a new one where nothing is known again."""
    team = capture.team
    named = [mark(team, CAPTURE, capture.pk), *_name(team, capture.name)]
    longest, same = _lists(capture)
    marks = [*named, *(mark(team, LIST, one) for one in same)]
    found = _known(team, marks) or (_alike(team, longest) if longest is not None else None)
    return _marked(team, marks, found or _new(team, capture.name))


def of_run(run: Run) -> Source:
    """Return the source of a run: that of its capture, else by its name, its contract, or the side before it."""
    if run.capture is not None:
        return of_capture(run.capture)
    team = run.team
    marks = [mark(team, RUN, run.pk), *_own_name(run), *_basis(run)]
    before = run.before.capture if run.before is not None and run.kind != Run.Kind.CONTRACT else None
    found = _known(team, marks) or (of_capture(before) if before is not None else None)
    return _marked(team, marks, found or _new(team, run.name))


def note(source: Source, *parts: str) -> bool:
    """Note that something arrived; return whether it is the first time."""
    one = mark(source.team, "arrival", *parts)
    if SourceMark.objects.filter(team=source.team_id, mark=one).exists():
        return False
    SourceMark.objects.create(team_id=source.team_id, source=source, mark=one)
    return True


def mark(team: Team, *parts: str) -> str:
    """Return by what something is known again, under the team's key."""
    text = "\0".join(("source", *parts)).encode("utf-8", "surrogatepass")
    return hmac.new(bytes(team.redaction_key), text, hashlib.sha256).hexdigest()


def folded(name: str) -> str:
    """Return a name without its folder and without regard to case; empty for what came without one."""
    bare = name.replace("\\", "/").rpartition("/")[2].strip().casefold()
    return "" if bare in NAMELESS else bare


def _name(team: Team, name: str) -> list[str]:
    bare = folded(name)
    return [mark(team, NAME, bare)] if bare else []


def _own_name(run: Run) -> list[str]:
    """The name of a run, unless it was only called after one of its sides."""
    sides = [side.capture.name for side in (run.before, run.after) if side is not None]
    return [] if run.name in sides else _name(run.team, run.name)


def _basis(run: Run) -> list[str]:
    names = ("revision", "through_event_id", "request_fingerprint")
    given = [str(run.given[name]) for name in names if name in run.given]
    return [mark(run.team, BASIS, *given)] if len(given) == len(names) else []


def _lists(capture: Capture) -> tuple[Transcript | None, list[str]]:
    """Return the longest list of a capture, and what tells the list by which it is known: of a pair, the first."""
    rows = Transcript.objects.filter(capture=capture).defer(*access.LARGE)
    longest = rows.order_by("-messages", "number").first()
    if longest is None:
        return None, []
    meant = rows.order_by("number").first() if capture.format == PAIR else longest
    if meant is None or (meant.messages < likeness.LEAST and capture.format != PAIR):
        return longest, []
    last = access.rows_at(meant, [meant.messages - 1]).values_list("prefix", flat=True).first()
    return longest, [] if last is None else [bytes(last).hex()]


def _alike(team: Team, transcript: Transcript) -> Source | None:
    """Return the source of the earlier capture that a list shares most of its messages with."""
    known = (_known(team, [mark(team, CAPTURE, pk)]) for pk in likeness.captures_like(transcript))
    return next((one for one in known if one is not None), None)


def _known(team: Team, marks: Sequence[str]) -> Source | None:
    rows = SourceMark.objects.filter(team=team, mark__in=marks).select_related("source__team")
    return min(rows, key=lambda row: marks.index(row.mark)).source if rows else None


def _marked(team: Team, marks: Sequence[str], source: Source) -> Source:
    rows = [SourceMark(team=team, source=source, mark=one) for one in marks]
    SourceMark.objects.bulk_create(rows, ignore_conflicts=True)
    return source


def _new(team: Team, name: str) -> Source:
    return Source.objects.create(team=team, name=name)
