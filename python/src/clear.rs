//! What a lock did.

use landfall_replay::clear_label;
use landfall_rules::{Clear, Piece};
use pyo3::prelude::*;

/// What a lock did.
#[pyclass(name = "Clear", module = "landfall", frozen, eq, get_all)]
#[derive(Clone, PartialEq)]
pub struct PyClear {
    /// Rows cleared, 0 to 4.
    lines: u32,
    /// "none", "mini" or "full".
    spin: String,
    /// Whether the board is empty after clearing a row.
    perfect: bool,
    /// Whether the back-to-back bonus applied.
    back_to_back: bool,
    /// The running combo with this clear; 0 when no row was cleared.
    combo: u16,
    /// Garbage rows cleared, where the rules pay for them.
    garbage_lines: u32,
    /// Lines sent, bonuses included.
    attack: u32,
    /// The lines of `attack` that a back-to-back chain sends because it ended.
    surge: u32,
    /// Points, where the rules count them.
    points: u32,
    /// Whether the piece locked too high, which loses the game.
    topped_out: bool,
    /// The lines sent as packets, in the order in which they cancel garbage.
    packets: Vec<u32>,
    /// Its name, such as "T-SPIN DOUBLE"; None if nothing was cleared.
    label: Option<String>,
}

impl PyClear {
    /// Returns the clear of a piece.
    pub fn new(piece: Piece, clear: &Clear) -> PyClear {
        PyClear {
            lines: clear.lines,
            spin: clear.spin.to_string(),
            perfect: clear.perfect,
            back_to_back: clear.back_to_back,
            combo: clear.combo,
            garbage_lines: clear.garbage_lines,
            attack: clear.attack,
            surge: clear.surge,
            points: clear.points,
            topped_out: clear.topped_out,
            packets: clear.packets().to_vec(),
            label: clear_label(piece, clear),
        }
    }
}

#[pymethods]
impl PyClear {
    fn __repr__(&self) -> String {
        let label = self.label.as_deref().unwrap_or("no clear");
        format!(
            "<Clear: {label}, {} lines, {} sent>",
            self.lines, self.attack
        )
    }
}
