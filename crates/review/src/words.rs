//! What is said to people: words for grades, remarks and phases, and a sentence on a move.

use crate::report::{Grade, MoveReport, Phase, Remark};
use landfall_rules::{Clear, Placement, clear_label};

/// What a page says of the unit of losses.
pub const UNIT: &str = "Losses are in lines: after moves that the search calls so bad, players send so \
    many lines fewer in the 14 pieces from there on, and none after a top-out, so that a lost game is \
    the largest loss.";

/// What a page says beside accuracies.
pub const COMPARABLE: &str = "Accuracies compare between people and games under the same rules, \
    reviewed by the same version of landfall with 5,000 nodes a position or more; those of bots only \
    with as many nodes.";

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

/// Returns a line on a move: its grade, what it lost, why.
///
/// `blunder, lost 5.2 lines: misses a T-SPIN DOUBLE; wasted T`
pub fn verdict(mv: &MoveReport) -> String {
    let mut said = mv.grade.word().to_string();
    if mv.grade > Grade::Best {
        said += &match mv.loses_game {
            true => ", loses the game".to_string(),
            false => format!(", lost {:.1} lines", mv.loss),
        };
    }
    let mut notes = Vec::new();
    if mv.misdrop {
        notes.push("perhaps a misdrop");
    }
    notes.extend(mv.reasons.iter().map(|reason| reason.text.as_str()));
    if !notes.is_empty() {
        said += &format!(": {}", notes.join("; "));
    }
    said
}

/// Returns what a clear is called; empty if it clears nothing.
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
