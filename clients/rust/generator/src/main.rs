//! Writes `undercroft.v1.rs`: messages, calls, and what a server of them would implement, for the tests.
//!
//! Two arguments: the folder that holds `undercroft/v1/*.proto`, and the folder to write to. Everything it needs comes
//! with it, also the compiler of the protos.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

const PACKAGE: &str = "undercroft/v1";

/// Messages with a token in them: the client shows them without it.
const SECRET: [&str; 7] = [
    ".undercroft.v1.ActRequest",
    ".undercroft.v1.GetRecordRequest",
    ".undercroft.v1.Hello",
    ".undercroft.v1.JoinMatchRequest",
    ".undercroft.v1.SeatFill.Mine",
    ".undercroft.v1.Subscribe",
    ".undercroft.v1.WatchRequest",
];

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let (Some(protos), Some(target), None) = (arguments.next(), arguments.next(), arguments.next()) else {
        eprintln!("usage: undercroft-generator PROTOS TARGET");
        return ExitCode::from(2);
    };
    match generate(&protos, &target) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn generate(protos: &Path, target: &Path) -> Result<(), Box<dyn Error>> {
    let descriptors = protox::compile(names(protos)?, [protos])?;
    tonic_prost_build::configure().skip_debug(SECRET).out_dir(target).compile_fds(descriptors)?;
    Ok(())
}

/// The protos below the folder, in an order that doesn't depend on the disk.
fn names(protos: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(protos.join(PACKAGE))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if Path::new(&name).extension().is_some_and(|extension| extension == "proto") {
            names.push(format!("{PACKAGE}/{name}"));
        }
    }
    names.sort();
    Ok(names)
}
