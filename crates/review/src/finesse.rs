//! Finesse: the fewest keys that bring a piece to where it locked.
//!
//! A key is a tap to the side, a shift held to the wall, a turn, a soft drop held to the ground, a
//! hold, or the hard drop.

use landfall_replay::RecordedMove;
use landfall_rules::path::{MoveModel, PieceInput, PieceMoves, PiecePose, shortest};
use landfall_rules::rotation::TurnKind;
use landfall_rules::{Ruleset, Spin};

/// A key as finesse counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Tap(PieceInput),
    Slide(PieceInput),
    Turn(TurnKind),
    SoftDrop,
}

const KEYS: [Key; 8] = [
    Key::Tap(PieceInput::Left),
    Key::Tap(PieceInput::Right),
    Key::Slide(PieceInput::Left),
    Key::Slide(PieceInput::Right),
    Key::Turn(TurnKind::Clockwise),
    Key::Turn(TurnKind::CounterClockwise),
    Key::Turn(TurnKind::Half),
    Key::SoftDrop,
];

/// How a piece moves by keys.
struct KeyMoves<'a>(PieceMoves<'a>);

impl MoveModel for KeyMoves<'_> {
    type Pose = PiecePose;
    type Input = Key;

    fn inputs(&self) -> &[Key] {
        &KEYS
    }

    fn apply(&self, pose: PiecePose, key: Key) -> Option<PiecePose> {
        match key {
            Key::Tap(shift) => self.0.apply(pose, shift),
            Key::Slide(shift) => {
                let mut at = pose;
                while let Some(next) = self.0.apply(at, shift) {
                    at = next;
                }
                (at != pose).then_some(at)
            }
            Key::Turn(kind) => self.0.turn(pose, kind).map(|(to, _)| to),
            Key::SoftDrop => Some(self.0.dropped(pose)).filter(|&to| to != pose),
        }
    }

    fn index(&self, pose: PiecePose) -> Option<usize> {
        self.0.index(pose)
    }
}

/// Returns the fewest keys, the hold and the hard drop among them, that bring the piece of a move
/// to where it locked. `None` for spins, which need a turn at the end, and for places that need
/// gravity or a soft drop half way.
pub fn fewest_keys(rules: &Ruleset, recorded: &RecordedMove) -> Option<u32> {
    let placement = rules.rotation.canonical(recorded.placement);
    if placement.spin != Spin::None || placement.is_skip() {
        return None;
    }
    let model = KeyMoves(PieceMoves::new(
        rules,
        &recorded.state.board,
        placement.piece,
    ));
    let lies_there = |pose: PiecePose| {
        let at = model.0.placement(model.0.dropped(pose));
        rules.rotation.canonical(at) == placement
    };
    let route = shortest(&model, model.0.spawn()?, lies_there)?;
    Some(route.cost + 1 + u32::from(recorded.held))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::Drawn;
    use landfall_rules::rulesets::TETRIO_S2;
    use landfall_rules::{Piece, Rotation};

    fn fewest(piece: Piece, rotation: Rotation, x: i8, y: i8, board: &str) -> Option<u32> {
        let queue = piece.to_string();
        let drawn = Drawn::new(&TETRIO_S2, &queue, board).play(piece, rotation, x, y);
        fewest_keys(&TETRIO_S2, &drawn.recorded)
    }

    /// The tables of finesse that players learn, with the hard drop: at most three keys before it.
    #[test]
    fn keys_are_those_of_the_finesse_tables() {
        use Rotation::{East, North, South};
        for (piece, rotation, x, y, keys, how) in [
            (Piece::O, North, 4, 0, 1, "down"),
            (Piece::O, North, 0, 0, 2, "held left"),
            (Piece::O, North, 1, 0, 3, "held left, right"),
            (Piece::O, North, 6, 0, 3, "two taps"),
            (Piece::T, South, 4, 1, 2, "a half turn"),
            (Piece::T, North, 1, 0, 2, "held left"),
            (Piece::T, East, 8, 1, 3, "held right and a turn"),
        ] {
            assert_eq!(
                fewest(piece, rotation, x, y, ""),
                Some(keys),
                "{piece:?}: {how}"
            );
        }
    }

    /// Under a roof there is a soft drop before the shift.
    #[test]
    fn a_tuck_needs_a_soft_drop() {
        let roof = "####......\n..........\n..........";
        // Down, and two taps from beside it or a hold to the wall and two taps back.
        assert_eq!(fewest(Piece::O, Rotation::North, 2, 0, roof), Some(4));
        assert_eq!(fewest(Piece::O, Rotation::North, 0, 0, roof), Some(3));
    }
}
