"""Which addresses a model may stand at.

An endpoint is an address that a person types and this host then calls, so that without a rule anybody who may edit it
could reach whatever the host reaches. The rule is asked about the name when it is saved, and about each resolved
address at every connection, which is then made to that very address: a name that resolves differently a moment later
gains nothing.

Source: decisions 30.
"""

import ipaddress
import socket
import threading
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

CARRIERS = ipaddress.ip_network("100.64.0.0/10")
"""Shared by carriers and overlay networks: neither public nor private by the registry."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
LONGEST = 500
"""Characters of a base address."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What is allowed besides public addresses. Link-local, multicast and reserved ones never are, unless `private`
    opens link-local too."""

    loopback: bool
    private: bool

    def allows(self, address: str) -> bool:
        """Return whether a connection to this IP address may be made."""
        found = _plain(ipaddress.ip_address(address.partition("%")[0]))
        if found.is_loopback:
            return self.loopback
        if found.is_unspecified or found.is_multicast:
            return False
        if found.is_private or found.is_link_local or (found.version == 4 and found in CARRIERS):
            return self.private
        return found.is_global


def policy() -> Policy:
    """Return the policy of this deployment: one machine may call itself, a team's image only what is set."""
    return Policy(loopback=settings.LLM_ALLOW_LOOPBACK, private=settings.LLM_ALLOW_PRIVATE)


def fault(base_url: str, allowed: Policy) -> str:
    """Return what is wrong with a base address as a code, or nothing. Asks no resolver.

    Codes: `not-an-address`, `has-credentials`, `has-query`, `needs-https`, `loopback-refused`, `private-refused`.
    """
    parts = _split(base_url)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname or len(base_url) > LONGEST:
        return "not-an-address"
    if parts.username is not None or parts.password is not None:
        return "has-credentials"
    if parts.query or parts.fragment:
        return "has-query"
    return _range_fault(parts, allowed)


def _range_fault(parts: SplitResult, allowed: Policy) -> str:
    host = (parts.hostname or "").rstrip(".")
    try:
        address = str(ipaddress.ip_address(host.partition("%")[0]))
    except ValueError:
        if host == "localhost" or host.endswith(".localhost"):
            address = "127.0.0.1"
        else:
            return ""
    if allowed.allows(address):
        return ""
    return "loopback-refused" if _plain(ipaddress.ip_address(address)).is_loopback else "private-refused"


def resolve(host: str, port: int, seconds: float) -> list[str]:
    """Return the addresses of a host, in the resolver's order; none when it is unknown or takes longer than that."""
    found: list[str] = []

    def ask() -> None:
        try:
            for *_, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
                found.append(str(place[0]))
        except (OSError, UnicodeError):
            pass

    # A resolver has no time limit of its own that this process could set.
    thread = threading.Thread(target=ask, name="resolve", daemon=True)
    thread.start()
    thread.join(seconds)
    return list(dict.fromkeys(found)) if not thread.is_alive() else []


def _plain(address: Address) -> Address:
    """Return the IPv4 address that an IPv6 one stands for, so that no range hides behind a longer spelling."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.ipv4_mapped:
        return address.ipv4_mapped
    if address.sixtofour:
        return address.sixtofour
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def _split(value: str) -> SplitResult | None:
    if any(character.isspace() or not character.isprintable() for character in value):
        return None
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError:
        return None
    return parts
