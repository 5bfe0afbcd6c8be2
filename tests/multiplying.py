"""Rows of one team, copied into another again and again: whatever the product stores of teams, it is many then."""

import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from django.apps import apps
from django.db.models import CharField, Field, ForeignKey, Model, UniqueConstraint

from webui.accounts.models import Team, User

ROOMS = ("audit", "jobs", "accounts", "transcripts", "runs", "review")
ONE_A_TEAM = {"audit.Head", "transcripts.Redaction", "transcripts.Retention", "review.Tally", "review.Policy"}
NOBODYS = {
    "accounts.Team",
    "accounts.User",
    "accounts.SignIn",
    "accounts.SignInFailure",
    "jobs.WorkerPulse",
    "jobs.Timed",
}
APART = 100_000
ENDS = {1: "z", 2: "-"}
"""How keys of the first two turns begin: so that those rows are the last and the first of their index."""


def models() -> list[type[Model]]:
    """Return the models of rows that teams have any number of, each after those that its rows name."""
    left = {model for room in ROOMS for model in apps.get_app_config(room).get_models()}
    left = {model for model in left if model._meta.label not in ONE_A_TEAM | NOBODYS}
    found: list[type[Model]] = []
    while left:
        ready = [one for one in left if not (left - {one}) & {field.related_model for field in needed(one)}]
        assert ready, f"these name each other: {left}"
        found += sorted(ready, key=lambda model: model._meta.label)
        left -= set(ready)
    return found


def needed(model: type[Model]) -> Iterator[ForeignKey[Any, Any]]:
    """Yield the fields by which a row belongs to another; what may be empty is not needed."""
    for field in model._meta.fields:
        if isinstance(field, ForeignKey) and not field.null:
            yield field


def rows_of_teams() -> Mapping[type[Model], list[Model]]:
    """Return all rows that there are."""
    return {model: list(model._default_manager.all()) for model in models()}


def multiply(rows: Mapping[type[Model], list[Model]], team: Team, into: Team, turns: range) -> Mapping[str, int]:
    """Copy rows of a team into another, once a turn; return how many of each model that made."""
    counts: dict[str, int] = {}
    for turn in turns:
        copies: dict[tuple[type[Model], Any], Model] = {(Team, team.pk): into}
        for model, found in rows.items():
            made = [_copy(row, copies, turn) for row in found]
            model._default_manager.bulk_create(made)
            copies |= {(model, row.pk): copy for row, copy in zip(found, made, strict=True)}
            counts[model._meta.label] = counts.get(model._meta.label, 0) + len(made)
    return counts


def _copy(row: Model, copies: Mapping[tuple[type[Model], Any], Model], turn: int) -> Model:
    alone = _alone(type(row))
    given: dict[str, Any] = {}
    for field in row._meta.fields:
        value = getattr(row, field.attname)
        if isinstance(field, ForeignKey) and field.related_model is not User and value is not None:
            # What is made later, as a newer case, stays unnamed.
            value = copy.pk if (copy := copies.get((field.related_model, value))) else None
        elif isinstance(field, ForeignKey) and field.related_model is User and field.name in alone:
            value = _person(value, turn).pk
        elif field.primary_key:
            value = ENDS.get(turn, "") + secrets.token_hex(5) if isinstance(field, CharField) else None
        elif field.name in alone:
            value = _other(field, value, turn)
        given[field.attname] = value
    return type(row)(**given)


def _alone(model: type[Model]) -> set[str]:
    """The fields in which the rows of one team must differ; what is one of a row that is copied with it need not."""
    names = {field.name for field in model._meta.fields if field.unique and not field.primary_key}
    for rule in model._meta.constraints:
        if isinstance(rule, UniqueConstraint):
            owners = [model._meta.get_field(name).related_model for name in rule.fields]
            names |= set(rule.fields) if {*owners} <= {None, Team, User} else set()
    return names


def _person(pk: int, turn: int) -> User:
    return User.objects.get_or_create(username=f"copy-{pk}-{turn}")[0]


def _other(field: "Field[Any, Any]", value: Any, turn: int) -> Any:
    if isinstance(value, int):
        return value + turn * APART
    return f"{turn}-{value}"[: field.max_length or 10_000] if isinstance(value, str) and not field.choices else value
