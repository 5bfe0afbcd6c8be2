"""Static files as they are served: hashed, compressed, and style sheets without the comments that explain them."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

_COMMENT = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\s*/\*.*?\*/""", re.DOTALL)


def without_comments(style: str) -> str:
    """Return a style sheet without its comments; what stands in quotes is left alone."""
    return _COMMENT.sub(lambda found: found[1] or "", style)


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """What `collectstatic` fills."""

    def post_process(self, paths: Mapping[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Take the comments out of the copies of style sheets, and go on from those copies."""
        if dry_run:
            return
        taken = dict(paths)
        for name in paths:
            if name.endswith(".css"):
                copy = Path(self.path(name))
                copy.write_text(without_comments(copy.read_text(encoding="utf-8")), encoding="utf-8")
                taken[name] = (self, name)
        yield from super().post_process(taken, dry_run, **options)
