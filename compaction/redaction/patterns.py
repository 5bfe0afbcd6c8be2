"""What a secret looks like. Data only.

Patterns run over the stream with escaped ASCII undone (`undo.py`); names are compared in lower case.

Source: wire-formats 7.
"""

import re
from dataclasses import dataclass

MARKER = re.compile(rb"\[redacted:[a-z-]{1,30}:[0-9a-f]{8}\]")
"""What stands in place of a secret; left alone when met again."""

HEADERS: dict[bytes, str] = {
    b"authorization": "authorization",
    b"proxy-authorization": "authorization",
    b"x-api-key": "api-key",
    b"api-key": "api-key",
    b"x-goog-api-key": "api-key",
    b"x-goog-iam-authorization-token": "token",
    b"cookie": "cookie",
    b"set-cookie": "cookie",
    b"x-auth-token": "token",
    b"x-access-token": "token",
    b"x-session-token": "token",
    b"x-csrf-token": "token",
    b"x-amz-security-token": "token",
    b"x-forwarded-access-token": "token",
    b"openai-organization": "account",
    b"openai-project": "account",
    b"anthropic-organization-id": "account",
}
"""Headers known by name, wherever they stand."""

HEADER_WORDS = re.compile(rb"token|secret|key|auth|session|cookie")
"""Inside a map or list of headers, a name with one of these is masked too."""

HEADER_ALLOWED = re.compile(
    rb"anthropic-version|anthropic-beta|content-type|user-agent|.*ratelimit.*|.*rate-limit.*"
    rb"|.*tokens(?:-.*)?|.*token-(?:count|limit|usage|budget).*|.*author|sec-websocket-version"
)
"""Header names that tell no secret although a word of theirs sounds so."""

BODY_KEYS: dict[bytes, str] = {
    b"safety_identifier": "user-id",
    b"prompt_cache_key": "user-id",
    b"api_key": "api-key",
    b"authorization_token": "token",
    b"user_api_key": "api-key",
}
"""Keys of request bodies whose string value is masked whatever it is."""

BODY_PREFIX = b"user_api_key_"
"""A gateway's own columns about the caller's key."""

REQUEST_KEYS = (
    b"model|messages|input|instructions|max_tokens|max_completion_tokens|max_output_tokens|temperature|top_p|stream"
    b"|stream_options|tools|tool_choice|parallel_tool_calls|response_format|reasoning|reasoning_effort|stop|seed|store"
    b"|n|metadata|service_tier|frequency_penalty|presence_penalty|logprobs|logit_bias|safety_identifier"
    b"|prompt_cache_key|previous_response_id|truncation|verbosity|modalities|prediction|extra_body"
)
"""Neighbours that tell the `user` of a request from any other `user`."""

PAIRS = re.compile(
    rb"(?:.*[_.-])?(?:(?P<password>password|passwd|passphrase|pwd)|(?P<key>(?:api|access|secret|private|account|auth|"
    rb"encryption|signing|master|subscription|service)[_.-]?key|apikey)|(?P<secret>(?:client|app|shared)?[_.-]?secret)"
    rb"|(?P<token>(?:access|auth|refresh|id|bearer|session|api|security|bot|personal|oauth)?[_.-]?token))"
    rb"|[a-z0-9]*(?:password|passwd|apikey|accesskey|secretkey|clientsecret|accesstoken|authtoken|refreshtoken)"
)
"""Names, on the left of `=` or `:`, of something that is worth hiding when the right side is plausible."""

PAIR_KINDS = {"password": "password", "key": "api-key", "secret": "password", "token": "token"}

QUERY = re.compile(
    rb"key|api[_-]?key|token|access[_-]token|auth[_-]token|id_token|refresh_token|sig|signature|x-amz-signature"
    rb"|x-amz-credential|x-amz-security-token|x-goog-signature|x-goog-credential|password|client_secret"
)
"""Parameters of an address."""

PLACEHOLDER = re.compile(
    rb"(?is)[*xX.\-_#?]*|[$<{%@(\[].*|your[-_ ].*|(?:optional|sequence|list|dict|self|this|os|env|"
    rb"process|config|settings|args|request|options|params|props|state|data|user|input|form)[.\[(].*|str|string|bytes|"
    rb"int|integer|bool|boolean|number|object|none|null|nil|true|false|undefined|required|optional|any|text|secretstr|"
    rb"redacted.*|hidden|masked"
)
"""Right sides that only stand for a secret: names of types and variables, blanks to fill in."""

STAND_IN = re.compile(rb"\$\{|\{\{|passw|secret|token|pwd|api[_-]?key|placeholder|example", re.IGNORECASE)
"""The same anywhere in a short right side without a digit."""


@dataclass(frozen=True, slots=True)
class Token:
    """A secret by its own look: `prefix` (of fixed width) starts a word, `rest` follows."""

    kind: str
    prefix: bytes
    rest: bytes
    alone: bytes = rb"[A-Za-z0-9_-]"
    """What may not stand before it."""


