"""A run as one HTML file: complete, without script or outside address, and without captured words by choice."""

import base64
import hashlib
import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.accounts.models import Team, User
from webui.runs.models import Fact, Pass, Run
from webui.transcripts import sample

Send = Callable[..., Any]
HOSTILE = "<script>alert(1)</script><img src=https://evil.example/x onerror=alert(2)>\u202e"
SECTIONS = (
    "<conversation_summary><goal>{goal}</goal><constraints/><decisions/>"
    "<state>{state}</state><open_items/></conversation_summary>"
)
CALL = {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {}}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "PORT 5433"}]}


def export(client: Client, pk: str, query: str = "") -> Any:
    return client.get(f"/t/acme/runs/{pk}/export.html{query}")


def said(client: Client, pk: str, query: str = "") -> str:
    answer = export(client, pk, query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def is_harmless(text: str) -> None:
    """Nothing runs, nothing is fetched, and the policy allows the one style alone."""
    assert "<script" not in text
    assert not re.findall(r"<(?:img|link|iframe|object|embed|base|form|svg|video|audio)\b", text)
    assert not re.findall(r"<[a-z][^>]*\s(?:src|href|style|on[a-z]+)\s*=", text)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = html.unescape(re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)[0])
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert "url(" not in style
    assert "@import" not in style


def verdict_of(page: str) -> list[str]:
    """The words of the verdict as the run's page shows them."""
    section = re.findall(r'<section class="verdict.*?</section>', page, re.DOTALL)[0]
    texts = [html.unescape(text).strip() for text in re.findall(r">([^<]+)<", section)]
    return [text for text in texts if text and text not in ("Go to the place", "no contract")]


@pytest.fixture
def refused(send: Send, whole: dict[str, Any]) -> str:
    whole["output"] = {**whole["output"], "summary": SECTIONS.format(goal="Import zebra-7731", state="")}
    return str(send(whole).json()["id"])


def paired(send: Send, work_off: Callable[[], int], words: str) -> str:
    before = [{"role": "user", "content": words}, {"role": "assistant", "content": [CALL]}, RESULT]
    after = [{"role": "user", "content": "Summary:"}, RESULT]
    pk = send({"before": before, "after": after, "summary": words.encode()}, name=words).json()["id"]
    work_off()
    return str(pk)


def test_a_refused_run_is_there_with_all_of_its_verdict(signed_in: Client, refused: str) -> None:
    text = said(signed_in, refused)

    is_harmless(text)
    words = html.unescape(re.sub(r"<[^>]+>", "\n", text))
    for part in verdict_of(signed_in.get(f"/t/acme/runs/{refused}").content.decode()):
        assert part in words
    assert "State section has no words" in words
    assert "Import zebra-7731" in words
    assert "Not reached" in words


def test_it_is_a_download_that_nobody_stores(signed_in: Client, refused: str) -> None:
    answer = export(signed_in, refused)
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="run-{refused}.html"'
    assert answer["Cache-Control"] == "no-store"
    again = export(signed_in, refused, "?redacted=1")
    assert again["Content-Disposition"] == f'attachment; filename="run-{refused}-redacted.html"'


def test_the_api_gives_the_same_file(signed_in: Client, refused: str) -> None:
    def undated(answer: Any) -> str:
        return re.sub(r"Exported [^.]*\.", "", answer.content.decode())

    for page, call in (("", ""), ("?redacted=1", "?redacted=true")):
        answer = signed_in.get(f"/api/v1/runs/{refused}/export{call}")
        assert undated(answer) == undated(export(signed_in, refused, page))
        assert answer["Content-Type"] == "text/html; charset=utf-8"


def test_hostile_text_is_text(signed_in: Client, send: Send, work_off: Callable[[], int]) -> None:
    text = said(signed_in, paired(send, work_off, HOSTILE))
    is_harmless(text)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "\u202e" not in text


