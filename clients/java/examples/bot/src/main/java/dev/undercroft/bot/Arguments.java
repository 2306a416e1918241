package dev.undercroft.bot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was typed: a command, options with a value each, and other words.
 *
 * @param command the first word
 * @param options their values, by name without dashes
 * @param others all other words
 */
record Arguments(String command, Map<String, String> options, List<String> others) {
    private static final Set<String> KNOWN = Set.of("server", "ca", "name", "games", "token");

    /** What was typed can't be understood. */
    static final class Wrong extends RuntimeException {
        Wrong(String message) {
            super(message);
        }
    }

    static Arguments of(String... words) {
        if (words.length == 0) {
            throw new Wrong("a command is missing");
        }
        Map<String, String> options = new HashMap<>();
        List<String> others = new ArrayList<>();
        for (int i = 1; i < words.length; i++) {
            if (!words[i].startsWith("--")) {
                others.add(words[i]);
                continue;
            }
            String name = words[i].substring(2);
            if (!KNOWN.contains(name) || i + 1 == words.length) {
                throw new Wrong(words[i] + (KNOWN.contains(name) ? " has no value" : " is no option"));
            }
            options.put(name, words[++i]);
        }
        return new Arguments(words[0], options, others);
    }

    Optional<String> optional(String name) {
        return Optional.ofNullable(options.get(name));
    }

    String required(String name) {
        return optional(name).orElseThrow(() -> new Wrong("--" + name + " is missing"));
    }
}
