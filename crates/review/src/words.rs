//! Texts for people: words for grades, remarks and phases, and a sentence on a move.

use crate::report::{Grade, LossUnit, MoveReport, Phase, Remark, TimeReport};
use landfall_replay::clear_label;
use landfall_rules::{Clear, Placement};

/// Frames of a second.
const FRAMES_PER_SECOND: f64 = 60.0;

impl LossUnit {
    /// Every unit.
    pub const ALL: [LossUnit; 2] = [LossUnit::Lines, LossUnit::Points];

    /// Returns the sentence on the unit for a page.
    pub fn sentence(self) -> &'static str {
        match self {
            LossUnit::Lines => {
                "Losses are in lines: how many fewer players send in the 14 pieces from such a move on. \
                 After a top-out they send none, so that a lost game is the largest loss."
            }
            LossUnit::Points => {
                "Games for lines are played for time: moves are judged by the weights for 40 lines, not by \
                 lines sent. Losses are in points of these weights, of which a row of a TETRIS is \
                 worth five; a lost game is the largest loss. Pieces, keys and finesse faults (keys beyond the \
                 fewest that lead to the same place) say where the time went."
            }
        }
    }

    /// Returns the sentence on comparing accuracies for a page.
    pub fn comparable(self) -> &'static str {
        match self {
            LossUnit::Lines => {
                "Accuracies can be compared between players and games under the same rules, reviewed by \
                 the same version of landfall with any number of nodes; those of bots only if the \
                 review searches eight times as many nodes as they did."
            }
            LossUnit::Points => {
                "Accuracies can be compared between games for lines under the same rules, reviewed by \
                 the same version of landfall with as many nodes; not with those of matches."
            }
        }
    }

    /// Returns the sentence on how accuracies follow from losses for a page.
    pub fn accuracy_sentence(self) -> &'static str {
        match self {
            LossUnit::Lines => {
                "The accuracy of a move is 100, halved for each 0.65 lines that it lost; of several \
                 moves it is the mean."
            }
            LossUnit::Points => {
                "The accuracy of a move is 100, halved for each point that it lost; of several moves it \
                 is the mean."
            }
        }
    }

    /// Returns the unit's name, of one and of many.
    pub fn names(self) -> [&'static str; 2] {
        match self {
            LossUnit::Lines => ["line", "lines"],
            LossUnit::Points => ["point", "points"],
        }
    }
}

impl TimeReport {
    /// Returns a sentence on pieces, keys and time.
    ///
    /// `Judged by time, not by lines sent: 40 of 40 lines in 51.20 s, 102 pieces (100 are enough),
    /// 1.99 pieces/s; 3.30 keys per piece; 39 keys too many (finesse faults) on 21 pieces, about
    /// 2.90 s`
    pub fn sentence(&self) -> String {
        let seconds = |frames: u64| frames as f64 / FRAMES_PER_SECOND;
        let pieces = f64::from(self.pieces.max(1));
        let mut text = format!(
            "Judged by time, not by lines sent: {} of {} in {:.2} s, {} ({} are enough), {:.2} pieces/s",
            self.lines,
            count(self.wanted, "line"),
            seconds(self.frames),
            count(self.pieces, "piece"),
            self.fewest_pieces,
            pieces / seconds(self.frames.max(1)),
        );
        if self.keys > 0 {
            text += &format!(
                "; {:.2} keys per piece; {} too many ({}) on {}, about {:.2} s",
                f64::from(self.keys) / pieces,
                count(self.faults, "key"),
                if self.faults == 1 {
                    "a finesse fault"
                } else {
                    "finesse faults"
                },
                count(self.faulty_pieces, "piece"),
                seconds(self.frames_lost),
            );
        }
        text
    }
}

impl Grade {
    /// Every grade, the best first.
    pub const ALL: [Grade; 5] = [
        Grade::Best,
        Grade::Good,
        Grade::Inaccuracy,
        Grade::Mistake,
        Grade::Blunder,
    ];

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

impl Remark {
    /// Every remark.
    pub const ALL: [Remark; 19] = [
        Remark::TopOut,
        Remark::MissedKill,
        Remark::MissedClear,
        Remark::GarbageNotCancelled,
        Remark::MissedDownstack,
        Remark::BrokenBackToBack,
        Remark::BrokenSurge,
        Remark::BrokenCombo,
        Remark::WastedT,
        Remark::TSlotFilled,
        Remark::MissedTSlot,
        Remark::WellCovered,
        Remark::WellFilled,
        Remark::Holes,
        Remark::Dependency,
        Remark::DangerousHeight,
        Remark::BurnedLines,
        Remark::HoldSpent,
        Remark::UnevenSurface,
    ];

