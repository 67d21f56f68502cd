//! The `landfall` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    landfall::cli::run()
}
