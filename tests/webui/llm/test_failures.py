"""How long to wait, as headers say it."""

import pytest

from webui.llm.failures import refusal, wait

NOW = 1_800_000_000.0  # Fri, 15 Jan 2027 08:00:00 GMT


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after": " 12 "}, 12.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "1e400"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "Fri, 15 Jan 2027 08:01:30 GMT"}, 90.0),
        ({"retry-after": "Fri, 15 Jan 2027 08:01:30"}, 90.0),
        ({"retry-after": "Fri, 15 Jan 2027 07:00:00 GMT"}, 0.0),
        ({"retry-after": "Fri, 99 Jan 2027 07:00:00 GMT"}, None),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
    ],
)
def test_the_wait_is_read_as_seconds_or_as_a_date(headers: dict[str, str], seconds: float | None) -> None:
    assert wait(headers, lambda: NOW) == seconds


def test_an_error_that_is_final_asks_for_no_wait() -> None:
    assert refusal(401, {"retry-after": "5"}, "").retry_after is None


def test_an_error_of_the_request_that_names_no_length_is_a_refusal() -> None:
    assert refusal(400, {}, "temperature is not supported").code == "refused"
    assert refusal(418, {}, "").code == "refused"
