"""Every call of the API keeps what its description says, whatever it is sent: statuses, types, schemas, and no 5xx."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from django.test import Client
from django.utils.crypto import get_random_string
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from pytest_django.live_server_helper import LiveServer
from schemathesis import Case as Sent
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from compaction.qa import QaConfig
from webui.accounts.models import Member, Team, User
from webui.config.api import api
from webui.review.models import Case
from webui.runs.models import Run
from webui.runs.store import passes
from webui.transcripts import sample

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
EXAMPLES = {GenerationMode.POSITIVE: 6, GenerationMode.NEGATIVE: 3}
SEED = 20261130
TEAM = "acme"
Rows = Mapping[str, str | int]
LIST = [{"role": "user", "content": "Which port?"}]
REQUEST = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": LIST}
WELL_FORMED: Mapping[str, Mapping[str, Any]] = {
    "POST /api/v1/check": {"body": REQUEST, "media_type": "application/json"},
    "POST /api/v1/captures": {"body": REQUEST, "media_type": "application/json"},
    "POST /api/v1/runs": {
        "body": {"before": json.dumps([*LIST, *LIST]), "after": json.dumps(LIST), "name": "pair"},
        "media_type": "multipart/form-data",
    },
}
"""What chance does not find: bodies that are taken."""


@pytest.fixture
def rows(data_dir: Path, work_off: Callable[[], int]) -> Rows:
    """Something of each kind, by the part of an address and the name that stands for it."""
    team = Team.objects.create(slug=TEAM, name="Acme")
    person = User.objects.create_user("ada")
    Member.objects.create(team=team, user=person, role=Member.Role.ADMIN)
    sample.load(team, None)
    work_off()
    run = Run.objects.exclude(before=None).exclude(after=None)[0]
    assert run.before is not None
    asked = passes.Start("extractive", None, QaConfig(), run.before.tokens // 2)
    one = passes.begin(run, run.before, None, asked, trigger="page")
    work_off()
    return {
        "/captures/{pk}": run.before.capture_id,
        "/transcripts/{pk}": run.before.pk,
        "/runs/{pk}": run.pk,
        "/passes/{pk}": one.pk,
        "/rules/{rule_id}": "paired-tool-result",
        "/cases/{number}": Case.objects.order_by("number")[0].number,
    }


@pytest.fixture
def session(rows: Rows) -> Iterator[requests.Session]:
    """A signed-in browser."""
    client = Client()
    client.force_login(User.objects.get(username="ada"))
    token = get_random_string(32)
    with requests.Session() as session:
        session.cookies.update({"sessionid": client.cookies["sessionid"].value, "csrftoken": token})
        session.headers["X-CSRFToken"] = token
        yield session


def operations() -> Iterator[APIOperation]:
    document = api.get_openapi_schema(path_prefix="/api/")
    config = SchemathesisConfig.from_dict({"generation": {"with-security-parameters": False}})
    for result in schemathesis.openapi.from_dict(dict(document), config=config).get_all_operations():
        yield result.ok()


def of_our_team(case: Sent) -> Sent:
    if "team" in case.query:
        case.query["team"] = TEAM
    return case


def faults(operation: APIOperation, send: Callable[[Sent], None], known: Rows) -> Iterator[str]:
    """Yield what an operation does against its description."""
    there = {part.partition("{")[2][:-1]: value for part, value in known.items() if part in operation.path}
    for mode, examples in EXAMPLES.items():
        cases = operation.as_strategy(mode, path_parameters=there or None) | operation.as_strategy(mode)
        if mode is GenerationMode.POSITIVE:
            cases = cases.map(of_our_team)
            if operation.label in WELL_FORMED:
                cases |= operation.as_strategy(query={}, **WELL_FORMED[operation.label])

        @seed(SEED)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
        )
        @given(case=cases)
        def probe(case: Sent) -> None:
            send(case)

        try:
            probe()
        except Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE, operation.label  # nothing can be wrong with an id alone
        except FailureGroup as group:
            yield f"{operation.label}: " + "; ".join(str(one) for one in group.exceptions)


def test_schemathesis_finds_no_fault(live_server: LiveServer, session: requests.Session, rows: Rows) -> None:
    def send(case: Sent) -> None:
        case.call_and_validate(base_url=live_server.url, session=session, checks=CHECKS)

    found = [fault for operation in operations() for fault in faults(operation, send, rows)]
    assert found == []
