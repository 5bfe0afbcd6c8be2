"""What a client is."""

from typing import Protocol

from compaction.llm.messages import Reply, Request


class Client(Protocol):
    """Asks a model, or something that answers like one, once and without retries."""

    def complete(self, request: Request) -> Reply:
        """Return the reply.

        Raises: ClientError, saying whether another try may help.
        """
        ...