    /// Returns the words for it.
    pub fn words(self) -> &'static str {
        match self {
            Remark::TopOut => "top-out",
            Remark::MissedKill => "missed kill",
            Remark::MissedClear => "missed clear",
            Remark::GarbageNotCancelled => "garbage not cancelled",
            Remark::MissedDownstack => "missed downstack",
            Remark::BrokenBackToBack => "broken back-to-back",
            Remark::BrokenSurge => "broken surge",
            Remark::BrokenCombo => "broken combo",
            Remark::WastedT => "wasted T",
            Remark::TSlotFilled => "slot for a T-spin filled",
            Remark::MissedTSlot => "no slot for a T-spin built",
            Remark::WellCovered => "covered well",
            Remark::WellFilled => "lost well",
            Remark::Holes => "holes",
            Remark::Dependency => "I-dependency",
            Remark::DangerousHeight => "dangerous height",
            Remark::BurnedLines => "burned lines",
            Remark::HoldSpent => "hold spent",
            Remark::UnevenSurface => "uneven surface",
        }
    }
}

impl Phase {
    /// Every phase.
    pub const ALL: [Phase; 3] = [Phase::Opener, Phase::Midgame, Phase::Pressure];

    /// Returns the words for it.
    pub fn words(self) -> &'static str {
        match self {
            Phase::Opener => "opener",
            Phase::Midgame => "midgame",
            Phase::Pressure => "under pressure",
        }
    }
}

/// Returns the text on a move: its grade, its loss, the reasons.
///
/// `blunder, lost 5.2 lines: misses a T-SPIN DOUBLE; wasted T`
pub fn verdict(mv: &MoveReport, unit: LossUnit) -> String {
    let mut text = mv.grade.word().to_string();
    if mv.grade > Grade::Best {
        text += &match mv.loses_game {
            true => ", loses the game".to_string(),
            false => format!(", lost {:.1} {}", mv.loss, unit.names()[1]),
        };
    }
    let mut notes = Vec::new();
    if mv.misdrop {
        notes.push("perhaps a misdrop".to_string());
    }
    notes.extend(mv.reasons.iter().map(|reason| reason.text.clone()));
    if let (Some(keys), Some(fewest)) = (mv.keys, mv.fewest_keys)
        && keys > fewest
    {
        notes.push(format!("{keys} keys, {fewest} are enough"));
    }
    if !notes.is_empty() {
        text += &format!(": {}", notes.join("; "));
    }
    text
}

/// Returns the name of a clear; empty if it clears nothing.
pub fn label(placement: &Placement, clear: &Clear) -> String {
    if clear.lines == 0 {
        return String::new();
    }
    let mut label = clear_label(placement.piece, clear).unwrap_or_default();
    if clear.perfect {
        label.push_str(", PERFECT CLEAR");
    }
    label
}

/// Returns a number of things, as in "1 row" and "2 rows".
pub fn count(number: u32, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_sentence_has_pieces_and_keys() {
        let time = TimeReport {
            wanted: 40,
            lines: 40,
            frames: 3_072,
            pieces: 102,
            fewest_pieces: 100,
            keys: 337,
            faults: 1,
            faulty_pieces: 1,
            frames_lost: 9,
        };
        let text = "Judged by time, not by lines sent: 40 of 40 lines in 51.20 s, 102 pieces (100 are \
                    enough), 1.99 pieces/s; 3.30 keys per piece; 1 key too many (a finesse fault) on 1 \
                    piece, about 0.15 s";
        assert_eq!(time.sentence(), text);
        let without_keys = TimeReport { keys: 0, ..time };
        assert!(without_keys.sentence().ends_with("1.99 pieces/s"));
        assert!(
            TimeReport::default()
                .sentence()
                .contains("0 of 0 lines in 0.00 s")
        );
    }
}
