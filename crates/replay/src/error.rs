//! Why a file cannot be read as a game.

use crate::arena::ArenaError;
use crate::fumen::FumenGameError;
use crate::tbp_log::TbpLogError;
use crate::tetrio::TetrioError;
use thiserror::Error;

/// The formats that can be read, for the ends of messages.
pub(crate) const READABLE: &str = "give a replay of TETR.IO (.ttrm, .ttr), a fumen (v115@...), a \
    replay of `landfall arena --replays`, or a log of TBP messages";

/// Why a file cannot be read as a game.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file is too large.
    #[error("the file has {bytes} bytes: at most {most} can be read", most = crate::MAX_BYTES)]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// The file is empty.
    #[error("the file is empty: {READABLE}")]
    Empty,
    /// The file is compressed, or an archive.
    #[error("the file is compressed ({format}): unpack it first")]
    Compressed {
        /// The format of the compression.
        format: &'static str,
    },
    /// The file is not text.
    #[error(
        "the file is not text in UTF-8, from byte {byte} on (a .ttrmx is not either): {READABLE}"
    )]
    NotText {
        /// The first invalid byte, from 1.
        byte: usize,
    },
    /// The file is of a known kind, but not a game that can be read.
    #[error("this is {what}: {advice}")]
    OtherFile {
        /// The kind of the file.
        what: &'static str,
        /// What to do with it.
        advice: &'static str,
    },
    /// The format is unknown.
    #[error("this is no game that is known: {READABLE}")]
    Unknown,
    /// A fumen cannot be read.
    #[error(transparent)]
    Fumen(#[from] FumenGameError),
    /// A TBP log cannot be read.
    #[error(transparent)]
    TbpLog(#[from] TbpLogError),
    /// A replay of the arena cannot be read.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A replay of TETR.IO cannot be read.
    #[error("this replay of TETR.IO: {0}")]
    Tetrio(#[from] TetrioError),
}
