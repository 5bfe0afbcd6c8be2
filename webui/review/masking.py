"""What of cases may hold a reported value: names, remarks with the words under them, notes of decisions, drafts."""

from collections.abc import Iterator

from compaction.transcripts import Block
from webui.review.models import Bulk, Case, Comment, Decision, Draft, Source, Waiver
from webui.transcripts import access
from webui.transcripts.maskers import Columns, Masker, Masking
from webui.transcripts.models import Transcript
from webui.transcripts.store import blocks_of
from webui.transcripts.store.bodies import texts

COLUMNS = {
    "cases": Columns(lambda team: Case.objects.filter(team=team), texts=("name",)),
    "sources": Columns(lambda team: Source.objects.filter(team=team), texts=("name",)),
    "remarks": Columns(lambda team: Comment.objects.filter(team=team), texts=("quote", "text", "hidden_why")),
    "decisions": Columns(lambda team: Decision.objects.filter(case__team=team), texts=("note",)),
    "waivers": Columns(lambda team: Waiver.objects.filter(team=team), texts=("note", "link")),
    "drafts": Columns(lambda team: Draft.objects.filter(case__team=team), values=("given",)),
    "bulks": Columns(lambda team: Bulk.objects.filter(team=team), values=("given",)),
}


def mask(masking: Masking) -> None:
    """Replace the value in all that cases hold. The messages still tell it by then, so remarks on words can move."""
    if "anchors" not in masking.report.done:
        moved = list(_moved(masking))
        masking.once("anchors", lambda: Comment.objects.bulk_update(moved, ["anchor"], batch_size=200))
    for counted, columns in COLUMNS.items():
        masking.columns(columns, counted)


MASKER = Masker("Cases", mask, COLUMNS)


def _moved(masking: Masking) -> Iterator[Comment]:
    """Yield the remarks on words of a block that holds the value, with the place they have without it."""
    for comment in Comment.objects.filter(team=masking.report.team_id, on=Comment.On.WORDS).only("anchor", "team"):
        anchor, one = comment.anchor, masking.replacement
        places = one.places("\n".join(texts([block]))) if (block := _block(comment)) is not None else []
        start, end = one.moved(anchor["start"], anchor["end"], places)
        if (start, end) != (anchor["start"], anchor["end"]):
            comment.anchor = {**anchor, "start": start, "end": end}
            yield comment


def _block(comment: Comment) -> Block | None:
    anchor = comment.anchor
    transcript = Transcript.objects.filter(team=comment.team_id, pk=anchor["transcript"]).first()
    row = access.opened(transcript, [anchor["position"]]).first() if transcript is not None else None
    blocks = blocks_of(row) if row is not None else ()
    return blocks[anchor["block"]] if anchor["block"] < len(blocks) else None
