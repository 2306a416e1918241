package dev.undercroft.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import dev.undercroft.v1.Reason;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.Optional;
import java.util.Set;

/** The root of everything that goes wrong here. */
public abstract sealed class ClientException extends RuntimeException
        permits CallFailedException,
                ClosedException,
                ConnectionLostException,
                ProtocolException,
                RefusedException,
                TakenOverException {
    private static final String DOMAIN = "undercroft";

    private static final Set<Status.Code> HOPELESS = Set.of(
            Status.Code.UNAUTHENTICATED,
            Status.Code.PERMISSION_DENIED,
            Status.Code.UNIMPLEMENTED,
            Status.Code.INVALID_ARGUMENT,
            Status.Code.NOT_FOUND,
            Status.Code.FAILED_PRECONDITION);

    ClientException(String message) {
        super(message);
    }

    /** The same, as an exception of the thread that is to hear of it. */
    abstract ClientException again();

    /** What a call that has failed is called here. */
    static ClientException of(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        String message = words(status);
        return info(failure)
                .<ClientException>map(
                        info -> new RefusedException(reason(info.getReason()), message, info.getMetadataMap()))
                .orElseGet(() -> new CallFailedException(status.getCode(), message));
    }

    /** What a status says, and what has caused it on this machine. */
    static String words(Status status) {
        String description = Optional.ofNullable(status.getDescription()).orElse("");
        return status.getCause() == null
                ? description
                : description + ": " + status.getCause().getMessage();
    }

    /** Whether another attempt to open a stream would end as this one did. */
    boolean isHopeless() {
        if (this instanceof RefusedException refused) {
            return switch (refused.reason()) {
                case REASON_SHUTTING_DOWN, REASON_STORAGE_UNAVAILABLE, REASON_RATE_LIMITED, REASON_INTERNAL -> false;
                default -> true;
            };
        }
        if (this instanceof CallFailedException failed) {
            return HOPELESS.contains(failed.code());
        }
        return this instanceof TakenOverException || this instanceof ClosedException;
    }

    private static Optional<ErrorInfo> info(Throwable failure) {
        com.google.rpc.Status status = StatusProto.fromThrowable(failure);
        if (status == null) {
            return Optional.empty();
        }
        return status.getDetailsList().stream()
                .filter(detail -> detail.is(ErrorInfo.class))
                .map(ClientException::unpacked)
                .filter(info -> info.getDomain().equals(DOMAIN))
                .findFirst();
    }

    private static ErrorInfo unpacked(Any detail) {
        try {
            return detail.unpack(ErrorInfo.class);
        } catch (InvalidProtocolBufferException nonsense) {
            return ErrorInfo.getDefaultInstance();
        }
    }

    private static Reason reason(String name) {
        try {
            return Reason.valueOf("REASON_" + name);
        } catch (IllegalArgumentException fromANewerServer) {
            return Reason.REASON_UNSPECIFIED;
        }
    }
}
