"""The processes in which hosted bots think: the pool, a lane for each worker, its process, what it prints."""

from undercroft.host.pool.lane import Handle
from undercroft.host.pool.pool import BotPool, PoolError
from undercroft.host.pool.team import Team
from undercroft.worker.messages import BotAsk, BotFailure

__all__ = ["BotAsk", "BotFailure", "BotPool", "Handle", "PoolError", "Team"]
