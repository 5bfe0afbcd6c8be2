"""Contracts and pairs, sent by the API as a program would."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from webui.accounts.models import User

CASES = Path(__file__).parents[2] / "cases"
WIRE = {
    "version": 1,
    "basis": {"revision": 7, "through_event_id": "3f0c2a9e-5b7d-4c1a-9e42-0a1b2c3d4e5f"},
    "model": {"provider": "acme", "model": "acme-large-2"},
    "request_fingerprint": "ab" * 32,
}
TEXT = {"type": "text", "text": "Please import the ledger."}
INPUT = {**WIRE, "transcript": [{"role": "user", "blocks": [TEXT]}], "max_summary_tokens": 256}
SUMMARY = (
    "<conversation_summary><goal>Import the ledger</goal><constraints/><decisions/>"
    "<state>Parser ready</state><open_items/></conversation_summary>"
)
OUTPUT = {**WIRE, "summary": SUMMARY}
USAGE = {"input_tokens": 900, "output_tokens": 120}
LIMITS = {"input_bytes": 65536, "output_bytes": 4096, "input_limit": 8000}
WHOLE = {"input": INPUT, "output": OUTPUT, "usage": USAGE, "limits": LIMITS, "measured_tokens": 7999}


@pytest.fixture
def signed_in(client: Client, ada: User, data_dir: Path) -> Client:
    client.force_login(ada)
    return client


@pytest.fixture
def send(signed_in: Client) -> Callable[..., Any]:
    """Send parts, JSON values or bytes, as files; `words` as text fields."""

    def send(parts: dict[str, Any], client: Client = signed_in, **words: str) -> Any:
        files = {name: SimpleUploadedFile(f"{name}.json", as_bytes(value)) for name, value in parts.items()}
        return client.post("/api/v1/runs", {**files, **words})

    return send


def as_bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else json.dumps(value).encode()


@pytest.fixture
def whole() -> dict[str, Any]:
    """A contract of which every check passes."""
    return dict(WHOLE)
