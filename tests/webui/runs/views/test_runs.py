"""The list of runs and the tabs of one run."""

import html
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.runs.models import Run
from webui.transcripts.models import Transcript

HTMX = {"HTTP_HX_REQUEST": "true"}
TABS = ("overview", "before", "after", "summary", "checks", "history")


def test_the_list_shows_verdict_reason_and_numbers_of_both_sides(
    at_ada: Client, upload: Callable[..., Run], whole: dict[str, Any], pair: Run
) -> None:
    upload("contract", whole | {"usage": {"output_tokens": 257}, "name": "nightly"})

    shown = at_ada.get("/t/acme/runs").content.decode()

    assert "nightly" in shown
    assert '<span class="rule-id">token_limit</span>' in shown
    assert "<span>1 → ?</span>" in shown, "a contract has no after side"
    assert "<span>7 → 5</span>" in shown
    assert "Not judged" in shown


def test_the_list_can_be_narrowed(at_ada: Client, upload: Callable[..., Run], whole: dict[str, Any]) -> None:
    upload("contract", whole | {"name": "good-one"})
    upload("contract", whole | {"usage": {"output_tokens": 257}, "name": "bad-one"})

    def names(query: str) -> set[str]:
        shown = at_ada.get(f"/t/acme/runs{query}").content.decode()
        return {name for name in ("good-one", "bad-one") if name in shown}

    assert names("") == {"good-one", "bad-one"}
    assert names("?verdict=valid") == {"good-one"}
    assert names("?reason=token_limit") == {"bad-one"}
    assert names("?text=GOOD") == {"good-one"}
    assert "verdict=fine, unknown, ignored. Remove" in at_ada.get("/t/acme/runs?verdict=fine").content.decode()
    assert "No run matches" in at_ada.get("/t/acme/runs?text=zzz").content.decode()


def test_the_list_goes_on_by_cursor(at_ada: Client, upload: Callable[..., Run], whole: dict[str, Any]) -> None:
    run = upload("contract", whole)
    Run.objects.bulk_create(Run(team=run.team, name=f"run-{number:03}", kind="contract") for number in range(60))

    first = at_ada.get("/t/acme/runs").content.decode()
    older = html.unescape(first.split("Older <")[0].rpartition('href="')[2].partition('"')[0])
    second = at_ada.get(f"/t/acme/runs{older}").content.decode()

    assert first.count('class="lead-line"') == 50
    assert second.count('class="lead-line"') == 11
    assert "No older ones" in second


def test_an_empty_list_says_what_to_do(at_ada: Client) -> None:
    shown = at_ada.get("/t/acme/runs").content.decode()

    assert "No runs, because no compaction has been sent yet" in shown
    assert 'href="/t/acme/runs/new"' in shown


@pytest.mark.parametrize("tab", TABS)
def test_a_tab_is_private_and_named(at_ada: Client, pair: Run, tab: str) -> None:
    answer = at_ada.get(f"/t/acme/runs/{pair.pk}?tab={tab}")

    shown = answer.content.decode()
    assert answer["Cache-Control"] == "no-store"
    assert "HX-Request" in answer["Vary"]
    assert f'<a href="?tab={tab}" aria-current="page">' in shown
    assert 'hx-history="false"' in shown


@pytest.mark.parametrize("tab", TABS)
def test_the_verdict_stands_above_every_tab(read: Callable[..., str], pair: Run, tab: str) -> None:
    shown = read(pair, f"?tab={tab}")

    assert "The upload holds no contract. This compaction brought 1 violation of shape." in shown
    assert ("<b>Compare</b>" in shown) == (tab == "overview")


def test_a_run_of_another_team_is_not_there(at_rob: Client, pair: Run) -> None:
    for address in (f"/t/rivals/runs/{pair.pk}", f"/t/acme/runs/{pair.pk}", f"/t/rivals/runs/{pair.pk}/before/0"):
        assert at_rob.get(address).status_code == 404


def test_the_overview_tells_fates_as_ranges(read: Callable[..., str], pair: Run) -> None:
    shown = read(pair)

    assert "The upload holds no contract. This compaction brought 1 violation of shape." in shown
    assert 'aria-label="Fate of the messages before, from left to right: 4 kept, 3 summarised' in shown
    ranges = [html.unescape(one) for one in shown.split('<li id="range-')[1:]]
    assert [one.partition('"')[0] for one in ranges] == ["before-0", "before-1", "before-4", "after-1"]
    assert "summary at after 1" in ranges[1]
    assert "after 2–4" in ranges[2]
    assert "in place of before 1–3" in ranges[3]


