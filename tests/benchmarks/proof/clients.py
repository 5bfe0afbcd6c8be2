"""Who answers in the proof beside the built-in client: truncation, and replies that a model gave earlier."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from compaction.errors import ClientError
from compaction.llm import Client, Reply, Request, Usage, tags

CHARACTERS_A_TOKEN = 4
OVERHEAD = 20
"""Characters that the check of the budget adds to a summary."""


class Truncation:
    """Keeps as many whole lines of earlier summary and conversation as the budget of call 1 allows, and asks nothing.

    It gets all of the budget, though the built-in client leaves a share of it to the answers.
    """

    def __init__(self, end: Literal["newest", "oldest"]) -> None:
        self._end = end

    def complete(self, request: Request) -> Reply:
        """Return the lines, or that there is nothing to ask."""
        if request.step != "summarize":
            return Reply("[]")
        prior = tags.enclosed(tags.PRIOR_SUMMARY, request.user) or ""
        lines = [*prior.split("\n"), *(tags.enclosed(tags.CONVERSATION, request.user) or "").split("\n")]
        room = request.budget * CHARACTERS_A_TOKEN - OVERHEAD
        kept: list[str] = []
        for line in reversed(lines) if self._end == "newest" else lines:
            if len(line) + 1 > room:
                # Of the line at the edge, what fits.
                kept.append((line[-room:] if self._end == "newest" else line[:room]) if room > 0 else "")
                break
            kept.append(line)
            room -= len(line) + 1
        return Reply("\n".join(reversed(kept) if self._end == "newest" else kept).strip("\n") or "nothing")


class Recorded:
    """Gives the replies of a file: one JSON object a line, found by the digest of its request."""

    def __init__(self, path: Path) -> None:
        self.replies = dict(_replies(path))

    def complete(self, request: Request) -> Reply:
        """Return the recorded reply. Raises: ClientError where there is none."""
        reply = self.replies.get(request.digest())
        if reply is None:
            raise ClientError("not-recorded", retryable=False)
        return reply


class Recorder:
    """Asks another client what is not in the file yet, and adds its replies there, one a line, as they come."""

    def __init__(self, client: Client, path: Path) -> None:
        self._client = client
        self._path = path
        self._known = dict(_replies(path)) if path.exists() else {}

    def complete(self, request: Request) -> Reply:
        """Return the reply, recorded now or earlier. Raises: ClientError, and records nothing then."""
        digest = request.digest()
        if digest not in self._known:
            reply = self._known[digest] = self._client.complete(request)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(_row(digest, request, reply), ensure_ascii=False) + "\n")
        return self._known[digest]


def _row(digest: str, request: Request, reply: Reply) -> dict[str, object]:
    usage = [reply.usage.input_tokens, reply.usage.output_tokens] if reply.usage else None
    return {"request": digest, "step": request.step, "reply": reply.text, "usage": usage}


def _replies(path: Path) -> Iterator[tuple[str, Reply]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield row["request"], Reply(row["reply"], Usage(*row["usage"]) if row["usage"] else None)
