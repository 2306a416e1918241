"""What an operator may say of limits."""

from __future__ import annotations

import pytest

from undercroft.game import OptionError
from undercroft.options import decode_options
from undercroft.rpc.limits import Limits


def test_there_are_limits_unless_somebody_says_otherwise() -> None:
    keys = ("streams", "subscriptions", "matches_per_minute", "commands_per_second", "wrong_codes_per_minute")
    assert all(getattr(Limits(), key) > 0 for key in keys)
    assert Limits().proxies == ()
    lifted = decode_options(Limits, '{"streams": 0, "proxies": ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"]}')
    assert (lifted.streams, len(lifted.proxies)) == (0, 3)


@pytest.mark.parametrize("wrong", ["localhost", "10.0.0.0/99"])
def test_a_proxy_is_an_address_or_a_network(wrong: str) -> None:
    with pytest.raises(OptionError, match=r"proxies\[1\]: must be an address"):
        Limits(proxies=("127.0.0.1", wrong))