def test_a_range_opens_in_place_and_by_its_address(at_ada: Client, read: Callable[..., str], pair: Run) -> None:
    whole = read(pair, "?range=before-1")
    part = at_ada.get(
        f"/t/acme/runs/{pair.pk}?tab=overview&range=before-1", **HTMX, HTTP_HX_TARGET="range-before-1"
    ).content.decode()

    assert "I do not know yet." in whole
    assert part.strip().startswith('<li id="range-before-1">')
    assert "I do not know yet." in part
    folded = at_ada.get(f"/t/acme/runs/{pair.pk}?tab=overview", **HTMX, HTTP_HX_TARGET="range-before-1")
    assert "I do not know yet." not in folded.content.decode()


def test_an_introduced_violation_names_its_cause_and_the_cut(read: Callable[..., str], pair: Run) -> None:
    shown = html.unescape(read(pair))

    breach = shown.split('id="v-0"')[1].split("</section>")[0]
    assert "Introduced by this compaction" in shown
    assert "Inherited from before" not in shown
    assert "Tool result without its call" in breach
    assert "The cut stands inside an exchange" in breach
    assert "It should have moved forward to before 5." in breach
    assert 'href="?tab=before&at=5#m-5"' in breach


@pytest.mark.parametrize(("side", "position", "fate"), [("before", 1, "Summarised"), ("after", 1, "Inserted")])
def test_messages_stand_beside_their_fate(
    read: Callable[..., str], pair: Run, side: str, position: int, fate: str
) -> None:
    shown = read(pair, f"?tab={side}")

    row = shown.split('<div class="fated">')[position + 1]
    assert fate in row
    assert f'id="m-{position}"' in row
    assert f'href="/t/acme/runs/{pair.pk}/{side}/{position}"' in row


def test_a_message_opens_in_its_place_on_a_side(at_ada: Client, pair: Run) -> None:
    part = at_ada.get(f"/t/acme/runs/{pair.pk}?tab=before&at=3&open=3", **HTMX, HTTP_HX_TARGET="m-3").content.decode()

    assert part.strip().startswith('<article class="msg')
    assert 'id="m-3.0"' in part
    assert "?tab=before&amp;at=3&amp;per=50&amp;fold=3" in part


@pytest.mark.parametrize(
    ("side", "position", "sentence", "place"),
    [
        ("before", 0, "Kept: it stands unchanged after.", "after 0"),
        ("before", 2, "Summarised: it is part of what the summary replaces.", "after 1"),
        ("after", 1, "Inserted: it was not there before; it stands where these stood.", "before 1–3"),
        ("after", 3, "Kept: it comes from before.", "before 5"),
    ],
)
def test_where_a_message_went_is_a_page_and_a_piece(
    at_ada: Client, pair: Run, side: str, position: int, sentence: str, place: str
) -> None:
    address = f"/t/acme/runs/{pair.pk}/{side}/{position}"
    whole = at_ada.get(address)
    part = at_ada.get(address, **HTMX).content.decode()

    assert "<html" in whole.content.decode()
    assert whole["Cache-Control"] == "no-store"
    assert "<html" not in part
    assert sentence in part and sentence in whole.content.decode()
    assert f">{place}</a>" in part


@pytest.mark.parametrize("place", ["before/99", "after/99", "middle/0"])
def test_a_message_that_is_not_there_is_a_404(at_ada: Client, pair: Run, place: str) -> None:
    assert at_ada.get(f"/t/acme/runs/{pair.pk}/{place}").status_code == 404


def test_every_check_stands_in_its_true_order_and_says_why_it_was_not_reached(
    read: Callable[..., str], upload: Callable[..., Run], whole: dict[str, Any]
) -> None:
    run = upload("contract", {name: whole[name] for name in ("input", "output", "usage")} | {"output": b"{"})

    shown = read(run, "?tab=checks")

    rows = [one.partition("</tr>")[0] for one in shown.split('<tr role="row" id="check-')[1:]]
    words = ("Pass", "Fail", "Not reached")
    found = [(one.partition('"')[0], next(word for word in words if f"</svg>{word}<" in one)) for one in rows]
    assert [name for name, _ in found] == [check["id"] for check in run.checks]
    assert dict(found) == {
        **dict.fromkeys(["input", "usage", "budget"], "Pass"),
        **dict.fromkeys(["fit", "bytes", "replacement"], "Not reached"),
        "json": "Fail",
        **dict.fromkeys(["members", "event-id", "fingerprint", "identity", "xml", "output"], "Not reached"),
    }
    assert "not in the upload" in rows[1]
    assert "an earlier check failed" in rows[6]
    assert "120 of 256 tokens" in rows[4]


