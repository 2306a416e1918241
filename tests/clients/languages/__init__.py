"""The clients in other languages than Python: their own tests, and their example bots against a server that fails.

`python -m tests.clients.languages` looks at the shape of their code. A language whose toolchain isn't on this machine
is skipped, and named; one that stands in UNDERCROFT_REQUIRE, as in `go,java,rust,typescript`, fails then.
"""
