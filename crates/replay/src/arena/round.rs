//! Writes a round of any recorded game as lines of a replay, so that the replay page can play it.

use super::format::{self, MoveTimes};
use crate::game::{RecordedMove, RecordedSide, Round, WaitingPacket};
use landfall_rules::board::CellKind;
use landfall_rules::{Piece, Placement, Playfield, Queue, State};
use serde_json::{Value, json};

/// Returns a round as a replay: JSON lines, the head first. `seats` are the names of its sides.
///
/// Each position follows from the lines before it. If the round has another position, as between
/// pages of a fumen, a line contains the whole position.
pub fn round_lines(round: &Round, seats: &[String]) -> String {
    let mut lines: Vec<Value> = Vec::new();
    let mut queues = Vec::new();
    for (seat, side) in round.sides.iter().enumerate() {
        queues.push(write_side(side, seat, &mut lines));
    }
    lines.sort_by_key(|line| line["f"].as_u64());
    let mut head = format::head(&round.sides[0].rules);
    head["seats"] = json!(seats);
    head["queues"] = json!(queues);
    // Each move contains the waiting garbage.
    head["garbage"] = json!({"sent": false, "cancels": false});
    lines.insert(0, head);
    lines.push(end(round));
    lines.iter().map(|line| line.to_string() + "\n").collect()
}

/// Writes the moves of a side. Returns its first pieces.
fn write_side(side: &RecordedSide, seat: usize, lines: &mut Vec<Value>) -> Vec<String> {
    let ends = (&side.end.state, &side.end.field);
    let (state, field) = side.moves.first().map_or(ends, |m| (&m.state, &m.field));
    let mut shown = Shown {
        field: Playfield::new(),
        hold: None,
        queue: state.queue.clone(),
    };
    let first = format::piece_letters(state.queue.iter().copied());
    let frame = side.moves.first().map_or(side.end.frame, |m| m.appeared);
    if !shown.is(state, field) {
        lines.push(position(frame, seat, state, field));
        shown = Shown::new(state, field);
    }
    for (number, played) in side.moves.iter().enumerate() {
        let next = side.moves.get(number + 1);
        let (state, field) = next.map_or(ends, |next| (&next.state, &next.field));
        let frame = next.map_or(side.end.frame, |next| next.appeared);
        let dealt = shown.play(side, played, state);
        let waiting = next.map(|next| &next.waiting[..]);
        lines.push(move_line(side, seat, played, state, &dealt, waiting));
        if !played.raised.is_empty() {
            lines.push(format::garbage(played.locked, seat, &played.raised));
        }
        if !shown.is(state, field) {
            lines.push(position(frame.max(played.locked), seat, state, field));
            shown = Shown::new(state, field);
        }
    }
    first
}

/// Returns the line of a move; `next` and `waiting` are the position and the waiting garbage after
/// it.
fn move_line(
    side: &RecordedSide,
    seat: usize,
    played: &RecordedMove,
    next: &State,
    dealt: &[Piece],
    waiting: Option<&[WaitingPacket]>,
) -> Value {
    let times = MoveTimes {
        requested: played.appeared,
        path: played.locked.saturating_sub(played.appeared),
        locks: played.locked,
    };
    let rows = |packets: &[WaitingPacket]| -> Vec<u32> {
        packets.iter().map(|packet| packet.lines).collect()
    };
    let mut line = format::locked(times, seat, &played.placement, &played.clear);
    line["dealt"] = format::piece_letters(dealt.iter().copied()).into();
    line["waiting"] = rows(&played.waiting).iter().sum::<u32>().into();
    line["packets_waiting"] = rows(&played.waiting).into();
    line["packets_left"] = rows(waiting.unwrap_or_default()).into();
    if side.rules.garbage_queue.is_some() && played.clear.attack > 0 {
        line["packets"] = played.clear.packets().to_vec().into();
    }
    if side.rules.attack.back_to_back.is_counted() {
        line["chain"] = next.clear_state.back_to_back.into();
    }
    line
}

/// Returns the line of a position that does not follow from the previous lines.
fn position(frame: u64, seat: usize, state: &State, field: &Playfield) -> Value {
    json!({
        "f": frame,
        "s": seat,
        "rows": format::board(field),
        "hold": state.hold.map(|piece| piece.to_string()),
        "queue": format::piece_letters(state.queue.iter().copied()),
    })
}

/// Returns the line of the end.
fn end(round: &Round) -> Value {
    let sides = || round.sides.iter();
    json!({
        "f": sides().map(|side| side.end.frame).max(),
        "winner": round.winner,
        "ends": sides().map(|side| side.end.loss.map(|_| "top_out")).collect::<Vec<_>>(),
        "boards": sides().map(|side| format::board(&side.end.field)).collect::<Vec<_>>(),
    })
}

