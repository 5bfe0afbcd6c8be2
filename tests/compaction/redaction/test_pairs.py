"""Secrets known by the name before them."""

import json
import re
from collections.abc import Callable

import pytest

from compaction.redaction import names
from compaction.redaction.spans import View

Mask = Callable[[str], str]
MaskBytes = Callable[[bytes], bytes]


def blurred(text: str) -> str:
    return re.sub(r":[0-9a-f]{8}\]", "]", text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("password=hunter2", "password=[redacted:password]"),
        ("password: hunter2", "password: [redacted:password]"),
        ("PASSWORD = 'hunter two?'.", "PASSWORD = 'hunter two?'."),
        ("DB_PASSWORD=hunter2\nNEXT=1", "DB_PASSWORD=[redacted:password]\nNEXT=1"),
        ("line\nPGPASSWORD=correcthorse psql", "line\nPGPASSWORD=[redacted:password] psql"),
        ('db_password = "correct-horse"', 'db_password = "[redacted:password]"'),
        ("connect(password='hunter22')", "connect(password='[redacted:password]')"),
        ('{"password": "hunter22"}', '{"password": "[redacted:password]"}'),
        ('say \\"password\\": \\"hunter22\\"', 'say \\"password\\": \\"[redacted:password]\\"'),
        ("client_secret: 9fceb02d0ae5", "client_secret: [redacted:password]"),
        ("aws_secret_access_key=wJalrXUtn/FEMI+K7MD", "aws_secret_access_key=[redacted:api-key]"),
        ("AWS_SECRET_ACCESS_KEY = wJalrXUtn/FEMI+K7MD", "AWS_SECRET_ACCESS_KEY = [redacted:api-key]"),
        ("OPENAI_API_KEY=abcdef123456", "OPENAI_API_KEY=[redacted:api-key]"),
        ("auth_token: abcdef1234567890", "auth_token: [redacted:token]"),
        ("PASSWORD=hunter2.correct\n", "PASSWORD=[redacted:password]\n"),
        ("/cb?db_password=hunter2&a=1", "/cb?db_password=[redacted:password]&a=1"),
        ("passwd=Tr0ub4dor&3", "passwd=[redacted:password]&3"),
    ],
)
def test_a_pair_loses_its_right_side(mask: Mask, text: str, left: str) -> None:
    assert blurred(mask(text)) == left


@pytest.mark.parametrize(
    "text",
    [
        "password is good. Choose a password: it must be long. Password: required",
        "max_tokens=1024, input_tokens: 55, token: 7, token_count=99999999999999999",
        '{"max_tokens": 1024, "tokens": "many", "next_token": "abcdef1234567890abc"}',
        "connect(password=config.password1, token=config.token2)",
        "password = get_password(1)\npassword=self.password2, api_key=os.environ['API_KEY1']",
        "def login(password: str, token: Optional[str] = None, secret: bytes = b'')",
        'password: "Password is required", "password": "string"',
        "password=password, password=pw, token=token)",
        "PASSWORD=$DB_PASSWORD1 PASSWORD=${PW1} password=<your password 1> password: ********",
        '"key": "value1", key=lambda x: x[1], primary_key=True, foreign_key="a1b2c3d4e5"',
        "api_key=EMPTY api_key: ollama, api_key = 'not-needed-here'",
        "auth_token = 'abcdefghijklmnopqrst' auth_token: 12345678901234567890",
        "password" + "\\" * 17 + '": "hunter2"',
        "?key=value&token=abc",
        "secret: /run/secrets/db1",
        "author: Ada1 keyboard: us2 tokenizer: o200k1 cookies: 12345 session: 12345",
        "The API key: how to rotate it in 2024",
        "user=alice1 user: bob2 username=carol3",
    ],
)
def test_ordinary_code_and_prose_pass_unchanged(mask: Mask, text: str) -> None:
    assert mask(text) == text


