"""A client that answers from a list: for tests and demonstrations."""

from collections.abc import Iterable

from compaction.errors import ClientError, ScriptEnded
from compaction.llm.messages import Reply, Request


class Scripted:
    """Gives the next reply, or raises the next error, for each request; `requests` keeps what was asked."""

    def __init__(self, replies: Iterable[str | Reply | ClientError]) -> None:
        self.left = list(replies)
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Reply:
        """Return the next reply.

        Raises: ClientError where the script says so; ScriptEnded when nothing is left.
        """
        self.requests.append(request)
        if not self.left:
            raise ScriptEnded
        answer = self.left.pop(0)
        if isinstance(answer, ClientError):
            raise answer
        return Reply(answer) if isinstance(answer, str) else answer
