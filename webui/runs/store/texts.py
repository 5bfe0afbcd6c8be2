"""Summaries and replies -> rows, masked."""

from compaction.tokens import Counter
from compaction.tokens.sampled import Sampled
from webui.accounts.models import Team
from webui.llm.vocabulary import counter_for
from webui.runs.models import Run, Summary
from webui.transcripts import masked, remasking
from webui.transcripts.store.values import clean, pack


def put_text(run: Run, origin: str, text: str) -> Summary:
    """Store a text of a run, in the place of an earlier one of that origin."""
    kept = clean(mask(run.team, text))
    side = run.after or run.before
    counts = counter(side.model if side else "", side.dialect if side else "")
    values = {
        "text": pack(kept.encode()),
        "size": len(text.encode("utf-8", "surrogatepass")),
        "tokens": counts.count(kept),
        "tokens_estimated": not counts.exact,
    }
    return Summary.objects.update_or_create(run=run, origin=origin, defaults=values)[0]


def counter(model: str, dialect: str) -> Counter:
    """Return what counts the tokens of a model, as for the messages of a capture."""
    whole = counter_for(model, dialect)
    return whole if whole.exact else Sampled(whole)


def mask(team: Team, text: str) -> str:
    """Return a text with its secrets masked under the team's key."""
    return remasking.masked(text, bytes(team.redaction_key), masked.own_of(team))