HEADERS = [
    "authorization", "Proxy-Authorization", "X-Api-Key", "api-key", "x-goog-api-key", "x-goog-iam-authorization-token",
    "set-cookie", "x-auth-token", "x-access-token", "x-session-token", "x-csrf-token", "x-amz-security-token",
    "x-forwarded-access-token", "openai-organization", "openai-project", "anthropic-organization-id",
]  # fmt: skip


@pytest.mark.parametrize("name", [*HEADERS, "x-our-secret", "x-vendor-session-id", "x-signing-key"])
@pytest.mark.parametrize("nested", [False, True])
def test_headers_lose_their_values_as_map_and_as_list(mask_bytes: MaskBytes, name: str, nested: bool) -> None:
    for headers in (
        {name: "pl41n", "accept": "*/*"},
        {"accept": ["*/*"], name: ["pl41n", "pl41n"], "x-last-session": "pl41n"},
        [{"name": "accept", "value": "*/*"}, {"name": name, "value": "pl41n"}],
    ):
        document: object = {"request": {"headers": headers}, "n": 1}
        body = json.dumps({"log": json.dumps(document)} if nested else document)
        masked = json.loads(mask_bytes(body.encode()))
        text = masked["log"] if nested else json.dumps(masked)
        assert "pl41n" not in text
        assert "*/*" in text
        assert name in text
        assert json.loads(text)["n"] == 1


def test_known_headers_are_masked_outside_a_headers_map_and_as_pairs(mask_bytes: MaskBytes) -> None:
    body = (
        b'{"rawHeaders": [["authorization", "Token pl41n"]], "x-api-key":"pl41n", "value": "pl41n", "name": "Api-Key"}'
    )
    masked = json.loads(mask_bytes(body))
    assert "pl41n" not in json.dumps(masked)
    assert list(masked) == ["rawHeaders", "x-api-key", "value", "name"]


def test_headers_that_only_sound_secret_stay(mask_bytes: MaskBytes) -> None:
    headers = {
        "anthropic-version": "2023-06-01",
        "anthropic-beta": "token-counting-2024",
        "content-type": "application/json",
        "user-agent": 'x"key}',
        "anthropic-ratelimit-tokens-limit": "80000",
        "x-ratelimit-remaining-tokens": "149",
    }
    body = json.dumps({"headers": headers, "session_id": "s1", "key": "k1"}).encode()
    assert mask_bytes(body) == body


def test_cookies_of_an_exchange_lose_their_values(mask_bytes: MaskBytes) -> None:
    body = b'{"cookies": [{"name": "sid", "value": "pl41n", "path": "/"}], "value": "stays"}'
    masked = json.loads(mask_bytes(body))
    assert masked["cookies"][0]["value"].startswith("[redacted:cookie:")
    assert masked["cookies"][0]["path"] == "/"
    assert masked["value"] == "stays"


@pytest.mark.parametrize(
    "body",
    [
        {"model": "m", "metadata": {"user_id": "pl41n"}, "messages": []},
        {"model": "m", "metadata": {"team": "x", "user_id": '{"account": "pl41n"}'}},
        {"metadata": {"a": {"b": {}}, "c": {}, "user_id": "pl41n"}},
        {"model": "m", "user": "pl41n"},
        {"user": "pl41n", "model": "m"},
        {"messages": [{"role": "user", "content": "hi"}], "user": "pl41n"},
        {"messages": [], "user": "pl41n", "stream": True},
        {"safety_identifier": "pl41n"},
        {"prompt_cache_key": "pl41n"},
        {"litellm_params": {"api_key": "pl41n"}},
        {"mcp_servers": [{"url": "https://x", "authorization_token": "pl41n"}]},
        {"metadata": {"user_api_key_hash": "pl41n", "user_api_key_alias": "pl41n"}},
        {"api_key": 'pl41n "quoted\\" \n value'},
    ],
)
def test_keys_of_a_body_lose_their_value(mask_bytes: MaskBytes, body: dict[str, object]) -> None:
    for text in (json.dumps(body), json.dumps(body, indent=2), json.dumps(body, separators=(",", ":"))):
        masked = mask_bytes(text.encode())
        assert b"pl41n" not in masked
        assert list(json.loads(masked)) == list(body)


