"""Where matches are kept: the `Store` contract and its backends, chosen by URL."""

from undercroft.store.contract import (
    Append,
    AppendResult,
    Due,
    Header,
    JoinCode,
    MatchQuery,
    Page,
    Store,
    StoreError,
    StoreUnavailable,
)

__all__ = [
    "Append",
    "AppendResult",
    "Due",
    "Header",
    "JoinCode",
    "MatchQuery",
    "Page",
    "Store",
    "StoreError",
    "StoreUnavailable",
]
