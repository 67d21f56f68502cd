//! The program `dropblox_ai`: what the framework of Dropblox starts for every move.

use std::process::ExitCode;

fn main() -> ExitCode {
    landfall_dropblox::program::run()
}
