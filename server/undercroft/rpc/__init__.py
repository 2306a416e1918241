"""gRPC in front of the host: servicers, the error table, the server. Nobody else in the server knows gRPC."""

from undercroft.rpc.certificate import CertificateError
from undercroft.rpc.server import ListenError, Server, ServerConfig

__all__ = ["CertificateError", "ListenError", "Server", "ServerConfig"]
