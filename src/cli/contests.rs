//! The commands of the contests, which are defined in the contests' crates.

use super::CliError;
use crate::version;
use clap::Subcommand;
use std::process::ExitCode;

/// The contests in the order of the help.
pub const NAMES: &[&str] = &[
    "pason",
    "blockbattle",
    "botris",
    "triangle",
    "dropblox",
    "connect6",
];

/// Defines the commands. A row has the help text, the name, the type of the options, the feature of
/// the build that it needs, and the function that runs it.
macro_rules! contests {
    ($($(#[$attribute:meta])* $name:ident($args:ty) $(if $feature:meta)? => $run:expr,)+) => {
        /// A command of a contest.
        #[derive(Debug, Subcommand)]
        pub enum ContestCommand {
            $($(#[cfg($feature)])? $(#[$attribute])* $name(Box<$args>),)+
        }

        impl ContestCommand {
            /// Runs the command.
            ///
            /// # Errors
            /// Those of the contest.
            pub fn run(&self) -> Result<ExitCode, CliError> {
                match self {
                    $($(#[cfg($feature)])? ContestCommand::$name(args) => $run(args),)+
                }
            }
        }
    };
}

contests! {
    /// Plays the Pason Battle Tetris contest of 2012, and serves it.
    #[command(subcommand)]
    Pason(landfall_pason::cli::PasonCommand) if feature = "pason" => |args| landfall_pason::cli::run(args, version()),
    /// Plays AI Block Battle (theaigames, riddles.io) on stdin and stdout.
    Blockbattle(landfall_blockbattle::cli::BlockBattleArgs) => |args| landfall_blockbattle::cli::run(args, version()),
    /// Plays Botris Battle: joins a room, or serves one.
    Botris(landfall_botris::cli::BotrisArgs) => |args| landfall_botris::cli::run(args, version()),
    /// Plays the Connect6 competition of 2021: joins a server, serves, or plays matches.
    Connect6(landfall_connect6::cli::Connect6Args) => landfall_connect6::cli::run,
    /// Plays TETR.IO's engine behind an adapter of Triangle.js.
    Triangle(landfall_triangle::cli::TriangleArgs) => |args| landfall_triangle::cli::run(args, version()),
    /// Plays the contest Dropblox of 2012: one move, or whole games (`sim`).
    Dropblox(landfall_dropblox::cli::DropbloxArgs) => landfall_dropblox::cli::run,
}
