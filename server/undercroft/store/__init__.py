"""Where matches are kept: the `Store` contract and its backends, which `undercroft.store.urls` chooses by URL."""

from undercroft.store.contract import (
    Append,
    AppendResult,
    Due,
    Header,
    JoinCode,
    MatchQuery,
    Page,
    Rated,
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
    "Rated",
    "Store",
    "StoreError",
    "StoreUnavailable",
]
