"""A message queue in a folder: one file a message, published by a rename.

A reader never sees half a message, and a folder that is deleted while in use is made again.
"""

import os
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import virtual
from kombu.utils.json import dumps, loads

TAKEN = "taken"
"""The folder in which a reader holds a message while it reads it."""


class Channel(virtual.Channel):
    """One queue is one suffix; names begin with the time, so the oldest message is first."""

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        name = f"{time.time_ns():020d}-{uuid.uuid4().hex}.{queue}.msg"
        part = self._folder / f".{name}.part"
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.write_bytes(dumps(message).encode())
        part.replace(self._folder / name)

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        for name in self._names(queue):
            payload = self._take(name)
            if payload is not None:
                return loads(payload)
        raise Empty

    def _take(self, name: str) -> bytes | None:
        """Return a message, for the one reader whose rename succeeds."""
        taken = self._folder / TAKEN / name
        try:
            taken.parent.mkdir(mode=0o700, exist_ok=True)
            (self._folder / name).rename(taken)
            payload = taken.read_bytes()
            taken.unlink()
        except FileNotFoundError:
            return None
        return payload

    def _size(self, queue: str) -> int:
        return len(self._names(queue))

    def _purge(self, queue: str) -> int:
        return sum(self._take(name) is not None for name in self._names(queue))

    def _names(self, queue: str) -> list[str]:
        try:
            names = os.listdir(self._folder)  # noqa: PTH208 - names alone, twenty times a second
        except FileNotFoundError:
            return []
        return sorted(name for name in names if name.partition(".")[2] == f"{queue}.msg")

    # Every message goes to the queue it is routed to: there is no table of bindings that could be lost.

    def _lookup(self, exchange: str, routing_key: str, default: str | None = None) -> list[str]:
        return [routing_key]

    def _queue_bind(self, *args: Any) -> None:
        """Nothing to remember."""

    @property
    def _folder(self) -> Path:
        return Path(self.connection.client.transport_options["folder"])


class Transport(virtual.Transport):
    """The transport that `folder://` names."""

    Channel = Channel
    # Each connection has its own exchanges and bindings, as other processes do not share memory anyway.
    global_state = virtual.BrokerState()
    driver_type = "folder"
    driver_name = "folder"

    def driver_version(self) -> str:
        return "1"
