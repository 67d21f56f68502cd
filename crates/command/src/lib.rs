//! Shared parts of the commands of `landfall` and of the contests: errors, exit codes, Ctrl-C,
//! printing, and options. The commands themselves are in `src/cli` and in `contests/*/src/cli`.

#![deny(clippy::print_stdout)]

/// Prints to stderr as the standard library's macro does, but does not panic if that fails, for
/// example because the reader is gone or the disk is full: the command should continue.
#[macro_export]
macro_rules! eprint {
    ($($text:tt)*) => {{
        let _ = ::std::io::Write::write_fmt(&mut ::std::io::stderr(), format_args!($($text)*));
    }};
}

/// Prints a line to stderr, as [`eprint!`] does.
#[macro_export]
macro_rules! eprintln {
    ($($text:tt)*) => { $crate::eprint!("{}\n", format_args!($($text)*)) };
}

pub mod address;
#[cfg(feature = "bot")]
mod bot_args;
mod duration;
mod error;
#[cfg(feature = "bot")]
mod misread;
#[cfg(feature = "bot")]
pub mod names;
pub mod secret;
mod stdout;
mod stop;
mod stop_signals;
mod stoppable_input;
#[cfg(feature = "bot")]
pub mod weights_file;
pub mod written;

#[cfg(feature = "bot")]
pub use bot_args::{BotArgs, set_error, threads_parser};
pub use duration::{DurationError, parse_duration};
pub use error::{CliError, read_text};
#[cfg(feature = "bot")]
pub use misread::misread;
pub use stdout::print;
pub use stop::{StopFlag, interrupted};
pub use stop_signals::end_after_grace;
pub use stoppable_input::StoppableInput;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
