"""Speaking to a server, with every way that can go wrong put into a sentence."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, TypeVar

from undercroft.cli.failure import Failure, perhaps
from undercroft.cli.remote_server import RemoteServer
from undercroft.game import UndercroftError
from undercroft_client import CallFailed, Client, ClientError, ConnectionLost, Refused

__all__ = ["ask", "refusals_in_words", "run", "speaking_to"]

PATIENCE_S: Final = 3.0
"""How long a call tries to reach a server: long enough for one just starting, short enough for a typing error."""

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a command's work in the process's one event loop. SIGTERM ends it as Ctrl-C does: by cancelling it.

    Raises:
        Failure: with the sentence of any error of this project's own.
    """

    async def main() -> T:
        task = asyncio.ensure_future(work)
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                with contextlib.suppress(NotImplementedError):
                    asyncio.get_running_loop().add_signal_handler(getattr(signal, name), task.cancel)
        return await task

    try:
        return asyncio.run(main())
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    except UndercroftError as error:
        raise Failure(_sentence(str(error))) from error


def ask(server: RemoteServer, question: Callable[[Client], Awaitable[T]]) -> T:
    """The answer of a server to one question.

    Raises:
        Failure: it can't be reached, or refuses.
    """

    async def asked() -> T:
        async with speaking_to(server) as client:
            return await question(client)

    return run(asked())


@asynccontextmanager
async def speaking_to(server: RemoteServer) -> AsyncIterator[Client]:
    """A client of a server; whatever it raises becomes a `Failure`."""
    with refusals_in_words(server.address):
        async with Client(server.address, credentials=server.credentials(), patience=PATIENCE_S) as client:
            yield client


@contextmanager
def refusals_in_words(server: str) -> Iterator[None]:
    """Turn the client's errors into failures; `server` is what it is called."""
    try:
        yield
    except ClientError as error:
        raise Failure(_in_words(error, server)) from error


def _in_words(error: ClientError, server: str) -> str:
    """An error of the client as a sentence for a person."""
    match error:
        case ConnectionLost():
            return _unreachable(str(error), server)
        case Refused():
            missing = [name for name in error.nearest if name not in error.message]
            return f"{_sentence(error.message)}{perhaps(missing)}"
        case CallFailed():
            return f"the server at {server} can't do that: {_sentence(str(error))}"
        case _:
            return _sentence(str(error))


_HINTS: Final = {
    "WRONG_VERSION_NUMBER": "the server at {} speaks plain text, and isn't to be spoken to with --tls or --ca.",
    "certificate has expired": "the certificate of the server at {} has expired.",
    "CERTIFICATE_VERIFY_FAILED": "no authority trusted here vouches for the server at {}: --ca FILE names others.",
    "Hostname Verification Check failed": "the server at {} shows a certificate with another name.",
    "Handshake read failed": "the server at {} breaks off, as for a kind of key that gRPC doesn't know.",
    "Socket closed": "the server at {} hangs up at once. Perhaps it speaks TLS, as --tls and --ca FILE do?",
}
"""What gRPC's C core says when the two sides don't agree on TLS (1.75 to 1.85), and how a person would put it."""


def _unreachable(why: str, server: str) -> str:
    """Why there is no connection, where that can be told."""
    hint = next((hint for sign, hint in _HINTS.items() if sign in why), "no server can be reached at {}.")
    return hint.format(server)


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
