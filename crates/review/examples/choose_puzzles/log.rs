//! A position with the move that was played, as a log of TBP messages and as a line of the page.

use landfall_fumen::{Cell, Field, Page, encode};
use landfall_replay::game::RecordedMove;
use landfall_rules::{Piece, Ruleset};
use landfall_tbp::convert::{to_move, to_rules, to_start};
use landfall_tbp::messages::{FrontendMessage, Play, Start};

/// Returns a log of one move, without what the line of a puzzle does not have: the state of the
/// randomizer.
pub fn text(rules: &Ruleset, recorded: &RecordedMove) -> String {
    let start = Start {
        randomizer: None,
        ..to_start(&recorded.state, &recorded.field, None)
    };
    let messages = [
        FrontendMessage::Rules(to_rules(rules)),
        FrontendMessage::Start(start),
        FrontendMessage::Play(Play {
            mv: to_move(rules, &recorded.placement),
            combo: None,
            back_to_back: None,
            pieces_placed: None,
            frame: None,
        }),
    ];
    let lines = messages.map(|message| {
        let json = serde_json::to_string(&message).unwrap_or_default();
        format!("> {json}\n")
    });
    lines.concat()
}

/// Returns the line of a puzzle.
pub fn line(rules: &Ruleset, recorded: &RecordedMove) -> String {
    let state = &recorded.state;
    let page = Page {
        field: field(recorded),
        ..Page::default()
    };
    let hold = state.hold.map_or(String::new(), |piece| {
        format!("&hold={}", char::from(piece))
    });
    let count = |name: &str, count: u16| match count {
        0 => String::new(),
        _ => format!("&{name}={count}"),
    };
    let placement = recorded.placement;
    format!(
        "d={}&q={}{hold}{}{}&rules={}\t{} {} {} {} {}",
        encode(&[page]),
        state.queue,
        count("combo", state.clear_state.combo),
        count("b2b", state.clear_state.back_to_back),
        rules.name,
        char::from(placement.piece),
        placement.rotation,
        placement.x,
        placement.y,
        placement.spin,
    )
}

fn field(recorded: &RecordedMove) -> Field {
    let mut field = Field::default();
    for (y, row) in recorded.field.drawn_rows().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            match (letter, Piece::try_from(letter).ok()) {
                ('G', _) => field.set(x, y, Cell::Grey),
                (_, Some(piece)) => field.set(x, y, Cell::Piece(piece)),
                _ => false,
            };
        }
    }
    field
}
