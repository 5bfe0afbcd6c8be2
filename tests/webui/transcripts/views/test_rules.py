"""The catalogue and one rule."""

import pytest
from django.test import Client
from django.utils.html import escape

from compaction.shape import RULES
from compaction.shape.log_rules import LOG_RULES
from compaction.shape.not_checked import CONTESTED, LEGAL, UNSEEN
from webui.transcripts.models import Transcript
from webui.transcripts.views.rules import known

RULES_BY_ID = {rule.id: rule for rule in RULES}


def test_every_rule_is_listed(at_ada: Client) -> None:
    page = at_ada.get("/rules").content.decode()

    assert {rule.id for rule in RULES} == {part.split('"')[0] for part in page.split('<a href="/rules/')[2:]}
    assert f"{len(RULES)} rules, as of 2026.11." in page


@pytest.mark.parametrize("code", [rule.id for rule in RULES])
def test_a_rule_says_who_refuses_it_why_and_how_to_repair_it(at_ada: Client, code: str) -> None:
    page = at_ada.get(f"/rules/{code}").content.decode()
    order = ["Who refuses it", "Why it is required", "Smallest example", "How to repair it", "How compaction causes it"]

    places = [page.index(f"{heading}</h2>") for heading in [*order, "Severity", "Versions"]]
    assert places == sorted(places)
    rule = RULES_BY_ID[code]
    assert page.count("<figcaption>") == 2 * len(rule.bad)
    assert ("Refused</span>" in page) == any(rule.severity[dialect] == "error" for dialect in rule.bad)
    assert page.count("<ins>") + page.count("<del>") >= len(rule.bad)


@pytest.mark.parametrize("code", [rule.id for rule in LOG_RULES])
def test_a_rule_about_session_logs_has_a_page_though_no_request_can_break_it(at_ada: Client, code: str) -> None:
    page = at_ada.get(f"/rules/{code}").content.decode()

    assert "How to repair it" in page
    assert known(code)


def test_a_rule_counts_what_breaks_it_in_the_team_alone(at_ada: Client, at_rob: Client, broken: Transcript) -> None:
    ours = at_ada.get("/rules/paired-tool-result").content.decode()
    theirs = at_rob.get("/rules/paired-tool-result").content.decode()

    assert "1 violation in 1 transcript, last seen" in ours
    assert f'href="/t/acme/transcripts/{broken.pk}?at=1#m-1.0"' in ours
    assert "Nothing breaks this rule." in theirs
    assert "nightly.json" not in theirs


def test_an_unknown_rule_is_missing(at_ada: Client) -> None:
    assert at_ada.get("/rules/no-such-rule").status_code == 404


def test_what_is_not_checked_is_said_with_its_reason(at_ada: Client) -> None:
    page = at_ada.get("/rules/not-checked").content.decode()

    for gap in (*LEGAL, *UNSEEN, *CONTESTED):
        assert escape(gap.what) in page
        assert all(rule in RULES_BY_ID for rule in gap.rules)
    assert "Several messages of one role in a row" in page
    assert "A compaction that crashes on a short transcript" in page
