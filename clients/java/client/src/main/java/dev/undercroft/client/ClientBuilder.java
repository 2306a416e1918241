package dev.undercroft.client;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A client to be: where the server is, how to reach it, how patient to be. */
public final class ClientBuilder {
    /** The longest message taken: a record may be longer than gRPC's default of 4 MiB. */
    private static final int MESSAGE_BYTES = 64 << 20;

    /** A peer that is gone is noticed within 12 s: gRPC for Java pings no more often than every 10. */
    private static final int PING_SECONDS = 10;

    private static final int PING_TIMEOUT_SECONDS = 2;

    private static final Pattern LOOPBACK =
            Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d+)?", Pattern.CASE_INSENSITIVE);

    private final String target;
    private File authorities;
    private boolean plainText;
    private Duration patience = Duration.ofSeconds(10);
    private Duration maxWait;
    private Backoff backoff = Backoff.DEFAULT;

    ClientBuilder(String target) {
        this.target = target;
    }

    /** Speak TLS, and trust the authorities in this PEM file instead of Java's. */
    public ClientBuilder authorities(File pem) {
        authorities = pem;
        return this;
    }

    /** Speak plain text to another machine too: everybody in between reads seat tokens. */
    public ClientBuilder plainText() {
        plainText = true;
        return this;
    }

    /** How long a unary call is made again while the server is away; 10 s unless told otherwise. */
    public ClientBuilder patience(Duration newPatience) {
        patience = newPatience;
        return this;
    }

    /**
     * How long a lost stream is tried again before its seats, or its bot, end with an exception; for ever unless told
     * otherwise.
     */
    public ClientBuilder maxWait(Duration newMaxWait) {
        maxWait = newMaxWait;
        return this;
    }

    /** How long to wait between attempts. */
    public ClientBuilder backoff(Backoff newBackoff) {
        backoff = newBackoff;
        return this;
    }

    /**
     * The client. Nothing is sent before it is needed.
     *
     * @throws IllegalArgumentException if the address is none, or the file can't be used
     */
    public Client connect() {
        SslContext own = authorities == null ? null : trusting(authorities);
        try {
            return new Client(channel(own), patience, backoff, maxWait);
        } catch (IllegalArgumentException unusable) {
            throw new IllegalArgumentException(target + " can't be connected to: " + unusable.getMessage(), unusable);
        }
    }

    private ManagedChannel channel(SslContext own) {
        NettyChannelBuilder channel = NettyChannelBuilder.forTarget(target)
                .keepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(PING_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .keepAliveWithoutCalls(true)
                .maxInboundMessageSize(MESSAGE_BYTES);
        if (own != null) {
            channel.sslContext(own);
        } else if (plainText || isLoopback(target)) {
            channel.usePlaintext();
        } else {
            channel.useTransportSecurity();
        }
        return channel.build();
    }

    private static SslContext trusting(File authorities) {
        try {
            return GrpcSslContexts.forClient().trustManager(authorities).build();
        } catch (IOException | IllegalArgumentException unusable) {
            throw new IllegalArgumentException(authorities + " can't be used: " + unusable.getMessage(), unusable);
        }
    }

    /** Whether a {@code host:port} is this machine. */
    static boolean isLoopback(String target) {
        return LOOPBACK.matcher(target).matches();
    }
}
