//! The `landfall` program.

use landfall::brain::Options;
use landfall::tbp::{Session, Settings, stdio};
use std::io::Write;
use std::process::exit;

fn main() {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"))
        .format(|out, record| {
            let level = match record.level() {
                log::Level::Warn => "warning".to_string(),
                other => other.as_str().to_lowercase(),
            };
            writeln!(out, "landfall: {level}: {}", record.args())
        })
        .init();
    let mut arguments = std::env::args().skip_while(|argument| argument != "--nodes");
    let nodes = arguments.nth(1).and_then(|number| number.parse().ok());
    let session = Session::new(Settings::new(Options {
        threads: 1,
        nodes,
        memory: 512 << 20,
    }));
    let input = std::io::stdin().lock();
    let output = std::io::stdout().lock();
    // Leaving through `exit` does not wait for a search that is under way.
    match stdio::run(session, input, output, |text| log::warn!("{text}")) {
        Ok(()) => exit(0),
        Err(error) => {
            log::error!("cannot go on: {error}");
            exit(1)
        }
    }
}
