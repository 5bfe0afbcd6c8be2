"""One valid input and its result, and ways to spoil them."""

import json
from dataclasses import dataclass, field
from uuid import UUID

import pytest

from compaction.contract import Basis, CompactionInput, Message, ModelKey, Role, Usage
from compaction.contract.blocks import Text

EVENT = "3f0c2a9e-5b7d-4c1a-9e42-0a1b2c3d4e5f"
FINGERPRINT = "ab" * 32
SUMMARY = (
    "<conversation_summary><goal>Ship it</goal><constraints/><decisions/><state>Built</state><open_items/>"
    "</conversation_summary>"
)


@dataclass
class Wires:
    """Writes the wires of one compaction; keyword arguments replace members, None leaves one out."""

    budget: int = 256
    messages: list[object] = field(
        default_factory=lambda: [{"role": "user", "blocks": [{"type": "text", "text": "hi"}]}]
    )

    def shared(self) -> dict[str, object]:
        return {
            "version": 1,
            "basis": {"revision": 7, "through_event_id": EVENT},
            "model": {"provider": "acme", "model": "large"},
            "request_fingerprint": FINGERPRINT,
        }

    def input(self, **changes: object) -> bytes:
        members = {**self.shared(), "transcript": self.messages, "max_summary_tokens": self.budget, **changes}
        return json.dumps({name: value for name, value in members.items() if value is not None}).encode()

    def result(self, **changes: object) -> bytes:
        members = {**self.shared(), "summary": SUMMARY, **changes}
        return json.dumps({name: value for name, value in members.items() if value is not None}).encode()


@pytest.fixture
def wires() -> Wires:
    return Wires()


@pytest.fixture
def given() -> CompactionInput:
    return CompactionInput(
        Basis(7, UUID(EVENT)),
        ModelKey("acme", "large"),
        bytes.fromhex(FINGERPRINT),
        (Message(Role.USER, (Text("hi"),)),),
        256,
    )


@pytest.fixture
def usage() -> Usage:
    return Usage(input_tokens=900, output_tokens=120)
