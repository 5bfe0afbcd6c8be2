"""Secrets known by their look, wherever they stand in a text."""

import json
import re
from collections.abc import Callable

import pytest

Mask = Callable[[str], str]
MARKER = re.compile(r"\[redacted:([a-z-]+):[0-9a-f]{8}\]")

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl_x-Y"
SECRETS = [
    ("sk-ant-api03-Zk3nQ7pXv9", "api-key"),
    ("sk-proj-Zk3nQ7pXv9Zk3nQ7pXv9", "api-key"),
    ("sk-Zk3nQ7pXv9Zk3nQ7pXv9", "api-key"),
    ("AIza" + "Zk3nQ7pXv9" * 3 + "abcde", "api-key"),
    ("gsk_Zk3nQ7pXv9Zk3nQ7pXv9", "api-key"),
    ("xai-Zk3nQ7pXv9Zk3nQ7pXv9", "api-key"),
    ("hf_Zk3nQ7pXvAZk3nQ7pXvAZk3n", "api-key"),
    ("sk_live_Zk3nQ7pXv9Zk3nQ7", "api-key"),
    ("ghp_Zk3nQ7pXv9Zk3nQ7pXv9Zk3nQ7pXv9", "forge-token"),
    ("gho_Zk3nQ7pXv9Zk3nQ7pXv9", "forge-token"),
    ("ghs_Zk3nQ7pXv9Zk3nQ7pXv9", "forge-token"),
    ("github_pat_Zk3nQ7pXv9_Zk3nQ7pXv9", "forge-token"),
    ("glpat-Zk3nQ7pXv9Zk3nQ7pX", "forge-token"),
    ("npm_" + "Zk3nQ7pXv9" * 4, "forge-token"),
    ("AKIAZK3NQ7PXV9ZK3NQ7", "cloud-id"),
    ("ASIAZK3NQ7PXV9ZK3NQ7", "cloud-id"),
    ("xoxb-1234567890-abcdefghij", "chat-token"),
    ("ya29.Zk3nQ7pXv9Zk3nQ7pXv9", "token"),
    (JWT, "jwt"),
]
SECRET = pytest.mark.parametrize(("secret", "kind"), SECRETS, ids=[secret[:8] for secret, _ in SECRETS])


@SECRET
def test_a_secret_is_masked_with_its_kind(mask: Mask, secret: str, kind: str) -> None:
    masked = mask(f"use {secret} now")
    assert re.sub(r":[0-9a-f]{8}\]", "]", masked) == f"use [redacted:{kind}] now"


@SECRET
def test_it_is_masked_right_after_a_line_break_or_another_escape(mask: Mask, secret: str, kind: str) -> None:
    assert secret not in mask(f"keys:\n{secret}\n")
    assert secret not in mask(f"keys\t{secret}")
    assert secret not in mask(f"ключ\u4e2d{secret}")


@SECRET
def test_escapes_do_not_hide_it_and_its_marker_stays_the_same(
    mask_bytes: Callable[[bytes], bytes], secret: str, kind: str
) -> None:
    plain = mask_bytes(json.dumps({"t": secret}).encode())
    first = b'{"t": "' + f"\\u{ord(secret[0]):04x}{secret[1:]}".encode() + b'"}'
    whole = b'{"t": "' + "".join(f"\\u{ord(letter):04X}" for letter in secret).encode() + b'"}'
    nested = json.dumps({"t": json.dumps({"t": 1})}).replace("1", json.dumps(secret).replace('"', '\\"')).encode()
    twice = nested.replace(secret[2:4].encode(), "".join(f"\\\\u{ord(letter):04x}" for letter in secret[2:4]).encode())
    assert mask_bytes(first) == plain
    assert mask_bytes(whole) == plain
    marker = MARKER.search(plain.decode())
    assert marker is not None
    assert json.loads(json.loads(mask_bytes(nested))["t"]) == {"t": marker[0]}
    assert json.loads(json.loads(mask_bytes(twice))["t"]) == {"t": marker[0]}


def test_equal_secrets_get_equal_markers_and_others_do_not(mask: Mask) -> None:
    found = MARKER.findall(mask("sk-ant-api03-aaaaaaaa1 sk-ant-api03-aaaaaaaa1 sk-ant-api03-bbbbbbbb2"))
    assert found == ["api-key"] * 3
    marks = re.findall(r"[0-9a-f]{8}\]", mask("sk-ant-api03-aaaaaaaa1 sk-ant-api03-aaaaaaaa1 sk-ant-api03-bbbbbbbb2"))
    assert marks[0] == marks[1] != marks[2]


