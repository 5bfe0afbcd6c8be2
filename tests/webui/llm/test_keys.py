"""Keys at rest."""

from typing import Any

import pytest

from webui.llm.keys import KeyUnreadable, seal, unseal


def test_a_sealed_key_is_read_again_and_not_seen() -> None:
    sealed = seal("sk-secret-ü")

    assert unseal(sealed) == "sk-secret-ü"
    assert b"secret" not in sealed


def test_equal_keys_are_sealed_differently() -> None:
    assert seal("sk-1") != seal("sk-1")


def test_no_key_is_no_bytes() -> None:
    assert seal("") == b""
    assert unseal(b"") == ""


def test_another_secret_reads_nothing(settings: Any) -> None:
    sealed = seal("sk-1")
    settings.SECRET_KEY = "another" * 10

    with pytest.raises(KeyUnreadable):
        unseal(sealed)


def test_damaged_bytes_are_not_read() -> None:
    with pytest.raises(KeyUnreadable):
        unseal(seal("sk-1")[:-4])
