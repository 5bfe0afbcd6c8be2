"""No value of a request or a frame leaves through reports or logs."""

import logging
import sys

from django.test import RequestFactory
from django.views.debug import ExceptionReporter

from webui.common.reports import NoVariables, PlacesOnly, describe

MARKER = "sk-marker-7f3a"


def broken() -> BaseException:
    held = MARKER
    try:
        raise ValueError(f"cannot read {held}")
    except ValueError as error:
        return error


def test_a_report_of_a_request_holds_no_value(settings: object) -> None:
    request = RequestFactory().post("/upload", {"text": MARKER}, headers={"X-Note": MARKER})
    request.COOKIES["sessionid"] = MARKER
    request.exception_reporter_filter = NoVariables()  # type: ignore[attr-defined]
    error = broken()
    data = ExceptionReporter(request, None, None, error.__traceback__).get_traceback_data()

    frames = [frame["vars"] for frame in data["frames"]]
    assert frames == [[]] * len(frames)
    assert (data["settings"], data["request_meta"], data["request_COOKIES_items"]) == ({}, {}, {}.items())
    assert list(data["filtered_POST_items"]) == []


def test_a_traceback_names_types_and_places() -> None:
    said = describe(broken())

    assert said.splitlines()[-1] == "builtins.ValueError"
    assert "test_reports.py" in said
    assert "broken" in said
    assert MARKER not in said


def test_a_log_line_leaves_the_message_of_the_exception_out() -> None:
    error = broken()
    record = logging.LogRecord("n", logging.ERROR, "p", 1, "job broke job=%s", (7,), (type(error), error, None))
    line = PlacesOnly("{levelname} {message}", style="{").format(record)

    assert line.startswith("ERROR job broke job=7")
    assert "ValueError" in line
    assert MARKER not in line


def test_a_line_without_an_exception_is_plain() -> None:
    assert PlacesOnly().formatException((None, None, None)) == ""
    assert sys.exc_info()[0] is None
