//! The kind of a file that a command cannot use, so that messages can name it.
//!
//! Contains the list of files that landfall writes and that are not games. `detect` has the marks
//! of games.

use crate::detect::{self, Format, Keys, Kind};
use crate::error::ReadError;
use std::fmt;

/// The kind of a file, and the commands that accept it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// The name of the kind, as in "this is a journal of the arena".
    pub what: &'static str,
    /// What to do with it.
    pub advice: &'static str,
}

/// Words of a Dropblox sample: a game, a position, and three boards with a score and twelve
/// columns.
const SAMPLE_WORDS: usize = 41;

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is {}: {}", self.what, self.advice)
    }
}

impl FileKind {
    /// A replay of the arena.
    pub const ARENA_REPLAY: FileKind = FileKind {
        what: "a replay of the arena",
        advice: "`landfall replay` makes a page of it, and `review`, `fumen` and `learn` read it",
    };
    /// A replay of TETR.IO.
    pub const TETRIO_REPLAY: FileKind = FileKind {
        what: "a replay of TETR.IO",
        advice: "`landfall review` reads it",
    };
    /// A fumen.
    pub const FUMEN: FileKind = FileKind {
        what: "a fumen",
        advice: "`landfall fumen --decode` and `landfall review` read it",
    };
    /// Messages of TBP.
    pub const TBP_LOG: FileKind = FileKind {
        what: "a log of TBP messages",
        advice: "`landfall review` and `landfall fumen` read it",
    };
    /// Games and boards for comparing rules.
    pub const VERIFY_GAMES: FileKind = FileKind {
        what: "a file of games or boards to compare rules with",
        advice: "`landfall verify` reads it",
    };
    /// A journal of the arena.
    pub const ARENA_JOURNAL: FileKind = FileKind {
        what: "a journal of the arena",
        advice: "it has no moves; `landfall arena merge` sums it up, `landfall arena --journal` goes on with it, and `landfall arena --replays DIR` writes games",
    };
    /// A summary of the arena.
    pub const ARENA_SUMMARY: FileKind = FileKind {
        what: "a summary of the arena",
        advice: "it has no moves; `landfall arena --replays DIR` writes games",
    };
    /// A preset of the arena.
    pub const PRESET: FileKind = FileKind {
        what: "a preset of the arena",
        advice: "`landfall arena --preset FILE` takes it",
    };
    /// A journal of soak tests.
    pub const SOAK_JOURNAL: FileKind = FileKind {
        what: "a journal of soak tests",
        advice: "`landfall soak --journal FILE` goes on with it",
    };
    /// A journal of the tuner.
    pub const TUNE_JOURNAL: FileKind = FileKind {
        what: "a journal of the tuner",
        advice: "`landfall tune --resume FILE` goes on with it",
    };
    /// Jobs of the tuner.
    pub const TUNE_JOBS: FileKind = FileKind {
        what: "a file of jobs of the tuner",
        advice: "`landfall tune --play FILE` plays them",
    };
    /// Scores of the tuner.
    pub const TUNE_SCORES: FileKind = FileKind {
        what: "a journal of scores of the tuner",
        advice: "`landfall tune --tell` takes it",
    };
    /// A journal of reviews.
    pub const REVIEW_JOURNAL: FileKind = FileKind {
        what: "a journal of reviews",
        advice: "`landfall review --journal FILE` goes on with it",
    };
    /// A review.
    pub const REVIEW: FileKind = FileKind {
        what: "a review",
        advice: "give the file of the game that it was made from",
    };
    /// Weights of the evaluation.
    pub const WEIGHTS: FileKind = FileKind {
        what: "a weights file",
        advice: "`--weights FILE` of the commands that take a bot reads it",
    };
    /// A record of a game of Connect6.
    pub const CONNECT6_RECORD: FileKind = FileKind {
        what: "a record of a game of Connect6",
        advice: "`landfall connect6 learn` takes the folder that it is in",
    };
    /// Openings of Connect6.
    pub const CONNECT6_OPENINGS: FileKind = FileKind {
        what: "a file of openings of Connect6",
        advice: "`landfall connect6 arena --openings FILE` plays them",
    };
    /// A replay of a game of Dropblox.
    pub const DROPBLOX_REPLAY: FileKind = FileKind {
        what: "a replay of Dropblox",
        advice: "`landfall replay` makes a page of it",
    };
    /// Samples of Dropblox.
    pub const DROPBLOX_SAMPLES: FileKind = FileKind {
        what: "a file of samples of Dropblox",
        advice: "`landfall dropblox train` learns from it, `landfall dropblox datagen --out FILE` goes on with it",
    };
    /// Weights of Dropblox.
    pub const DROPBLOX_WEIGHTS: FileKind = FileKind {
        what: "a weights file of Dropblox",
        advice: "`landfall dropblox sim --weights FILE` reads it",
    };
    /// A value net of Dropblox.
    pub const DROPBLOX_VALUES: FileKind = FileKind {
        what: "a value net of Dropblox",
        advice: "`landfall dropblox sim --values FILE` reads it",
    };
    /// A recording of the Pason server.
    pub const PASON_RECORDING: FileKind = FileKind {
        what: "a recording of `landfall pason serve`",
        advice: "it has the messages of a match, and no command reads it",
    };
    /// A compressed file.
    const COMPRESSED: FileKind = FileKind {
        what: "a compressed file",
        advice: "unpack it first",
    };

