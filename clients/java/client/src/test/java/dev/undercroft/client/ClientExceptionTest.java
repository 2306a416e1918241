package dev.undercroft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import dev.undercroft.v1.Reason;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientExceptionTest {
    private static ClientException failure(String reason, String domain) {
        ErrorInfo info = ErrorInfo.newBuilder()
                .setReason(reason)
                .setDomain(domain)
                .putMetadata("legal", "[\"a\",\"b\"]")
                .build();
        return ClientException.of(StatusProto.toStatusRuntimeException(com.google.rpc.Status.newBuilder()
                .setCode(Status.Code.FAILED_PRECONDITION.value())
                .setMessage("no")
                .addDetails(Any.pack(info))
                .build()));
    }

    @Test
    void aStatusWithAReasonOfOursIsARefusal() {
        RefusedException refused = assertInstanceOf(RefusedException.class, failure("ILLEGAL_ACTION", "undercroft"));
        assertEquals(Reason.REASON_ILLEGAL_ACTION, refused.reason());
        assertEquals("no", refused.getMessage());
        assertEquals(List.of("a", "b"), refused.legal());
    }

    @Test
    void aReasonFromANewerServerIsUnspecified() {
        RefusedException refused = assertInstanceOf(RefusedException.class, failure("FULL_MOON", "undercroft"));
        assertEquals(Reason.REASON_UNSPECIFIED, refused.reason());
    }

    @Test
    void aReasonOfSomebodyElseIsNoneOfOurs() {
        assertInstanceOf(CallFailedException.class, failure("ILLEGAL_ACTION", "elsewhere"));
    }

    @Test
    void detailsThatMakeNoSenseArePassedOver() {
        Map<String, String> details = Map.of("seconds", "-1", "legal", "{", "seq", "x");
        RefusedException refused = new RefusedException(Reason.REASON_STALE, "", details);
        assertEquals(Duration.ZERO, refused.retryAfter());
        assertEquals(0, refused.newestSeq());
        assertEquals(List.of(), refused.legal());
    }
}
