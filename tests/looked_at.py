"""Which pages browser tests look at: for what axe finds, and for scrolling sideways, in both themes, wide and narrow.

Each test is held to its line when it ends (`tests/browser/conftest.py`); that no page is missing is a test of its own.
"""

from collections.abc import Mapping

LOOKED_AT: Mapping[str, frozenset[str]] = {
    "test_pages.py::test_no_page_has_anything_to_find": frozenset(
        {
            "accounts:account",
            "accounts:endpoint",
            "accounts:endpoint-delete",
            "accounts:endpoint-new",
            "accounts:endpoints",
            "accounts:keys",
            "accounts:member-remove",
            "accounts:members",
            "accounts:password",
            "accounts:webhook",
            "accounts:webhook-delete",
            "accounts:webhooks",
            "api:openapi-view",
            "runs:proof",
            "transcripts:captures",
            "transcripts:capture",
            "transcripts:detail",
            "transcripts:list",
            "transcripts:message",
            "transcripts:new",
            "transcripts:not_checked",
            "transcripts:rule",
            "transcripts:rules",
            "transcripts:search",
            "transcripts:system",
        }
    ),
    "test_pages.py::test_nothing_to_find_in_what_opens_over_and_after_a_page": frozenset(
        {"accounts:enter", "accounts:login"}
    ),
    "test_pages.py::test_an_empty_start_has_nothing_to_find": frozenset({"transcripts:start"}),
    "test_settings.py::test_what_is_kept_masked_and_told": frozenset(
        {"accounts:audit", "runs:delete", "transcripts:delete", "transcripts:redaction", "transcripts:retention"}
    ),
    "test_settings.py::test_a_secret_is_reported_and_masked_for_everyone": frozenset(
        {"transcripts:mask", "transcripts:report"}
    ),
    "test_runs.py::test_no_page_of_runs_has_anything_to_find": frozenset(
        {"runs:aligned", "runs:detail", "runs:list", "runs:new", "runs:section", "runs:trace"}
    ),
    "test_facts.py::test_no_page_of_passes_and_facts_has_anything_to_find": frozenset(
        {"runs:call", "runs:fact", "runs:pass", "runs:qa", "runs:qa-transcript"}
    ),
    "test_compare.py::test_no_comparison_has_anything_to_find": frozenset(
        {"runs:compare", "runs:measures", "runs:rewritten", "runs:rounds"}
    ),
    "test_trends.py::test_charts_and_choices_have_nothing_to_find": frozenset({"review:analytics", "review:triage"}),
    "test_inbox.py::test_the_inbox_has_nothing_to_find": frozenset(
        {"review:bulk", "review:bulk-result", "review:inbox"}
    ),
    "test_case.py::test_no_page_of_a_case_has_anything_to_find": frozenset({"review:case"}),
}

NOT_LOOKED_AT: Mapping[str, str] = {
    "transcripts:mask-system": "the page of transcripts:mask, for the system prompt",
    "runs:export": "a file of its own, looked at as a picture in test_shots.py and read in test_export.py",
}
"""Pages that no browser test looks at, and why."""
