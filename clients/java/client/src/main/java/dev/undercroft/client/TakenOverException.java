package dev.undercroft.client;

/** Another connection has taken the seat, or the bot's name. To come back would be to take it in turn, so nobody does. */
public final class TakenOverException extends ClientException {
    TakenOverException(String message) {
        super(message);
    }

    @Override
    TakenOverException again() {
        return new TakenOverException(getMessage());
    }
}
