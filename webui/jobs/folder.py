"""The data folder: who may read it, its key, and the lock of the one supervisor that serves it."""

import fcntl
import hashlib
import os
import secrets
from io import TextIOWrapper
from pathlib import Path

from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

PARTS = ("blobs", "queue", "tmp")
STAMP = ".collected"


def prepare(data: Path) -> None:
    """Make the folder and its parts, for the owner alone. Safe to repeat."""
    for folder in (data, *(data / part for part in PARTS)):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    data.chmod(0o700)


def make_key(file: Path) -> None:
    """Write a secret key, readable by the owner alone, unless there is one."""
    part = file.with_name(f".{file.name}.{os.getpid()}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as out:
        out.write(secrets.token_urlsafe(64))
    try:
        # A link, not a rename: of two that start at once the first one's key stays.
        file.hardlink_to(part)
    except FileExistsError:
        file.chmod(0o600)
    finally:
        part.unlink()


def lock(data: Path) -> TextIOWrapper | None:
    """Return the lock of this folder, held until it is closed; None where another process holds it."""
    file = (data / "serve.lock").open("a")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


def collect_static(root: Path) -> bool:
    """Gather static files under hashed names if any of them changed; return whether it was needed."""
    stamp, now = root / STAMP, _fingerprint()
    if stamp.exists() and stamp.read_text() == now:
        return False
    root.mkdir(parents=True, exist_ok=True)
    # From nothing: by itself the command keeps a copy that is newer than a source that came back from elsewhere.
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(now)
    return True


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            stat = Path(storage.path(path)).stat()
            digest.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
