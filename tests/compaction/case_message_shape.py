"""Source: message-shape 15."""

import json

from compaction import shape


def as_sent(body: object) -> bytes:
    return json.dumps(body).encode()


def check(case: dict[str, object]) -> None:
    report = shape.check(as_sent(case["request"]), dialect=str(case["dialect"]), layer="core")
    found = [{"index": v.index, "rule": v.rule, "pointer": v.pointer} for v in report.violations]
    roles = [{"index": r.index, "role": r.role, "pointer": r.pointer} for r in report.wire_roles]
    assert found == case["expect"]
    assert roles == case["expect_wire"]
    assert list(report.unreadable) == case.get("unreadable", [])
