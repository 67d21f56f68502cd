//! Whether what came out of the keys agrees with everything else that the file says.
//!
//! Each thing that can be compared is an anchor: at some moment the file and the simulation
//! agree, or do not. The moves up to the last that does before the first that does not are
//! trusted, up to the last but one if it is an attack alone.

use super::events::{Command, ReceivedPacket};
use super::results::Results;
use super::rules::SideRules;
use super::simulation::{Counts, Simulation};
use crate::game::{EndPosition, RecordedMove, Trust};
use landfall_rules::Piece;

/// A side, and all that it can be compared with.
pub struct SideCheck<'a> {
    /// The rules.
    pub side: &'a SideRules,
    /// What the file says of the end.
    pub results: &'a Results,
    /// What its one opponent received, if it had one.
    pub received: Option<&'a [ReceivedPacket]>,
}

/// Something that the file says, and whether it is so.
struct Anchor {
    /// The frame at which it is known.
    frame: u64,
    /// The moves up to it.
    moves: usize,
    /// Whether the position is known, and not an attack alone, which another move may send too.
    is_position: bool,
    /// What does not agree, if something does not.
    wrong: Option<String>,
}

impl SideCheck<'_> {
    /// Returns the moves that are trusted, the position after them, and why there are no more.
    pub fn judge(&self, simulation: Simulation) -> (Vec<RecordedMove>, EndPosition, Trust) {
        let mut compared = Vec::new();
        let mut anchors = self.packets(&simulation, &mut compared);
        self.snapshots(&simulation, &mut anchors, &mut compared);
        anchors.sort_by_key(|anchor| anchor.frame);
        anchors.push(self.end(&simulation, &mut compared));
        let wrong = anchors.iter().position(|anchor| anchor.wrong.is_some());
        let refused = simulation.command.filter(|command| self.refuses(*command));
        let (trusted, reason) = match (refused, wrong) {
            (Some(command), _) => (0, Some(refusal(command))),
            (None, None) => (simulation.moves.len(), None),
            (None, Some(wrong)) => {
                let trusted = last_trusted(&anchors[..wrong]);
                (trusted, anchors.swap_remove(wrong).wrong)
            }
        };
        let trust = match reason {
            Some(reason) => Trust::Stopped {
                left_out: self.pieces_placed(&simulation).saturating_sub(trusted),
                reason,
            },
            None if compared.is_empty() => Trust::Unchecked,
            None => Trust::Verified { compared },
        };
        let (moves, end) = cut(simulation, trusted);
        (moves, end, trust)
    }

    /// Returns whether nothing of a round with such a command can be trusted.
    fn refuses(&self, command: Command) -> bool {
        match command {
            Command::Undo => true,
            // Alone, it ends the game.
            Command::Retry => !self.side.alone,
        }
    }

    /// Returns how many pieces were placed, as far as that is known.
    fn pieces_placed(&self, simulation: &Simulation) -> usize {
        let stats = self.results.stats.as_ref();
        let said = stats.and_then(|stats| stats.piecesplaced);
        said.map_or(simulation.moves.len(), |pieces| {
            usize::try_from(pieces).unwrap_or(usize::MAX)
        })
    }

    /// Compares what the side sent with what its opponent received.
    fn packets(&self, simulation: &Simulation, compared: &mut Vec<&'static str>) -> Vec<Anchor> {
        let received = self.received.unwrap_or_default();
        if !received.is_empty() {
            compared.push("every attack");
        }
        let pairs = received.iter().enumerate();
        let anchor = |(i, packet): (usize, &ReceivedPacket)| {
            let number = i + 1;
            let Some(sent) = simulation.sent.get(i) else {
                return Anchor {
                    frame: packet.sent_frame.unwrap_or(u64::MAX),
                    moves: 0,
                    is_position: false,
                    wrong: Some(format!(
                        "the opponent received attack {number}, which the keys do not send"
                    )),
                };
            };
            let sent_frame = match packet.is_old() {
                true => sent.old_frame,
                false => sent.frame,
            };
            let same_frame = packet.sent_frame.is_none_or(|frame| frame == sent_frame);
            let wrong = (sent.lines != packet.lines || !same_frame).then(|| {
                let (said, lines) = (packet.lines, sent.lines);
                match packet.sent_frame {
                    Some(frame) => format!(
                        "attack {number} has {said} lines in frame {frame}, by the keys {lines} \
                         lines in frame {sent_frame}"
                    ),
                    None => format!("attack {number} has {said} lines, by the keys {lines}"),
                }
            });
            Anchor {
                frame: packet.sent_frame.map_or(sent_frame, |f| f.min(sent_frame)),
                moves: sent.moves,
                is_position: false,
                wrong,
            }
        };
        pairs.map(anchor).collect()
    }

    fn snapshots(
        &self,
        simulation: &Simulation,
        anchors: &mut Vec<Anchor>,
        compared: &mut Vec<&'static str>,
    ) {
        if simulation.snapshots.iter().any(|check| check.moves > 0) {
            compared.push("boards on the way");
        }
        for check in &simulation.snapshots {
            let wrong = || format!("the board in frame {} is another one", check.frame);
            anchors.push(Anchor {
                frame: check.frame,
                moves: check.moves,
                is_position: true,
                wrong: (!check.agrees).then(wrong),
            });
        }
    }

    /// Compares the end.
    fn end(&self, simulation: &Simulation, compared: &mut Vec<&'static str>) -> Anchor {
        let mut wrong = None;
        for (what, said, found) in self.sums(simulation) {
            let Some(said) = said else {
                continue;
            };
            compared.push(what);
            if said != found && wrong.is_none() {
                wrong = Some(format!("the file has {said} {what}, by the keys {found}"));
            }
        }
        if let Some(board) = &self.results.board {
            compared.push("final board");
            if wrong.is_none() && !board.is(simulation.field()) {
                wrong = Some("the final board is another one".to_string());
            }
        }
        if compared.is_empty() && simulation.drops_after_loss > 0 {
            wrong = Some(format!(
                "by the keys the game is lost before the last {} hard drops",
                simulation.drops_after_loss
            ));
        }
        Anchor {
            frame: u64::MAX,
            moves: simulation.moves.len(),
            is_position: true,
            wrong,
        }
    }

    /// Returns what the file says of the end in numbers, beside what came out.
    fn sums(&self, simulation: &Simulation) -> Vec<(&'static str, Option<u64>, u64)> {
        let Some(stats) = &self.results.stats else {
            return Vec::new();
        };
        let Counts {
            lines,
            attack,
            sent,
            cleared,
            quads,
            full_spins,
            mini_spins,
        } = simulation.counts;
        let mut sums = vec![
            ("pieces", stats.piecesplaced, simulation.moves.len() as u64),
            ("lines", stats.lines, lines),
        ];
        // Alone, attacks are not counted.
        if let Some(garbage) = stats.garbage.as_ref().filter(|_| !self.side.alone) {
            sums.extend([
                ("lines of attack", garbage.attack, attack),
                ("lines sent", garbage.sent, sent),
                ("garbage lines cleared", garbage.cleared, cleared),
            ]);
        }
        if let Some(clears) = &stats.clears {
            sums.push(("quads", clears.quads, quads));
            // It is not known how the game counts spins of other pieces.
            if !self.side.rules.spins.can_spin(Piece::L) {
                sums.extend([
                    ("T-spin singles", clears.tspinsingles, full_spins[0]),
                    ("T-spin doubles", clears.tspindoubles, full_spins[1]),
                    ("T-spin triples", clears.tspintriples, full_spins[2]),
                    (
                        "mini T-spin singles",
                        clears.minitspinsingles,
                        mini_spins[0],
                    ),
                    (
                        "mini T-spin doubles",
                        clears.minitspindoubles,
                        mini_spins[1],
                    ),
                ]);
            }
        }
        sums
    }
}

