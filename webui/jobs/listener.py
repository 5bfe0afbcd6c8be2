"""Where the web process listens: read, tried and asked for."""

import http.client
import socket
from dataclasses import dataclass

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared, not bound


@dataclass(frozen=True, slots=True)
class Bind:
    """A host and a port to listen on."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def near(self) -> str:
        """Return a host under which this machine reaches the listener."""
        return _EVERYWHERE.get(self.host, self.host)

    def address(self) -> str:
        """Return the address that a person opens."""
        shown = socket.gethostname() if self.host in _EVERYWHERE else self.host
        return f"http://{Bind(shown, self.port)}"


def read_bind(text: str) -> Bind | None:
    """Return what `host:port` or `[host]:port` says, or None where it says nothing usable."""
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not (port.isascii() and port.isdigit()) or not 0 < int(port) < 65536:
        return None
    return Bind(host, int(port))


def is_free(bind: Bind) -> bool:
    """Return whether somebody can listen there."""
    family = socket.AF_INET6 if ":" in bind.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind.host, bind.port))
        except OSError:
            return False
    return True


def answers(bind: Bind) -> bool:
    """Return whether the web process says that it is well."""
    connection = http.client.HTTPConnection(bind.near(), bind.port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
