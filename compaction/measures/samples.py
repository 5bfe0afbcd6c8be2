"""The dialog of the worked examples."""

EXPORT = (
    "Please look at services/export/runner.py. It opens port 5433 and uses ledger_v7.\n"
    "EXPORT-118 came after 42 seconds. Retry 3 times with a 90 second pause.\n"
    "Stay on branch fix/export-lock."
)
"""Eight identifiers."""

SHORT = "Job runner: services/export/runner.py, port 5433, schema ledger_v7. EXPORT-118 = lock table held; retry 3x."
"""Five of them."""

FOLDED = f"{SHORT}\n- Which branch?: fix/export-lock"
"""Six of them."""
