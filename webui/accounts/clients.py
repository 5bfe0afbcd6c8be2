"""Which clients a team may ask, and how to get one: what the apps above call."""

from dataclasses import dataclass
from decimal import Decimal

from compaction.errors import ClientError
from compaction.llm import Client, Usage
from webui.accounts import access
from webui.accounts.models import Endpoint, Team
from webui.llm import EXTRACTIVE, client_for, keys

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Choice:
    """One client to choose. `value` is what a form and the API send: `extractive`, or the name of an endpoint."""

    value: str
    title: str
    model: str = ""
    built_in: bool = False


def choices(team: Team) -> list[Choice]:
    """Return the clients of a team, the endpoints by name, the built-in one last; the first is the default."""
    found = [Choice(one.name, f"{one.name} ({one.model})", one.model) for one in access.endpoints_of(team)]
    return [*found, Choice(EXTRACTIVE, "extractive: quotes the source, asks no model", built_in=True)]


def endpoint_named(team: Team, name: str) -> Endpoint | None:
    """Return the endpoint of this name; None for `extractive`. Raises: LookupError for a name that the team lacks."""
    if name == EXTRACTIVE:
        return None
    found = access.endpoints_of(team).filter(name=name).first() if "\0" not in name else None
    if found is None:
        raise LookupError("no such client")
    return found


def client_of(endpoint: Endpoint | None) -> Client:
    """Return the client of an endpoint, the built-in one for None. Raises: ClientError `key-unreadable`."""
    if endpoint is None:
        return client_for(EXTRACTIVE)
    try:
        key = keys.unseal(bytes(endpoint.sealed_key))
    except keys.KeyUnreadable:
        unreadable = ClientError("key-unreadable", retryable=False)
    else:
        return client_for(endpoint.kind, base_url=endpoint.base_url, model=endpoint.model, key=key)
    raise unreadable


def cost(endpoint: Endpoint, usage: Usage) -> Decimal | None:
    """Return what the tokens cost, None where a price is missing."""
    if endpoint.price_in is None or endpoint.price_out is None:
        return None
    return (endpoint.price_in * usage.input_tokens + endpoint.price_out * usage.output_tokens) / MILLION