def test_a_pair_has_violations_fates_flags_and_measures(
    signed_in: Client, send: Send, work_off: Callable[[], int]
) -> None:
    text = said(signed_in, paired(send, work_off, "Read src/config.py on port 5433."))
    for part in (
        "Tool result without its call",
        "<code>after messages[1].content[0]</code>",
        "1 violation introduced by this compaction",
        "What happened to the messages",
        "it is part of what the summary replaces",
        "Identifier recall",
    ):
        assert part in text, part


def test_captured_words_are_left_out_by_choice_and_places_and_numbers_kept(
    signed_in: Client, send: Send, work_off: Callable[[], int], refused: str
) -> None:
    pair = paired(send, work_off, "Read src/zebra-7731.py")
    for pk in (refused, pair):
        open_, shut = said(signed_in, pk), said(signed_in, pk, "?redacted=1")
        assert "zebra-7731" in open_
        assert "zebra-7731" not in shut
        assert "Captured words are left out by choice" in shut
        is_harmless(shut)
    assert "acme-large-2" in said(signed_in, refused)
    shut = said(signed_in, refused, "?redacted=1")
    assert "acme-large-2" not in shut
    assert "xml_content" in shut
    assert "State (section 4 of 5), line 1" in shut
    assert "Tool result without its call" in said(signed_in, pair, "?redacted=1")


def test_a_pass_has_facts_with_evidence_settings_and_spend(
    signed_in: Client, begin: Callable[..., Pass], work_off: Callable[[], int]
) -> None:
    one = begin()
    work_off()
    fact = Fact.objects.filter(run=one.run_id, verdict="recovered").first()
    assert fact is not None
    text = said(signed_in, one.run_id)
    is_harmless(text)
    words = html.unescape(re.sub(r"<[^>]+>", "", text))
    for part in (
        "Pass 1: Compacted",
        "Target260 tokens",
        "extractive",
        fact.text,
        fact.answer,
        "exact match",
        "Recovered",
    ):
        assert part in words, part
    shut = html.unescape(said(signed_in, one.run_id, "?redacted=1"))
    assert fact.text not in shut
    assert fact.answer not in shut
    assert "Pass 1: Compacted" in shut
    assert f"{fact.evidence[0]['message']}.{fact.evidence[0]['part']}" in shut


def test_every_kind_and_state_of_run_has_its_file(
    signed_in: Client, acme: Team, send: Send, work_off: Callable[[], int], begin: Callable[..., Pass], refused: str
) -> None:
    sample.load(acme, None)
    begin()
    send({"before": [RESULT], "after": [RESULT]})
    waiting = set(Run.objects.values_list("state", flat=True))
    for pk in Run.objects.values_list("pk", flat=True):
        is_harmless(said(signed_in, pk))
    work_off()
    for run in Run.objects.all():
        is_harmless(said(signed_in, run.pk))
        is_harmless(said(signed_in, run.pk, "?redacted=1"))
    assert "queued" in waiting
    assert set(Run.objects.values_list("kind", flat=True)) == {"contract", "pair", "transcripts", "qa"}
    Run.objects.filter(pk=refused).update(state=Run.State.FAILED, error_code="no-compaction")
    assert "it shows no compaction" in said(signed_in, refused)


def test_the_run_page_links_both_files(signed_in: Client, refused: str) -> None:
    page = signed_in.get(f"/t/acme/runs/{refused}").content.decode()
    assert f'href="/t/acme/runs/{refused}/export.html"' in page
    assert f'href="/t/acme/runs/{refused}/export.html?redacted=1"' in page


def test_another_team_gets_nothing(refused: str, rob: User) -> None:
    stranger = Client()
    stranger.force_login(rob)
    for address in (
        f"/t/acme/runs/{refused}/export.html",
        f"/t/rivals/runs/{refused}/export.html",
        f"/api/v1/runs/{refused}/export",
    ):
        assert stranger.get(address).status_code == 404
