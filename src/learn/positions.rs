//! Conversion of replays to training positions: both sides when one of them is to move, and whether
//! that side won.

use super::error::ReplayProblem;
use landfall_replay::arena::Replay;
use landfall_replay::arena::lines::{self, number};
use landfall_rules::{Ruleset, State};
use landfall_search::Position;
use landfall_search::tetris::WaitingGarbage;
use serde_json::{Map, Value};

/// The most lines of an attack, or rows of waiting garbage, that are counted.
const MAX_LINES: u64 = 1_000;

/// The most frames that are counted: a minute.
const MAX_FRAMES: u64 = 3_600;

/// A position of a game in which a side is to move.
#[derive(Clone, Copy, Debug)]
pub struct TrainingPosition {
    /// The side to move, and the other.
    pub sides: [Position; 2],
    /// Pending garbage lines of the side to move minus those of the other.
    pub garbage_difference: f32,
    /// Frames until the other side moves, 3,600 at most.
    pub opponent_frames: f32,
    /// Whether the side to move won.
    pub won: bool,
    /// The seat of the side to move.
    pub seat: usize,
    /// Lines that the move sends.
    pub sent: u32,
    /// Frames from this move of the side to its next one, 3,600 at most; 0 if there is none.
    pub frames: u64,
}

/// Returns the positions of a game of two sides before each move after which the other side moves
/// again. A draw, or a game without an end, has none.
///
/// # Errors
/// The replay does not have two seats, or a move cannot be played.
pub fn training_positions(
    replay: &Replay,
    rules: &Ruleset,
) -> Result<Vec<TrainingPosition>, ReplayProblem> {
    if replay.seats.len() != 2 {
        return Err(ReplayProblem::Seats(replay.seats.len()));
    }
    let mut positions = Vec::new();
    let Some(winner) = winner(replay)? else {
        return Ok(positions);
    };
    let mut sides = [0, 1].map(|seat| ReplaySide::new(replay, seat, rules));
    let garbage = replay.head.get("garbage");
    let cancels = garbage.is_some_and(|garbage| garbage["cancels"] == true);
    for line in &replay.lines {
        let Some(seat) = number(line, "s") else {
            continue;
        };
        let (seat, now) = (seat as usize & 1, number(line, "f").unwrap_or(0));
        send_attacks(&mut sides, now, cancels);
        if let Some(rows) = lines::garbage(line) {
            sides[seat].raise(rules, &rows);
            continue;
        }
        if let Some(frames) = sides[1 - seat].frames_until_request(now) {
            sides[seat].set_waiting_garbage(rules, line);
            positions.push(TrainingPosition {
                sides: [seat, 1 - seat].map(|seat| sides[seat].position()),
                garbage_difference: garbage_difference(&sides[seat], &sides[1 - seat], cancels),
                opponent_frames: frames as f32,
                won: winner == seat,
                seat,
                sent: lines_sent(line).unwrap_or(0) as u32,
                frames: sides[seat].frames_of_move(now),
            });
        }
        sides[seat].play(rules, line)?;
    }
    Ok(positions)
}

/// Returns the seat that won; `None` for a draw or a game without an end.
fn winner(replay: &Replay) -> Result<Option<usize>, ReplayProblem> {
    match replay.end_line().and_then(|end| end.get("winner")) {
        None | Some(Value::Null) => Ok(None),
        Some(winner) => match winner.as_u64() {
            Some(seat @ (0 | 1)) => Ok(Some(seat as usize)),
            _ => Err(ReplayProblem::Winner(winner.to_string())),
        },
    }
}

/// Returns the lines that a move sends, [`MAX_LINES`] at most.
fn lines_sent(line: &Map<String, Value>) -> Option<u64> {
    number(line, "sent").map(|sent| sent.min(MAX_LINES))
}

