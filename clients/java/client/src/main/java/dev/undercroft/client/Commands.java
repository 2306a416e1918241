package dev.undercroft.client;

import dev.undercroft.v1.PlayCommand;

/** What all commands of a seat have, though the wire knows them as so many messages. */
final class Commands {
    private Commands() {}

    /** The id of a command. */
    static String id(PlayCommand command) {
        return switch (command.getCommandCase()) {
            case ACT -> command.getAct().getCommandId();
            case SAY -> command.getSay().getCommandId();
            case RESIGN -> command.getResign().getCommandId();
            case OFFER_DRAW -> command.getOfferDraw().getCommandId();
            case ABORT -> command.getAbort().getCommandId();
            case REMATCH -> command.getRematch().getCommandId();
            case MUTE -> command.getMute().getCommandId();
            case SUBSCRIBE, UNSUBSCRIBE, COMMAND_NOT_SET -> throw new IllegalArgumentException("no command of a seat");
        };
    }

    /** The command with the number of its subscription in it. */
    static PlayCommand named(PlayCommand command, int number) {
        PlayCommand.Builder named = command.toBuilder();
        switch (command.getCommandCase()) {
            case ACT -> named.getActBuilder().setSubscription(number);
            case SAY -> named.getSayBuilder().setSubscription(number);
            case RESIGN -> named.getResignBuilder().setSubscription(number);
            case OFFER_DRAW -> named.getOfferDrawBuilder().setSubscription(number);
            case ABORT -> named.getAbortBuilder().setSubscription(number);
            case REMATCH -> named.getRematchBuilder().setSubscription(number);
            case MUTE -> named.getMuteBuilder().setSubscription(number);
            case SUBSCRIBE, UNSUBSCRIBE, COMMAND_NOT_SET -> throw new IllegalArgumentException("no command of a seat");
        }
        return named.build();
    }
}
