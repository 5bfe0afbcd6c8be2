"""Readers of environment variables: what they accept, and that they refuse loudly without showing the value."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from webui.config import env

Reader = Callable[[str], object]


def test_a_text_has_no_blanks_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("V", "  a b ")

    assert env.text("V") == "a b"
    assert env.text("UNSET", "d") == "d"


@pytest.mark.parametrize(
    ("value", "expected"), [("1", True), ("TRUE", True), ("on", True), ("0", False), ("no", False), ("", False)]
)
def test_a_flag_is_yes_or_no(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    monkeypatch.setenv("V", value)

    assert env.flag("V") is expected


def test_a_number_has_a_default_and_a_least(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.number("UNSET", 7) == 7
    monkeypatch.setenv("V", "12")
    assert env.number("V", 7, least=12) == 12


def test_names_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("V", " a.example , ,b.example")

    assert env.names("V") == ["a.example", "b.example"]


@pytest.mark.parametrize(
    ("reader", "value"),
    [
        (env.flag, "maybe"),
        (lambda name: env.number(name, 1), "-5"),
        (lambda name: env.number(name, 1), "1_0"),
        (lambda name: env.number(name, 1, least=60), "59"),
        (lambda name: env.address(name, ""), "ftp://hidden.example"),
        (lambda name: env.address(name, ""), "https://hidden.example/path"),
        (lambda name: env.address(name, ""), "https://hidden.example:port"),
        (lambda name: env.database(name, Path("x")), "mysql://hidden"),
        (lambda name: env.database(name, Path("x")), "postgresql://hidden@host"),
        (env.redis, "amqp://hidden"),
        (lambda name: env.secret_key(name, Path("x")), "hidden-and-too-short"),
    ],
)
def test_a_value_that_cannot_be_used_names_its_variable_only(
    monkeypatch: pytest.MonkeyPatch, reader: Reader, value: str
) -> None:
    monkeypatch.setenv("SOME_VARIABLE", value)
    with pytest.raises(ImproperlyConfigured) as caught:
        reader("SOME_VARIABLE")

    assert "SOME_VARIABLE" in str(caught.value)
    assert "hidden" not in str(caught.value)
    assert caught.value.__context__ is None


def test_without_an_address_the_database_is_sqlite_that_many_can_write(tmp_path: Path) -> None:
    database = env.database("UNSET", tmp_path)

    assert database["NAME"] == tmp_path / "db.sqlite3"
    assert database["CONN_MAX_AGE"] == 60
    assert database["OPTIONS"] == {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA page_size=16384;PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
    }


def test_an_address_names_a_postgresql_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("V", "postgresql://re%40view:p%2Fw@db:5433/reviews?sslmode=require")
    database = env.database("V", Path("x"))

    assert {key: database[key] for key in ("USER", "PASSWORD", "HOST", "PORT", "NAME", "OPTIONS")} == {
        "USER": "re@view",
        "PASSWORD": "p/w",
        "HOST": "db",
        "PORT": "5433",
        "NAME": "reviews",
        "OPTIONS": {"sslmode": "require"},
    }


def test_the_key_comes_from_the_variable_then_the_file_then_chance(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "secret.key"
    first, lasts = env.secret_key("KEY", file)
    assert not lasts
    assert first != env.secret_key("KEY", file)[0]

    file.write_text("f" * 64 + "\n")
    assert env.secret_key("KEY", file) == ("f" * 64, True)

    monkeypatch.setenv("KEY", "v" * 64)
    assert env.secret_key("KEY", file) == ("v" * 64, True)


def test_a_key_file_that_cannot_be_read_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="cannot be read"):
        env.secret_key("UNSET", tmp_path)