/// A side's position as a reader of the lines computes it.
struct Shown {
    field: Playfield,
    hold: Option<Piece>,
    queue: Queue,
}

impl Shown {
    fn new(state: &State, field: &Playfield) -> Shown {
        Shown {
            field: field.clone(),
            hold: state.hold,
            queue: state.queue.clone(),
        }
    }

    fn is(&self, state: &State, field: &Playfield) -> bool {
        self.field == *field && self.hold == state.hold && self.queue == state.queue
    }

    /// Plays a move and compares the next position. Returns the pieces dealt between.
    fn play(&mut self, side: &RecordedSide, played: &RecordedMove, next: &State) -> Vec<Piece> {
        self.fill(side, &played.placement);
        for &row in &played.raised {
            self.field.raise(row);
        }
        let first = self.queue.pop_front();
        if first.is_some_and(|first| first != played.placement.piece) {
            if self.hold.is_none() {
                self.queue.pop_front();
            }
            self.hold = first;
        }
        let dealt: Vec<Piece> = next.queue.iter().copied().skip(self.queue.len()).collect();
        self.queue.extend(&dealt);
        dealt
    }

    fn fill(&mut self, side: &RecordedSide, placement: &Placement) {
        if placement.is_skip() {
            return;
        }
        let cells = placement.cells(&side.rules);
        self.field.fill(&cells, CellKind::Piece(placement.piece));
        self.field.remove_full_rows();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Replay;
    use crate::game::{EndPosition, Trust};
    use landfall_rules::garbage::SideGarbage;
    use landfall_rules::randomizer::PieceSequence;
    use landfall_rules::rulesets::GUIDELINE;
    use landfall_rules::{Ruleset, Side};

    const RULES: &Ruleset = &GUIDELINE;

    /// A side that plays the first legal placement this many times, with garbage after every fifth.
    fn side(moves: usize) -> RecordedSide {
        let garbage = SideGarbage::new(RULES, &Default::default(), 1);
        let mut side = Side::new(RULES, 5, PieceSequence::new(RULES, 3), garbage);
        let mut recorded = Vec::new();
        for number in 0..moves {
            let (state, field) = (side.state().clone(), side.field().clone());
            let placements = state.legal_placements(RULES);
            let placement = placements[number * 7 % placements.len()];
            let clear = side.play(placement, 0).clear;
            let raised = if number % 5 == 4 { vec![0x3fe] } else { vec![] };
            side.raise(&raised);
            recorded.push(RecordedMove {
                held: placement.piece != state.queue[0],
                state,
                field,
                waiting: vec![WaitingPacket {
                    lines: number as u32 % 3,
                    frames: None,
                }],
                pieces_placed: number as u32,
                appeared: 30 * number as u64,
                locked: 30 * number as u64 + 20,
                placement,
                clear,
                sent: Default::default(),
                raised: raised.into(),
            });
        }
        RecordedSide {
            player: 0,
            id: None,
            name: None,
            rules: *RULES,
            previews: 4,
            moves: recorded,
            keys: Vec::new(),
            end: EndPosition {
                state: side.state().clone(),
                field: side.field().clone(),
                frame: 30 * moves as u64,
                loss: side.loss(),
            },
            trust: Trust::Unchecked,
        }
    }

    fn lines(side: RecordedSide) -> Replay {
        let round = Round {
            number: 1,
            sides: vec![side],
            winner: None,
        };
        Replay::parse(&round_lines(&round, &["Player 1".into()])).unwrap()
    }

    #[test]
    fn moves_and_garbage_lead_to_every_position() {
        let replay = lines(side(15));
        let kinds = |key: &str| replay.lines.iter().filter(|l| l.contains_key(key)).count();
        assert_eq!((kinds("move"), kinds("garbage"), kinds("rows")), (15, 3, 0));
        assert_eq!(replay.lines[0]["packets_left"], json!([1]));
        assert_eq!(replay.lines[0]["dealt"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn a_position_that_does_not_follow_is_written_whole() {
        let mut side = side(6);
        side.moves[3].field.raise(0x1ff);
        let replay = lines(side);
        let whole: Vec<_> = replay
            .lines
            .iter()
            .filter(|l| l.contains_key("rows"))
            .collect();
        // The position before the fourth move, and the one after it, which lacks that row.
        assert_eq!(whole.len(), 2);
        assert_eq!(whole[0]["f"], 90);
        assert_eq!(
            whole[0]["rows"].as_array().unwrap().last().unwrap(),
            "GGGGGGGGG."
        );
    }

    #[test]
    fn a_side_without_moves_has_a_head_and_an_end() {
        let replay = lines(side(0));
        assert_eq!(replay.lines.len(), 1);
        assert!(replay.end_line().is_some());
    }
}
