//! Positions and moves for tests, drawn as text.

use crate::judge::{JudgeOptions, PlayedMove};
use crate::move_report::judge_move;
use crate::opponent::Opponent;
use crate::report::MoveReport;
use arrayvec::ArrayVec;
use landfall_replay::game::{RecordedMove, WaitingPacket};
use landfall_rules::board::CellKind;
use landfall_rules::{
    Board, Clear, Piece, Placement, Playfield, Queue, Randomizer, Rotation, Ruleset, Spin, State,
};

/// A position whose board is drawn, `G` for garbage and `#` for other blocks.
pub struct Drawn {
    pub rules: Ruleset,
    pub recorded: RecordedMove,
    pub opponents: Vec<Opponent>,
}

impl Drawn {
    /// Returns a position in the middle of a game with these pieces, the one in play first.
    pub fn new(rules: &Ruleset, queue: &str, board: &str) -> Drawn {
        let rows: Vec<&str> = board.split_whitespace().collect();
        let mut field = Playfield::new();
        for (y, row) in rows.iter().rev().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let kind = match letter {
                    '.' => None,
                    'G' => Some(CellKind::Garbage),
                    _ => Some(CellKind::Piece(Piece::J)),
                };
                field.set(x as i8, y as i8, kind);
            }
        }
        let mut state = State::new(Randomizer::SEVEN_BAG);
        state.board = field.board();
        state.clear_state.garbage_rows = field.garbage_rows(rules);
        for piece in queue.parse::<Queue>().expect("a queue") {
            state.push_piece(piece);
        }
        Drawn {
            rules: *rules,
            recorded: RecordedMove {
                state,
                field,
                waiting: Vec::new(),
                pieces_placed: 40,
                appeared: 2_000,
                locked: 2_060,
                held: false,
                placement: Placement::new(Piece::O, Rotation::North, 0, 0),
                clear: Clear::default(),
                sent: ArrayVec::new(),
                raised: Default::default(),
            },
            opponents: Vec::new(),
        }
    }

    pub fn hold(mut self, piece: Piece) -> Drawn {
        self.recorded.state.hold = Some(piece);
        self
    }

    pub fn back_to_back(mut self, chain: u16) -> Drawn {
        self.recorded.state.clear_state.back_to_back = chain;
        self
    }

    pub fn waiting(mut self, lines: u32) -> Drawn {
        let frames = Some(0);
        self.recorded.waiting = vec![WaitingPacket { lines, frames }];
        self
    }

    /// Adds an opponent with a stack of `rows` rows.
    pub fn opponent(mut self, rows: usize) -> Drawn {
        let board = "#########.\n".repeat(rows).parse::<Board>().unwrap();
        self.opponents.push(Opponent { board, waiting: 0 });
        self
    }

    /// Plays a move.
    pub fn play(mut self, piece: Piece, rotation: Rotation, x: i8, y: i8) -> Drawn {
        self.recorded.placement = Placement::new(piece, rotation, x, y);
        let mut after = self.recorded.state.clone();
        self.recorded.held = after.queue.front() != Some(&piece);
        self.recorded.clear = after
            .try_play(&self.rules, &self.recorded.placement)
            .unwrap();
        self
    }

    /// Plays the same move with a spin.
    pub fn spin(mut self, spin: Spin) -> Drawn {
        self.recorded.placement.spin = spin;
        let mut after = self.recorded.state.clone();
        self.recorded.clear = after.play(&self.rules, &self.recorded.placement);
        self
    }

    pub fn played(&self) -> PlayedMove<'_> {
        PlayedMove {
            rules: &self.rules,
            recorded: &self.recorded,
            opponents: &self.opponents,
        }
    }

    /// Judges the move with few nodes.
    pub fn judge(&self) -> MoveReport {
        let options = JudgeOptions {
            nodes: 8_000,
            ..JudgeOptions::default()
        };
        judge_move(&self.played(), &options, &|| false, &|| false).unwrap()
    }
}
