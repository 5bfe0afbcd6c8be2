"""Keys of endpoints at rest: sealed with a key that is derived from the secret of this deployment.

Who has the database alone reads no key. A new secret makes them unreadable; they are then entered again.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_PURPOSE = b"compaction-review: keys of model endpoints"


class KeyUnreadable(Exception):
    """A sealed key was sealed with another secret, or is damaged."""


def seal(key: str) -> bytes:
    """Return the key as bytes that only this deployment reads; no bytes for no key."""
    return _fernet().encrypt(key.encode()) if key else b""


def unseal(sealed: bytes) -> str:
    """Return the key. Raises: KeyUnreadable."""
    if not sealed:
        return ""
    try:
        return _fernet().decrypt(sealed).decode()
    except InvalidToken:
        pass
    raise KeyUnreadable


def _fernet() -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(settings.SECRET_KEY.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
