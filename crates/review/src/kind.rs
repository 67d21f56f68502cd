//! Kinds of mistakes, for training.

use crate::report::{Grade, MoveReport, Remark};
use serde::Serialize;

/// What a mistake is about: its main reason, or one of those like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MistakeKind {
    /// A T-spin or its slot was missed or spoilt.
    TSpin,
    /// Attack was missed: a clear, a kill, or rows that sent nothing.
    Attack,
    /// Back-to-back, a surge or a combo was broken.
    Surge,
    /// The garbage or the height of the stack was not answered.
    Defence,
    /// There are new holes, or the well is gone.
    Hole,
    /// The surface needs a certain piece.
    Dependency,
    /// The reasons are others, or not known.
    Other,
}

impl MistakeKind {
    /// Every kind.
    pub const ALL: [MistakeKind; 7] = [
        MistakeKind::TSpin,
        MistakeKind::Attack,
        MistakeKind::Surge,
        MistakeKind::Defence,
        MistakeKind::Hole,
        MistakeKind::Dependency,
        MistakeKind::Other,
    ];

    /// Returns the kind of a move; `None` for one that is no mistake.
    pub fn of(report: &MoveReport) -> Option<MistakeKind> {
        if report.grade < Grade::Mistake {
            return None;
        }
        let first = report.reasons.first();
        Some(first.map_or(MistakeKind::Other, |reason| reason.remark.kind()))
    }

    /// Returns the words for it.
    pub fn words(self) -> &'static str {
        match self {
            MistakeKind::TSpin => "T-spins",
            MistakeKind::Attack => "Attack",
            MistakeKind::Surge => "Chains and surges",
            MistakeKind::Defence => "Defence",
            MistakeKind::Hole => "Holes and wells",
            MistakeKind::Dependency => "Dependencies",
            MistakeKind::Other => "Other",
        }
    }
}

impl Remark {
    /// Returns the kind of mistakes that it explains.
    pub fn kind(self) -> MistakeKind {
        match self {
            Remark::WastedT | Remark::TSlotFilled | Remark::MissedTSlot => MistakeKind::TSpin,
            Remark::MissedKill | Remark::MissedClear | Remark::BurnedLines => MistakeKind::Attack,
            Remark::BrokenBackToBack | Remark::BrokenSurge | Remark::BrokenCombo => {
                MistakeKind::Surge
            }
            Remark::TopOut
            | Remark::GarbageNotCancelled
            | Remark::MissedDownstack
            | Remark::DangerousHeight => MistakeKind::Defence,
            Remark::Holes | Remark::WellCovered | Remark::WellFilled => MistakeKind::Hole,
            Remark::Dependency | Remark::UnevenSurface => MistakeKind::Dependency,
            Remark::HoldSpent => MistakeKind::Other,
        }
    }
}
