//! A look at the opponent before a move is made: does one end the game now, and does one
//! outlive what he may send?
//!
//! Owns these two tests. Both sides move at the same time, so of his move only the bounds are
//! known: what he can clear at best, and how low he can end.

use super::adapter::{Position, opponent_state};
use landfall_rules::{BLOCKBATTLE, Board, Piece, Placement, Ruleset, movegen};

/// What the opponent may do with the piece that is in play.
#[derive(Debug)]
struct OpponentReplies {
    /// His boards after each of his moves.
    boards: Vec<Board>,
    /// Most lines that he can send.
    max_lines: u32,
}

/// The best of `moves`, which are legal and in the order in which the bot prefers them: one
/// that surely ends the game, else the first that outlives the worst that the opponent can
/// do, else the first.
pub fn choose_move(rules: &Ruleset, position: &Position, moves: &[Placement]) -> Option<Placement> {
    let first = *moves.first()?;
    let Some(threat) = opponent_replies(position) else {
        return Some(first);
    };
    let after = |mv: &Placement| {
        let mut state = position.state.clone();
        let clear = state.play(rules, mv);
        (state, clear)
    };
    let outlives = |mv: &Placement, lines: u32| {
        let (state, clear) = after(mv);
        !clear.topped_out && survives(&state.board, lines, position.state.queue.get(1).copied())
    };
    let kills = |mv: &Placement| {
        let (_, clear) = after(mv);
        let sent = rules
            .points
            .lines_sent(position.points, position.points + clear.points);
        sent > 0
            && threat
                .boards
                .iter()
                .all(|board| !survives(board, sent, None))
    };
    let all = position.state.placements(rules);
    let sure = |mv: &&Placement| kills(mv) && outlives(mv, threat.max_lines);
    if let Some(mv) = moves.iter().chain(&all).find(sure) {
        return Some(*mv);
    }
    if outlives(&first, threat.max_lines) {
        return Some(first);
    }
    // The most that he can send is rare; what is outlived the longest is kept.
    let saves = |lines: u32| moves.iter().find(|mv| outlives(mv, lines)).copied();
    (0..=threat.max_lines).rev().find_map(saves).or(Some(first))
}

fn opponent_replies(position: &Position) -> Option<OpponentReplies> {
    let theirs = position.opponent.as_ref()?;
    let piece = *position.state.queue.front()?;
    let state = opponent_state(theirs, piece, position.state.clear_state);
    let mut threat = OpponentReplies {
        boards: Vec::new(),
        max_lines: 0,
    };
    for mv in state.placements(&BLOCKBATTLE) {
        let mut after = state.clone();
        let clear = after.play(&BLOCKBATTLE, &mv);
        if clear.topped_out {
            continue;
        }
        let lines = BLOCKBATTLE
            .points
            .lines_sent(theirs.points, theirs.points + clear.points);
        threat.max_lines = threat.max_lines.max(lines);
        threat.boards.push(after.board);
    }
    Some(threat)
}

/// Whether a board outlives so many lines of garbage: nothing is pushed out, and the next
/// piece, any at all if it is unknown, can appear.
fn survives(board: &Board, lines: u32, next: Option<Piece>) -> bool {
    let top = board.max_height() + lines;
    if top > BLOCKBATTLE.lock_out_row {
        return false;
    }
    if top < BLOCKBATTLE.lock_out_row {
        return true;
    }
    let mut raised = *board;
    raised.raise_above(0, &vec![0; lines as usize]);
    let appears = |piece: Piece| {
        let mut out = Vec::new();
        movegen::placements(&BLOCKBATTLE, &raised, piece, &mut out);
        !out.is_empty()
    };
    match next {
        Some(piece) => appears(piece),
        None => Piece::ALL.into_iter().any(appears),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_view::PlayerView;
    use landfall_rules::{ClearState, Randomizer, Rotation, Spin, State};

    fn position(own: &str, theirs: &str, piece: Piece) -> Position {
        let board = |drawn| Board::parse(drawn).expect("a board");
        Position {
            state: State {
                board: board(own),
                hold: None,
                queue: [piece, Piece::O].into(),
                randomizer: Randomizer::Uniform,
                clear_state: ClearState {
                    solid_row_in: 9,
                    ..ClearState::default()
                },
            },
            points: 0,
            opponent: Some(PlayerView {
                board: board(theirs),
                ..PlayerView::default()
            }),
        }
    }

    fn upright(x: i8, y: i8) -> Placement {
        Placement {
            piece: Piece::I,
            rotation: Rotation::East,
            x,
            y,
            spin: Spin::None,
        }
    }

    fn flat(x: i8, y: i8) -> Placement {
        Placement {
            rotation: Rotation::North,
            ..upright(x, y)
        }
    }

    const FOUR: &str = "
        #########.
        #########.
        #########.
        #########.";

    #[test]
    fn what_ends_the_game_is_played() {
        let tower = ".....#....\n".repeat(18);
        let position = position(FOUR, &tower, Piece::I);
        let chosen = choose_move(&BLOCKBATTLE, &position, &[flat(1, 4)]);
        assert_eq!(chosen, Some(upright(9, 2)), "10 points are 3 lines");
    }

    #[test]
    fn what_does_not_end_it_is_left_to_the_bot() {
        let position = position(FOUR, ".....#....", Piece::I);
        let chosen = choose_move(&BLOCKBATTLE, &position, &[flat(1, 4)]);
        assert_eq!(chosen, Some(flat(1, 4)));
    }

    #[test]
    fn who_may_be_pushed_out_stays_low() {
        let tower = ".........#\n".repeat(16);
        let position = position(&tower, FOUR, Piece::I);
        let chosen = choose_move(&BLOCKBATTLE, &position, &[upright(4, 2), flat(1, 0)]);
        assert_eq!(chosen, Some(upright(4, 2)), "16 and 3 are 19");
        let tower = ".........#\n".repeat(15);
        let high = Placement {
            y: 17,
            ..upright(9, 0)
        };
        let position = Position {
            state: State {
                board: Board::parse(&tower).expect("a board"),
                ..position.state.clone()
            },
            ..position
        };
        let chosen = choose_move(&BLOCKBATTLE, &position, &[high, flat(1, 0)]);
        assert_eq!(chosen, Some(flat(1, 0)), "19 and 3 are 22");
    }
}
