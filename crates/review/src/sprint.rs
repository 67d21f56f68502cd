//! Pieces, keys and time of games that are played for time.

use crate::report::{MoveReport, TimeReport};

const CELLS_PER_LINE: u32 = 10;
const CELLS_PER_PIECE: u32 = 4;

impl TimeReport {
    /// Returns the pieces, keys and time of moves in a game for `wanted` lines.
    pub fn of(wanted: u32, moves: &[MoveReport]) -> TimeReport {
        let faults = || {
            let known = moves
                .iter()
                .filter_map(|mv| Some((mv.keys?, mv.fewest_keys?)));
            known.map(|(keys, fewest)| keys.saturating_sub(fewest))
        };
        let begun = moves.first().map_or(0, |mv| mv.appeared);
        let lines = moves.iter().map(|mv| mv.played.lines).sum();
        let mut time = TimeReport {
            wanted,
            lines,
            frames: moves.last().map_or(0, |mv| mv.locked.saturating_sub(begun)),
            pieces: moves.len() as u32,
            fewest_pieces: (lines * CELLS_PER_LINE).div_ceil(CELLS_PER_PIECE),
            keys: moves.iter().filter_map(|mv| mv.keys).sum(),
            faults: faults().sum(),
            faulty_pieces: faults().filter(|&faults| faults > 0).count() as u32,
            frames_lost: 0,
        };
        time.frames_lost = time.frames * u64::from(time.faults) / u64::from(time.keys.max(1));
        time
    }
}
