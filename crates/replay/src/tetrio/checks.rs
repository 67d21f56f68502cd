//! Checks whether the result of the keys agrees with all other data of the file.
//!
//! Each comparison is an anchor: at some moment the file and the simulation agree or disagree. The
//! trusted moves end at the last agreement before the first disagreement, or at the one before it
//! if the last agreement is only an attack.

use super::events::{Command, ReceivedPacket};
use super::results::{Results, Stats};
use super::rules::SideRules;
use super::simulation::{Counts, Simulation};
use crate::game::{EndPosition, RecordedMove, Trust};
use landfall_rules::Piece;

/// If at least this many keys were pressed, counts that are all 0 are ignored.
const FEWEST_KEYS: usize = 8;

/// Most pieces that a side may have placed.
const MOST_PIECES: usize = crate::MAX_MOVES;

/// A side, and the data to compare it with.
pub struct SideCheck<'a> {
    /// The rules.
    pub side: &'a SideRules,
    /// The file's data about the end.
    pub results: &'a Results,
    /// The garbage that its only opponent received, if there is one.
    pub received: Option<&'a [ReceivedPacket]>,
    /// Why its events end before those of the file, if they do.
    pub broken: Option<&'a str>,
    /// The keys that were pressed.
    pub keys: usize,
    /// The hard drops of all its events, including those that were not played again.
    pub hard_drops: usize,
}

/// The trusted part of a side.
pub struct TrustedSide {
    /// The moves that are trusted.
    pub moves: Vec<RecordedMove>,
    /// How many keys were pressed for each move.
    pub keys: Vec<u32>,
    /// The position after them.
    pub end: EndPosition,
    /// Whether there are more moves, and why they are not trusted.
    pub trust: Trust,
}

/// A value of the file, and whether it agrees.
struct Anchor {
    /// The frame to which it belongs.
    frame: u64,
    /// The number of moves before it.
    moves: usize,
    /// Whether it is a position, and not only an attack, which other moves may send too.
    is_position: bool,
    /// The disagreement, if there is one.
    wrong: Option<String>,
}

impl SideCheck<'_> {
    /// Returns the trusted moves, and why there are no more.
    pub fn judge(&self, simulation: Simulation) -> TrustedSide {
        let mut compared = Vec::new();
        let mut anchors = self.packets(&simulation, &mut compared);
        self.snapshots(&simulation, &mut anchors, &mut compared);
        anchors.sort_by_key(|anchor| anchor.frame);
        if self.broken.is_none() {
            anchors.push(self.end(&simulation, &mut compared));
        } else {
            // Data after the events that were played again cannot confirm them.
            anchors.retain(|anchor| anchor.frame < simulation.frame());
        }
        let wrong = anchors.iter().position(|anchor| anchor.wrong.is_some());
        let refused = simulation.command.filter(|command| self.refuses(*command));
        let (trusted, reason) = match (refused, wrong) {
            (Some(command), _) => (0, Some(refusal(command))),
            (None, None) => (simulation.moves.len(), self.broken.map(str::to_string)),
            (None, Some(wrong)) => {
                let trusted = last_trusted(&anchors[..wrong]);
                (trusted, anchors.swap_remove(wrong).wrong)
            }
        };
        let trust = match reason {
            Some(reason) => Trust::Stopped {
                left_out: self.pieces_placed(&simulation, trusted) - trusted,
                reason,
            },
            None if compared.is_empty() => Trust::Unchecked,
            None => Trust::Verified { compared },
        };
        let (moves, keys, end) = cut(simulation, trusted);
        TrustedSide {
            moves,
            keys,
            end,
            trust,
        }
    }

    /// Returns whether nothing of a round with such a command can be trusted.
    fn refuses(&self, command: Command) -> bool {
        match command {
            Command::Undo => true,
            // In a single-player game the command ends the game.
            Command::Retry => !self.side.alone,
        }
    }

    /// Returns the counts of the file. If all of them are 0 despite many keys, they count as
    /// missing: some programs write such files.
    fn stats(&self) -> Option<&Stats> {
        let stats = self.results.stats.as_ref()?;
        let is_given = !stats.is_all_zero() || self.keys < FEWEST_KEYS;
        is_given.then_some(stats)
    }

    /// Returns how many pieces were placed, if known: the file's number, unless more moves are
    /// trusted; otherwise the number of simulated pieces plus the hard drops of keys that were not
    /// played again.
    fn pieces_placed(&self, simulation: &Simulation, trusted: usize) -> usize {
        let said = self.stats().and_then(|stats| stats.counts.piecesplaced);
        let said = said.map(|pieces| usize::try_from(pieces).unwrap_or(usize::MAX));
        let by_keys = || match self.broken.is_some() || simulation.command.is_some() {
            true => simulation.moves.len().max(self.hard_drops),
            false => simulation.moves.len(),
        };
        { said.filter(|&said| said > 0 && said >= trusted && said <= MOST_PIECES) }
            .unwrap_or_else(|| by_keys().max(trusted))
    }

    /// Compares the side's attacks with what its opponent received.
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

    /// Returns the file's counts at the end, with the simulated counts.
    fn sums(&self, simulation: &Simulation) -> Vec<(&'static str, Option<u64>, u64)> {
        let Some(stats) = self.stats() else {
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
            (
                "pieces",
                stats.counts.piecesplaced,
                simulation.moves.len() as u64,
            ),
            ("lines", stats.counts.lines, lines),
        ];
        // Attacks of single-player games are not counted.
        if let Some(garbage) = stats.garbage.as_ref().filter(|_| !self.side.alone) {
            sums.extend([
                ("lines of attack", garbage.attack, attack),
                ("lines sent", garbage.sent, sent),
                ("garbage lines cleared", garbage.cleared, cleared),
            ]);
        }
        if let Some(clears) = &stats.clears {
            sums.push(("quads", clears.quads, quads));
            // It is unknown how the game counts spins of other pieces.
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

/// Returns the trusted moves if these anchors agree and the next does not: up to the last position,
/// or up to the last attack but one. After a wrong move the next attack often agrees by chance; two
/// attacks rarely do.
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

/// Returns the first moves with their keys, and the position after them.
fn cut(simulation: Simulation, trusted: usize) -> (Vec<RecordedMove>, Vec<u32>, EndPosition) {
    let (mut moves, mut keys, end) = simulation.into_moves();
    if trusted >= moves.len() {
        return (moves, keys, end);
    }
    keys.truncate(trusted);
    let next = moves.swap_remove(trusted);
    moves.truncate(trusted);
    let end = EndPosition {
        state: next.state,
        field: next.field,
        frame: next.appeared,
        loss: None,
    };
    (moves, keys, end)
}
