//! The referee: plays a game of AI Block Battle round by round like the contest's engine.
//!
//! Decides the order of events in a round, and the winner. The rules decide the effect of a move on
//! one field.

use landfall_rules::lock::{ClearState, lock, push_solid_row};
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::BLOCKBATTLE;
use landfall_rules::{Board, Clear, Piece, Placement, Randomizer, State};

/// One player's field and counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerState {
    /// The field; solid rows are full rows at the floor.
    pub board: Board,
    /// Combo and skips.
    pub chain: ClearState,
    /// Points since the game began.
    pub points: u32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player with this index has won.
    Won(usize),
    /// Both lost in the same round.
    Draw,
}

/// A game of two players.
#[derive(Clone, Debug)]
pub struct Referee {
    /// The players, in the order in which they are asked.
    pub players: [PlayerState; 2],
    /// Number of the round, from 1.
    pub round: u32,
    /// The piece in play and the next.
    pub queue: [Piece; 2],
    piece_rng: SplitMix64,
    hole_rng: SplitMix64,
    result: PendingOutcome,
}

/// The result so far; a second loser makes it a draw.
#[derive(Clone, Copy, Debug, Default)]
struct PendingOutcome {
    is_over: bool,
    winner: Option<usize>,
}

impl PendingOutcome {
    fn record_loss(&mut self, loser: usize) {
        let winner = 1 - loser;
        self.is_over = true;
        self.winner = match self.winner {
            None => Some(winner),
            same if same == Some(winner) => same,
            Some(_) => None,
        };
    }
}

impl Referee {
    /// Returns a game before its first move. The game depends only on the seed and the moves.
    pub fn new(seed: u64) -> Referee {
        let mut pieces = SplitMix64::new(seed);
        let holes = SplitMix64::new(pieces.next_u64());
        let player = PlayerState {
            board: Board::EMPTY,
            chain: ClearState {
                solid_row_in: BLOCKBATTLE.solid_row_interval.unwrap_or(0),
                ..ClearState::default()
            },
            points: 0,
        };
        let queue = [next_piece(&mut pieces), next_piece(&mut pieces)];
        Referee {
            players: [player.clone(), player],
            round: 1,
            queue,
            piece_rng: pieces,
            hole_rng: holes,
            result: PendingOutcome::default(),
        }
    }

    /// Returns a player's position.
    pub fn state(&self, player: usize) -> State {
        let PlayerState { board, chain, .. } = &self.players[player];
        State {
            board: *board,
            queue: self.queue.into(),
            clear_state: *chain,
            ..State::new(Randomizer::Uniform)
        }
    }

    /// Returns how the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        let ended = self.result.winner.map_or(Outcome::Draw, Outcome::Won);
        self.result.is_over.then_some(ended)
    }

    /// Ends the game because a player makes no move.
    pub fn forfeit(&mut self, player: usize) {
        self.result.record_loss(player);
    }

    /// Plays a round: one legal move of each player. Returns what they cleared.
    pub fn play_round(&mut self, moves: [Placement; 2]) -> [Clear; 2] {
        let mut clears = [Clear::default(); 2];
        for (player, mv) in moves.iter().enumerate() {
            let state = &mut self.players[player];
            clears[player] = lock(&BLOCKBATTLE, &mut state.board, &mut state.chain, mv);
            if clears[player].topped_out {
                self.result.record_loss(player);
            }
        }
        for (player, clear) in clears.iter().enumerate() {
            self.send_garbage(player, clear.points);
            self.add_solid_row(player);
        }
        self.round += 1;
        self.queue = [self.queue[1], next_piece(&mut self.piece_rng)];
        self.check_spawns();
        clears
    }

    /// Converts points into garbage, which rises at once, above the opponent's solid rows.
    fn send_garbage(&mut self, player: usize, points: u32) {
        let table = &BLOCKBATTLE.points;
        let before = self.players[player].points;
        let after = before + points;
        self.players[player].points = after;
        let (count, sent) = (table.lines_sent(before, after), table.lines_sent(0, after));
        let rows = BLOCKBATTLE.garbage.rows(count, sent, &mut self.hole_rng);
        let board = &mut self.players[1 - player].board;
        board.raise_above(board.full_rows().count_ones(), &rows);
        if board.max_height() > BLOCKBATTLE.lock_out_row {
            self.result.record_loss(1 - player);
        }
    }

    fn add_solid_row(&mut self, player: usize) {
        let state = &mut self.players[player];
        if push_solid_row(&BLOCKBATTLE, &mut state.board, &mut state.chain) {
            self.result.record_loss(player);
        }
    }

    /// Ends the game of players whose new piece collides with a block.
    fn check_spawns(&mut self) {
        for player in 0..2 {
            let mut state = self.state(player);
            state.clear_state.skips = 0;
            if state.legal_placements(&BLOCKBATTLE).is_empty() {
                self.result.record_loss(player);
            }
        }
    }
}

fn next_piece(pieces: &mut SplitMix64) -> Piece {
    Randomizer::Uniform.sample(pieces)
}

#[cfg(test)]
mod tests;
