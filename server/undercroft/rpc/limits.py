"""How much of a server one address may have, as its operator chooses."""

from __future__ import annotations

from typing import Annotated

import msgspec

from undercroft.game import OptionError
from undercroft.rpc.callers import network

__all__ = ["Limits"]

AtMost = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one address may do; 0 lifts a limit. An IPv6 address stands for its /64.

    `streams` (of any method) and `subscriptions` (on all its Play streams) may be open at once. `commands_per_second`
    counts those on Play streams, which are read more slowly then, and Act; `bots_per_minute` how often bots dial in.
    Calls made on this machine have none of these limits; `wrong_codes_per_minute` holds for them too. Calls by way of
    `proxies` (addresses and networks) come from where the proxy says in `x-forwarded-for`.
    """

    streams: AtMost = 2_000
    subscriptions: AtMost = 10_000
    matches_per_minute: AtMost = 600
    commands_per_second: AtMost = 2_000
    wrong_codes_per_minute: AtMost = 20
    bots_per_minute: AtMost = 600
    proxies: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for place, proxy in enumerate(self.proxies):
            try:
                network(proxy)
            except ValueError:
                raise OptionError(f"proxies[{place}]", "must be an address, or a network such as 10.0.0.0/8") from None