    /// Returns the kind of a file from its beginning: whole lines, or the whole file. `None` if the
    /// kind is unknown.
    ///
    /// # Examples
    /// ```
    /// use landfall_replay::FileKind;
    /// let journal = br#"{"arena":1,"a":"landfall","b":"landfall"}"#;
    /// assert_eq!(FileKind::of(journal), Some(FileKind::ARENA_JOURNAL));
    /// assert_eq!(FileKind::of(b"a letter"), None);
    /// ```
    pub fn of(bytes: &[u8]) -> Option<FileKind> {
        match detect::text(bytes).and_then(detect::format) {
            Ok(Format::Arena) if is_of_dropblox(bytes) => Some(FileKind::DROPBLOX_REPLAY),
            Ok(Format::Arena) => Some(FileKind::ARENA_REPLAY),
            Ok(Format::Tetrio) => Some(FileKind::TETRIO_REPLAY),
            Ok(Format::Fumen) => Some(FileKind::FUMEN),
            Ok(Format::TbpLog) => Some(FileKind::TBP_LOG),
            Err(ReadError::OtherFile { what, advice }) => Some(FileKind { what, advice }),
            Err(ReadError::Compressed { .. }) => Some(FileKind::COMPRESSED),
            Err(_) => None,
        }
    }

    /// Returns which file of a contest, other than JSON, has this first line.
    pub(crate) fn of_line(line: &str) -> Option<FileKind> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let is_number = |word: &&str| word.parse::<u64>().is_ok();
        match &words[..] {
            ["Connect6", "game"] => Some(FileKind::CONNECT6_RECORD),
            ["#", "Even", "openings", "of", "Connect6:", ..] => Some(FileKind::CONNECT6_OPENINGS),
            words if words.len() == SAMPLE_WORDS && words[..3].iter().all(is_number) => {
                Some(FileKind::DROPBLOX_SAMPLES)
            }
            _ => None,
        }
    }

    /// Returns which file that landfall writes, other than a game, has these keys in its first line
    /// or in the whole file.
    pub(crate) fn of_keys(keys: &Keys) -> Option<FileKind> {
        use Kind::{List, Number, Object, Text};
        let has = |key: &str, kind: Kind| keys.has(key, kind);
        let versions = [
            ("arena", FileKind::ARENA_JOURNAL),
            ("soak", FileKind::SOAK_JOURNAL),
            ("tuner", FileKind::TUNE_JOURNAL),
            ("tuner_scores", FileKind::TUNE_SCORES),
            ("review_journal", FileKind::REVIEW_JOURNAL),
            ("review", FileKind::REVIEW),
        ];
        let named = versions.into_iter().find(|(key, _)| has(key, Number));
        if let Some((_, kind)) = named {
            return Some(kind);
        }
        let all = |pairs: &[(&str, Kind)]| pairs.iter().all(|(key, kind)| has(key, *kind));
        let shapes: [(&[(&str, Kind)], FileKind); 9] = [
            (
                &[("game", Number), ("seed", Number)],
                FileKind::VERIFY_GAMES,
            ),
            (
                &[("board", List), ("counts", Object)],
                FileKind::VERIFY_GAMES,
            ),
            (&[("version", Number), ("holes", Number)], FileKind::WEIGHTS),
            (
                &[("rules", Text), ("frames", Object), ("garbage", Object)],
                FileKind::PRESET,
            ),
            (
                &[("head", Object), ("pairs", List)],
                FileKind::ARENA_SUMMARY,
            ),
            (
                &[("header", Object), ("options", Object)],
                FileKind::TUNE_JOBS,
            ),
            (
                &[("height_sum", Number), ("sealed", Number)],
                FileKind::DROPBLOX_WEIGHTS,
            ),
            (
                &[("scale", List), ("first", List), ("last", List)],
                FileKind::DROPBLOX_VALUES,
            ),
            (
                &[("recording", Text), ("version", Number)],
                FileKind::PASON_RECORDING,
            ),
        ];
        let shape = shapes.into_iter().find(|(pairs, _)| all(pairs));
        shape.map(|(_, kind)| kind)
    }
}

