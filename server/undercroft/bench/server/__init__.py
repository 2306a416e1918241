"""How many durable moves a second a server makes, beside the bare transport of a move on the same machine.

Everything runs in processes of its own on loopback: the server as operators run it (`server_process`), a gRPC server
that does nothing but pass bytes (`raw_server`), and the clients (`load`), which play on the one and pass bytes to the
other in alternating slices of the same run (`measuring`).

The load saturates the server: every match has one move under way at any time, the next is sent as soon as both seats
have seen the last, and clients spend less on a move than the server does.
"""

from undercroft.bench.server.figures import Measured, ShapeFigures
from undercroft.bench.server.measuring import measure
from undercroft.bench.server.plan import SHAPES, BenchFailed, Plan, Shape

__all__ = ["SHAPES", "BenchFailed", "Measured", "Plan", "Shape", "ShapeFigures", "measure"]
