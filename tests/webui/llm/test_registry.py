"""The registry of clients and the sentences of their failures."""

import re
from pathlib import Path

import pytest

import webui.llm
from webui.llm import EXTRACTIVE, KINDS, client_for
from webui.llm.extractive import Extractive
from webui.llm.sentences import SENTENCES, UNKNOWN, sentence

FOLDER = Path(webui.llm.__file__).parent


def test_the_built_in_client_needs_nothing() -> None:
    assert isinstance(client_for(EXTRACTIVE), Extractive)


def test_another_kind_is_no_client() -> None:
    with pytest.raises(KeyError):
        client_for("oracle")


def test_every_kind_of_endpoint_has_a_client() -> None:
    for kind, _ in KINDS:
        assert hasattr(client_for(kind, base_url="https://example.org", model="m"), "complete")


def test_every_code_that_a_client_may_give_has_its_sentence() -> None:
    source = "".join(path.read_text() for path in FOLDER.rglob("*.py") if path.name != "sentences.py")
    codes = set(re.findall(r'ClientError\(\s*"([a-z-]+)"', source)) | set(re.findall(r'\d: "([a-z-]+)"', source))

    assert len(codes) > 15
    assert codes - SENTENCES.keys() == set()


def test_a_sentence_says_what_and_what_to_do() -> None:
    assert str(sentence("key-refused")) == "The provider does not accept the key. Enter the key again."
    assert sentence("never-heard-of") is UNKNOWN