@pytest.mark.parametrize(
    "body",
    [
        {"role": "user", "content": "user"},
        {"content": [{"type": "tool_use", "input": {"user": "alice", "path": "/home/alice"}}], "n": 1},
        {"input": {"users": ["alice"], "user": {"name": "alice"}, "user_id": "u-1"}},
        {"properties": {"api_key": {"type": "string"}, "password": {"type": "string", "description": "The password"}}},
        {"required": ["authorization", "content-type"], "cookie": "chocolate"},
        {"api_key": None, "user": 7, "authorization": False},
        {"usage": {"input_tokens": 12, "cache_key": "abc123456789"}, "keys": ["a1"], "key": "a1b2c3d4"},
        {"model": "m", "user": "long " * 300},
        {"metadata": {"team": "x"}, "user_id": "u-1"},
        {"metadata": {"a": {"user_id": "u-1"}}},
        {"a": {"b": 1}, "user_id": "u-1"},
        {"headers": {"x-secret": 7, "x-key": None, "x-token": {"a": ["b"]}}},
        {"code": "headers = {'Authorization': f'Bearer {token}'}"},
        {"authorization": "Bearer ${TOKEN}", "x-api-key": "<your key>"},
    ],
)
def test_other_keys_keep_their_value(mask_bytes: MaskBytes, body: dict[str, object]) -> None:
    text = json.dumps(body).encode()
    assert mask_bytes(text) == text


@pytest.mark.parametrize(
    "block",
    [
        {"type": "thinking", "thinking": "x", "signature": "sk-ant-api03-Zk3nQ7pXv9Zk3nQ7"},
        {"thoughtSignature": "sk-ant-api03-Zk3nQ7pXv9Zk3nQ7"},
        {"type": "reasoning", "encrypted_content": "sk-ant-api03-Zk3nQ7pXv9Zk3nQ7"},
        {"type": "redacted_thinking", "data": "sk-ant-api03-Zk3nQ7pXv9Zk3nQ7"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AKIAZK3NQ7PXV9ZK3NQ7"}},
        {"inlineData": {"mimeType": "image/png", "data": "AKIAZK3NQ7PXV9ZK3NQ7"}},
        {"url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA+eyJhbGci/sk/AKIAZK3NQ7PXV9ZK3NQ7xx=="},
    ],
)
def test_opaque_fields_and_media_stay(mask_bytes: MaskBytes, block: dict[str, object]) -> None:
    body = json.dumps({"content": [block, {"text": "sk-ant-api03-behind12345"}]})
    masked = mask_bytes(body.encode()).decode()
    assert masked.startswith(body[: body.index("sk-ant-api03-behind")])
    assert "behind12345" not in masked


@pytest.mark.parametrize(
    "body",
    [
        b'{"headers": "none", "cookies": 7, "a": "b"}',
        b'{\\\\"headers\\\\": {"x-our-session": "pl41n"}}',
        b'{\\"headers\\": {"x-our-session": "pl41n"}}',
        b'{"headers": {"accept": "cut off',
        b'{"headers": {"accept',
        b'{"headers": {"accept": ',
        b"{" + b"password" + b"\\" * 17 + b'": "hunter2"}',
    ],
)
def test_what_is_no_map_of_headers_passes_unchanged(mask_bytes: MaskBytes, body: bytes) -> None:
    assert mask_bytes(body) == body


def test_headers_of_one_exchange_do_not_reach_into_what_follows(mask_bytes: MaskBytes) -> None:
    body = (
        b'{"a": {"headers": {"x-our-session": "pl41n"}, "x-our-session": "stays"}, "headers": {"x-our-key": "pl41n"}}'
    )
    masked = json.loads(mask_bytes(body))
    assert b"pl41n" not in mask_bytes(body)
    assert masked["a"]["x-our-session"] == "stays"


def test_a_name_without_a_separator_has_no_value() -> None:
    assert names.read(View(b"password hunter2", b"password hunter2", True), 8) is None
