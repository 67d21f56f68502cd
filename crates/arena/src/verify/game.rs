//! A recorded game, replayed lock by lock.

use super::{LineProblem, Member, board_of, cells_and_spin, member_error, parse_rows};
use landfall_replay::arena::format::garbage_row;
use landfall_replay::arena::lines::piece;
use landfall_rules::board::WIDTH;
use landfall_rules::garbage::{GarbageQueue, TetrioHoles};
use landfall_rules::path::PieceMoves;
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::{Clear, Piece, Placement, Ruleset, State};
use serde_json::{Map, Value, json};

/// Pieces in `next` after a lock, the one in play included.
const NEXT_PIECES: usize = 5;

/// A game whose locks are compared.
pub struct RecordedGame {
    rules: Ruleset,
    state: State,
    /// The letters of the board, rows from the floor up.
    rows: Vec<String>,
    pieces: PieceSequence,
    garbage: GarbageQueue,
    holes: TetrioHoles,
    multiplier: f64,
    locks: u32,
    is_over: bool,
}

/// The lock of a line.
struct Lock {
    held: bool,
    arrived: Vec<u32>,
    cells: Value,
    spin: Value,
}

impl RecordedGame {
    /// Starts the game of a line.
    pub fn new(rules: &Ruleset, line: &Map<String, Value>) -> Result<RecordedGame, LineProblem> {
        let seed = line.get("seed").and_then(Value::as_u64);
        let seed = seed.ok_or_else(|| member_error("seed", "a whole number of 0 or more"))?;
        let rows = parse_rows(line, rules.height)?;
        let mut state = State::new(rules.randomizer.clone());
        state.board = board_of(&rows);
        state.clear_state.back_to_back = count(line, "b2b")?;
        state.clear_state.combo = count(line, "combo")?;
        if rules.attack.garbage_bonus > 0 {
            let garbage = rows.iter().take_while(|row| row.contains('G'));
            state.clear_state.garbage_rows = garbage.count() as u8;
        }
        let multiplier = line.get("multiplier").map_or(Some(1.0), Value::as_f64);
        let multiplier = multiplier.filter(|factor| (0.0..=1_000.0).contains(factor));
        let mut game = RecordedGame {
            rules: *rules,
            state,
            rows,
            pieces: PieceSequence::new(rules, seed),
            garbage: GarbageQueue::default(),
            holes: TetrioHoles::new(seed),
            multiplier: multiplier.ok_or_else(|| member_error("multiplier", "from 0 to 1000"))?,
            locks: 0,
            is_over: false,
        };
        game.deal();
        Ok(game)
    }

    /// Plays the lock of a line. Returns its expected members, up to the first wrong one of the place
    /// if the piece cannot lock there.
    pub fn lock(&mut self, line: &Map<String, Value>) -> Result<Vec<Member>, LineProblem> {
        let lock = parse_lock(line)?;
        if self.rules.garbage_queue.is_none() && !lock.arrived.is_empty() {
            return Err(LineProblem::Garbage(self.rules.name));
        }
        if self.is_over {
            return Ok(vec![Member::new("piece", "none: the game is over")]);
        }
        for &rows in &lock.arrived {
            self.garbage.push(rows, 0);
        }
        if lock.held {
            self.state.hold_piece();
        }
        let Some(&piece) = self.state.queue.front() else {
            return Ok(Vec::new());
        };
        let mut members = vec![Member::new("piece", piece.to_string())];
        let lift = self.spawn_row(piece).map_or(0, |y| y - self.rules.spawn.y);
        members.push(Member {
            default: Some(json!(0)),
            ..Member::new("clutch", lift)
        });
        match self.placement(piece, &lock) {
            Ok(placement) => self.play(&placement, &mut members),
            Err(wrong) => members.push(wrong),
        }
        Ok(members)
    }

    fn deal(&mut self) {
        self.state.deal(NEXT_PIECES + 1, &mut self.pieces);
    }

    /// Returns the row in which a piece appears, if it fits.
    fn spawn_row(&self, piece: Piece) -> Option<i8> {
        let State {
            board, clear_state, ..
        } = &self.state;
        let moves = PieceMoves::new(&self.rules, board, piece);
        let spawn = moves.with_spawn(clear_state.spawn(&self.rules)).spawn();
        spawn.map(|pose| pose.y)
    }

    /// Returns the placement of a lock.
    ///
    /// # Errors
    /// The expected value of the wrong member: the spin if the cells can be reached with another
    /// spin, otherwise the cells.
    fn placement(&self, piece: Piece, lock: &Lock) -> Result<Placement, Member> {
        let placements = self.state.legal_placements(&self.rules);
        let of_piece = placements.into_iter().filter(|mv| mv.piece == piece);
        let mut spins = Vec::new();
        for placement in of_piece {
            let (cells, spin) = cells_and_spin(&self.rules, &placement);
            if cells == lock.cells {
                if spin == lock.spin {
                    return Ok(placement);
                }
                spins.push(spin);
            }
        }
        Err(match spins.as_slice() {
            [] => Member::new("cells", "no legal placement"),
            [spin] => Member::new("spin", spin.clone()),
            _ => Member::new("spin", spins),
        })
    }

