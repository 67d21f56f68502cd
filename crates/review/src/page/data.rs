//! The data of the page, shorter than the report: a placed piece is one word, numbers are rounded,
//! and positions are left out, because the page has them from the rounds.

use crate::judge::DEFAULT_NODES;
use crate::kind::MistakeKind;
use crate::puzzle::{CHECK_FACTOR, MOST_RIGHT_LOSS, Puzzle};
use crate::report::{
    Grade, LineReport, LossUnit, MoveReport, OtherMove, Phase, PlacedPiece, PlayerReport, Remark,
    Report, RoundReport, SideReport,
};
use landfall_replay::{RecordedGame, Round};
use serde::Serialize;
use serde_json::{Value, json};

/// Returns the name of a player.
pub fn name(player: &PlayerReport) -> String {
    let number = number(player.player);
    player.name.clone().unwrap_or(number)
}

/// Returns the name of a player without one.
pub fn number(player: usize) -> String {
    format!("Player {}", player + 1)
}

/// Returns the round of a game that a report is about.
pub fn round_of<'a>(game: &'a RecordedGame, report: &RoundReport) -> Option<&'a Round> {
    { game.rounds.iter() }.find(|round| round.number == report.round)
}

/// Returns the data of the page as JSON. Rounds that the game does not have are left out.
///
/// The lists of moves are without the first `known` moves, counted as [`crate::GameReview`] numbers
/// them: for readers who have those, as a review goes on. The totals are those of all moves.
pub fn page_data(game: &RecordedGame, report: &Report, known: usize) -> String {
    let mut known = known;
    let mut moves_of = |side: &SideReport| {
        let left_out = known.min(side.moves.len());
        known -= left_out;
        side.moves[left_out..]
            .iter()
            .map(|mv| move_data(mv, report.unit))
            .collect()
    };
    let rounds = report.rounds.iter().filter_map(|round| {
        let played = round_of(game, round)?;
        let seat = |player: usize| played.sides.iter().position(|side| side.player == player);
        let sides = round.sides.iter();
        let sides = sides.filter_map(|report| {
            let moves = moves_of(report);
            Some(side(report, seat(report.player)?, moves))
        });
        Some(json!({
            "round": round.round,
            "winner": round.winner,
            "sides": sides.collect::<Vec<_>>(),
        }))
    });
    let players = report.players.iter().map(|player| {
        json!({
            "player": player.player,
            "name": name(player),
            "won": player.won,
            "totals": player.totals,
            "phases": player.phases,
        })
    });
    json!({
        "words": words(report.unit),
        "program": report.program,
        "recording": report.recording,
        "notes": report.notes,
        "unit": report.unit,
        "settings": report.settings,
        "players": players.collect::<Vec<_>>(),
        "rounds": rounds.collect::<Vec<_>>(),
    })
    .to_string()
}

/// Returns the JavaScript module with what a page needs to know of puzzles: the words for the kinds of
/// mistakes, the largest loss of a right move, and the nodes of the searches that judge and check.
pub fn puzzle_constants() -> String {
    let kinds = named(&MistakeKind::ALL, |kind| kind.words());
    let check = DEFAULT_NODES * CHECK_FACTOR;
    format!(
        "export const KINDS = {kinds};\nexport const MOST_RIGHT_LOSS = {MOST_RIGHT_LOSS};\n\
         export const NODES = {DEFAULT_NODES};\nexport const CHECK_NODES = {check};\n"
    )
}

/// Returns an object of the words for items, by their names in JSON.
fn named<T: Serialize>(all: &[T], word: impl Fn(&T) -> &'static str) -> Value {
    let name = |item: &T| json!(item).as_str().unwrap_or_default().to_string();
    let words = all.iter().map(|item| (name(item), json!(word(item))));
    Value::Object(words.collect())
}

