"""A contract of which every check passes, and its parts, to be sent as a program or a person would."""

from typing import Any

WIRE: dict[str, Any] = {
    "version": 1,
    "basis": {"revision": 7, "through_event_id": "3f0c2a9e-5b7d-4c1a-9e42-0a1b2c3d4e5f"},
    "model": {"provider": "acme", "model": "acme-large-2"},
    "request_fingerprint": "ab" * 32,
}
INPUT = {
    **WIRE,
    "transcript": [{"role": "user", "blocks": [{"type": "text", "text": "Please import the ledger."}]}],
    "max_summary_tokens": 256,
}
USAGE = {"input_tokens": 900, "output_tokens": 120}
LIMITS = {"input_bytes": 65536, "output_bytes": 4096, "input_limit": 8000}


def summary(state: str = "Parser ready") -> str:
    """A summary in the contract's form; an empty state is refused: `xml_content`."""
    return (
        "<conversation_summary><goal>Import the ledger</goal><constraints/><decisions/>"
        f"<state>{state}</state><open_items/></conversation_summary>"
    )


def output(state: str = "Parser ready") -> dict[str, Any]:
    return {**WIRE, "summary": summary(state)}


def contract(state: str = "Parser ready", **parts: Any) -> dict[str, Any]:
    """Every part by its name, as values; what is given stands in for its part."""
    return {
        "input": INPUT,
        "output": output(state),
        "usage": USAGE,
        "limits": LIMITS,
        "measured_tokens": 7999,
        **parts,
    }