def test_a_token_glued_to_another_secret_is_masked_too(mask: Mask) -> None:
    masked = mask("-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----sk-ant-api03-Zk3nQ7pXv9")
    assert MARKER.findall(masked) == ["private-key", "api-key"]


PEM = "-----BEGIN RSA PRIVATE KEY-----\n" + ("MIIEow" + "Ab1/" * 14 + "\n") * 3 + "-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    "text",
    [
        PEM,
        "".join(f"{number:6}→{line}\n" for number, line in enumerate(PEM.split("\n"), 1)),
        "\n".join(f"+{line}" for line in PEM.split("\n")),
        json.dumps({"key": PEM}),
        PEM.replace("/", "\\/"),
        "-----BEGIN PRIVATE KEY-----\n" + ("MIIEow" + "Ab1/" * 14 + "\n") * 3,
    ],
    ids=["plain", "numbered", "diff", "nested", "slashes", "cut-off"],
)
def test_a_private_key_is_masked_from_first_to_last_line(mask: Mask, text: str) -> None:
    masked = mask(f"cat key\n{text}\n(done)")
    assert "MIIEow" not in masked
    assert "[redacted:private-key:" in masked
    assert masked.startswith("cat key\n")
    assert masked.endswith("(done)")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("postgres://app:s3cr3t@db/x", "postgres://[redacted:url-credentials]@db/x"),
        ("https:\\/\\/app:s3cr3t@db\\/x", "https:\\/\\/[redacted:url-credentials]@db\\/x"),
        ("https://abcdefghij0123456789@host/", "https://[redacted:url-credentials]@host/"),
        ("https://host/v1?key=abc123def&alt=json", "https://host/v1?key=[redacted:url-parameter]&alt=json"),
        ("/cb?a=1&access_token=abcdef123", "/cb?a=1&access_token=[redacted:url-parameter]"),
        ("?X-Amz-Signature=0a1b2c3d&x=1", "?X-Amz-Signature=[redacted:url-parameter]&x=1"),
        ("Authorization: Bearer Zk3nQ7pXv9Zk3nQ7", "Authorization: Bearer [redacted:authorization]"),
        ("sent bearer Zk3nQ7pXv9Zk3nQ7 along", "sent bearer [redacted:authorization] along"),
        ("authorization: Basic dXNlcjpwYXNz\n", "authorization: Basic [redacted:authorization]\n"),
        ("x-api-key: Zk3nQ7pXv9", "x-api-key: [redacted:api-key]"),
        ("Cookie: sid=Zk3nQ7; theme=dark\nHost: x", "Cookie: [redacted:cookie]\nHost: x"),
    ],
)
def test_addresses_and_header_lines_are_masked(mask: Mask, text: str, left: str) -> None:
    assert re.sub(r":[0-9a-f]{8}\]", "]", mask(text)) == left


@pytest.mark.parametrize(
    "text",
    [
        "the task-force met; disk-usage, risk-adjusted, ask-me-anything-2024-edition",
        "sk- and sk-learn and sk-learn-based-classification-models-for-2024",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8, sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0",
        "id 550e8400-e29b-41d4-a716-446655440000, toolu_01A09q90qw90lq917835lq9, call_abc123DEF456ghi789",
        "msg_01XFDUDYJgAACzvnptvVoYEL and req_011CSHoEeqs5C35K2UUqR7Fy",
        "hf_model_name_for_conditional_generation, gsk_value, ghp_ alone, AKIA is a prefix, AIza too",
        "eyJ starts a token; eyJhbGciOi alone is none; a.b.c",
        "see https://example.com/a?page=2&token_count=77 and git@github.com:a/b.git and ssh://git@github.com/a",
        "http://user:$PASSWORD@host and http://${USER}:${PASS}@host",
        "openssl writes -----BEGIN PRIVATE KEY----- first; grep for 'BEGIN RSA PRIVATE KEY'",
        "-----BEGIN CERTIFICATE-----\nMIIEow\n-----END CERTIFICATE-----",
        "Authorization: Bearer $TOKEN and Authorization: Bearer <token> and `Bearer ${apiKey}`",
        "The bearer of this letter is bearer authentication itself",
    ],
)
def test_ordinary_text_passes_unchanged(mask: Mask, text: str) -> None:
    assert mask(text) == text
