package dev.undercroft.client;

import io.grpc.Status;

/** A call ended with a gRPC status that names no reason. */
public final class CallFailedException extends ClientException {
    private final Status.Code code;
    private final String description;

    CallFailedException(Status.Code code, String description) {
        super(code + ": " + description);
        this.code = code;
        this.description = description;
    }

    /** The status. */
    public Status.Code code() {
        return code;
    }

    @Override
    CallFailedException again() {
        return new CallFailedException(code, description);
    }
}
