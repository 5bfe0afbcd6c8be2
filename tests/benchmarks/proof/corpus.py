"""The fifty dialogs, half of them from grammars that are held out."""

from collections.abc import Iterator

from tests.benchmarks.proof.dialogs import Dialog
from tests.benchmarks.proof.scenarios import archive, billing, checkout, firmware, gateway, incident, sync, warehouse
from tests.benchmarks.proof.writing import write

DIALOGS = 50
OPEN = (billing.SCENARIO, checkout.SCENARIO, sync.SCENARIO, warehouse.SCENARIO)
HELD_OUT = (incident.SCENARIO, gateway.SCENARIO, firmware.SCENARIO, archive.SCENARIO)
"""Nobody looks at what the client makes of these while improving it."""


def dialogs(count: int = DIALOGS) -> Iterator[Dialog]:
    """Give the first so many dialogs, open and held-out ones in turn."""
    for number in range(count):
        held_out = bool(number % 2)
        group = HELD_OUT if held_out else OPEN
        yield write(group[number // 2 % len(group)], number, held_out=held_out)
