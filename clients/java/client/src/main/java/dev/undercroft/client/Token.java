package dev.undercroft.client;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * 32 random bytes that prove a seat, or the name of a bot.
 *
 * <p>Who keeps them can come back from anywhere; who loses them can't. They don't show in {@link #toString}; {@link
 * #toHex} is for keeping them in a file.
 */
public final class Token {
    /** How many bytes a token has. */
    public static final int LENGTH = 32;

    private final byte[] bytes;

    private Token(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A new one, from the system's generator of random numbers. */
    public static Token random() {
        return new Token(Randomness.bytes(LENGTH));
    }

    /**
     * One that was kept as {@link #toHex} gave it; white space around it doesn't matter.
     *
     * @throws IllegalArgumentException if it isn't 64 hexadecimal digits
     */
    public static Token fromHex(String digits) {
        byte[] bytes = HexFormat.of().parseHex(digits.strip());
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("a token has " + 2 * LENGTH + " hexadecimal digits");
        }
        return new Token(bytes);
    }

    /** 64 digits. */
    public String toHex() {
        return HexFormat.of().formatHex(bytes);
    }

    /** What is sent to prove it. */
    public ByteString toBytes() {
        return ByteString.copyFrom(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Token token && Arrays.equals(bytes, token.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "Token(…)";
    }
}
