package dev.undercroft.client;

import dev.undercroft.v1.Match;

/**
 * A seat that was taken.
 *
 * @param match the match, as everybody may know it
 * @param seat the seat of the code
 * @param token proves the seat: keep it to come back
 */
public record Joined(Match match, int seat, Token token) {}