/// Returns whether the head of a replay names the rules of Dropblox: the format is that of the
/// arena.
fn is_of_dropblox(bytes: &[u8]) -> bool {
    let head = bytes.split(|byte| *byte == b'\n').next();
    let head = head.and_then(|head| serde_json::from_slice::<serde_json::Value>(head).ok());
    head.is_some_and(|head| head["rules"] == "dropblox")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_landfall_writes_are_named() {
        for (text, kind) in [
            (r#"{"replay":2,"seats":["a","b"]}"#, FileKind::ARENA_REPLAY),
            (
                r#"{"replay":2,"rules":"dropblox","seats":["a"]}"#,
                FileKind::DROPBLOX_REPLAY,
            ),
            (
                r#"{"soak":1,"program":"x","bot":"y"}"#,
                FileKind::SOAK_JOURNAL,
            ),
            (r#"{"tuner":3,"seed":1}"#, FileKind::TUNE_JOURNAL),
            (r#"{"tuner_scores":1,"run":"x"}"#, FileKind::TUNE_SCORES),
            (
                r#"{"review_journal":1,"program":"x"}"#,
                FileKind::REVIEW_JOURNAL,
            ),
            (r#"{"review":1}"#, FileKind::REVIEW),
            (r#"{"game":7,"seed":70,"board":[]}"#, FileKind::VERIFY_GAMES),
            (
                r#"{"board":[],"counts":{"I":[17,17]}}"#,
                FileKind::VERIFY_GAMES,
            ),
            (
                r#"{"head":{"arena":1},"pairs":[0,0,1,0,0]}"#,
                FileKind::ARENA_SUMMARY,
            ),
            (r#"{"header":{},"options":{}}"#, FileKind::TUNE_JOBS),
            (r#"{"type":"rules"}"#, FileKind::TBP_LOG),
            (
                r#"{"recording":"landfall pason serve","version":1}"#,
                FileKind::PASON_RECORDING,
            ),
            ("Connect6 game\nblack: a\n", FileKind::CONNECT6_RECORD),
            (
                include_str!("../../../contests/connect6/openings/connect6-even.txt"),
                FileKind::CONNECT6_OPENINGS,
            ),
            (
                &("7 0".to_string() + &" 440 1f 0 0 0 0 0 0 0 0 0 0 0".repeat(3)),
                FileKind::DROPBLOX_SAMPLES,
            ),
            (
                "{\n  \"height_sum\": 1,\n  \"sealed\": -217\n}\n",
                FileKind::DROPBLOX_WEIGHTS,
            ),
            (
                include_str!("../../../contests/dropblox/src/value_net/built_in.json"),
                FileKind::DROPBLOX_VALUES,
            ),
            ("v115@vhAAgH", FileKind::FUMEN),
        ] {
            assert_eq!(FileKind::of(text.as_bytes()), Some(kind), "{text}");
        }
        let compressed = FileKind::of(b"\x1f\x8b\x08");
        assert_eq!(compressed, Some(FileKind::COMPRESSED));
        let weights = include_bytes!("../../../weights/sprint.json");
        assert_eq!(FileKind::of(weights), Some(FileKind::WEIGHTS));
        let preset = include_bytes!("../../arena/src/presets/ppt.json");
        assert_eq!(FileKind::of(preset), Some(FileKind::PRESET));
    }

    #[test]
    fn nonsense_has_no_kind() {
        for bytes in [
            &b""[..],
            b"{}",
            b"[]",
            b"{\"game\":1}",
            b"\xff\xfe",
            b"{\"seed\":",
        ] {
            assert_eq!(FileKind::of(bytes), None);
        }
    }
}
