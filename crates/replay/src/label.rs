//! What a lock and a combo are called where people see them.

use landfall_rules::{Clear, Piece, Spin};

/// Returns what to call out for a lock of a piece: the clear, or a spin without lines; nothing for
/// a plain lock.
///
/// ```
/// use landfall_replay::clear_label;
/// use landfall_rules::{Clear, Piece, Spin};
///
/// let clear = Clear { lines: 2, spin: Spin::Mini, ..Clear::default() };
/// assert_eq!(clear_label(Piece::J, &clear).as_deref(), Some("MINI J-SPIN DOUBLE"));
/// ```
pub fn clear_label(piece: Piece, clear: &Clear) -> Option<String> {
    let rows = match clear.lines {
        0 => "",
        1 => "SINGLE",
        2 => "DOUBLE",
        3 => "TRIPLE",
        _ => "TETRIS",
    };
    let letter = char::from(piece);
    let label = match clear.spin {
        Spin::None => rows.to_string(),
        Spin::Mini => format!("MINI {letter}-SPIN {rows}"),
        Spin::Full => format!("{letter}-SPIN {rows}"),
    };
    (!label.is_empty()).then(|| label.trim_end().to_string())
}

/// Returns the number of clears right before this one without a lock that cleared nothing: what games show as
/// the combo. 0 for the first clear of a chain.
pub fn displayed_combo(clear: &Clear) -> u16 {
    clear.combo.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spins_without_lines_are_called_out() {
        for (piece, lines, spin, label) in [
            (Piece::T, 0, Spin::None, None),
            (Piece::T, 0, Spin::Full, Some("T-SPIN")),
            (Piece::T, 2, Spin::Full, Some("T-SPIN DOUBLE")),
            (Piece::I, 4, Spin::None, Some("TETRIS")),
            (Piece::S, 0, Spin::Mini, Some("MINI S-SPIN")),
        ] {
            let clear = Clear {
                lines,
                spin,
                ..Clear::default()
            };
            assert_eq!(clear_label(piece, &clear).as_deref(), label);
        }
    }

    #[test]
    fn the_first_clear_of_a_chain_is_no_combo() {
        for (combo, displayed) in [(0, 0), (1, 0), (2, 1), (9, 8)] {
            let clear = Clear {
                combo,
                ..Clear::default()
            };
            assert_eq!(displayed_combo(&clear), displayed);
        }
    }
}
