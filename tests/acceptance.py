"""The acceptance checks, and the tests that show each; `tests/architecture/test_acceptance.py` keeps the list true.

Source: ux 26, with decision 31 for the fourteenth. Sizes that no pipeline can afford are shown by benchmarks.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """What is promised, and the tests that show it, as `file::name` below `tests/`."""

    says: str
    shown_by: tuple[str, ...]


CHECKS: Mapping[int, Check] = {
    1: Check(
        "Paste a provider's error into search: its block is focused.",
        ("browser/test_walks.py::test_a_pasted_error_focuses_its_block",),
    ),
    2: Check(
        "Every generated link, opened in a fresh session without script: same place, highlighted.",
        (
            "webui/test_links.py::test_every_link_shows_its_place_without_script_in_a_fresh_session",
            "webui/test_links.py::test_a_place_that_a_link_names_is_highlighted",
            "browser/test_walks.py::test_a_deep_link_lands_on_its_block_with_focus",
        ),
    ),
    3: Check(
        "Back and Forward after ten interactions walk through ten states, each whole pages.",
        ("browser/test_walks.py::test_back_and_forward_walk_through_ten_states_each_a_whole_page",),
    ),
    4: Check(
        "Upload to first violation on 5,000 messages of 41 MB: readable messages before checks end.",
        (
            "webui/transcripts/test_jobs.py::test_messages_can_be_read_before_they_are_checked",
            "webui/transcripts/views/test_transcripts.py::test_messages_can_be_read_while_the_checks_run",
            "browser/test_walks.py::test_upload_to_violation_by_keyboard_alone",
            "benchmarks/test_pipeline.py::test_5000_messages_of_41_mb_have_their_verdict_in_10_seconds",
        ),
    ),
    5: Check(
        "Ten cases decided from the keyboard only, no pointer, no lost focus, under 90 seconds.",
        ("browser/test_case.py::test_ten_cases_are_decided_from_the_keyboard_alone",),
    ),
    6: Check(
        "Two reviewers decide the same case: the second is told and keeps the note.",
        (
            "browser/test_case.py::test_two_people_at_one_case",
            "webui/review/test_deciding.py::test_a_stale_decision_is_refused_with_the_difference_and_keeps_the_text",
            "service/test_deciding.py::test_nothing_is_lost_or_decided_twice_while_twenty_people_decide",
        ),
    ),
    7: Check(
        "Every badge has a handler; every handler is in the ? sheet.",
        (
            "webui/common/test_keys.py::test_every_key_has_a_handler_and_every_handler_a_key",
            "webui/common/test_keys.py::test_every_badge_is_a_key_of_the_table",
            "webui/common/test_keys.py::test_the_sheet_shows_the_table",
        ),
    ),
    8: Check(
        "Zero accessibility violations on each page in its states, in both themes.",
        (
            "webui/test_looks.py::test_no_page_is_missing_from_the_looks",
            "webui/test_looks.py::test_every_test_of_the_table_looks",
            "browser/test_pages.py::test_no_page_has_anything_to_find",
        ),
    ),
    9: Check(
        "All pages at 320 px: no horizontal page scroll.",
        (
            "webui/test_looks.py::test_no_page_is_missing_from_the_looks",
            "browser/test_pages.py::test_no_page_has_anything_to_find",
        ),
    ),
    10: Check(
        "Turn script off: upload, read, decide, comment, export.",
        (
            "webui/test_without_script.py::test_without_script_a_person_uploads_reads_decides_comments_and_exports",
            "browser/test_walks.py::test_upload_to_violation_without_script",
        ),
    ),
    11: Check(
        "A 200 MB message, 100,000 messages, a 60-deep JSON, a megabyte line, a script tag, an override character.",
        (
            "webui/transcripts/views/test_messages.py::"
            "test_values_sixty_deep_and_a_line_of_a_megabyte_keep_the_page_small",
            "webui/transcripts/views/test_messages.py::test_hostile_content_is_text",
            "browser/test_walks.py::test_hostile_content_runs_nothing",
            "benchmarks/test_reader.py::test_a_log_of_100_000_lines_opens_like_one_of_1_000",
            "benchmarks/test_reader.py::test_a_message_of_200_mb_is_refused_in_words",
        ),
    ),
    12: Check(
        "Two 10,000-word sections, two unrelated texts, 4,000 repetitive tokens: compared or declined, and said so.",
        (
            "webui/runs/views/test_changes.py::test_a_hard_comparison_ends_within_its_limit_and_says_where_it_stopped",
            "benchmarks/test_diff.py::test_two_sections_of_10_000_words_are_compared_within_the_limit_or_declined",
        ),
    ),
    13: Check(
        'A fact with an altered quote is listed first as "quote not found".',
        ("webui/runs/views/test_facts.py::test_an_answer_whose_words_are_nowhere_comes_first",),
    ),
    14: Check(
        "Ten messages in front reopen no waived case; a truly new defect opens exactly one.",
        (
            "webui/review/making/test_again.py::"
            "test_ten_messages_in_front_reopen_no_waived_case_and_open_one_for_a_new_defect",
        ),
    ),
    15: Check(
        "Kill the worker mid-run: the page names the step, keeps results, offers retry; no wait without words.",
        (
            "webui/runs/views/test_passes.py::"
            "test_a_pass_whose_worker_dies_each_time_names_the_step_keeps_the_replies_and_starts_again",
            "service/test_passes.py::test_a_worker_killed_in_each_call_pays_no_reply_twice",
            "service/test_jobs.py::test_a_killed_worker_s_job_is_done_once_by_the_next",
            "webui/test_waiting.py::test_what_no_worker_takes_is_told_on_every_page_that_waits",
            "webui/test_waiting.py::test_no_page_that_waits_is_missing",
        ),
    ),
    16: Check(
        "No text, cookie or storage in the browser holds captured content after sign-out.",
        ("browser/test_walks.py::test_nothing_is_kept_in_the_browser_and_nothing_is_asked_elsewhere",),
    ),
}
