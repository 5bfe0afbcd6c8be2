"""The models of a team: list, form, test, delete."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from compaction.errors import ClientError
from compaction.llm import Usage
from tests.llm_server import LlmServer, sends
from webui.accounts import clients
from webui.accounts.models import Endpoint, Member, Team, User
from webui.jobs import queue
from webui.jobs.models import Job
from webui.llm import KINDS, keys
from webui.llm.extractive import Extractive

KEY = "sk-very-secret-1234"
HOME = "/t/acme/settings/llm"
FIELDS = {"name": "house", "kind": "openai", "base_url": "https://models.example.org/v1/", "model": "m-1", "key": KEY}


@pytest.fixture
def admin(client: Client, ada: User) -> Client:
    Member.objects.filter(user=ada).update(role=Member.Role.ADMIN)
    client.force_login(ada)
    return client


@pytest.fixture
def house(admin: Client) -> Endpoint:
    answer = admin.post(f"{HOME}/new", FIELDS)
    assert answer.status_code == 302
    return Endpoint.objects.get()


def words(client: Client, address: str = HOME) -> str:
    return str(client.get(address).content.decode())


def test_a_fresh_team_is_told_of_the_built_in_client(admin: Client) -> None:
    page = words(admin)

    assert "extractive" in page
    assert "Built in: quotes the source, asks no model" in page
    assert "With no model set up, extractive answers." in page


def test_kinds_of_the_row_are_kinds_of_clients() -> None:
    assert set(Endpoint.Kind.values) == {kind for kind, _ in KINDS}


def test_an_endpoint_is_stored_with_its_key_sealed(house: Endpoint) -> None:
    assert (house.name, house.kind, house.base_url, house.model) == (
        "house",
        "openai",
        "https://models.example.org/v1",
        "m-1",
    )
    assert KEY.encode() not in bytes(house.sealed_key)
    assert keys.unseal(bytes(house.sealed_key)) == KEY


def test_a_key_is_never_shown_again(admin: Client, house: Endpoint) -> None:
    refused = admin.post(f"{HOME}/{house.pk}", {**FIELDS, "name": ""}).content.decode()

    for page in (words(admin), words(admin, f"{HOME}/{house.pk}"), words(admin, f"{HOME}/{house.pk}/delete"), refused):
        assert KEY not in page
        assert "very-secret" not in page
    assert "A key is stored." in words(admin, f"{HOME}/{house.pk}")


def test_an_empty_key_keeps_the_stored_one(admin: Client, house: Endpoint) -> None:
    admin.post(f"{HOME}/{house.pk}", {**FIELDS, "model": "m-2", "key": ""})

    house.refresh_from_db()
    assert house.model == "m-2"
    assert keys.unseal(bytes(house.sealed_key)) == KEY


def test_a_stored_key_can_be_forgotten(admin: Client, house: Endpoint) -> None:
    admin.post(f"{HOME}/{house.pk}", {**FIELDS, "key": "", "forget": "on"})

    house.refresh_from_db()
    assert bytes(house.sealed_key) == b""


@pytest.mark.parametrize("change", [{"base_url": "https://elsewhere.example.org/v1"}, {"kind": "anthropic"}])
def test_a_stored_key_goes_to_no_other_address(admin: Client, house: Endpoint, change: dict[str, str]) -> None:
    answer = admin.post(f"{HOME}/{house.pk}", {**FIELDS, "key": "", **change})

    assert answer.status_code == 422
    assert "Enter the key again" in answer.content.decode()
    house.refresh_from_db()
    assert (house.kind, house.base_url) == ("openai", "https://models.example.org/v1")
    assert admin.post(f"{HOME}/{house.pk}", {**FIELDS, **change}).status_code == 302


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": " "}, "Give it a name."),
        ({"name": "Extractive"}, "That is the name of the built-in client."),
        ({"name": "n" * 61}, "at most 60 characters"),
        ({"kind": "oracle"}, "not one of the available choices"),
        ({"model": ""}, "Say which model."),
        ({"base_url": ""}, "begins with http:// or https://"),
        ({"base_url": "http://127.0.0.1:8080/v1"}, "An operator can set LLM_ALLOW_LOOPBACK."),
        ({"base_url": "http://169.254.169.254/"}, "An operator can set LLM_ALLOW_PRIVATE."),
        ({"base_url": "https://me:pw@example.org"}, "the key has a field of its own"),
        ({"base_url": "https://example.org/?k=1"}, "Leave out what follows"),
        ({"key": "schlüssel"}, "letters, digits and signs of ASCII alone"),
        ({"price_in": "-1"}, "A price is at least 0."),
        ({"price_out": "dear"}, "Enter a number"),
    ],
)
def test_a_field_that_does_not_do_is_said_beside_it(admin: Client, change: dict[str, str], said: str) -> None:
    answer = admin.post(f"{HOME}/new", {**FIELDS, **change})

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert "Nothing was saved." in answer.content.decode()
    assert not Endpoint.objects.exists()


def test_a_name_is_given_once_in_a_team(admin: Client, house: Endpoint, rivals: Team) -> None:
    assert admin.post(f"{HOME}/new", {**FIELDS, "name": "HOUSE"}).status_code == 422
    assert admin.post(f"{HOME}/{house.pk}", FIELDS).status_code == 302  # its own name is no other's
    assert Endpoint.objects.count() == 1


def test_one_machine_may_name_itself(admin: Client, settings: Any) -> None:
    settings.LLM_ALLOW_LOOPBACK = True

    assert "http://127.0.0.1:11434/v1" in words(admin, f"{HOME}/new")
    assert admin.post(f"{HOME}/new", {**FIELDS, "base_url": "http://127.0.0.1:11434/v1", "key": ""}).status_code == 302


@pytest.fixture
def local(house: Endpoint, llm_server: LlmServer, settings: Any) -> Endpoint:
    """An endpoint that leads to a server of this test."""
    settings.LLM_ALLOW_LOOPBACK = True
    Endpoint.objects.filter(pk=house.pk).update(base_url=llm_server.base("openai"))
    house.refresh_from_db()
    return house


def test_a_test_that_went_well_says_so(
    admin: Client, local: Endpoint, llm_server: LlmServer, work_off: Callable[[], int]
) -> None:
    assert admin.post(f"{HOME}/{local.pk}/test").headers["Location"] == HOME
    assert "Testing" in words(admin)
    assert "data-poll" in words(admin)

    assert work_off() == 1

    assert "Answered" in words(admin)
    assert "data-poll" not in words(admin)
    assert llm_server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_a_test_that_failed_says_why_in_words(
    admin: Client, local: Endpoint, llm_server: LlmServer, work_off: Callable[[], int]
) -> None:
    llm_server.then(sends(401, {"error": {"message": "no-such-key-marker"}}))
    admin.post(f"{HOME}/{local.pk}/test")
    work_off()

    page = words(admin)
    assert "The provider does not accept the key. Enter the key again." in page
    assert "key-refused" in page
    assert "no-such-key-marker" not in page
    assert Job.objects.get().state == Job.State.DONE


def test_a_key_of_another_secret_is_said_to_be_unreadable(
    admin: Client, local: Endpoint, work_off: Callable[[], int], llm_server: LlmServer
) -> None:
    Endpoint.objects.update(sealed_key=b"damaged")
    admin.post(f"{HOME}/{local.pk}/test")
    work_off()

    assert "The stored key cannot be read" in words(admin)
    assert llm_server.requests == []
    with pytest.raises(ClientError, match="key-unreadable"):
        clients.client_of(Endpoint.objects.get())


def test_a_test_is_not_begun_twice(admin: Client, local: Endpoint) -> None:
    admin.post(f"{HOME}/{local.pk}/test")
    admin.post(f"{HOME}/{local.pk}/test")

    assert Job.objects.count() == 1


def test_a_test_by_script_gets_the_list_alone(admin: Client, local: Endpoint) -> None:
    answer = admin.post(f"{HOME}/{local.pk}/test", headers={"HX-Request": "true"}).content.decode()

    assert answer.lstrip().startswith('<div class="stack" id="endpoints" data-poll')
    assert "No worker has reported" in answer


def test_what_was_changed_during_a_test_is_not_judged_by_it(admin: Client, local: Endpoint) -> None:
    from webui.accounts import jobs

    seen = local.changed
    admin.post(f"{HOME}/{local.pk}", {**FIELDS, "base_url": local.base_url, "model": "m-3"})
    jobs._note(local.pk, seen, "", 5)

    local.refresh_from_db()
    assert (local.test_state, local.tested) == ("", None)


def test_a_change_forgets_the_outcome_of_the_last_test(
    admin: Client, local: Endpoint, work_off: Callable[[], int]
) -> None:
    admin.post(f"{HOME}/{local.pk}/test")
    work_off()
    admin.post(f"{HOME}/{local.pk}", {**FIELDS, "base_url": local.base_url, "price_in": "3", "price_out": "15"})
    local.refresh_from_db()
    assert local.test_state == ""  # the form gave a key

    admin.post(f"{HOME}/{local.pk}/test")
    work_off()
    admin.post(f"{HOME}/{local.pk}", {**FIELDS, "key": "", "base_url": local.base_url, "price_in": "4"})
    local.refresh_from_db()
    assert local.test_state == "answered"  # a price is not what is called


def test_a_test_whose_job_came_to_nothing_says_so(admin: Client, local: Endpoint) -> None:
    admin.post(f"{HOME}/{local.pk}/test")
    queue.cancel(Job.objects.get())

    assert "The test was cancelled." in words(admin)


def test_a_test_of_an_endpoint_that_is_gone_fails(admin: Client, local: Endpoint, work_off: Callable[[], int]) -> None:
    admin.post(f"{HOME}/{local.pk}/test")
    Endpoint.objects.all().delete()
    work_off()

    assert Job.objects.get().error_code == "endpoint-gone"


def test_deleting_is_asked_first(admin: Client, house: Endpoint) -> None:
    assert "Delete house?" in words(admin, f"{HOME}/{house.pk}/delete")
    assert Endpoint.objects.exists()

    answer = admin.post(f"{HOME}/{house.pk}/delete", follow=True)

    assert "house is deleted, with its key." in answer.content.decode()
    assert not Endpoint.objects.exists()


@pytest.mark.parametrize("role", [Member.Role.VIEWER, Member.Role.REVIEWER, Member.Role.MAINTAINER])
def test_members_read_the_list_and_change_nothing(house: Endpoint, admin: Client, ada: User, role: str) -> None:
    Member.objects.filter(user=ada).update(role=role)

    page = words(admin)
    assert "house" in page
    assert "Add a model" not in page
    assert f"{HOME}/{house.pk}" not in page
    for address in ("new", f"{house.pk}", f"{house.pk}/delete"):
        assert admin.get(f"{HOME}/{address}").status_code == 403
        assert admin.post(f"{HOME}/{address}", FIELDS).status_code == 403
    assert admin.post(f"{HOME}/{house.pk}/test").status_code == 403
    assert Endpoint.objects.count() == 1
    assert not Job.objects.exists()


def test_another_team_finds_nothing(house: Endpoint, rob: User, client: Client) -> None:
    Member.objects.filter(user=rob).update(role=Member.Role.ADMIN)
    other = Client()
    other.force_login(rob)

    for slug in ("acme", "rivals"):
        for address in (f"{house.pk}", f"{house.pk}/test", f"{house.pk}/delete"):
            assert other.post(f"/t/{slug}/settings/llm/{address}", FIELDS).status_code == 404
            assert other.get(f"/t/{slug}/settings/llm/{address}").status_code in (404, 405)
    assert other.get(HOME).status_code == 404
    assert "house" not in words(other, "/t/rivals/settings/llm")
    assert Endpoint.objects.count() == 1


def test_a_form_without_its_token_is_refused(house: Endpoint, ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)

    for address in ("new", f"{house.pk}", f"{house.pk}/test", f"{house.pk}/delete"):
        assert strict.post(f"{HOME}/{address}", FIELDS).status_code == 403
    assert Endpoint.objects.count() == 1


def test_the_list_takes_the_same_queries_whatever_its_length(
    admin: Client, acme: Team, house: Endpoint, django_assert_max_num_queries: Any
) -> None:
    for number in range(30):
        Endpoint.objects.create(
            team=acme, name=f"e{number}", base_url="https://e.example", model="m", changed=house.changed
        )

    with django_assert_max_num_queries(8):
        admin.get(HOME)


def test_the_clients_of_a_team_end_in_the_built_in_one(acme: Team, house: Endpoint, rivals: Team) -> None:
    assert [choice.value for choice in clients.choices(acme)] == ["house", "extractive"]
    assert [choice.value for choice in clients.choices(rivals)] == ["extractive"]
    assert clients.endpoint_named(acme, "house") == house
    assert isinstance(clients.client_of(clients.endpoint_named(acme, "extractive")), Extractive)
    for name in ("house", "nope", "a\0b"):
        with pytest.raises(LookupError):
            clients.endpoint_named(rivals, name)


def test_prices_are_shown_when_both_are_known(admin: Client, house: Endpoint) -> None:
    Endpoint.objects.update(price_in="10", price_out=None)
    assert "million tokens" not in words(admin)
    Endpoint.objects.update(price_in="1000", price_out="0.05")
    assert "1,000 in, 0.05 out a million tokens" in words(admin)


def test_what_tokens_cost_is_said_where_both_prices_are_known(house: Endpoint) -> None:
    assert clients.cost(house, Usage(1000, 100)) is None
    house.price_in, house.price_out = Decimal("3"), Decimal("15")
    assert clients.cost(house, Usage(1000, 100)) == Decimal("0.0045")
