/**
 * Plays on an Undercroft server: joins matches, follows seats and plays for them, comes back by itself when the
 * connection is lost, and serves bots that others may seat.
 *
 * <pre>{@code
 * try (Client client = Client.connect("127.0.0.1:7070")) {
 *     Joined joined = client.join("the code of a friend", "Ann");
 *     try (Seat seat = client.seat(joined.match().getMatchId(), joined.token())) {
 *         for (Update update = seat.nextTurn(); !update.isOver(); update = seat.nextTurn()) {
 *             seat.act(update.legal().getCodes(0));
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Messages and calls themselves are in {@code dev.undercroft.v1}; what isn't covered here is made with {@link
 * dev.undercroft.client.Client#call}.
 */
package dev.undercroft.client;
