"""Words that look like secrets are told, and nothing that merely looks odd."""

import pytest

from compaction.redaction.suspects import suspects

RANDOM = "Zk3nQ7pXv9aT2mRw8LfY4dHs"
LONG = "q4Zk3nQ7pXv9aT2mRw8LfY4dHsB6cJ1e"


def told(text: str) -> list[str]:
    return [text[one.start : one.stop] for one in suspects(text)]


@pytest.mark.parametrize(
    "text",
    [
        f"the deploy token is {RANDOM}.",
        f"Here is the password:\n{RANDOM}\nDo not share it.",
        f'{{"apiKey": "{RANDOM}"}}',
        f"log in with the credentials admin and {RANDOM}, please",
        f"STAGING_SECRET={RANDOM}",
    ],
)
def test_what_is_called_a_secret_and_looks_random_is_told(text: str) -> None:
    assert told(text) == [RANDOM]


def test_a_beginning_that_names_a_secret_calls_it_one() -> None:
    assert told(f"use acme_live_{RANDOM} there") == [f"acme_live_{RANDOM}"]


def test_a_long_and_evenly_mixed_word_is_told_by_its_look_alone() -> None:
    assert told(f"then it printed {LONG} and ended") == [LONG]
    assert [one.called for one in suspects(f"it printed {LONG}")] == [False]
    assert told(" ".join(LONG[at:] + LONG[:at] for at in range(4))) == []


@pytest.mark.parametrize(
    "text",
    [
        "toolu_01A09q90qw90lq917835lq9aBcD",
        f"the token of the call is call_{RANDOM}",
        f"msg_01{RANDOM}", f"chatcmpl-{RANDOM}", f"srvtoolu_{RANDOM}", f"tooluse_{RANDOM}", f"req_{RANDOM}",
        "secret 3f0c2a9e-5b7d-4c1a-9e42-0a1b2c3d4e5f",
        "the key is da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "token e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "commit 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432",
        "sha512-Zk3nQ7pXv9aT2mRw8LfY4dHsB6cJ1e+k/9aQ==",
        "signature: MEUCIQDZk3nQ7pXv9aT2mRw8LfY4dHsB6cJ1eAiEAk3nQ7pXv9aT2mRw8LfY4dHs=",
        f"secret /home/ada/{RANDOM}/notes.txt",
        f"https://files.example/d/{LONG}/edit",
        f"the document id {LONG}",
        f'{{"fileId": "{LONG}"}}',
        f'{{"nextPageToken": "{RANDOM}"}}',
        f"idempotency key {RANDOM}",
        "def getUserProfileById2FromCache3OrRaise(secretToken): ...",
        "the class MLKEM768X25519PrivateKey of the password store",
        "password 1234567890123456789012",
        "token aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "the api key [redacted:api-key:0a1b2c3d] is masked",
        "secret AAAAAAAAAA2AAAAAAAAAA2AAAAAAAAbb",
        "-----BEGIN CERTIFICATE-----\nMIIDQTCCAimgAwIBAgITBmyfz5m2jAo54vB4ikPmljZbyjANBgkqhkiG9w0BAQsF\n"
        "ADA5MQswCQYDVQQGEwJVUzEPMA0GA1UEChMGQW1hem9uMRkwFwYDVQQDExBBbWF6\n",
        "",
    ],
)  # fmt: skip
def test_ids_digests_paths_and_data_are_silent(text: str) -> None:
    assert told(text) == []


def test_many_are_cut() -> None:
    assert len(suspects(f"password {RANDOM} " * 60)) == 50
