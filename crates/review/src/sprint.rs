//! Games that are played for time: what their pieces and keys took.

use crate::report::{MoveReport, TimeReport};

/// Cells of a line, and of a piece.
const CELLS: [u32; 2] = [10, 4];

impl TimeReport {
    /// Returns what some moves needed, where so many lines were wanted.
    pub fn of(wanted: u32, moves: &[MoveReport]) -> TimeReport {
        let pairs = || {
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
            frames: { moves.last() }.map_or(0, |mv| mv.locked.saturating_sub(begun)),
            pieces: moves.len() as u32,
            fewest_pieces: (lines * CELLS[0]).div_ceil(CELLS[1]),
            keys: moves.iter().filter_map(|mv| mv.keys).sum(),
            faults: pairs().sum(),
            faulty_pieces: pairs().filter(|&faults| faults > 0).count() as u32,
            frames_lost: 0,
        };
        time.frames_lost = time.frames * u64::from(time.faults) / u64::from(time.keys.max(1));
        time
    }
}
