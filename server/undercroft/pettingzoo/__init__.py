"""A game as a PettingZoo environment, for whoever trains agents: `aec_env("dungeon-of-fear")`.

Needs the extra `pettingzoo`. An agent is a seat, and is given what that seat would be sent, nothing else.
"""

from undercroft.pettingzoo.encoding import Encoding, JsonBytes
from undercroft.pettingzoo.environment import UndercroftEnv, aec_env

__all__ = ["Encoding", "JsonBytes", "UndercroftEnv", "aec_env"]
