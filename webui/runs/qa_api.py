"""The router of QA passes and facts. Every answer is declared, refusals included."""

from typing import Annotated, Any, Literal, cast

from django.db.models import Prefetch
from django.http import HttpRequest
from ninja import Query, Router, Status

from webui.accounts import access as accounts
from webui.accounts.access import needs
from webui.accounts.actors import actor_of
from webui.accounts.models import User
from webui.accounts.powers import Power
from webui.common.calls import host_of
from webui.common.errors import Refusal
from webui.common.schemas import READ
from webui.common.tables import ALSO_TABLES, Listed
from webui.runs import access, asking, ending, fact_files
from webui.runs.models import Fact, FactDecision, Pass, Run
from webui.runs.qa_schemas import MOST_FACTS, Decided, DecideIn, FactOut, Facts, PassOut, QaIn
from webui.runs.store import facts as store
from webui.runs.store import passes
from webui.runs.views.fact_list import CAPTURED
from webui.transcripts import access as transcripts
from webui.transcripts.models import Transcript

router = Router()
Outcome = Literal["", "not-found", "missing", "unknown", "shed", "recovered", "lost"]
Choice = Literal["", "open", "confirmed", "disputed", "not-important"]
Kind = Literal["", "question", "url", "code", "path", "file", "version", "ident", "number"]
WRITE: dict[int, Any] = {**READ, 403: READ[401]}


@router.post("/runs/{pk}/qa", response={202: PassOut, **WRITE, 409: READ[401]})
@needs(Power.ASK)
def ask(request: HttpRequest, pk: str, given: QaIn) -> Status[PassOut]:
    """Queue a QA pass over what a run started from. 409 says why nothing can be asked now."""
    run = access.run_for(request.user, None, pk)
    accounts.demand(request.user, run.team, Power.ASK)
    return _begin(request, run, asking.source_of(request.user, run), given)


@router.post("/transcripts/{pk}/qa", response={202: PassOut, **WRITE, 409: READ[401]})
@needs(Power.ASK)
def ask_transcript(request: HttpRequest, pk: str, given: QaIn) -> Status[PassOut]:
    """The same for a transcript; the run that holds its passes is made with the first."""
    source = transcripts.transcript_for(request.user, None, pk)
    accounts.demand(request.user, source.team, Power.ASK)
    asking.demand(source, source.team, given.client)
    run = passes.run_for_source(source, cast(User, request.user), trigger="api")
    return _begin(request, run, source, given)


@router.get("/passes/{pk}", response={200: PassOut, **READ})
@needs(Power.READ)
def one(request: HttpRequest, pk: str, texts: bool = False) -> PassOut:
    """One pass: how far it is, and all that is on record; prompts and replies with `texts`."""
    return PassOut.of(access.pass_for(request.user, None, pk), texts=texts)


@router.post("/passes/{pk}/cancel", response={202: PassOut, **WRITE, 409: READ[401]})
@needs(Power.ASK)
def cancel(request: HttpRequest, pk: str) -> Status[PassOut]:
    """Ask a pass to end before its next call. Replies that came are kept; 409 where it is over."""
    found = access.pass_for(request.user, None, pk)
    accounts.demand(request.user, found.team, Power.ASK)
    if not ending.cancel(found, actor_of(request)):
        raise Refusal(409, "not-at-work", "This pass is over, so there is nothing to cancel.")
    return Status(202, PassOut.of(access.pass_for(request.user, None, pk)))


@router.get("/runs/{pk}/facts", response={200: Facts, **READ}, openapi_extra=ALSO_TABLES)
@needs(Power.READ)
def facts(
    request: HttpRequest,
    pk: str,
    of: Annotated[str, Query(max_length=12)] = "",
    outcome: Outcome = "",
    decision: Choice = "",
    kind: Kind = "",
    after: Annotated[int, Query(ge=0, lt=2**63)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_FACTS)] = 100,
    format: Listed = "json",
) -> Any:
    """Facts of the pass `of`, or of the `captured` summary; by default of the newest pass that compacted.

    `csv` and `jsonl` are files with all of them in the order of the page, with the words that prove them.
    """
    run = access.run_for(request.user, None, pk, texts=False)
    chosen = _pass(run, of)
    wanted = fact_files.narrowed(Fact.objects.filter(run=run, of=chosen), outcome, decision, kind)
    if format != "json":
        return fact_files.answer(run, chosen, wanted, format, host_of(request))
    decisions = Prefetch("decisions", FactDecision.objects.select_related("by"))
    rows = wanted.filter(pk__gt=after).prefetch_related(decisions).order_by("pk")
    found = list(rows[: limit + 1])
    more = found[limit - 1].pk if len(found) > limit else None
    return Facts(of=chosen.pk if chosen else None, facts=[FactOut.of(fact) for fact in found[:limit]], next=more)


@router.post("/runs/{pk}/facts/decisions", response={200: Decided, **WRITE})
@needs(Power.DECIDE)
def decide(request: HttpRequest, pk: str, given: DecideIn) -> Decided:
    """Note a decision on facts of a run, each with name and time. Facts of other runs are left alone."""
    run = access.run_for(request.user, None, pk, texts=False)
    accounts.demand(request.user, run.team, Power.BULK if len(given.facts) > 1 else Power.DECIDE)
    if given.choice == "disputed" and not given.note.strip():
        raise Refusal(422, "note-needed", "Say in the note why a fact is disputed. Nothing was decided.")
    wanted = [number for number in given.facts if 0 < number < 2**63]
    choice = "" if given.choice == "open" else given.choice
    return Decided(decided=store.decide(run, wanted, choice, given.note.strip(), cast(User, request.user)))


def _begin(request: HttpRequest, run: Run, source: Transcript | None, given: QaIn) -> Status[PassOut]:
    made = asking.ask(run, source, cast(User, request.user), given.model_dump(), trigger="api")
    return Status(202, PassOut.of(access.pass_for(request.user, None, made.pk)))


def _pass(run: Run, of: str) -> Pass | None:
    found = list(access.passes_of(run))
    if of == CAPTURED:
        return None
    if of:
        named = next((one for one in found if one.pk == of), None)
        if named is None:
            raise Refusal(422, "no-such-pass", "This run has no pass of this id.")
        return named
    return next((one for one in found if one.outcome == Pass.Outcome.COMPACTED), None)
