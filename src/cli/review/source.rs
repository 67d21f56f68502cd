//! The source that an argument names: a file, stdin, or the text of a game itself.

use crate::cli::CliError;
use landfall_replay::{MAX_BYTES, is_fumen};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Where a game is read from.
#[derive(Debug, PartialEq, Eq)]
pub enum Source<'a> {
    /// Standard input.
    Stdin,
    /// A file.
    File(&'a Path),
    /// The argument itself: a fumen, or a link with one.
    Text(&'a str),
}

impl<'a> Source<'a> {
    /// Returns the source of the game that an argument names.
    ///
    /// # Errors
    /// The argument is a link without a fumen: nothing is downloaded.
    pub fn of(argument: &'a Path) -> Result<Source<'a>, CliError> {
        if argument.as_os_str() == "-" {
            return Ok(Source::Stdin);
        }
        match argument.to_str() {
            Some(text) if !argument.exists() && is_fumen(text) => Ok(Source::Text(text)),
            Some(text) if text.starts_with("http://") || text.starts_with("https://") => {
                let advice = "this is a link without a fumen, and nothing is downloaded: save the \
                              game and give its file";
                Err(CliError::about(argument, advice))
            }
            _ => Ok(Source::File(argument)),
        }
    }

    /// Reads the game, at most one byte more than the size limit of games.
    ///
    /// # Errors
    /// The file or stdin cannot be read.
    pub fn read(&self) -> Result<Vec<u8>, CliError> {
        let mut bytes = Vec::new();
        let limit = MAX_BYTES as u64 + 1;
        let read = match self {
            Source::Stdin => io::stdin().lock().take(limit).read_to_end(&mut bytes),
            Source::File(path) => {
                File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
            }
            Source::Text(text) => return Ok(text.as_bytes().to_vec()),
        };
        let path = match self {
            Source::File(path) => path,
            _ => Path::new("-"),
        };
        read.map_err(|source| CliError::Read {
            path: path.to_path_buf(),
            source,
        })?;
        Ok(bytes)
    }

    /// Returns the name of a file without folder and extension, or the kind of another source.
    pub fn name(&self) -> String {
        match self {
            Source::Stdin => "game".into(),
            Source::Text(_) => "fumen".into(),
            Source::File(path) => {
                let stem = path.file_stem().map(OsStr::to_string_lossy);
                stem.map_or_else(|| "game".into(), |stem| stem.into_owned())
            }
        }
    }
}

/// Returns an argument as messages show it: a fumen, which may be long, by its kind.
pub fn shown(argument: &Path) -> PathBuf {
    match Source::of(argument) {
        Ok(source @ Source::Text(_)) => source.name().into(),
        _ => argument.to_path_buf(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(argument: &str) -> String {
        Source::of(Path::new(argument)).unwrap().name()
    }

    #[test]
    fn an_argument_is_a_file_or_the_game_itself() {
        assert_eq!(name("x/match.ttrm"), "match");
        assert_eq!(name("-"), "game");
        assert_eq!(name("v115@vhAAgH"), "fumen");
        assert_eq!(name("https://fumen.zui.jp/?v115@vhAAgH"), "fumen");
        let error = Source::of(Path::new("https://example.org/game")).unwrap_err();
        assert!(
            error.to_string().contains("nothing is downloaded"),
            "{error}"
        );
    }
}