/// Sends the attacks of pieces that have locked by frame `now`.
fn send_attacks(sides: &mut [ReplaySide; 2], now: u64, cancels: bool) {
    for seat in 0..2 {
        let Some((_, mut sent)) = sides[seat]
            .unsent_attack
            .take_if(|(locks, _)| *locks <= now)
        else {
            continue;
        };
        if cancels {
            let cancelled = sides[seat].pending_garbage.min(sent);
            sides[seat].pending_garbage -= cancelled;
            sent -= cancelled;
        }
        let other = &mut sides[1 - seat].pending_garbage;
        *other = other.saturating_add(sent);
    }
}

/// Returns the pending lines of a side minus those of the other, including the attack that the other
/// side has not sent yet.
fn garbage_difference(own: &ReplaySide, other: &ReplaySide, cancels: bool) -> f32 {
    let unsent = other.unsent_attack.map_or(0, |(_, sent)| sent);
    let cancelled = if cancels {
        other.pending_garbage.min(unsent)
    } else {
        0
    };
    let incoming = own.pending_garbage.saturating_add(unsent - cancelled);
    incoming as f32 - (other.pending_garbage - cancelled) as f32
}

/// The state of a seat during the game.
struct ReplaySide {
    state: State,
    /// The frames at which its moves are requested.
    request_frames: Vec<u64>,
    /// The number of moves played.
    played: usize,
    /// Garbage that waited at its last request, where the rules make it wait.
    waiting_garbage: WaitingGarbage,
    /// Pending garbage lines.
    pending_garbage: u64,
    /// The frame at which its last piece locks, and the lines that are sent then.
    unsent_attack: Option<(u64, u64)>,
}

impl ReplaySide {
    fn new(replay: &Replay, seat: usize, rules: &Ruleset) -> ReplaySide {
        let queues = replay.head.get("queues");
        let mut state = State::new(rules.randomizer.clone());
        for piece in lines::pieces(queues.and_then(|queues| queues.get(seat))) {
            state.push_piece(piece);
        }
        let moves = replay
            .lines_of(seat)
            .filter(|line| !line.contains_key("garbage"));
        ReplaySide {
            state,
            request_frames: moves.filter_map(|line| number(line, "f")).collect(),
            played: 0,
            waiting_garbage: WaitingGarbage::default(),
            pending_garbage: 0,
            unsent_attack: None,
        }
    }

    /// Sets the garbage that waits, as the line of its next move says.
    fn set_waiting_garbage(&mut self, rules: &Ruleset, line: &Map<String, Value>) {
        let rows = number(line, "waiting").unwrap_or(0).min(MAX_LINES);
        let played = u32::try_from(self.played).ok();
        self.waiting_garbage = WaitingGarbage::new(rules, rows as u32, played);
    }

    fn position(&self) -> Position {
        Position {
            waiting_garbage: self.waiting_garbage,
            ..Position::from_state(&self.state)
        }
    }

    /// Returns the frames until its next move; `None` if there is none.
    fn frames_until_request(&self, now: u64) -> Option<u64> {
        let next = self.request_frames.get(self.played)?;
        Some(next.saturating_sub(now).min(MAX_FRAMES))
    }

    /// Returns the frames from its move that is requested now to the next one; 0 if there is none.
    fn frames_of_move(&self, now: u64) -> u64 {
        let next = self.request_frames.get(self.played + 1);
        next.map_or(0, |next| next.saturating_sub(now).min(MAX_FRAMES))
    }

    fn raise(&mut self, rules: &Ruleset, rows: &[u16]) {
        for &row in rows {
            self.state.raise_garbage(rules, &[row]);
        }
        self.pending_garbage = self.pending_garbage.saturating_sub(rows.len() as u64);
    }

    fn play(&mut self, rules: &Ruleset, line: &Map<String, Value>) -> Result<(), ReplayProblem> {
        let frame = &line["f"];
        let placement =
            lines::placement(line).ok_or_else(|| ReplayProblem::NoPlacement(frame.to_string()))?;
        self.state
            .try_play(rules, &placement)
            .map_err(|error| ReplayProblem::Unplayable {
                frame: frame.to_string(),
                source: error.into(),
            })?;
        for piece in lines::pieces(line.get("dealt")) {
            self.state.push_piece(piece);
        }
        self.played += 1;
        self.unsent_attack = number(line, "locks").zip(lines_sent(line));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};
    use serde_json::json;

