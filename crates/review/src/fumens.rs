//! The worst positions as fumens, one each: the position before, the better move as its piece, the
//! verdict as comment.

use crate::report::{Grade, LossUnit, MoveReport, PlacedPiece, Report};
use crate::words::verdict;
use landfall_fumen::{COLUMNS, Cell, Field, Page, Quiz, ROWS, encode};
use landfall_rules::rotation::SRS;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Placement, Rotation};

/// Returns the worst positions of a report as fumens, the worst first: of moves that were not as
/// good as the best, `most` at most. Of equal losses the earlier moves are taken.
pub fn worst_fumens(report: &Report, most: usize) -> Vec<String> {
    let sides = report.rounds.iter().flat_map(|round| &round.sides);
    let mut moves: Vec<_> = sides
        .flat_map(|side| &side.moves)
        .filter(|mv| mv.grade > Grade::Best)
        .collect();
    moves.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    let moves = moves.into_iter().take(most);
    moves.map(|mv| fumen(mv, report.unit)).collect()
}

/// Returns the position before a move as a fumen.
pub fn fumen(mv: &MoveReport, unit: LossUnit) -> String {
    let hold = mv
        .before
        .hold
        .and_then(|letter| Piece::try_from(letter).ok());
    let letters = mv.before.queue.chars();
    let queue = letters.filter_map(|letter| Piece::try_from(letter).ok());
    let quiz = Quiz {
        continuation: Some(verdict(mv, unit)),
        ..Quiz::new(hold, queue)
    };
    let page = Page {
        field: field(&mv.before.board),
        piece: placement(&mv.best.placed),
        comment: Some(quiz.to_string()),
        ..Page::default()
    };
    encode(&[page])
}

/// Returns the rows of a report, the floor first, as a field; rows that do not fit are left out.
fn field(rows: &[String]) -> Field {
    let mut field = Field::default();
    for (y, row) in rows.iter().enumerate().take(ROWS) {
        for (x, letter) in row.chars().enumerate().take(COLUMNS) {
            match (letter, Piece::try_from(letter).ok()) {
                ('G', _) => field.set(x, y, Cell::Grey),
                (_, Some(piece)) => field.set(x, y, Cell::Piece(piece)),
                _ => false,
            };
        }
    }
    field
}

/// Returns the SRS placement on the cells of a placed piece; `None` if there is none.
fn placement(placed: &PlacedPiece) -> Option<Placement> {
    let piece = Piece::try_from(placed.piece).ok()?;
    let mut cells = placed.cells.map(|[x, y]| (x, y));
    cells.sort_unstable();
    let (x, y) = cells[0];
    let poses = Rotation::ALL.into_iter().flat_map(|rotation| {
        let about = (-3..=3).flat_map(|dx| (-3..=3).map(move |dy| (dx, dy)));
        about.map(move |(dx, dy)| {
            Placement::new(piece, rotation, x.saturating_add(dx), y.saturating_add(dy))
        })
    });
    let covers = |pose: &Placement| {
        let mut own = pose.cells(&GUIDELINE);
        own.sort_unstable();
        own == cells
    };
    { poses }.find(covers).map(|pose| SRS.canonical(pose))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::Drawn;
    use landfall_fumen::decode;
    use landfall_rules::rulesets::{GUIDELINE, TETRIO, TETRIO_S2};

    #[test]
    fn a_fumen_has_position_better_move_and_verdict() {
        let board = "GGGGGGGGG.\n".repeat(4) + ".GGGGGGGGG";
        let drawn = Drawn::new(&TETRIO_S2, "OISZTL", &board).hold(Piece::I);
        let report = drawn.play(Piece::O, Rotation::North, 8, 5).judge();
        let pages = decode(&fumen(&report, LossUnit::Lines)).unwrap();
        let [page] = &pages[..] else {
            panic!("one page");
        };
        assert_eq!(page.field.height(), 5);
        assert_eq!(page.field.get(0, 4), Cell::Grey);
        assert_eq!(page.field.get(0, 0), Cell::Empty);
        let best = Placement::new(Piece::I, Rotation::East, 9, 3);
        assert_eq!(page.piece, Some(best));
        let comment = page.comment.clone().unwrap();
        assert!(comment.contains("misses a TETRIS"), "{comment}");
        let quiz = Quiz::parse(&comment).unwrap();
        assert_eq!(quiz.hold, Some(Piece::I));
        assert_eq!(quiz.queue()[..2], [Piece::O, Piece::I]);
    }

    /// SRS+ has other centres for the I: cells decide.
    #[test]
    fn every_placement_is_found_by_its_cells() {
        for piece in Piece::ALL {
            for rotation in Rotation::ALL {
                let pose = Placement::new(piece, rotation, 5, 7);
                let placed = crate::line::placed_piece(&TETRIO_S2, &pose, false);
                let found = placement(&placed).unwrap();
                let sorted = |mut cells: [(i8, i8); 4]| {
                    cells.sort_unstable();
                    cells
                };
                assert_eq!(sorted(found.cells(&GUIDELINE)), sorted(pose.cells(&TETRIO)));
            }
        }
    }
}
