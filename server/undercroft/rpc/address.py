"""Addresses to listen on: what they look like, and whether other machines reach them."""

from __future__ import annotations

import asyncio
import ipaddress
import socket

from undercroft.game import UndercroftError

__all__ = ["ListenError", "is_loopback", "split_address"]


class ListenError(UndercroftError):
    """The address can't be listened on: the port is in use, the host isn't ours, or it would be open in plain text."""


def split_address(address: str) -> tuple[str, int]:
    """Host and port of HOST:PORT or [HOST]:PORT, the host as it is written.

    Raises:
        ListenError: it is anything else.
    """
    host, _, port = address.rpartition(":")
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    if not bare or (":" in bare and bare == host) or not (port.isascii() and port.isdecimal()) or int(port) > 65535:
        raise ListenError(f"{address!r} is no address: it should look like 127.0.0.1:7070")
    return host, int(port)


async def is_loopback(host: str) -> bool:
    """Whether a host is this machine's loopback and nothing else (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).

    A name is looked up, and all it stands for has to be.

    Raises:
        OSError: it is the name of nothing.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return all(_is_loopback(str(where[0])) for *_, where in found)


def _is_loopback(number: str) -> bool:
    ip = ipaddress.ip_address(number)
    inside = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return (inside or ip).is_loopback