/// Returns the moves that are trusted where these anchors agree and the next does not: up to the
/// last position, or up to the last attack but one. After a wrong move the next attack is often
/// the same; two are rarely.
fn last_trusted(anchors: &[Anchor]) -> usize {
    let moves = |is_position: bool| {
        let anchors = anchors
            .iter()
            .filter(move |anchor| anchor.is_position == is_position);
        anchors.map(|anchor| anchor.moves)
    };
    let last = moves(false).max().unwrap_or(0);
    let before = moves(false).filter(|&moves| moves < last).max();
    before.max(moves(true).max()).unwrap_or(0)
}

/// Returns why nothing of a round is trusted.
fn refusal(command: Command) -> String {
    match command {
        Command::Undo => "the player took moves back, which is not replayed".to_string(),
        Command::Retry => "the player began anew, which is not replayed".to_string(),
    }
}

/// Returns the first moves, and the position after them.
fn cut(simulation: Simulation, trusted: usize) -> (Vec<RecordedMove>, EndPosition) {
    let (mut moves, end) = simulation.into_moves();
    if trusted >= moves.len() {
        return (moves, end);
    }
    let next = moves.swap_remove(trusted);
    moves.truncate(trusted);
    let end = EndPosition {
        state: next.state,
        field: next.field,
        frame: next.appeared,
        loss: None,
    };
    (moves, end)
}
