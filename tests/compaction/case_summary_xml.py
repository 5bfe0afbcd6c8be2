"""Runs the cases of the summary grammar."""

import base64

from compaction.errors import InvalidSummary
from compaction.summary import read


def check(case: dict[str, str]) -> None:
    xml = base64.b64decode(case["xml_b64"]) if "xml_b64" in case else case["xml"].encode()
    try:
        reason = "ok" if read(xml).text.encode() == xml else "changed"
    except InvalidSummary as refusal:
        reason = refusal.reason
    assert reason == case["expect"], case["why"]
