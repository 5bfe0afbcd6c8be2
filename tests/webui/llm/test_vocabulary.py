"""Vocabularies from the installed package, with no way out to a network."""

import gzip
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.tokens import Bpe
from webui.llm import vocabulary
from webui.llm.vocabulary import VOCABULARIES, Vocabulary, VocabularyUnusable, counter_for, fill

O200K = VOCABULARIES["o200k_base"]


class Reached(Exception):
    pass


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise Reached

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty data folder and nothing loaded."""
    import tiktoken.registry

    monkeypatch.setattr(tiktoken.registry, "ENCODINGS", {})
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "set by the test")
    vocabulary.encoding.cache_clear()
    with override_settings(DATA=tmp_path):
        yield tmp_path
    vocabulary.encoding.cache_clear()


def package(folder: Path, data: bytes) -> None:
    (folder / "stale" / "data").mkdir(parents=True)
    (folder / "stale" / "__init__.py").touch()
    (folder / "stale" / "data" / "o200k_base.tiktoken.gz").write_bytes(data)


def test_an_empty_folder_is_filled_and_counts_are_exact(fresh: Path) -> None:
    counter = counter_for("gpt-4o", "openai-chat")
    assert (counter.name, counter.exact) == ("o200k_base", True)
    assert counter.count("hello world") == 2
    assert (fresh / "vocabulary" / O200K.cached).is_file()


def test_a_damaged_file_is_written_anew(fresh: Path) -> None:
    (fresh / "vocabulary").mkdir()
    (fresh / "vocabulary" / O200K.cached).write_bytes(b"cut off")
    assert counter_for("gpt-4o", "openai-chat").count("hello world") == 2


@pytest.mark.parametrize(
    ("model", "dialect", "name", "exact"),
    [
        ("gpt-4o-2024-11-20", "openai-chat", "o200k_base", True),
        ("gpt-5", "openai-responses", "o200k_base", True),
        ("o3-mini", "openai-responses", "o200k_base", True),
        ("openai/gpt-4.1", "openai-chat", "o200k_base", True),
        ("ft:gpt-4o:acme:x:1", "openai-chat", "o200k_base", True),
        ("gpt-4-0613", "openai-chat", "cl100k_base", True),
        ("gpt-3.5-turbo", "openai-chat", "cl100k_base", True),
        ("text-davinci-003", "openai-chat", "o200k_base", False),
        ("deepseek-chat", "openai-chat", "o200k_base", False),
        ("claude-sonnet-4-5", "anthropic", "o200k_base", False),
        ("gemini-2.5-pro", "gemini", "o200k_base", False),
        ("", "", "o200k_base", False),
    ],
)
def test_the_counter_depends_on_dialect_and_model(model: str, dialect: str, name: str, exact: bool) -> None:
    counter = counter_for(model, dialect)
    assert (counter.name, counter.exact) == (name, exact)


def test_special_words_are_plain_text() -> None:
    assert counter_for("gpt-4o", "openai-chat").count("<|endoftext|>") > 1


def test_lone_surrogates_are_counted() -> None:
    assert counter_for("gpt-4o", "openai-chat").count("a\ud800b") >= 2


ODD = st.text(st.sampled_from("aB1 \t\r\n;/'_é中.\"{"), max_size=30)


@pytest.mark.parametrize("model", ["gpt-4o", "gpt-4"])
@settings(max_examples=60, deadline=None)
@given(lines=st.lists(ODD, min_size=4, max_size=12), seam=st.sampled_from(["\nend", "a end", "\r\n7"]))
def test_slices_change_no_count(model: str, lines: list[str], seam: str) -> None:
    whole = counter_for(model, "openai-chat")
    sliced = Bpe(vocabulary.encoding(whole.name), exact=True, slice=40)
    text = seam.join(lines)
    assert sliced.count(text) == whole.count(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["a" * 2_000_000, " " * 2_000_000, "\n" * 2_000_000, "aB3/" * 500_000, "é中" * 500_000]
)
def test_a_long_run_is_counted_in_seconds(text: str) -> None:
    counter = counter_for("gpt-4o", "openai-chat")
    start = time.process_time()
    assert counter.count(text) > 0
    assert time.process_time() - start < 20


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"no gzip", "cannot be unpacked"), (gzip.compress(b"other words"), "not the file that tiktoken expects")],
    ids=["no-gzip", "other-words"],
)
def test_a_damaged_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, words: str) -> None:
    package(tmp_path, data)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(vocabulary, "PACKAGE", "stale")
    with pytest.raises(VocabularyUnusable, match=words):
        fill(O200K, tmp_path / "vocabulary")
    assert not (tmp_path / "vocabulary").exists()


def test_a_missing_package_is_named_and_bytes_are_counted_instead(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(vocabulary, "PACKAGE", "no_such_package")
    counter = counter_for("gpt-4o", "openai-chat")
    assert (counter.name, counter.exact, counter.count("abcd")) == ("estimate", False, 1)
    assert "the package no_such_package is not installed" in caplog.text


def test_each_vocabulary_is_packaged_as_tiktoken_expects_it(tmp_path: Path) -> None:
    for found in VOCABULARIES.values():
        fill(found, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(found.cached for found in VOCABULARIES.values())
    assert isinstance(O200K, Vocabulary)
