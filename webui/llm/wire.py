"""The connection that the providers' packages are given: checked addresses, one deadline, a cap, no redirects.

What goes wrong here is raised as a ClientError and noted on the `Line`, for a package may wrap whatever passes through
it. Foreign exceptions are left behind before ours is raised: they carry addresses and content.
"""

import socket
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import httpcore2
import httpx2

from compaction.errors import ClientError
from webui.llm.addresses import Policy, resolve
from webui.llm.deadline import Deadline

MAX_REPLY_BYTES = 16 * 1024 * 1024
"""Of one response with its headers: the longest summary takes a thousandth of it."""

T = TypeVar("T")


class Line:
    """The way to a model for one call: `http` is what a package is given, `failure` what went wrong on the way.

    It takes no proxy and no certificate from the environment. Use it as a context.
    """

    def __init__(self, seconds: float, allowed: Policy) -> None:
        self.failure: ClientError | None = None
        self._deadline = Deadline(seconds)
        self._allowed = allowed

    def __enter__(self) -> "Line":
        self.http = httpx2.Client(
            transport=Transport(self, self._deadline, self._allowed),
            timeout=None,  # the deadline is asked at every step
            trust_env=False,
            follow_redirects=False,
            headers={"Accept-Encoding": "identity"},
        )
        return self

    def __exit__(self, *raised: object) -> None:
        self.http.close()

    def fault(self) -> ClientError:
        """Return what to raise where a package gave up: what went wrong here, or else that nothing could be sent."""
        return self.failure or ClientError("not-sent", retryable=False)


class Transport(httpx2.BaseTransport):
    """Sends a request over connections of its own and closes them with the client."""

    def __init__(self, line: Line, deadline: Deadline, allowed: Policy) -> None:
        self._line = line
        self._pool = httpcore2.ConnectionPool(
            ssl_context=httpx2.create_ssl_context(trust_env=False),
            network_backend=Backend(deadline, allowed),
            max_keepalive_connections=0,
        )

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send the request and read the whole response. Raises: ClientError."""
        try:
            return self._answered(request)
        except ClientError as failure:
            self._line.failure = failure
            raise

    def _answered(self, request: httpx2.Request) -> httpx2.Response:
        asked = httpcore2.Request(
            method=request.method,
            url=httpcore2.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=request.url.raw_path,
            ),
            headers=request.headers.raw,
            content=request.read(),
        )
        status, headers, content = _ours(lambda: self._exchange(asked))
        if 300 <= status < 400:
            raise ClientError("redirected", retryable=False, status=status)
        response = httpx2.Response(status, headers=headers)
        # A packed body could grow without end; none was asked for.
        if response.headers.get("content-encoding", "identity").lower() not in ("identity", ""):
            raise ClientError("unreadable-reply", retryable=False, status=status)
        return httpx2.Response(status, headers=headers, content=content)

    def _exchange(self, asked: httpcore2.Request) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        response = self._pool.handle_request(asked)
        try:
            return response.status, response.headers, response.read()
        finally:
            response.close()

    def close(self) -> None:
        """Close what is open."""
        self._pool.close()


class Backend(httpcore2.NetworkBackend):
    """Opens connections to allowed addresses alone."""

    def __init__(self, deadline: Deadline, allowed: Policy) -> None:
        self._deadline = deadline
        self._allowed = allowed
        self._plain = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        """Connect to the first address of the host that answers. Raises: ClientError."""
        addresses = resolve(host, port, self._deadline.left())
        self._deadline.left()
        # One refused address refuses the name: a mixed answer is what rebinding looks like.
        if not all(self._allowed.allows(address) for address in addresses):
            raise ClientError("address-refused", retryable=False)
        for address in addresses:
            try:
                stream = self._plain.connect_tcp(address, port, self._deadline.left(), None, socket_options)
            except httpcore2.ConnectTimeout:
                continue
            except httpcore2.ConnectError:
                continue
            return Stream(stream, self._deadline)
        self._deadline.left()
        raise ClientError("unreachable", retryable=True)

    def sleep(self, seconds: float) -> None:
        """Never wait: nothing is tried twice here."""


class Stream(httpcore2.NetworkStream):
    """A connection whose every step asks the deadline, and which takes no more than a reply may have."""

    def __init__(self, inner: httpcore2.NetworkStream, deadline: Deadline) -> None:
        self._inner = inner
        self._deadline = deadline
        self._taken = 0

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return what has come. Raises: ClientError."""
        data = self._inner.read(max_bytes, self._deadline.left())
        self._taken += len(data)
        if self._taken > MAX_REPLY_BYTES:
            raise ClientError("reply-too-large", retryable=False)
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send all of it, however slowly it is taken, within the deadline."""
        connection: socket.socket = self._inner.get_extra_info("socket")
        view = memoryview(buffer)
        while view:
            connection.settimeout(self._deadline.left())
            view = view[_sent(connection, view) :]

    def start_tls(self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None) -> "Stream":
        """Return the connection with TLS on it. Raises: ClientError."""
        try:
            inner = self._inner.start_tls(ssl_context, server_hostname, self._deadline.left())
        except httpcore2.ConnectTimeout:
            inner = None
        except httpcore2.ConnectError:
            inner = None
        if inner is None:
            self._deadline.left()
            raise ClientError("tls-failed", retryable=False)
        return Stream(inner, self._deadline)

    def close(self) -> None:
        """Close it."""
        self._inner.close()

    def get_extra_info(self, info: str) -> Any:
        """Return what the connection knows of itself."""
        return self._inner.get_extra_info(info)


def _sent(connection: socket.socket, view: memoryview) -> int:
    try:
        return connection.send(view)
    except TimeoutError:
        late = True
    except OSError:
        late = False
    raise ClientError("deadline" if late else "hung-up", retryable=True)


def _ours(step: Callable[[], T]) -> T:
    """Do the step; what the connection raises becomes ours."""
    try:
        return step()
    except httpcore2.TimeoutException:
        code, again = "deadline", True
    except (httpcore2.NetworkError, httpcore2.RemoteProtocolError):
        code, again = "hung-up", True
    except (httpcore2.ProtocolError, httpcore2.UnsupportedProtocol):
        code, again = "not-sent", False
    raise ClientError(code, retryable=again)
