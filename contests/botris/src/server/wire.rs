//! Messages of the server. They have the attributes of the current service, and those of older
//! versions that published bots still read.

use super::player_game::{ClearEvent, GameEvent, PREVIEWS, PlayerGame};
use crate::messages::{Command, HARD_DROP};
use landfall_rules::board::{CellKind, Row};
use landfall_rules::path::PiecePose;
use landfall_rules::{Piece, Spin};
use serde_json::{Value, json};

/// Returns the message object of a game.
pub fn game_state(game: &PlayerGame) -> Value {
    let odds = game.state.randomizer.odds();
    let bag = Piece::ALL.into_iter().filter(|p| odds[p.index()] > 0);
    let queue = game.state.queue.iter().copied().skip(1).take(PREVIEWS);
    let delays = game.garbage.iter().map(|line| json!({"delay": line.delay}));
    json!({
        "board": game.rows.iter().map(row).collect::<Vec<_>>(),
        "bag": bag.map(char::from).collect::<Vec<_>>(),
        "queue": queue.map(char::from).collect::<Vec<_>>(),
        "garbageQueued": delays.collect::<Vec<_>>(),
        "held": game.state.hold.map(char::from),
        "current": piece_data(game.current(), game.pose),
        "canHold": game.can_hold,
        "combo": game.state.clear_state.combo,
        "b2b": game.state.clear_state.back_to_back > 0,
        "rawScore": game.raw_score,
        "score": game.score,
        "piecesPlaced": game.pieces,
        "garbageCleared": game.garbage_cleared,
        "dead": game.dead,
    })
}

/// Returns an event of a move.
pub fn game_event(event: &GameEvent) -> Value {
    let (kind, payload) = match event {
        GameEvent::PiecePlaced {
            piece,
            initial,
            last,
            ..
        } => (
            "piece_placed",
            json!({"initial": piece_data(*piece, *initial), "final": piece_data(*piece, *last)}),
        ),
        GameEvent::Clear(clear) => ("clear", clear_event(clear)),
        GameEvent::DamageTanked { holes } => ("damage_tanked", json!({"holeIndices": holes})),
        GameEvent::QueueAdded(piece) => ("queue_added", json!({"piece": char::from(*piece)})),
        GameEvent::GameOver => return json!({"type": "game_over"}),
    };
    json!({"type": kind, "payload": payload})
}

/// Returns the words of an action for players: with the hard drop at the end.
pub fn command_words(commands: &[Command]) -> Vec<Value> {
    let words = commands.iter().map(|command| json!(command));
    words.chain([json!(HARD_DROP)]).collect()
}

fn clear_event(event: &ClearEvent) -> Value {
    let lines = event.cleared_rows.iter();
    let lines = lines.map(|(height, cells)| json!({"height": height, "blocks": row(cells)}));
    json!({
        "score": event.score,
        "clearName": clear_name(event),
        "allSpin": event.clear.spin != Spin::None,
        "b2b": event.back_to_back,
        "combo": event.clear.combo,
        "pc": event.clear.perfect,
        "attack": event.attack,
        "cancelled": event.cancelled,
        "piece": piece_data(event.piece, event.pose),
        "clearedLines": lines.collect::<Vec<_>>(),
    })
}

fn clear_name(event: &ClearEvent) -> &'static str {
    const PLAIN: [&str; 4] = ["Single", "Double", "Triple", "Quad"];
    const SPIN: [&str; 4] = [
        "All-Spin Single",
        "All-Spin Double",
        "All-Spin Triple",
        "All-Spin Quad",
    ];
    let row = event.clear.lines.clamp(1, 4) as usize - 1;
    match event.clear.spin {
        _ if event.clear.perfect => "Perfect Clear",
        Spin::None => PLAIN[row],
        Spin::Mini | Spin::Full => SPIN[row],
    }
}

fn row(row: &Row) -> Vec<Option<char>> {
    let name = |cell: &Option<CellKind>| cell.map(char::from);
    row.iter().map(name).collect()
}

/// Returns the message object of a piece: the upper left corner of its box.
fn piece_data(piece: Piece, pose: PiecePose) -> Value {
    let (x, y) = box_corner(piece, pose);
    let rotation = pose.rotation.index();
    json!({"piece": char::from(piece), "x": x, "y": y, "rotation": rotation})
}

/// Returns the upper left corner of the box of a piece: four cells wide for I, two for O and three
/// for the others.
pub fn box_corner(piece: Piece, pose: PiecePose) -> (i8, i8) {
    // Computed from the centre. I turns about a point between cells, so its centre moves in the
    // box.
    const I: [(i8, i8); 4] = [(-1, 1), (-2, 1), (-2, 2), (-1, 2)];
    let (dx, dy) = match piece {
        Piece::I => I[pose.rotation.index()],
        Piece::O => (0, 1),
        _ => (-1, 1),
    };
    (pose.x + dx, pose.y + dy)
}
