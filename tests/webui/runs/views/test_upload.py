"""Sending runs through the page: three ways, mistakes beside their fields."""

import html
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.runs.models import Run


def field(shown: str, name: str) -> str:
    return html.unescape(shown.split(f'<label for="{name}">')[1].split('<div class="field')[0])


@pytest.mark.parametrize(
    ("way", "names"),
    [
        ("contract", ["input", "output", "usage", "limits", "response", "output_schema", "measured_tokens", "events"]),
        ("pair", ["pair", "before", "after", "summary"]),
        ("transcripts", ["before", "after", "summary"]),
    ],
)
def test_each_way_has_its_fields_with_help(at_ada: Client, way: str, names: list[str]) -> None:
    shown = at_ada.get(f"/t/acme/runs/new?way={way}").content.decode()

    assert f'<a href="?way={way}" aria-current="page">' in shown
    for name in names:
        assert f'name="{name}"' in shown
        assert f'id="{name}-help"' in shown


def test_a_pasted_contract_is_judged(at_ada: Client, whole: dict[str, Any]) -> None:
    pasted = {name: json.dumps(value) for name, value in whole.items()}
    answer = at_ada.post("/t/acme/runs/new?way=contract", pasted | {"name": "pasted"})

    run = Run.objects.get()
    assert answer["Location"] == f"/t/acme/runs/{run.pk}"
    assert (run.verdict, run.name, run.source) == ("valid", "pasted", "page")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("usage", "many", "This is not usage"),
        ("limits", "[]", "These are not limits"),
        ("measured_tokens", "-1", "This is not a count"),
        ("events", "nothing", "Not one event can be read here"),
        ("output_schema", "perhaps", "neither true nor false"),
        ("response", "nope", "This is not a response"),
    ],
)
def test_a_part_that_cannot_be_read_is_told_beside_its_field(at_ada: Client, name: str, value: str, words: str) -> None:
    parts = {"output": "{}", name: value} if name != "response" else {name: value}
    answer = at_ada.post("/t/acme/runs/new?way=contract", parts)

    shown = answer.content.decode()
    assert answer.status_code == 422
    assert f'<p class="fault" id="{name}-error">' in shown
    assert words in shown.split(f'id="{name}-error"')[1].split("</p>")[0]
    assert f'<a href="#{name}">' in shown
    assert not Run.objects.exists()


def test_what_was_pasted_is_kept_after_a_mistake(at_ada: Client) -> None:
    shown = at_ada.post(
        "/t/acme/runs/new?way=contract", {"output": "{<b>", "usage": "many", "name": "mine"}
    ).content.decode()

    assert "\n{&lt;b&gt;</textarea>" in shown
    assert "\nmany</textarea>" in shown
    assert 'value="mine"' in shown


def test_nothing_sent_is_told(at_ada: Client) -> None:
    answer = at_ada.post("/t/acme/runs/new?way=contract", {"usage": "null"})

    assert answer.status_code == 422
    assert "Send an input, an output, a response or events." in answer.content.decode()


def test_output_and_response_together_are_told_beside_the_response(at_ada: Client) -> None:
    shown = at_ada.post("/t/acme/runs/new?way=contract", {"output": "{}", "response": "{}"}).content.decode()

    assert "Send the output or the whole response, not both." in field(shown, "response")


def test_a_pair_that_cannot_be_read_names_the_place(at_ada: Client) -> None:
    answer = at_ada.post("/t/acme/runs/new?way=pair", {"pair": '{"before": [], "after": ['})

    assert answer.status_code == 422
    assert "The lists cannot be read." in answer.content.decode()


def test_two_transcripts_give_a_run(at_ada: Client, pair: Run, work_off: Callable[[], int]) -> None:
    form = at_ada.get(f"/t/acme/runs/new?way=transcripts&before={pair.before_id}").content.decode()
    answer = at_ada.post(
        "/t/acme/runs/new?way=transcripts",
        {"before": pair.before_id, "after": pair.after_id, "summary": "The fee is early."},
    )
    work_off()

    assert f'name="before" value="{pair.before_id}"' in form
    run = Run.objects.get(pk=answer["Location"].rpartition("/")[2])
    assert (run.kind, run.state, run.introduced) == ("transcripts", "ready", 1)


def test_a_transcript_that_is_not_there_is_told_beside_its_field(at_ada: Client, pair: Run) -> None:
    shown = at_ada.post(
        "/t/acme/runs/new?way=transcripts", {"before": pair.before_id, "after": "0" * 12}
    ).content.decode()

    assert "No transcript of this team has this id." in field(shown, "after")
    assert "error" not in field(shown, "before").split("</div>")[0].replace("before-error", "")


def test_a_viewer_may_not_send(at_vic: Client) -> None:
    assert at_vic.get("/t/acme/runs/new").status_code == 403
    assert at_vic.get("/t/acme/runs").status_code == 200


def test_the_same_pair_again_leads_to_the_earlier_run(upload: Callable[..., Run], pair: Run, lists: Any) -> None:
    assert upload("pair", {"pair": lists}).pk == pair.pk
