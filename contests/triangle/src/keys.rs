//! Converts a placement to keys, and checks whether they still lead there if the piece has begun to
//! fall.

use super::messages::Key;
use landfall_rules::path::{MoveCosts, PieceInput, PieceMoves, PiecePose, played_inputs};
use landfall_rules::rotation::TurnKind;
use landfall_rules::{Placement, Ruleset, State};

/// The keys to a placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeySequence {
    /// The keys, a hard drop at their end.
    pub keys: Vec<Key>,
    /// The placement, with the spin that these keys give.
    pub placement: Placement,
    /// How many rows the piece may have fallen before; at most as many as were tested.
    pub tolerance: u8,
}

/// Returns the keys for a placement; `None` if no keys lead there. `first` are keys that come
/// before; if they hold, another piece appears. The keys are tested for up to `rows_fallen` rows of
/// fall.
pub fn keys_to(
    rules: &Ruleset,
    state: &State,
    mv: &Placement,
    first: &[Key],
    rows_fallen: u8,
) -> Option<KeySequence> {
    let spawn = state.clear_state.spawn(rules);
    // All inputs cost the same: they are sent at one moment.
    let inputs = state.route(rules, mv, MoveCosts::default())?.inputs;
    let moves = PieceMoves::new(rules, &state.board, mv.piece).with_spawn(spawn);
    let appears = moves.spawn()?;
    // A path to a placement without a spin may end in a turn that counts.
    let placement = played_inputs(rules, &state.board, &moves, appears, &inputs);
    let holds = state.needs_hold(mv);
    let tolerance = match holds || first.contains(&Key::Hold) {
        true => rows_fallen,
        false => (1..=rows_fallen)
            .map(|rows| PiecePose {
                y: appears.y - rows as i8,
                ..appears
            })
            // A resting piece does not fall further.
            .take_while(|&fallen| moves.is_free(fallen))
            .position(|fallen| {
                played_inputs(rules, &state.board, &moves, fallen, &inputs) != placement
            })
            .map_or(rows_fallen, |rows| rows as u8),
    };
    let mut keys = first.to_vec();
    keys.extend(holds.then_some(Key::Hold));
    keys.extend(inputs.into_iter().map(key));
    keys.push(Key::HardDrop);
    Some(KeySequence {
        keys,
        placement,
        tolerance,
    })
}

fn key(input: PieceInput) -> Key {
    match input {
        PieceInput::Left => Key::MoveLeft,
        PieceInput::Right => Key::MoveRight,
        PieceInput::SoftDrop => Key::SoftDrop,
        PieceInput::Turn(TurnKind::Clockwise) => Key::RotateClockwise,
        PieceInput::Turn(TurnKind::CounterClockwise) => Key::RotateCounterClockwise,
        PieceInput::Turn(TurnKind::Half) => Key::RotateHalf,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::TETRIO_S2;
    use landfall_rules::{Piece, Randomizer, Rotation, Spin};

    const ROWS: u8 = 4;

    static SONIC: Ruleset = Ruleset {
        sonic_drop_only: true,
        ..TETRIO_S2
    };

    fn state(drawn: &str, queue: &[Piece]) -> State {
        State {
            board: drawn.parse().unwrap(),
            queue: queue.iter().copied().collect(),
            ..State::new(Randomizer::unknown())
        }
    }

    fn keys(drawn: &str, queue: &[Piece], mv: Placement) -> Option<KeySequence> {
        keys_to(&SONIC, &state(drawn, queue), &mv, &[], ROWS)
    }

    #[test]
    fn a_shift_and_a_hard_drop() {
        let o = Placement::new(Piece::O, Rotation::North, 6, 0);
        let expected = KeySequence {
            keys: vec![Key::MoveRight, Key::MoveRight, Key::HardDrop],
            placement: o,
            tolerance: ROWS,
        };
        assert_eq!(keys("..........", &[Piece::O], o), Some(expected));
    }

    #[test]
    fn another_piece_is_held_for() {
        let o = Placement::new(Piece::O, Rotation::North, 4, 0);
        let found = keys("..........", &[Piece::I, Piece::O], o).unwrap();
        assert_eq!(found.keys, [Key::Hold, Key::HardDrop]);
    }

    /// A soft drop reaches the floor, so nothing turns in mid-air.
    #[test]
    fn a_spin_drops_first() {
        let slot = "
            ##........
            #...######
            ##.#######";
        let spun = Placement {
            spin: Spin::Full,
            ..Placement::new(Piece::T, Rotation::South, 2, 1)
        };
        let found = keys(slot, &[Piece::T], spun).unwrap();
        let turn = found.keys.iter().position(|key| *key == Key::SoftDrop);
        assert!(turn.is_some(), "{found:?}");
        assert_eq!(found.tolerance, ROWS);
    }

    /// The shortest path turns the T into its place beside the wall, which counts as a spin.
    #[test]
    fn an_unrequested_spin_on_the_path_counts() {
        let drawn = "
            ........#.
            ..########";
        let upright = Placement::new(Piece::T, Rotation::West, 9, 2);
        let found = keys(drawn, &[Piece::T], upright);
        assert_eq!(found.map(|found| found.placement.spin), Some(Spin::Mini));
    }

    /// The piece passes the wall only above it: 20 rows, and the piece appears in row 21.
    #[test]
    fn a_path_above_a_high_wall_tolerates_no_fall() {
        let wall = ".......#..\n".repeat(20);
        let o = Placement::new(Piece::O, Rotation::North, 8, 0);
        let found = keys(&wall, &[Piece::O], o).unwrap();
        assert_eq!(found.tolerance, 1);
        let here = Placement::new(Piece::O, Rotation::North, 2, 0);
        assert_eq!(keys(&wall, &[Piece::O], here).unwrap().tolerance, ROWS);
        let held = keys(&wall, &[Piece::I, Piece::O], o).unwrap();
        assert_eq!(held.tolerance, ROWS, "it appears anew");
    }

    #[test]
    fn unreachable_placements_have_no_keys() {
        let roofed = "##########\n..........";
        let o = Placement::new(Piece::O, Rotation::North, 4, 0);
        assert_eq!(keys(roofed, &[Piece::O], o), None);
    }
}
