//! What all commands have, though the wire knows them as so many messages.

use prost::Message;

use crate::{
    Error,
    v1::{PlayCommand, play_command::Command},
};

/// No command is longer: one that the transport can't carry would end the stream of all.
const COMMAND_BYTES: usize = 1 << 16;

/// The command as a part of a frame.
pub(crate) fn plain(command: Command) -> PlayCommand {
    PlayCommand { command: Some(command) }
}

/// Refuse what is too long to be sent.
pub(crate) fn check_size(command: &PlayCommand) -> Result<(), Error> {
    if command.encoded_len() > COMMAND_BYTES {
        return Err(Error::Usage(format!("a command takes at most {COMMAND_BYTES} bytes")));
    }
    Ok(())
}

/// Write the subscription's number into a command.
pub(crate) fn name(command: &mut Command, number: u32) {
    match command {
        Command::Subscribe(it) => it.subscription = number,
        Command::Unsubscribe(it) => it.subscription = number,
        Command::Act(it) => it.subscription = number,
        Command::Say(it) => it.subscription = number,
        Command::Resign(it) => it.subscription = number,
        Command::OfferDraw(it) => it.subscription = number,
        Command::Abort(it) => it.subscription = number,
        Command::Rematch(it) => it.subscription = number,
        Command::Mute(it) => it.subscription = number,
    }
}

/// The id of a command; empty for those that have none.
pub(crate) fn id_of(command: &Command) -> &str {
    match command {
        Command::Subscribe(_) | Command::Unsubscribe(_) => "",
        Command::Act(it) => &it.command_id,
        Command::Say(it) => &it.command_id,
        Command::Resign(it) => &it.command_id,
        Command::OfferDraw(it) => &it.command_id,
        Command::Abort(it) => &it.command_id,
        Command::Rematch(it) => &it.command_id,
        Command::Mute(it) => &it.command_id,
    }
}