def test_the_envelope_says_what_the_upload_lacks(
    read: Callable[..., str], upload: Callable[..., Run], whole: dict[str, Any]
) -> None:
    shown = read(upload("contract", {"output": whole["output"]}), "?tab=checks")

    assert '<dt>Basis</dt><dd class="mut">not in the upload</dd>' in shown
    assert '<dt>Budget</dt><dd class="mut">not in the upload</dd>' in shown


def test_a_contract_without_what_checks_need_is_not_judged(
    read: Callable[..., str], upload: Callable[..., Run], whole: dict[str, Any]
) -> None:
    shown = read(upload("contract", {"output": whole["output"]}))

    assert "Not judged." in shown
    assert "nothing that could be checked failed" in shown
    assert "Not told: the upload holds no messages" in shown


def test_history_shows_other_runs_of_the_same_source(
    read: Callable[..., str], upload: Callable[..., Run], whole: dict[str, Any]
) -> None:
    first = upload("contract", whole | {"name": "first-try", "usage": {"output_tokens": 257}})
    second = upload("contract", whole | {"name": "second-try"})

    shown = read(second, "?tab=history")

    assert f'/runs/{first.pk}"' in shown
    assert "token_limit" in shown
    assert "earlier" in shown
    assert "Not told: the upload holds no events." in shown


def test_a_waiting_run_polls_until_it_is_compared(
    at_ada: Client, upload: Callable[..., Run], lists: dict[str, Any], work_off: Callable[[], int]
) -> None:
    run = upload("pair", {"pair": lists})
    address = f"/t/acme/runs/{run.pk}"
    shown = at_ada.get(address).content.decode()
    poll = html.unescape(shown.split('hx-get="')[1].split('"')[0])

    same = at_ada.get(poll, **HTMX)
    work_off()
    news = at_ada.get(poll, **HTMX)

    assert "Not judged yet." in shown
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in shown
    assert (same.status_code, same.content) == (204, b"")
    assert news.status_code == 200
    assert news.content.decode().strip().startswith('<div id="run">')
    assert "Introduced by this compaction" in news.content.decode()


def test_a_pair_that_cannot_be_read_says_why(
    upload: Callable[..., Run], read: Callable[..., str], lists: dict[str, Any]
) -> None:
    run = upload("pair", {"pair": lists})
    Run.objects.filter(pk=run.pk).update(state="failed", error_code="json-truncated")

    shown = read(run)

    assert "Not compared" in shown
    assert "the file seems cut off" in shown
    assert "data-poll" not in shown


def test_a_capture_of_a_pair_leads_to_its_run(at_ada: Client, pair: Run) -> None:
    shown = at_ada.get(f"/t/acme/captures/{pair.capture_id}").content.decode()

    assert f'href="/t/acme/runs/{pair.pk}"' in shown


def test_a_transcript_offers_to_make_a_run_from_it(at_ada: Client, pair: Run) -> None:
    before = Transcript.objects.get(pk=pair.before_id)

    shown = at_ada.get(f"/t/acme/transcripts/{before.pk}").content.decode()

    assert f'href="/t/acme/runs/new?way=transcripts&amp;before={before.pk}"' in shown


def test_the_life_cycle_of_an_attempt_is_told_event_by_event(
    read: Callable[..., str], upload: Callable[..., Run], whole: dict[str, Any]
) -> None:
    ids = [f"0000000{number}-0000-4000-8000-000000000000" for number in range(1, 5)]
    own = {"v": 1, "loop_id": ids[0], "attempt_id": ids[1], "reason": 2, "basis": whole["input"]["basis"]}
    events = [
        {"type": "CompactionStarted", **own, "created_at": "2026-11-03T14:02:01Z"},
        {"type": "HustleStarted", "v": 1, "cause": {"loop_id": ids[0]}},
        {"type": "HustleFailed", "v": 1, "cause": {"loop_id": ids[0]}, "stage": 4, "reason_code": 6},
        {"type": "CompactionRejected", **own, "event_id": ids[2], "waiter_command_ids": [ids[3]], "reject_reason": 9},
        {"type": "CompactionStarted", **own, "attempt_id": ids[3]},
    ]
    shown = html.unescape(read(upload("contract", whole | {"events": events}), "?tab=history"))

    first, second = shown.split('<h2 id="attempt-')[1:]
    assert "Rejected" in first and "automatic · invalid summary (9) · basis revision 7 · 1 waiter" in first
    lines = [line.partition("<")[0].strip() for line in first.split('<ol class="events">')[1].split("<li>")[1:]]
    assert lines == [
        "Compaction started",
        "Summarizer started",
        "Summarizer failed: invalid output at stage output",
        "Compaction rejected: invalid summary (9)",
    ]
    assert '<time datetime="2026-11-03T14:02:01+00:00">2026-11-03 14:02:01</time>' in first
    assert "Unresolved" in second and "neither committed nor rejected" in second
