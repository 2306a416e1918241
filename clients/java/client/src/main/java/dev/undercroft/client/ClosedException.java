package dev.undercroft.client;

/** The client, or the seat, was closed here. */
public final class ClosedException extends ClientException {
    ClosedException(String message) {
        super(message);
    }

    @Override
    ClosedException again() {
        return new ClosedException(getMessage());
    }
}