    fn play(&mut self, placement: &Placement, members: &mut Vec<Member>) {
        self.locks += 1;
        self.set_letters(placement);
        let clear = self
            .state
            .play_times(&self.rules, placement, self.multiplier);
        let packets = clear.packets();
        let opener = self
            .rules
            .garbage_queue
            .map_or(0, |queue| queue.opener_pieces);
        let is_opener = self.locks <= opener;
        let sent = self.garbage.cancel(&packets, is_opener, &mut self.holes);
        let rose = if clear.lines == 0 {
            self.raise()
        } else {
            Vec::new()
        };
        self.deal();
        let next: Vec<Piece> = self.state.queue.iter().copied().take(NEXT_PIECES).collect();
        let is_blocked = |&piece: &Piece| self.spawn_row(piece).is_none();
        self.is_over |= clear.topped_out || next.first().is_none_or(is_blocked);
        members.extend(clear_members(&clear));
        members.extend([
            Member::new("combo", self.state.clear_state.combo),
            Member::new("b2b", self.state.clear_state.back_to_back),
            Member::new("packets", packets.to_vec()),
            Member::new("sent", sent.to_vec()),
            Member::new("rose", rose),
            Member::new("waiting", self.garbage.packets().collect::<Vec<_>>()),
            Member::new("board", self.rows.clone()),
            Member::new("hold", self.state.hold.map(|piece| piece.to_string())),
            Member::new(
                "next",
                next.iter()
                    .map(|piece| piece.to_string())
                    .collect::<Vec<_>>(),
            ),
            Member {
                default: Some(json!(false)),
                ..Member::new("dead", self.is_over)
            },
        ]);
    }

    /// Puts the letters of a piece into the rows, and removes full rows.
    fn set_letters(&mut self, placement: &Placement) {
        for (x, y) in placement.cells(&self.rules) {
            let (x, y) = (x as usize, y as usize);
            while self.rows.len() <= y {
                self.rows.push(".".repeat(WIDTH));
            }
            let letter = placement.piece.to_string();
            self.rows[y].replace_range(x..=x, &letter);
        }
        self.rows.retain(|row| row.contains('.'));
        self.drop_empty_rows();
    }

    /// Raises garbage after a lock without a clear. Returns the column of the hole of each row, the
    /// floor first.
    fn raise(&mut self) -> Vec<u32> {
        let cap = self.rules.garbage_queue.map(|queue| queue.cap);
        let mut rows = self.garbage.take_due(0, cap, &mut self.holes);
        rows.reverse();
        self.is_over |= self.state.raise_garbage(&self.rules, &rows);
        self.rows
            .splice(0..0, rows.iter().map(|&row| garbage_row(row)));
        self.drop_empty_rows();
        rows.iter().map(|row| row.trailing_ones()).collect()
    }

    fn drop_empty_rows(&mut self) {
        while self
            .rows
            .last()
            .is_some_and(|row| row.bytes().all(|cell| cell == b'.'))
        {
            self.rows.pop();
        }
    }
}

fn clear_members(clear: &Clear) -> [Member; 3] {
    [
        Member::new("lines", clear.lines),
        Member::new("garbage_lines", clear.garbage_lines),
        Member::new("all_clear", clear.perfect),
    ]
}

/// Parses a counter of the line that begins a game; 0 if it is absent.
fn count(line: &Map<String, Value>, member: &'static str) -> Result<u16, LineProblem> {
    let Some(value) = line.get(member) else {
        return Ok(0);
    };
    let number = value.as_u64().and_then(|number| u16::try_from(number).ok());
    number.ok_or_else(|| member_error(member, "a whole number of 0 or more"))
}

fn parse_lock(line: &Map<String, Value>) -> Result<Lock, LineProblem> {
    let get = |member: &str| line.get(member).cloned();
    piece(&get("piece").unwrap_or_default())
        .ok_or_else(|| member_error("piece", "one of I O T L J S Z"))?;
    let held = get("held").unwrap_or(Value::Bool(false));
    let arrived = get("arrived").unwrap_or_else(|| json!([]));
    Ok(Lock {
        held: held
            .as_bool()
            .ok_or_else(|| member_error("held", "true or false"))?,
        arrived: serde_json::from_value(arrived)
            .map_err(|_| member_error("arrived", "a list of whole numbers"))?,
        cells: get("cells").ok_or_else(|| member_error("cells", "four cells [x, y]"))?,
        spin: get("spin").ok_or_else(|| member_error("spin", "none, mini or full"))?,
    })
}
