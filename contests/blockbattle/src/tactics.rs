//! Tactics against the opponent: finds moves that win now, and moves that survive the most that the
//! opponent can send.
//!
//! Both players move at the same time, so only bounds of the opponent's move are known: the most it
//! can clear, and the lowest it can end.

use super::adapter::{Position, opponent_state};
use landfall_rules::rulesets::BLOCKBATTLE;
use landfall_rules::{Board, Piece, Placement, Ruleset, movegen};

/// What the opponent can do with the piece in play.
#[derive(Debug)]
struct OpponentReplies {
    /// The opponent's boards after each placement.
    boards: Vec<Board>,
    /// Most lines that the opponent can send.
    max_lines: u32,
}

/// Chooses among `moves`, which are legal and in the bot's order of preference: a move that
/// certainly wins, otherwise the first that survives the opponent's strongest attack, otherwise the
/// one that survives the most lines.
pub fn choose_move(rules: &Ruleset, position: &Position, moves: &[Placement]) -> Option<Placement> {
    let first = *moves.first()?;
    let Some(replies) = opponent_replies(position) else {
        return Some(first);
    };
    let after = |mv: &Placement| {
        let mut state = position.state.clone();
        let clear = state.play(rules, mv);
        (state, clear)
    };
    let survives_after = |mv: &Placement, lines: u32| {
        let (state, clear) = after(mv);
        !clear.topped_out && survives(&state.board, lines, position.state.queue.get(1).copied())
    };
    let wins = |mv: &Placement| {
        let (_, clear) = after(mv);
        let sent = rules
            .points
            .lines_sent(position.points, position.points + clear.points);
        sent > 0
            && replies
                .boards
                .iter()
                .all(|board| !survives(board, sent, None))
    };
    let all = position.state.legal_placements(rules);
    let wins_safely = |mv: &&Placement| wins(mv) && survives_after(mv, replies.max_lines);
    if let Some(mv) = moves.iter().chain(&all).find(wins_safely) {
        return Some(*mv);
    }
    if survives_after(&first, replies.max_lines) {
        return Some(first);
    }
    // The opponent's maximum is rare, so the move that survives the most lines is kept.
    let survivor = |lines: u32| moves.iter().find(|mv| survives_after(mv, lines)).copied();
    (0..=replies.max_lines)
        .rev()
        .find_map(survivor)
        .or(Some(first))
}

fn opponent_replies(position: &Position) -> Option<OpponentReplies> {
    let opponent = position.opponent.as_ref()?;
    let piece = *position.state.queue.front()?;
    let state = opponent_state(opponent, piece, position.state.clear_state.solid_row_in);
    let mut replies = OpponentReplies {
        boards: Vec::new(),
        max_lines: 0,
    };
    for mv in state.legal_placements(&BLOCKBATTLE) {
        let mut after = state.clone();
        let clear = after.play(&BLOCKBATTLE, &mv);
        if clear.topped_out {
            continue;
        }
        let lines = BLOCKBATTLE
            .points
            .lines_sent(opponent.points, opponent.points + clear.points);
        replies.max_lines = replies.max_lines.max(lines);
        replies.boards.push(after.board);
    }
    Some(replies)
}

/// Returns whether a board survives this many lines of garbage: no block is pushed out, and the
/// next piece (any piece if it is unknown) can spawn.
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
    use landfall_rules::lock::ClearState;
    use landfall_rules::{Randomizer, Rotation, State};

    fn position(own: &str, opponent: &str, piece: Piece) -> Position {
        let board = |drawn: &str| drawn.parse::<Board>().expect("a board");
        Position {
            state: State {
                board: board(own),
                queue: [piece, Piece::O].into(),
                clear_state: ClearState {
                    solid_row_in: 9,
                    ..ClearState::default()
                },
                ..State::new(Randomizer::Uniform)
            },
            points: 0,
            opponent: Some(PlayerView {
                board: board(opponent),
                ..PlayerView::default()
            }),
        }
    }

    fn upright(x: i8, y: i8) -> Placement {
        Placement::new(Piece::I, Rotation::East, x, y)
    }

    fn flat(x: i8, y: i8) -> Placement {
        Placement::new(Piece::I, Rotation::North, x, y)
    }

    const FOUR: &str = "
        #########.
        #########.
        #########.
        #########.";

    #[test]
    fn a_winning_move_is_played() {
        let tower = ".....#....\n".repeat(18);
        let position = position(FOUR, &tower, Piece::I);
        let chosen = choose_move(&BLOCKBATTLE, &position, &[flat(1, 4)]);
        assert_eq!(chosen, Some(upright(9, 2)), "10 points are 3 lines");
    }

    #[test]
    fn other_moves_are_left_to_the_bot() {
        let position = position(FOUR, ".....#....", Piece::I);
        let chosen = choose_move(&BLOCKBATTLE, &position, &[flat(1, 4)]);
        assert_eq!(chosen, Some(flat(1, 4)));
    }

    #[test]
    fn a_player_in_danger_stays_low() {
        let tower = ".........#\n".repeat(16);
        let position = position(&tower, FOUR, Piece::I);
        let chosen = choose_move(&BLOCKBATTLE, &position, &[upright(4, 2), flat(1, 0)]);
        assert_eq!(chosen, Some(upright(4, 2)), "16 and 3 are 19");
        let tower = ".........#\n".repeat(15);
        let high = upright(9, 17);
        let position = Position {
            state: State {
                board: tower.parse().expect("a board"),
                ..position.state.clone()
            },
            ..position
        };
        let chosen = choose_move(&BLOCKBATTLE, &position, &[high, flat(1, 0)]);
        assert_eq!(chosen, Some(flat(1, 0)), "19 and 3 are 22");
    }
}
