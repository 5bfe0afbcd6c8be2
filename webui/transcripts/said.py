"""What the provider said about a transcript's request, beside what the rules predict."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from compaction.findings import Severity, Violation
from compaction.shape.agreement import Agreement, aim, compare
from webui.transcripts import access, store
from webui.transcripts.models import Transcript

ROLE = "role-legal"
"""The rule behind the role check."""

COMPARED = 500
"""Violations that one answer is compared with; a provider names one place, and most often the first."""


@dataclass(frozen=True, slots=True)
class Said:
    """One answer. `text` is captured, masked and cut; `agreement` is None until the rules have run.

    `rules` begin with the one whose wording fits best; `pointer` is empty where the provider names no place.
    """

    status: int | None
    at: str
    rules: list[str]
    pointer: str
    text: str
    agreement: Agreement | None


def said(transcript: Transcript) -> list[Said]:
    """Return what the provider said, in file order."""
    return [Said(**answer, agreement=_agreement(transcript, answer)) for answer in transcript.provider_said]


def meant(transcript: Transcript, rules: Sequence[str], pointer: str) -> str:
    """Return the pointer that a provider's words mean in a transcript: as exact as its violations are."""
    return aim(rules, pointer, _violations(transcript, rules))


def _agreement(transcript: Transcript, answer: dict[str, Any]) -> Agreement | None:
    if transcript.checked is None:
        return None
    rules = answer["rules"]
    found = _violations(transcript, rules) if rules else []
    refused = transcript.errors > 0 or bool(transcript.wire_roles)
    return compare(rules, answer["pointer"], found, refused=refused)


def _violations(transcript: Transcript, rules: Sequence[str]) -> list[Violation]:
    """Return the violations of these rules; of unknown roles that stand in no violation, one each."""
    rows = access.violations_of(transcript).filter(rule__in=rules)[:COMPARED]
    roles = [
        Violation(ROLE, Severity.ERROR, ("core",), None, role["index"], role["pointer"])
        for role in transcript.wire_roles[:COMPARED]
    ]
    return [*(store.violation_of(row) for row in rows), *roles]
