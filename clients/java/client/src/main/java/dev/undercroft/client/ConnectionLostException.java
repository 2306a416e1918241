package dev.undercroft.client;

/** The server couldn't be reached for as long as the caller was ready to wait. */
public final class ConnectionLostException extends ClientException {
    ConnectionLostException(String message) {
        super(message);
    }

    @Override
    ConnectionLostException again() {
        return new ConnectionLostException(getMessage());
    }
}
