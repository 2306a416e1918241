package dev.undercroft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientBuilderTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:7070", "127.8.9.1:1", "[::1]:7070", "localhost:7070"})
    void thisMachineIsSpokenToInPlainText(String target) {
        assertTrue(ClientBuilder.isLoopback(target));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1:7070", "example.org:7070", "localhost.example.org:1", "[::2]:7070", "127.evil:1"})
    void noOtherIsUnasked(String target) {
        assertFalse(ClientBuilder.isLoopback(target));
    }

    @Test
    void aFileThatIsntThereIsTold() {
        ClientBuilder builder = Client.builder("example.org:7070").authorities(new File("not-there.pem"));
        IllegalArgumentException unusable = assertThrows(IllegalArgumentException.class, builder::connect);
        assertTrue(unusable.getMessage().contains("not-there.pem"));
    }

    @Test
    void anAddressThatIsNoneIsTold() {
        ClientBuilder builder = Client.builder("not an address");
        IllegalArgumentException unusable = assertThrows(IllegalArgumentException.class, builder::connect);
        assertTrue(unusable.getMessage().contains("not an address can't be connected to"), unusable::getMessage);
    }

    @Test
    void waitsGrowAndHaveAnEnd() {
        Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(4));
        for (int[] expected : new int[][] {{1, 1}, {2, 2}, {3, 4}, {4, 4}, {Integer.MAX_VALUE, 4}}) {
            Duration longest = Duration.ZERO;
            for (int i = 0; i < 200; i++) {
                Duration delay = backoff.delay(expected[0]);
                longest = delay.compareTo(longest) > 0 ? delay : longest;
            }
            assertTrue(longest.compareTo(Duration.ofSeconds(expected[1])) <= 0, longest::toString);
            assertTrue(longest.compareTo(Duration.ofMillis(500L * expected[1])) > 0, longest::toString);
        }
    }

    @Test
    void aTokenComesBackFromItsDigitsAndIsntShown() {
        Token token = Token.random();
        assertEquals(token, Token.fromHex(token.toHex() + "\n"));
        assertFalse(token.toString().contains(token.toHex().substring(0, 4)));
        assertThrows(IllegalArgumentException.class, () -> Token.fromHex("00"));
    }
}