_STRICT = rb"[A-Za-z0-9_+/-]"

# Grouped by the byte that is searched for first: prefixes that end in it, then prefixes that begin with it.
DASHED = (
    Token("api-key", rb"sk-", rb"(?:ant|proj|or|svcacct|admin)-[A-Za-z0-9_-]{8,4096}+"),
    Token(
        "api-key",
        rb"sk-",
        rb"(?=[A-Za-z0-9_-]{0,80}?(?=[A-Za-z]{0,11}[0-9])[A-Za-z0-9]{12})[A-Za-z0-9_-]{16,4096}+",
    ),
    Token("api-key", rb"xai-", rb"(?=[A-Za-z]{0,80}[0-9])[A-Za-z0-9]{20,400}+"),
    Token("forge-token", rb"glpat-", rb"[A-Za-z0-9_.-]{16,400}+"),
    Token("forge-token", rb"pypi-", rb"AgE[A-Za-z0-9_-]{40,4096}+"),
    Token("chat-token", rb"xox[abeoprs]-", rb"[A-Za-z0-9-]{10,400}+"),
)
SCORED = (
    Token("api-key", rb"gsk_", rb"[A-Za-z0-9]{20,200}+"),
    Token("api-key", rb"hf_", rb"[A-Za-z0-9]{20,200}+"),
    Token("api-key", rb"[srp]k_live_", rb"[A-Za-z0-9]{16,400}+"),
    Token("forge-token", rb"gh[pousr]_", rb"[A-Za-z0-9]{20,400}+"),
    Token("forge-token", rb"github_pat_", rb"[A-Za-z0-9_]{20,400}+"),
    Token("forge-token", rb"npm_", rb"[A-Za-z0-9]{30,100}+"),
)
LETTERED = (
    Token("api-key", rb"AIza", rb"[A-Za-z0-9_-]{30,200}+", _STRICT),
    Token("cloud-id", rb"AKIA", rb"[A-Z0-9]{16}(?![A-Za-z0-9+/])", _STRICT),
    Token("cloud-id", rb"ASIA", rb"[A-Z0-9]{16}(?![A-Za-z0-9+/])", _STRICT),
)
WEB_TOKENS = (Token("jwt", rb"eyJ", rb"[A-Za-z0-9_-]{8,3000}+\.[A-Za-z0-9_-]{4,6000}+\.[A-Za-z0-9_-]{0,4096}+"),)
GOOGLE = (Token("token", rb"ya29\.", rb"[A-Za-z0-9_-]{20,4096}+"),)
TOKENS = DASHED + SCORED + LETTERED + WEB_TOKENS + GOOGLE

_DASHES = rb"-{5}"
_TYPE = rb"[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?"
_ARROW = rb"\xe2\x86\x92|\\{1,15}u2192"
_GAP = rb"(?>[ \t\r\n:|+>]|\\{1,15}[nrt]|" + _ARROW + rb"|[0-9]{1,6}(?=[\t:|]|\\{1,15}t|" + _ARROW + rb"))"
_BASE64 = rb"(?>[A-Za-z0-9+/=]|\\{1,15}/)"
PEM = re.compile(
    _DASHES
    + rb"BEGIN "
    + _TYPE
    + _DASHES
    + rb"(?:(?:[^\"{}<>\\-]|-(?!----BEGIN)|\\{1,15}(?:[nrt/\"]|u2192)){0,8192}?"
    + _DASHES
    + rb"END "
    + _TYPE
    + _DASHES
    + rb"|(?>"
    + _GAP
    + rb"{0,24}+"
    + _BASE64
    + rb"{40,80}+){1,120}+(?:"
    + _GAP
    + rb"{0,24}"
    + _BASE64
    + rb"{1,39})?)"
)
"""A private key from its first to its last line, or as much as is there of one that was cut off."""

URL_USER = re.compile(
    rb":(?:\\{0,15}/){2}(?P<secret>[^\s/:@\"'\\<>\[\]{}$%?#]{0,200}:[^\s/@\"'\\<>\[\]{}$]{1,400}|[A-Za-z0-9_-]{20,400})@(?=[A-Za-z0-9.\[-])"
)
"""User info of an address, when it holds a password or is a token by length."""

OPAQUE = (b"signature", b"thoughtsignature", b"thought_signature", b"encrypted_content")
"""Fields left alone by name: opaque, but no secret, and rules look at them."""

MEDIA_NEAR = re.compile(rb"redacted_thinking|media_?type|mime_?type|base64|\"format\"", re.IGNORECASE)
"""What stands before `data` when that is an image, a document or hidden thinking."""

PAGING = re.compile(
    rb"(?:.*[_.-])?(?:next|page|continuation|pad|eos|bos|cls|sep|unk|mask|special|start|end|sync|stop|first|last|new)"
    rb"[_.-]?token"
)
"""Tokens that are no secrets: places in a listing, words of a vocabulary."""
