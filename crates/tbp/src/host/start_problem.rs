//! Finds out from the file why the system does not start the program of a bot.

use super::mistake::BotMistake;
use std::fs::{File, metadata};
use std::io::{BufRead, BufReader, Error, ErrorKind, Read};
use std::path::Path;

/// The error `ENOEXEC` of Unix: the file is no program.
const ENOEXEC: i32 = 8;

/// Most bytes of the first line of a script that are read.
const MAX_FIRST_LINE: u64 = 256;

/// Returns what is most likely wrong with a program that the system does not start.
pub(super) fn mistake(program: &str, error: &Error) -> Option<BotMistake> {
    let path = Path::new(program);
    if metadata(path).is_ok_and(|file| file.is_dir()) {
        return Some(BotMistake::IsFolder);
    }
    match error.kind() {
        ErrorKind::NotFound if has_interpreter(path) => Some(BotMistake::InterpreterNotFound),
        ErrorKind::NotFound if path.is_file() => Some(BotMistake::ProgramWithoutPath),
        ErrorKind::NotFound => Some(BotMistake::ProgramNotFound),
        ErrorKind::PermissionDenied => Some(BotMistake::NotExecutable),
        _ if cfg!(unix) && error.raw_os_error() == Some(ENOEXEC) => {
            Some(BotMistake::NoInterpreterLine)
        }
        _ => None,
    }
}

/// Returns the text of a system error, without its number where that is possible.
pub(super) fn reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "not found".to_string(),
        ErrorKind::PermissionDenied => "permission denied".to_string(),
        _ => error.to_string(),
    }
}

/// Returns whether `path` has a folder, and the file begins with `#!`.
fn has_interpreter(path: &Path) -> bool {
    let has_folder = path.components().count() > 1 || path.has_root();
    let Ok(file) = File::open(path) else {
        return false;
    };
    let mut line = Vec::new();
    let read = BufReader::new(file.take(MAX_FIRST_LINE)).read_until(b'\n', &mut line);
    has_folder && read.is_ok() && line.starts_with(b"#!")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_errors_have_their_mistakes() {
        let denied = Error::from(ErrorKind::PermissionDenied);
        assert_eq!(mistake(".", &denied), Some(BotMistake::IsFolder));
        assert_eq!(
            mistake("Cargo.toml", &denied),
            Some(BotMistake::NotExecutable)
        );
        let missing = Error::from(ErrorKind::NotFound);
        assert_eq!(
            mistake("Cargo.toml", &missing),
            Some(BotMistake::ProgramWithoutPath)
        );
        assert_eq!(
            mistake("no such file", &missing),
            Some(BotMistake::ProgramNotFound)
        );
        assert_eq!(mistake("x", &Error::from(ErrorKind::OutOfMemory)), None);
    }
}