/// Returns what grades, remarks, phases are called, and what the unit of losses is.
fn words(unit: LossUnit) -> Value {
    json!({
        "grades": named(&Grade::ALL, |grade| grade.word()),
        "remarks": named(&Remark::ALL, |remark| remark.words()),
        "phases": named(&Phase::ALL, |phase| phase.words()),
        "unit": unit.sentence(),
        "units": unit.names(),
        "comparable": unit.comparable(),
        "accuracy": unit.accuracy_sentence(),
    })
}

fn side(side: &SideReport, seat: usize, moves: Vec<Value>) -> Value {
    json!({
        "player": side.player,
        "seat": seat,
        "rules": side.rules,
        "trust": side.trust,
        "time": side.time.map(|time| time.sentence()),
        "totals": side.totals,
        "phases": side.phases,
        "moves": moves,
    })
}

fn move_data(report: &MoveReport, unit: LossUnit) -> Value {
    let mut data = json!({
        "played": line(&report.played),
        "depth": report.depth,
        "loss": rounded(report.loss),
        "grade": report.grade,
        "phase": report.phase,
        "danger": rounded(report.danger),
    });
    // Most moves are the best, and need none of these.
    if report.best.placed != report.played.placed {
        data["best"] = line(&report.best);
    }
    if report.loses_game {
        data["losesGame"] = true.into();
    }
    if report.misdrop {
        data["misdrop"] = true.into();
    }
    if let (Some(keys), Some(fewest)) = (report.keys, report.fewest_keys) {
        data["keys"] = json!([keys, fewest]);
    }
    if !report.reasons.is_empty() {
        let texts = report.reasons.iter().map(|reason| reason.text.as_str());
        data["reasons"] = texts.collect();
    }
    if let Some(kind) = MistakeKind::of(report) {
        data["kind"] = json!(kind);
    }
    if let Some(puzzle) = Puzzle::of(report, unit) {
        data["right"] = puzzle.right.into_iter().map(word).collect();
    }
    if !report.others.is_empty() {
        data["others"] = report.others.iter().map(other).collect();
    }
    data
}

fn line(line: &LineReport) -> Value {
    let clears = line.clears.iter();
    let clears = clears.map(|clear| json!([clear.step, clear.label, clear.attack]));
    let mut data = json!({
        "at": word(&line.placed),
        "value": line.value.map(rounded),
        "attack": line.attack,
        "label": line.label,
        "then": line.then.iter().map(word).collect::<Vec<_>>(),
    });
    if !line.clears.is_empty() {
        data["clears"] = clears.collect();
    }
    data
}

fn other(other: &OtherMove) -> Value {
    match other.loss {
        Some(loss) => json!([word(&other.placed), rounded(loss)]),
        None => json!([word(&other.placed)]),
    }
}

/// Returns a placed piece as one word: its letter, `h` if it comes by a hold and else `-`, the
/// first letter of its spin, and its cells, for each column and row the character that follows `0`
/// by as much. A skipped piece, whose cells are on no board, has none.
fn word(placed: &PlacedPiece) -> String {
    let mut word = String::from(placed.piece);
    word.push(if placed.hold { 'h' } else { '-' });
    word.push(placed.spin.chars().next().unwrap_or('n'));
    let coordinates = placed.cells.as_flattened();
    if coordinates
        .iter()
        .all(|coordinate| (0..64).contains(coordinate))
    {
        word.extend(
            coordinates
                .iter()
                .map(|&coordinate| char::from(b'0' + coordinate as u8)),
        );
    }
    word
}

/// Rounds to thousandths, which keeps the page small.
fn rounded(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_in_its_place_is_a_word() {
        let mut placed = PlacedPiece {
            piece: 'T',
            hold: true,
            cells: [[3, 0], [4, 0], [5, 0], [4, 12]],
            spin: "full".into(),
        };
        assert_eq!(word(&placed), "Thf3040504<");
        placed.cells[3] = [4, -100];
        assert_eq!(word(&placed), "Thf");
    }
}
