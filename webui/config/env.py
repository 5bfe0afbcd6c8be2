"""Typed readers for environment variables. A value that cannot be used stops the start and names its variable."""

import os
import secrets
from datetime import datetime, time
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_YES = frozenset({"1", "true", "yes", "on"})
_NO = frozenset({"0", "false", "no", "off", ""})


def text(name: str, default: str = "") -> str:
    """Return the variable without surrounding blanks."""
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool = False) -> bool:
    """Return a switch: 1, true, yes, on or 0, false, no, off."""
    value = text(name, "1" if default else "0").lower()
    if value not in _YES | _NO:
        raise ImproperlyConfigured(f"{name} must be 1 or 0.")
    return value in _YES


def number(name: str, default: int, *, least: int = 0) -> int:
    """Return a whole number that is not below `least`."""
    value = text(name) or str(default)
    if not (value.isascii() and value.isdigit() and int(value) >= least):
        raise ImproperlyConfigured(f"{name} must be a whole number of at least {least}.")
    return int(value)


def moment(name: str, default: str) -> time:
    """Return a time of day, UTC, as `02:00`."""
    value = text(name) or default
    try:
        return datetime.strptime(value, "%H:%M").time()
    except ValueError:
        problem = f"{name} must be a time of day like 02:00."
    raise ImproperlyConfigured(problem)


def names(name: str) -> list[str]:
    """Return the parts of a comma-separated list."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def address(name: str, default: str) -> SplitResult:
    """Return an http or https address without a path."""
    parts = _split(name, text(name) or default)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/"):
        raise ImproperlyConfigured(f"{name} must look like https://review.example.org, without a path.")
    return parts


def database(name: str, data: Path) -> dict[str, Any]:
    """Return Django's database entry: PostgreSQL where the variable names one, else SQLite in the data folder.

    Source: stack 3. With any of the three SQLite options missing, most concurrent writes fail.
    """
    if not text(name):
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": data / "db.sqlite3",
            # The last one to close the file writes its log back, and everybody else waits for that.
            "CONN_MAX_AGE": 60,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                # Of a large page, bodies of one or two kB leave less empty. It counts for a new database alone.
                "init_command": "PRAGMA page_size=16384;PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
            },
        }
    parts = _split(name, text(name))
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise ImproperlyConfigured(f"{name} must look like postgresql://user:password@host:5432/name.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "OPTIONS": dict(parse_qsl(parts.query)),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def redis(name: str) -> str:
    """Return the address of Redis, or nothing."""
    value = text(name)
    if value and _split(name, value).scheme not in {"redis", "rediss"}:
        raise ImproperlyConfigured(f"{name} must look like redis://host:6379/0.")
    return value


def secret_key(name: str, file: Path) -> tuple[str, bool]:
    """Return the key and whether it outlives this process.

    The variable wins over the key file. Without either the key is random, which is enough for a command that
    signs nothing.
    """
    if value := text(name):
        if len(value) < 50:
            raise ImproperlyConfigured(f"{name} must have at least 50 characters.")
        return value, True
    try:
        return file.read_text("ascii").strip(), True
    except FileNotFoundError:
        return secrets.token_urlsafe(64), False
    except OSError:
        problem = f"The key file {file} cannot be read."
    raise ImproperlyConfigured(problem)


def _split(name: str, value: str) -> SplitResult:
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError:
        problem = f"{name} is not an address."
    else:
        return parts
    raise ImproperlyConfigured(problem)
