"""SARIF that code scanning takes: required members, and fingerprints that no place goes into."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from webui.transcripts.outputs import File, Report, Told
from webui.transcripts.outputs.writers.sarif import uri, write

LEVELS = {"none", "note", "warning", "error"}


def run_of(report: Report) -> dict[str, Any]:
    log = json.loads(write(report))
    assert set(log) == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    found: dict[str, Any] = run
    return found


def test_the_log_has_what_the_standard_requires(report: Report) -> None:
    run = run_of(report)
    driver = run["tool"]["driver"]
    assert driver["name"] == "Compaction Review"
    assert [rule["id"] for rule in driver["rules"]] == ["paired-tool-result"]
    assert all(set(rule) <= {"id", "shortDescription", "fullDescription", "helpUri"} for rule in driver["rules"])
    assert len(run["results"]) == 3
    for result in run["results"]:
        assert result["message"]["text"]
        assert result["level"] in LEVELS
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        physical = location["physicalLocation"]
        assert physical["artifactLocation"]["uri"] == "logs/a%20b.jsonl"
        assert physical["region"]["startLine"] >= 1
        assert all(isinstance(value, str) for value in result["partialFingerprints"].values())
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False


def test_a_result_says_the_sentence_the_place_and_the_link(report: Report) -> None:
    first = run_of(report)["results"][0]
    assert first["message"]["text"] == (
        "Tool result without its call. Anthropic refuses it. Message 1 (user), block 0. Remove block 0."
    )
    assert first["locations"][0]["logicalLocations"] == [{"fullyQualifiedName": "messages[2]"}]
    assert first["hostedViewerUri"].endswith("?at=1#m-1.0")
    assert first["level"] == "note"


def test_the_fingerprint_is_the_signature(report: Report) -> None:
    marks = [result["partialFingerprints"] for result in run_of(report)["results"]]
    assert marks == [{"compactionReview/v1": "ae543fa4a5d7c841d5c73417"}] * 3


def test_what_was_not_read_or_not_checked_is_told_and_no_result(report: Report) -> None:
    told = run_of(report)["invocations"][0]["toolExecutionNotifications"]
    assert [(one["level"], one["descriptor"]["id"]) for one in told] == [
        ("error", "json-truncated"),
        ("warning", "not-checked"),
    ]
    assert told[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///srv/cut.json"
    assert run_of(report)["properties"]["notTold"] == 7


def test_a_rule_has_a_page_where_there_is_a_server(report: Report) -> None:
    (rule,) = run_of(report)["tool"]["driver"]["rules"]
    assert rule["helpUri"] == "https://review.example/rules/paired-tool-result"
    (rule,) = run_of(replace(report, rules=""))["tool"]["driver"]["rules"]
    assert "helpUri" not in rule


def test_a_reason_of_the_contract_has_no_rule_page(report: Report, told: Callable[..., Told]) -> None:
    of_contract = replace(report, files=(File("run", "Refused.", (told(rule="xml_root", title=""),)),))
    (rule,) = run_of(of_contract)["tool"]["driver"]["rules"]
    assert (rule["id"], "helpUri" in rule) == ("xml_root", False)
    assert rule["shortDescription"]["text"] == "Tool result without its call"


def test_a_line_of_the_file_is_the_region(report: Report, told: Callable[..., Told]) -> None:
    logged = replace(report, files=(File("log.jsonl", "Refused.", (told(line=41, link=""),)),))
    (result,) = run_of(logged)["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 41}
    assert "hostedViewerUri" not in result


def test_names_become_addresses(hostile: str) -> None:
    assert uri("./logs/a.json") == "logs/a.json"
    assert uri("logs\\a.json") == "logs/a.json"
    assert uri("/srv/a b") == "file:///srv/a%20b"
    assert uri("a:b?c#d") == "a%3Ab%3Fc%23d"
    assert uri(hostile).isascii()
    assert not set(uri(hostile)) & set("<>`\n\x1b# ")


def test_what_is_waived_is_a_suppressed_result_with_the_reason(tolerated: Report) -> None:
    waived, other = run_of(tolerated)["results"]
    said = "Waived by max until 30 Dec 2026, this case: it is test traffic."
    assert waived["suppressions"] == [{"kind": "external", "status": "accepted", "justification": said}]
    assert waived["level"] == "error"
    assert "suppressions" not in other
