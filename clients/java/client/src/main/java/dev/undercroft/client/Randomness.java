package dev.undercroft.client;

import java.security.SecureRandom;
import java.util.HexFormat;

/** What has to be random. */
final class Randomness {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Randomness() {}

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    /** An id of 32 characters for a command, so that it can be sent again without harm. */
    static String id() {
        return HexFormat.of().formatHex(bytes(16));
    }

    /** From 0 up to, but not including, 1. */
    static double fraction() {
        return RANDOM.nextDouble();
    }
}