    /// Returns a game of two moves per side, with this end and garbage.
    fn replay(garbage: Option<Value>, end: &Value) -> Replay {
        let mut head = json!({"replay": 2, "seats": ["a", "b"], "rules": "guideline",
            "board": {"columns": 10, "rows": 20, "ceiling": 40}, "shapes": {},
            "queues": [["O", "O"], ["O", "O"]]});
        if let Some(garbage) = garbage {
            head["garbage"] = garbage;
        }
        let mv = |f: u64, s: u64, y: u64| {
            json!({"f": f, "s": s, "move": ["O", "north", 0, y, "none"],
                "locks": f + 5, "sent": u64::MAX})
        };
        let lines = [head, mv(1, 0, 0), mv(1, 1, 0), mv(20, 0, 2), mv(22, 1, 2)];
        let text: String = lines
            .iter()
            .chain([end])
            .map(|line| format!("{line}\n"))
            .collect();
        Replay::parse(&text).expect("a replay")
    }

    fn position_count(garbage: Option<Value>, end: &Value) -> Result<usize, ReplayProblem> {
        training_positions(&replay(garbage, end), &GUIDELINE).map(|positions| positions.len())
    }

    #[test]
    fn a_move_takes_the_time_until_the_next_one_of_its_side() {
        let won = json!({"f": 30, "winner": 1, "boards": []});
        let replay = replay(None, &won);
        let positions = training_positions(&replay, &GUIDELINE).expect("positions");
        let frames: Vec<u64> = positions.iter().map(|position| position.frames).collect();
        assert_eq!(frames, [19, 21, 0]);
    }

    #[test]
    fn a_position_has_the_garbage_that_waits_and_the_lines_of_its_move() {
        let head = json!({"replay": 2, "seats": ["a", "b"], "rules": "tetrio-s2",
            "board": {"columns": 10, "rows": 20, "ceiling": 40}, "shapes": {},
            "queues": [["O", "O"], ["O", "O"]]});
        let mv = |f: u64, s: u64, y: u64, waiting: u64, sent: u64| {
            json!({"f": f, "s": s, "move": ["O", "north", 0, y, "none"],
                "locks": f + 5, "waiting": waiting, "sent": sent})
        };
        let lines = [
            head,
            mv(1, 0, 0, 3, 0),
            mv(1, 1, 0, 0, 4),
            mv(20, 0, 2, 5, 2),
            mv(22, 1, 2, 0, 0),
            json!({"f": 30, "winner": 1, "boards": []}),
        ];
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let replay = Replay::parse(&text).expect("a replay");
        let positions = training_positions(&replay, &TETRIO_S2).expect("positions");
        let waiting = |rows, played| WaitingGarbage::new(&TETRIO_S2, rows, Some(played));
        let found: Vec<_> = positions
            .iter()
            .map(|position| (position.sides[0].waiting_garbage, position.sent))
            .collect();
        let expected = [(waiting(3, 0), 0), (waiting(0, 0), 4), (waiting(5, 1), 2)];
        assert_eq!(found, expected);
        assert_ne!(waiting(3, 0), waiting(0, 0));
    }

    #[test]
    fn incomplete_replays_do_not_panic() {
        let won = json!({"f": 30, "winner": 1, "boards": []});
        for garbage in [None, Some(json!(7)), Some(json!({"cancels": true}))] {
            // No request follows the last move.
            assert_eq!(position_count(garbage, &won).ok(), Some(3));
        }
        for end in [
            json!({"f": 30, "boards": []}),
            json!({"f": 30, "winner": null, "boards": []}),
            json!({"f": 30, "s": 0, "garbage": []}),
        ] {
            assert_eq!(position_count(None, &end).ok(), Some(0), "{end}");
        }
        let error = position_count(None, &json!({"f": 30, "winner": 7, "boards": []}));
        assert!(error.is_err_and(|why| why.to_string().contains("winner is 7")));
    }
}
