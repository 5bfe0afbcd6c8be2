"""The trail on PostgreSQL: one chain under many writers, and rows that stay."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

pytestmark = pytest.mark.service
ROOT = Path(__file__).parents[2]


def test_twenty_writers_leave_one_chain_that_sql_cannot_change(tmp_path: Path, database_url: str) -> None:
    env = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": database_url,
        "SECRET_KEY": "0123456789abcdef" * 4,
        "DJANGO_SETTINGS_MODULE": "tests.probe.settings",
    }

    def manage(*arguments: str, status: int = 0) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, timeout=120)
        assert done.returncode == status, done.stdout
        return done.stdout

    manage("migrate", "--verbosity", "0")
    manage("chain", "20", "5")
    assert manage("verify_audit").startswith("probe: whole: 100 events, the newest is event 100 ")

    with psycopg.connect(database_url, autocommit=True) as connection:
        for sql in ("UPDATE audit_event SET note = 'x' WHERE number = 7", "DELETE FROM audit_event WHERE number = 7"):
            with pytest.raises(psycopg.errors.RaiseException, match="only ever added"):
                connection.execute(sql)
        connection.execute("ALTER TABLE audit_event DISABLE TRIGGER USER")
        connection.execute("UPDATE audit_event SET note = 'x' WHERE number = 7")
    assert manage("verify_audit", status=1).startswith("probe: broken: event 7 was edited")
