//! What is said to people: words for grades, remarks and phases, and a sentence on a move.

use crate::report::{Grade, MoveReport, Phase, Remark};

/// What a page says of the unit of losses.
pub const UNIT: &str = "Losses are in lines: a loss of 1 is as bad as to send one line less, all \
    later moves being the best.";

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
    pub const ALL: [Remark; 6] = [
        Remark::MissedKill,
        Remark::MissedDownstack,
        Remark::BrokenBackToBack,
        Remark::BrokenSurge,
        Remark::WastedT,
        Remark::DangerousHeight,
    ];

    /// Returns the words for it.
    pub fn words(self) -> &'static str {
        match self {
            Remark::MissedKill => "missed kill",
            Remark::MissedDownstack => "missed downstack",
            Remark::BrokenBackToBack => "broken back-to-back",
            Remark::BrokenSurge => "broken surge",
            Remark::WastedT => "wasted T",
            Remark::DangerousHeight => "dangerous height",
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

/// Returns a line on a move: its grade, what it lost, what the better move is called, remarks.
///
/// `blunder, lost 5.2 lines: T-SPIN DOUBLE missed; wasted T`
pub fn verdict(mv: &MoveReport) -> String {
    let mut said = mv.grade.word().to_string();
    if mv.grade > Grade::Best {
        said += &format!(", lost {:.1} lines", mv.loss);
    }
    let mut notes = Vec::new();
    if mv.best.label != mv.played.label && !mv.best.label.is_empty() {
        notes.push(format!("{} missed", mv.best.label));
    }
    if mv.misdrop {
        notes.push("perhaps a misdrop".to_string());
    }
    notes.extend(mv.remarks.iter().map(|remark| remark.words().to_string()));
    if !notes.is_empty() {
        said += &format!(": {}", notes.join("; "));
    }
    said
}
