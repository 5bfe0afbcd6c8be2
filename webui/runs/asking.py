"""What a pass may be asked: by whom, with which settings, and why not now. Pages and API share it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.http import Http404

from compaction.qa import QaConfig
from webui.accounts import access as accounts
from webui.accounts import clients
from webui.accounts.models import Endpoint, Team, User
from webui.audit.trail import Actor
from webui.common.errors import Refusal
from webui.llm import EXTRACTIVE, addresses
from webui.runs.access import live_pass
from webui.runs.models import Pass, Run
from webui.runs.store import passes
from webui.runs.store.passes import Start
from webui.transcripts import access as transcripts
from webui.transcripts.models import Capture, Transcript

MOST_TOKENS = 10**9
LONGEST = 4000
"""Characters of instructions."""

NOT_HERE = addresses.Policy(loopback=False, private=True)
"""Refuses addresses of this machine alone, and so tells them from all others."""

NOT_READ = (Capture.State.QUEUED, Capture.State.READING)


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why nothing can be asked now; `running` is the pass that stands in the way."""

    code: str
    words: str
    running: Pass | None = None


def hindrance(source: Transcript | None) -> Hindrance | None:
    """Return what keeps a pass from being asked over a source, None where nothing does."""
    if source is None:
        return Hindrance("no-source", "The messages before are not known here, so there is nothing to summarize.")
    if source.capture.state in NOT_READ:
        return Hindrance("source-not-read", "The messages are still being read. Ask as soon as they are stored.")
    if not source.messages:
        return Hindrance("source-empty", "The source holds no messages, so there is nothing to summarize.")
    running = live_pass(source)
    if running is not None:
        return Hindrance("pass-running", "A pass over this source is at work. Wait for its end, or cancel it.", running)
    return None


def default_target(source: Transcript, run: Run | None) -> int:
    """Return the tokens that the compaction of the run came to, or else half of those before."""
    after = run.tokens_after if run is not None else None
    return after if after and after < source.tokens else max(1, source.tokens // 2)


def source_of(user: accounts.Person, run: Run) -> Transcript | None:
    """Return the messages before of a run, with what a pass needs of them."""
    if run.before_id is None:
        return None
    try:
        return transcripts.transcript_for(user, run.team.slug, run.before_id)
    except Http404:
        return None


def config_of(given: Mapping[str, Any]) -> QaConfig:
    """Return the settings, each brought into its range; what is not given is as ever."""
    names = ("summary_budget_pct", "max_summary_tokens", "min_messages", "preserve_recent", "transcript_max_chars")
    plain = {name: given[name] for name in names if given.get(name) is not None}
    accumulate = given.get("accumulate", True)
    return QaConfig(**plain, accumulate=accumulate, summary_instructions=given.get("summary_instructions") or None)


def moved(given: Mapping[str, Any], config: QaConfig) -> list[tuple[str, Any, Any]]:
    """Return the settings that were brought into their range: name, as given, as used."""
    names = ("summary_budget_pct", "max_summary_tokens", "min_messages", "preserve_recent", "transcript_max_chars")
    pairs = [(name, given.get(name), getattr(config, name)) for name in names]
    return [(name, old, new) for name, old, new in pairs if old is not None and old != new]


def ask(
    run: Run,
    source: Transcript | None,
    user: User | None,
    given: Mapping[str, Any],
    *,
    trigger: str,
    by: Actor | None = None,
) -> Pass:
    """Begin a pass with what a person or a program gives.

    Raises: Refusal 409 where nothing can be asked now, 422 for a client that the team lacks.
    """
    client = given.get("client") or EXTRACTIVE
    endpoint = demand(source, run.team, client)
    if source is None:
        raise Http404
    start = Start(
        client=client,
        endpoint=endpoint,
        config=config_of(given),
        target_tokens=given.get("target_tokens") or default_target(source, run),
        use_prior=given.get("use_prior", True),
    )
    return passes.begin(run, source, user, start, trigger=trigger, by=by)


def demand(source: Transcript | None, team: Team, client: str) -> Endpoint | None:
    """Return the endpoint of a client, if a pass over this source can be asked. Raises: Refusal."""
    hindered = hindrance(source)
    if hindered is not None:
        raise Refusal(409, hindered.code, hindered.words)
    return _endpoint(team, client)


def _endpoint(team: Team, name: str) -> Endpoint | None:
    try:
        return clients.endpoint_named(team, name)
    except LookupError:
        pass
    raise Refusal(422, "no-such-client", "The team has no model of this name. Its models stand in the settings.")


@dataclass(frozen=True, slots=True)
class Option:
    """One client to choose: what it is called, and whether the messages leave this machine for it."""

    value: str
    title: str
    words: str
    leaves: bool = False


def options(team: Team) -> list[Option]:
    """Return the clients of a team, the built-in one last; the first is the default."""
    found = [
        Option(one.name, f"{one.name} ({one.model})", *_where(one.base_url)) for one in accounts.endpoints_of(team)
    ]
    return [*found, Option(EXTRACTIVE, "extractive", "Built in: quotes only, no model. Nothing leaves this machine.")]


def _where(base_url: str) -> tuple[str, bool]:
    host = urlsplit(base_url).hostname or base_url
    if addresses.fault(base_url, NOT_HERE) == "loopback-refused":
        return f"A server on this machine, {host}.", False
    return f"The messages that the summary replaces leave this machine for {host}, with secrets masked.", True
