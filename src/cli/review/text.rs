//! A review as text for a terminal.

use landfall_review::report::{
    Grade, LossUnit, MoveReport, PlayerReport, Report, Totals, TrustReport,
};
use landfall_review::summary::{SummaryRow, mean_loss};
use landfall_review::words;
use std::fmt::Write;
use std::path::Path;

/// The number of worst moves that are listed.
const WORST: usize = 5;

/// Returns the text of a game.
pub fn game(title: &str, report: &Report, page: Option<&Path>) -> String {
    let mut text = format!("{title}: {}\n", report.recording);
    for round in &report.rounds {
        for side in &round.sides {
            if let TrustReport::Stopped { left_out, reason } = &side.trust {
                let _ = writeln!(
                    text,
                    "round {}, player {}: reviewed to move {}, {left_out} left out: {reason}",
                    round.round,
                    side.player + 1,
                    side.moves.len(),
                );
            }
        }
    }
    let _ = writeln!(text, "{}", trust(report));
    let sides = report.rounds.iter().flat_map(|round| &round.sides);
    for time in sides.filter_map(|side| side.time) {
        let _ = writeln!(text, "{}", time.sentence());
    }
    text += &table(&report.players, report.unit);
    for (place, mv) in worst_moves(report) {
        let _ = writeln!(text, "{place}: {}", words::verdict(mv, report.unit));
    }
    if let Some(page) = page {
        let _ = writeln!(text, "page: {}", page.display());
    }
    text
}

/// Returns a line for each player of all games.
pub fn summary(rows: &[SummaryRow]) -> String {
    let mut text = String::new();
    for row in rows {
        for player in &row.players {
            let _ = writeln!(text, "{}, {}", row.title, line(player, row.unit));
        }
    }
    text
}

fn trust(report: &Report) -> String {
    let sides = || report.rounds.iter().flat_map(|round| &round.sides);
    let count =
        |wanted: fn(&TrustReport) -> bool| sides().filter(|side| wanted(&side.trust)).count();
    let verified = count(|trust| matches!(trust, TrustReport::Verified { .. }));
    let unchecked = count(|trust| matches!(trust, TrustReport::Unchecked));
    let all = sides().count();
    match (verified, unchecked) {
        (verified, _) if verified == all => "every side ends as the file says".to_string(),
        (_, unchecked) if unchecked == all => {
            "the file has nothing to compare the moves with".to_string()
        }
        _ => format!("{verified} of {all} sides end as the file says"),
    }
}

fn table(players: &[PlayerReport], unit: LossUnit) -> String {
    let line = |player| line(player, unit) + "\n";
    players.iter().map(line).collect()
}

fn line(player: &PlayerReport, unit: LossUnit) -> String {
    let Totals {
        moves,
        accuracy,
        grades,
        misdrops,
        ..
    } = &player.totals;
    let grade = |grade: Grade| grades.get(&grade).copied().unwrap_or(0);
    let name = match &player.name {
        Some(name) => format!("player {} ({name})", player.player + 1),
        None => format!("player {}", player.player + 1),
    };
    let lost = mean_loss(&player.totals);
    let [_, units] = unit.names();
    format!(
        "{name}: {}, accuracy {accuracy:.1}, lost {lost:.3} {units} per move; {}, {}, {}, {}",
        counted(*moves, "move", "moves"),
        counted(grade(Grade::Inaccuracy), "inaccuracy", "inaccuracies"),
        counted(grade(Grade::Mistake), "mistake", "mistakes"),
        counted(grade(Grade::Blunder), "blunder", "blunders"),
        counted(*misdrops, "misdrop", "misdrops"),
    )
}

/// Returns a count with the word for one or for several.
fn counted(count: u32, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// Returns the worst moves of a report, each with its round, player and number as text.
fn worst_moves(report: &Report) -> Vec<(String, &MoveReport)> {
    let mut moves = Vec::new();
    for round in &report.rounds {
        for side in &round.sides {
            let bad = side.moves.iter().filter(|mv| mv.grade >= Grade::Mistake);
            moves.extend(bad.map(|mv| {
                let place = format!(
                    "round {}, player {}, move {}",
                    round.round,
                    side.player + 1,
                    mv.number
                );
                (place, mv)
            }));
        }
    }
    moves.sort_by(|(_, a), (_, b)| b.loss.total_cmp(&a.loss));
    moves.truncate(WORST);
    moves
}
