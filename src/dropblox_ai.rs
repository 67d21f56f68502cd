//! The `dropblox_ai` program: what the framework of Dropblox starts for every move.

use std::process::ExitCode;

fn main() -> ExitCode {
    landfall::cli::dropblox_ai()
}
