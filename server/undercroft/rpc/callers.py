"""Where a call comes from, as the transport or a proxy that the operator trusts tells it; never as the caller does."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import unquote

import msgspec

__all__ = ["FORWARDED", "Caller", "Callers", "network"]

FORWARDED: Final = "x-forwarded-for"
"""The metadata in which proxies write from where a call came to them, each after what it was sent."""

_V6_PREFIX: Final = 64
"""What one customer of a provider has at least (RFC 6177): single addresses beyond it cost nothing."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Caller(msgspec.Struct, frozen=True):
    """`address` is an IPv4 address or an IPv6 network of 64 bits; `here`: the call was made on this machine."""

    address: str
    here: bool


class Callers:
    """Tells callers apart. `proxies` are the addresses and networks whose `x-forwarded-for` is believed."""

    def __init__(self, proxies: Sequence[str]) -> None:
        self._proxies = tuple(map(network, proxies))

    def caller(self, peer: str, forwarded: Iterable[str]) -> Caller:
        """Who calls: `peer` is gRPC's name for the other end, `forwarded` what stands in the metadata `FORWARDED`.

        A proxy writes at the end of the list, so it is read from there, for as long as it leads through proxies. One
        that doesn't say who calls is the caller itself.
        """
        address = _address_of(peer)
        if address is None:
            return Caller(peer, here=False)
        if not self._is_proxy(address):
            return Caller(_counted(address), address.is_loopback)
        for hop in reversed(",".join(forwarded).split(",")):
            before = _parsed(hop.strip())
            if before is None:
                break
            address = before
            if not self._is_proxy(address):
                break
        return Caller(_counted(address), here=False)

    def _is_proxy(self, address: Address) -> bool:
        return any(address in proxies for proxies in self._proxies)


def network(text: str) -> Network:
    """An address or a network such as `10.0.0.0/8`.

    Raises:
        ValueError: it is neither.
    """
    return ipaddress.ip_network(text, strict=False)


def _address_of(peer: str) -> Address | None:
    """The address in gRPC's name for a peer: `ipv4:10.0.0.7:5123`, `ipv6:%5Bfe80::1%25eth0%5D:5123`."""
    kind, _, where = unquote(peer).partition(":")
    return _parsed(where) if kind in {"ipv4", "ipv6"} else None


def _parsed(text: str) -> Address | None:
    """An address with or without a port, as proxies and gRPC write it: `10.0.0.7:80`, `[::1]:80`, `::1`."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    inside = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return inside or address


def _counted(address: Address) -> str:
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(ipaddress.ip_network((int(address), _V6_PREFIX), strict=False))
