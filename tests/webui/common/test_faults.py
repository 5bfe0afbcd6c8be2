"""Answers that are not the page."""

import pytest
from django.test import Client, RequestFactory

from webui.accounts.models import User
from webui.common import faults


def test_a_missing_page_keeps_the_frame(client: Client, ada: User) -> None:
    client.force_login(ada)
    answer = client.get("/nowhere/<b>\u202e")
    page = answer.content.decode()

    assert answer.status_code == 404
    assert "There is nothing at this address, or it is not yours to see" in page
    assert '<nav id="nav"' in page
    assert "<b>\u202e" not in page


def test_a_fault_during_htmx_lands_in_the_alert_region(client: Client, ada: User) -> None:
    client.force_login(ada)
    answer = client.get("/t/acme/captures/000000000000", HTTP_HX_REQUEST="true")

    assert answer.status_code == 404
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#alerts", "innerHTML")
    assert answer.content.decode().strip().startswith('<div class="alert">')


@pytest.mark.parametrize("headers", [{}, {"HTTP_HX_REQUEST": "true"}], ids=["whole", "part"])
def test_our_failure_is_told_without_a_database(headers: dict[str, str], caplog: pytest.LogCaptureFixture) -> None:
    request = RequestFactory().get("/rules", **headers)
    request.COOKIES["theme"] = "dark"

    answer = faults.failed(request)
    page = answer.content.decode()

    assert answer.status_code == 500
    assert "The server failed" in page
    reference = page.split("<code>" if headers else 'class="mono">')[1].split("<")[0]
    assert len(reference) == 10
    assert reference in caplog.text
    if not headers:
        assert 'data-theme="dark"' in page
        assert 'id="nav"' not in page


def test_a_view_that_breaks_gives_the_page(client: Client, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from webui.transcripts.views import rules

    client.force_login(ada)
    client.raise_request_exception = False
    monkeypatch.setattr(rules, "entries", lambda: 1 / 0)

    answer = client.get("/rules")

    assert answer.status_code == 500
    assert "whoever runs this server can find it in the log" in answer.content.decode()


def test_other_faults_have_their_own_words(rf: RequestFactory) -> None:
    request = rf.get("/")
    said = {
        "bad_request": (400, "could not read this request"),
        "forbidden": (403, "Your role in this team does not permit this"),
    }
    for name, (status, words) in said.items():
        answer = getattr(faults, name)(request, Exception())
        assert answer.status_code == status
        assert words in answer.content.decode()
    assert "This form is out of date" in faults.csrf(request).content.decode()
