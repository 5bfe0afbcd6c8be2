"""A form that is sent twice is done once, and one that was refused or broke off can be sent again."""

import re
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.people import member
from webui.accounts import once
from webui.accounts.models import ApiKey, Member, SentForm, Team, User

KEYS = "/t/acme/settings/keys"
HERE = "http://testserver/t/acme/settings/keys"


@pytest.fixture
def at_root(acme: Team, data_dir: object) -> Client:
    """The browser of an admin, with the guards of a real one."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(member(acme, "root", Member.Role.ADMIN))
    return client


def token(client: Client, page: str = KEYS) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get(page).content.decode())
    assert found
    return found[1]


def send(client: Client, address: str, referer: str = HERE, **fields: object) -> HttpResponse:
    body = urlencode(fields, doseq=True)
    answer: HttpResponse = client.post(address, body, content_type=once.FORM, headers={"Referer": referer})
    return answer


def new_key(client: Client, drawn: str, name: str = "ci", referer: str = HERE) -> HttpResponse:
    return send(client, KEYS, referer, csrfmiddlewaretoken=drawn, name=name, scopes=["read"], days=90)


def test_the_same_click_makes_one_key_and_leads_back(at_root: Client) -> None:
    drawn = token(at_root)

    first, second = new_key(at_root, drawn), new_key(at_root, drawn)

    assert (first.status_code, second.status_code, second["Location"]) == (200, 302, HERE)
    assert ApiKey.objects.count() == 1
    assert "This form was sent twice. It is done once." in at_root.get(KEYS).content.decode()
    assert "cr_" not in SentForm.objects.get().location


def test_the_second_time_leads_where_the_first_one_led(at_root: Client) -> None:
    new_key(at_root, token(at_root))
    drawn, key = token(at_root), ApiKey.objects.get()

    answers = [send(at_root, f"{KEYS}/{key.pk}/revoke", csrfmiddlewaretoken=drawn) for _ in range(2)]

    assert [(one.status_code, one["Location"]) for one in answers] == [(302, KEYS)] * 2


def test_a_page_drawn_anew_or_other_words_are_another_form(at_root: Client) -> None:
    drawn = token(at_root)
    new_key(at_root, drawn)
    new_key(at_root, drawn, name="ci 2")
    new_key(at_root, token(at_root))
    assert ApiKey.objects.count() == 3


def test_what_was_refused_can_be_sent_again(at_root: Client) -> None:
    drawn = token(at_root)
    assert [new_key(at_root, drawn, name="").status_code for _ in range(2)] == [422, 422]
    assert not SentForm.objects.exists()


def test_what_broke_off_can_be_sent_again_after_a_minute(at_root: Client, acme: Team) -> None:
    drawn = token(at_root)
    new_key(at_root, drawn)
    ApiKey.objects.all().delete()
    SentForm.objects.update(done=False)

    assert new_key(at_root, drawn).status_code == 302
    SentForm.objects.update(created=timezone.now() - once.GIVEN_UP - timedelta(seconds=1))
    assert new_key(at_root, drawn).status_code == 200
    assert ApiKey.objects.count() == 1


def test_what_is_done_stays_done_after_that_minute(at_root: Client) -> None:
    drawn = token(at_root)
    new_key(at_root, drawn)
    SentForm.objects.update(created=timezone.now() - timedelta(hours=2))
    assert new_key(at_root, drawn).status_code == 302


def test_a_form_of_somebody_else_is_no_repeat(at_root: Client, acme: Team) -> None:
    drawn = token(at_root)
    new_key(at_root, drawn)
    SentForm.objects.update(user=member(acme, "other"))
    assert new_key(at_root, drawn).status_code == 200


@pytest.mark.parametrize("referer", ["https://elsewhere.example/t/acme", "javascript:alert(1)", ""])
def test_nobody_is_led_to_another_host(at_root: Client, referer: str) -> None:
    drawn = token(at_root)
    new_key(at_root, drawn)
    assert new_key(at_root, drawn, referer=referer)["Location"] == "/"


def test_what_htmx_and_programs_send_is_not_remembered(at_root: Client, ada: User) -> None:
    fields = {"csrfmiddlewaretoken": token(at_root), "name": "ci", "scopes": "read", "days": "90"}
    at_root.post(KEYS, urlencode(fields), content_type=once.FORM, headers={"HX-Request": "true"})
    at_root.post(KEYS, fields)
    assert not SentForm.objects.exists()


def test_forms_are_forgotten_after_a_day(ada: User) -> None:
    now = timezone.now()
    for digest, age in (("old", timedelta(hours=25)), ("young", timedelta(hours=23))):
        SentForm.objects.create(user=ada, digest=digest, created=now - age)
    once.sweep()
    assert [row.digest for row in SentForm.objects.all()] == ["young"]
