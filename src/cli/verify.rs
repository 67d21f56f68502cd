//! `landfall verify`.

use super::CliError;
use clap::Args;
use landfall_arena::Verification;
use landfall_command::{misread, names, print};
use landfall_replay::FileKind;
use landfall_rules::Ruleset;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Options of `landfall verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Games or boards, one JSON object per line: see docs/verify.md.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The rules to compare them with.
    #[arg(long, value_name = "NAME", default_value = "tetrio-s2", value_parser = names::ruleset())]
    rules: Ruleset,
}

/// Compares the files, and prints a line for each. One of several that cannot be read is logged, and
/// the others are compared.
pub fn run(args: &VerifyArgs) -> Result<ExitCode, CliError> {
    let (mut differs, mut failed) = (false, false);
    for path in &args.files {
        let found = match verify(&args.rules, path) {
            Ok(found) => found,
            Err(error) if args.files.len() == 1 => return Err(error),
            Err(error) => {
                log::error!("{error}");
                failed = true;
                continue;
            }
        };
        differs |= found.difference.is_some();
        if !print(&format!("{}: {}\n", path.display(), summary(&found)))? {
            break;
        }
    }
    Ok(ExitCode::from(match (failed, differs) {
        (true, _) => 2,
        (false, true) => 1,
        (false, false) => 0,
    }))
}

fn verify(rules: &Ruleset, path: &Path) -> Result<Verification, CliError> {
    let file = File::open(path).map_err(|source| CliError::Read {
        path: path.to_path_buf(),
        source,
    })?;
    let found = landfall_arena::verify(rules, BufReader::new(file))
        .map_err(|error| CliError::about(path, misread(path, &[FileKind::VERIFY_GAMES], error)))?;
    match found.games + found.boards {
        0 => Err(CliError::about(
            path,
            "it has no games and no boards to compare",
        )),
        _ => Ok(found),
    }
}

fn summary(found: &Verification) -> String {
    match &found.difference {
        Some(difference) => difference.to_string(),
        None => format!(
            "agrees with the rules: {} games, {} locks, {} boards, {} members compared",
            found.games, found.locks, found.boards, found.members
        ),
    }
}
