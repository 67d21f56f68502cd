//! Answers `analyse`: see docs/analysis-extension.md.

use super::{Reply, Session, SessionError};
use crate::driver::SearchDriver;
use crate::game_session::AnalysisError;
use landfall_rules::{Placement, Ruleset};
use landfall_search::beam::RootLine;
use landfall_tbp::convert::{to_move, to_placement};
use landfall_tbp::messages::{Analyse, AnalysedMove, Analysis, BotMessage, PlayedMove};

/// Most moves of an answer.
const MAX_LINES: u32 = 100;

/// Values are rounded to a multiple of the inverse of this.
const VALUE_STEPS: f64 = 1_000.0;

impl<D: SearchDriver> Session<D> {
    /// Answers with an analysis even if attributes of the request are wrong.
    pub(super) fn handle_analyse(
        &mut self,
        analyse: &Analyse,
        reply: &mut Reply,
    ) -> Result<(), SessionError> {
        let rules = *self.game.rules();
        let lines = analyse.lines.min(MAX_LINES) as usize;
        let placement = analyse.mv.map(|mv| to_placement(&rules, &mv)).transpose();
        let (analysis, outcome) = self.game.analyse(lines, placement.ok().flatten());
        let line_value = analysis.line_value;
        reply.messages.push(BotMessage::Analysis(Analysis {
            nodes: analysis.nodes,
            depth: analysis.depth,
            moves: analysis
                .lines
                .iter()
                .map(|line| analysed_move(&rules, line, line_value))
                .collect(),
            played: analysis.played.map(|(line, is_final)| PlayedMove {
                analysed: analysed_move(&rules, &line, line_value),
                is_final,
            }),
            finished: analysis.finished,
        }));
        outcome.map_err(|error| match error {
            AnalysisError::NotStarted => SessionError::AnalyseWithoutStart,
            AnalysisError::Forbidden(reason) => SessionError::AnalysedMove(reason.to_string()),
        })?;
        placement.map_err(|error| SessionError::AnalysedMove(error.to_string()))?;
        SessionError::of_warnings(&[&analyse.warnings])
    }
}

fn analysed_move(rules: &Ruleset, line: &RootLine<Placement>, line_value: i32) -> AnalysedMove {
    let value = f64::from(line.value) / f64::from(line_value.max(1));
    AnalysedMove {
        mv: to_move(rules, &line.mv),
        value: (value * VALUE_STEPS).round() / VALUE_STEPS,
        depth: line.depth,
        line: line.line.iter().map(|mv| to_move(rules, mv)).collect(),
    }
}
