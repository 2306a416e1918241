package dev.undercroft.client;

/** The server sent what it must not send, as facts that don't follow on. */
public final class ProtocolException extends ClientException {
    ProtocolException(String message) {
        super(message);
    }

    @Override
    ProtocolException again() {
        return new ProtocolException(getMessage());
    }
}
