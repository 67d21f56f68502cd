//! Why the system does not start the program of a bot: what the file is.

use super::mistake::BotMistake;
use std::fs::{File, metadata};
use std::io::{BufRead, BufReader, Error, ErrorKind, Read};
use std::path::Path;

/// What Unix says of a file that is no program, `ENOEXEC`.
const NO_PROGRAM: i32 = 8;

/// Longest first line of a script that is looked at, in bytes.
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
        _ if cfg!(unix) && error.raw_os_error() == Some(NO_PROGRAM) => {
            Some(BotMistake::NoInterpreterLine)
        }
        _ => None,
    }
}

/// Returns what an error of the system means here, without the system's number.
pub(super) fn reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "not found".to_string(),
        ErrorKind::PermissionDenied => "permission denied".to_string(),
        _ => error.to_string(),
    }
}

/// Returns whether a file that is named with its path begins with `#!`.
fn has_interpreter(path: &Path) -> bool {
    let named_with_path = path.components().count() > 1 || path.has_root();
    let Ok(file) = File::open(path) else {
        return false;
    };
    let mut line = Vec::new();
    let read = BufReader::new(file.take(MAX_FIRST_LINE)).read_until(b'\n', &mut line);
    named_with_path && read.is_ok() && line.starts_with(b"#!")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_named_as_one() {
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
