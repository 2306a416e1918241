"""Undercroft: a server for turn-based games in which players don't all see the same thing.

Game authors import `undercroft.game`, bot authors `undercroft.bot`, both `undercroft.hookspecs` and
`undercroft.testing`. Importing this package loads no gRPC.
"""

__version__ = "0.1.0"
