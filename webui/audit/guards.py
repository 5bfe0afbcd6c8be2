"""Triggers that keep events as they are, whatever SQL the app's own connection sends.

SQLite drops the triggers of a table that a migration rebuilds: a migration that changes `Event` installs them anew.
"""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "audit_event"
CHANGE, REMOVAL = "audit_event_no_change", "audit_event_no_removal"
SAID = "events are only ever added"
_TAKEN = "OLD.number > COALESCE((SELECT floor FROM audit_head WHERE team_id = OLD.team_id), 0)"

_SQLITE = (
    f"CREATE TRIGGER {CHANGE} BEFORE UPDATE ON {TABLE} BEGIN SELECT RAISE(ABORT, '{SAID}'); END",
    f"CREATE TRIGGER {REMOVAL} BEFORE DELETE ON {TABLE} WHEN {_TAKEN} BEGIN SELECT RAISE(ABORT, '{SAID}'); END",
)
_POSTGRESQL = (
    "CREATE OR REPLACE FUNCTION audit_event_change() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN RAISE EXCEPTION '{SAID}'; END $$",
    "CREATE OR REPLACE FUNCTION audit_event_removal() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN IF {_TAKEN} THEN RAISE EXCEPTION '{SAID}'; END IF; RETURN OLD; END $$",
    f"CREATE TRIGGER {CHANGE} BEFORE UPDATE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION audit_event_change()",
    f"CREATE TRIGGER {REMOVAL} BEFORE DELETE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION audit_event_removal()",
)


def statements(vendor: str) -> tuple[str, ...]:
    """Return what puts the triggers in place in a database of this vendor."""
    return _POSTGRESQL if vendor == "postgresql" else _SQLITE


def removals(vendor: str) -> tuple[str, ...]:
    """Return what takes the triggers away."""
    where = f" ON {TABLE}" if vendor == "postgresql" else ""
    return tuple(f"DROP TRIGGER IF EXISTS {name}{where}" for name in (CHANGE, REMOVAL))


def install(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Put the triggers in place; for a migration."""
    for statement in (*removals(editor.connection.vendor), *statements(editor.connection.vendor)):
        editor.execute(statement, params=None)


def remove(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Take the triggers away; for a migration that is undone."""
    for statement in removals(editor.connection.vendor):
        editor.execute(statement, params=None)
