package dev.undercroft.client;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.undercroft.v1.Reason;
import dev.undercroft.v1.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The server refused, and says why. Switch on {@link #reason}; the message is a sentence for a person. */
public final class RefusedException extends ClientException {
    private static final Gson JSON = new Gson();

    private final Reason reason;
    private final Map<String, String> details;

    RefusedException(Reason reason, String message, Map<String, String> details) {
        super(message);
        this.reason = reason;
        this.details = Map.copyOf(details);
    }

    static RefusedException of(Refusal refusal) {
        Reason reason = refusal.getReason() == Reason.UNRECOGNIZED ? Reason.REASON_UNSPECIFIED : refusal.getReason();
        return new RefusedException(reason, refusal.getMessage(), refusal.getDetailsMap());
    }

    /** Why; {@code REASON_UNSPECIFIED} is one that only a newer client knows. */
    public Reason reason() {
        return reason;
    }

    /** Facts for a program, as {@code refusal.proto} says for each reason. */
    public Map<String, String> details() {
        return details;
    }

    /** Texts of the legal actions, after {@code ILLEGAL_ACTION} and {@code INVALID_ACTION}; else none. */
    public List<String> legal() {
        return names("legal");
    }

    /** Names that were perhaps meant, after an unknown game, bot or option; else none. */
    public List<String> nearest() {
        return names("nearest");
    }

    /** How long to wait, after {@code RATE_LIMITED}; else zero. */
    public Duration retryAfter() {
        double seconds = number("seconds");
        return seconds > 0 && seconds < Integer.MAX_VALUE ? Duration.ofNanos((long) (seconds * 1e9)) : Duration.ZERO;
    }

    /** The seq of the newest list of legal actions, after {@code STALE}; else 0. */
    long newestSeq() {
        return (long) number("seq");
    }

    @Override
    RefusedException again() {
        return new RefusedException(reason, getMessage(), details);
    }

    private double number(String key) {
        try {
            return Double.parseDouble(details.getOrDefault(key, "0"));
        } catch (NumberFormatException nonsense) {
            return 0;
        }
    }

    private List<String> names(String key) {
        try {
            return List.of(JSON.fromJson(details.getOrDefault(key, "[]"), String[].class));
        } catch (JsonParseException nonsense) {
            return List.of();
        }
    }
}
