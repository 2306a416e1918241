"""What every call passes through: the operator's own rules, and the way errors leave."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar, cast

import grpc

from undercroft.hookspecs import Call
from undercroft.host.codes import looks_like_match_id
from undercroft.match import Reason, Refusal
from undercroft.registry import Registry
from undercroft.rpc.errors import abort, incident
from undercroft.rpc.reading import reading_safely

__all__ = ["Gate", "refusing"]

Unary = TypeVar("Unary", bound=Callable[..., Awaitable[Any]])
Context = grpc.aio.ServicerContext[Any, Any]
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


def refusing(method: Unary) -> Unary:
    """A unary method whose refusals become statuses and whose faults become INTERNAL with a number."""

    @functools.wraps(method)
    async def wrapped(self: Any, request: Any, context: Context) -> Any:
        try:
            return await method(self, request, context)
        except Refusal as refusal:
            await abort(context, refusal)
        except grpc.aio.InternalError:
            raise  # a client that went away while something was sent to it: nothing more can be said (`departures`)
        except Exception:
            await abort(context, incident(method.__name__, _match_of(request)))

    return cast("Unary", wrapped)


def _match_of(request: Any) -> str | None:
    """The match that a request names, for the log; not whatever else a client may have written there."""
    match_id: str = getattr(request, "match_id", "")
    return match_id if looks_like_match_id(match_id) else None


class Gate(grpc.aio.ServerInterceptor):
    """Asks the operator's plugins whether a call may pass (`undercroft_authenticate`); refuses what can't be read."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._handlers: dict[str, Handler] = {}

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[grpc.RpcMethodHandler[Any, Any] | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[Any, Any] | None:
        """Let the call through, or put a handler in its place that refuses it."""
        metadata = {
            key: value for key, value in handler_call_details.invocation_metadata or () if isinstance(value, str)
        }
        why = self._registry.authenticate(Call(handler_call_details.method, metadata))
        handler = await continuation(handler_call_details)
        if why is None:
            return None if handler is None else self._safe(handler_call_details.method, handler)

        async def refuse(_: Any, context: Context) -> Any:
            await abort(context, Refusal(Reason.UNAUTHENTICATED, why))

        if handler is None or not handler.response_streaming:
            return grpc.unary_unary_rpc_method_handler(refuse)
        return grpc.stream_stream_rpc_method_handler(refuse)

    def _safe(self, method: str, handler: Handler) -> Handler:
        safe = self._handlers.get(method)
        if safe is None:
            safe = self._handlers[method] = reading_safely(handler)
        return safe
