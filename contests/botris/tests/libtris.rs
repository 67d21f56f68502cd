//! Compares the referee with libtris 0.6.8, the engine of the contest's server: random actions on
//! random boards, and the results of libtris.
//!
//! `libtris.jsonl` has a part of them; LANDFALL_BOTRIS_VECTORS names a file with more. A line with
//! `G` begins a game, every other line is an action. Omitted attributes are 0 or empty:
//!
//! | | |
//! |---|---|
//! | `b` | rows, the floor first; after an action `N=ROWS`: the lowest N rows stay, then these, before garbage comes up |
//! | `v` | the piece in play, the held one and, at the beginning, the queue |
//! | `u` | the bag |
//! | `k`, `B` | combo, back-to-back |
//! | `w` | garbage that waits: hole and delay, two digits a row |
//! | `g` | holes of garbage that arrives before the action |
//! | `m` | the multiplier, 1 if left out |
//! | `c` | commands: `l r` moves, `L R` to the wall, `c w` turns, `d D` drops, `h` hold, `n` nothing, `H` the hard drop |
//! | `p` | piece, x, y and rotation before the hard drop, y after it |
//! | `e` | the clear: name, score, attack, cancelled, back-to-back, combo, perfect, all-spin, rows |
//! | `t` | holes of the rows that come up |
//! | `r`, `q` | lines before the multiplier; cleared rows with garbage in them |
//! | `a` | pieces that are dealt |
//! | `d`, `x` | dead after the lock; dead after the hold |

use landfall_botris::messages::Command;
use landfall_botris::server::player_game::{ClearEvent, GameEvent, GarbageLine, PlayerGame};
use landfall_botris::server::wire::{box_corner, game_event};
use landfall_rules::board::{CellKind, Row, WIDTH};
use landfall_rules::{Board, Piece, Randomizer};
use serde_json::{Value, json};

fn text<'a>(line: &'a Value, key: &str) -> &'a str {
    line[key].as_str().unwrap_or_default()
}

fn number(line: &Value, key: &str) -> u64 {
    line[key].as_u64().unwrap_or(0)
}

fn piece(letter: char) -> Piece {
    Piece::try_from(letter).expect("a piece")
}

fn rows(text: &str) -> Vec<Row> {
    let rows = text.split('/').filter(|row| !row.is_empty());
    rows.map(|row| {
        let mut cells = row.chars().map(|cell| match cell {
            '.' => None,
            letter => Some(CellKind::try_from(letter).expect("a cell")),
        });
        std::array::from_fn(|_| cells.next().expect("ten cells"))
    })
    .collect()
}

fn board(rows: &[Row]) -> Board {
    let mut board = Board::EMPTY;
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, cell)| cell.is_some()) {
            board.fill(x as i8, y as i8);
        }
    }
    board
}

fn garbage(text: &str) -> Vec<GarbageLine> {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    let lines = digits.chunks(2).map(|pair| GarbageLine {
        hole: pair[0] as u8,
        delay: pair[1],
    });
    lines.collect()
}

fn holes(text: &str) -> Vec<u8> {
    text.bytes().map(|digit| digit - b'0').collect()
}

fn start(line: &Value) -> PlayerGame {
    let mut letters = text(line, "v").chars();
    let current = piece(letters.next().expect("a piece in play"));
    let held = letters
        .next()
        .and_then(|letter| Piece::try_from(letter).ok());
    let queue: Vec<Piece> = letters.map(piece).collect();
    let mut dealt = std::iter::once(current).chain(queue);
    let mut game = PlayerGame::new(|_| dealt.next().expect("seven pieces"));
    let mut bag = [0; 7];
    for letter in text(line, "u").chars() {
        bag[piece(letter).index()] = 1;
    }
    game.state.randomizer = Randomizer::Bag {
        current: bag,
        filled: [1; 7],
    };
    game.state.hold = held;
    game.rows = rows(text(line, "b"));
    game.state.board = board(&game.rows);
    game.state.clear_state.combo = number(line, "k") as u16;
    game.state.clear_state.back_to_back = number(line, "B") as u16;
    game.garbage = garbage(text(line, "w")).into();
    game
}

fn commands(line: &Value) -> Vec<Command> {
    let words = text(line, "c").chars().filter(|&letter| letter != 'H');
    words
        .map(|letter| match letter {
            'l' => Command::MoveLeft,
            'r' => Command::MoveRight,
            'L' => Command::SonicLeft,
            'R' => Command::SonicRight,
            'c' => Command::RotateCw,
            'w' => Command::RotateCcw,
            'd' => Command::Drop,
            'D' => Command::SonicDrop,
            'h' => Command::Hold,
            'n' => Command::None,
            other => panic!("the command {other}"),
        })
        .collect()
}

fn expected_rows(line: &Value, before: &[Row]) -> Vec<Row> {
    let Some((kept, new)) = text(line, "b").split_once('=') else {
        return before.to_vec();
    };
    let kept: usize = kept.parse().expect("a number of rows");
    let mut expected = before[..kept].to_vec();
    expected.extend(rows(new));
    for hole in holes(text(line, "t")) {
        let cell = |x| (x != usize::from(hole)).then_some(CellKind::Garbage);
        expected.insert(0, std::array::from_fn::<_, WIDTH, _>(cell));
    }
    expected
}

/// Returns a clear in the form of the vectors.
fn clear_line(clear: &ClearEvent) -> Value {
    let payload = game_event(&GameEvent::Clear(clear.clone()))["payload"].clone();
    let digit = |key: &str| u8::from(payload[key].as_bool().expect("a boolean"));
    let lines = payload["clearedLines"].as_array().expect("rows").iter();
    let heights: Vec<&Value> = lines.map(|line| &line["height"]).collect();
    json!([
        payload["clearName"],
        payload["score"],
        payload["attack"],
        payload["cancelled"],
        digit("b2b"),
        payload["combo"],
        digit("pc"),
        digit("allSpin"),
        heights
    ])
}

/// Returns the exact multiplier of a line; the JSON reader may lose the last bit.
fn multiplier(line: &str) -> f64 {
    let Some((_, after)) = line.split_once("\"m\":") else {
        return 1.0;
    };
    let number = after.split([',', '}']).next().expect("a number");
    number.parse().expect("a number")
}

/// Plays a line and compares all its attributes.
fn check(game: &mut PlayerGame, line: &Value, multiplier: f64) {
    let before = game.clone();
    game.queue_garbage(holes(text(line, "g")));
    let mut dealt = text(line, "a").chars().map(piece);
    let events = game.play(&commands(line), multiplier, |_| {
        dealt.next().expect("no more pieces")
    });
    assert_eq!(dealt.next(), None, "all are dealt");
    assert_eq!(game.rows, expected_rows(line, &before.rows));
    assert_eq!(game.state.board, board(&game.rows));
    let mut clears = events.iter().filter_map(|event| match event {
        GameEvent::Clear(clear) => Some(clear_line(clear)),
        _ => None,
    });
    assert_eq!(clears.next().unwrap_or(Value::Null), line["e"]);
    let placed = events.iter().find_map(|event| match event {
        GameEvent::PiecePlaced {
            piece,
            initial,
            last,
            ..
        } => {
            let (x, y) = box_corner(*piece, *initial);
            let fallen = box_corner(*piece, *last).1;
            let rotation = initial.rotation.index();
            let text = format!("{piece}{x},{y},{rotation}");
            Some(if fallen == y {
                text
            } else {
                format!("{text},{fallen}")
            })
        }
        _ => None,
    });
    assert_eq!(placed.as_deref().unwrap_or_default(), text(line, "p"));
    let tanked = events.iter().find_map(|event| match event {
        GameEvent::DamageTanked { holes } => Some(holes.clone()),
        _ => None,
    });
    assert_eq!(tanked.unwrap_or_default(), holes(text(line, "t")));
    assert_eq!(Vec::from(game.garbage.clone()), garbage(text(line, "w")));
    let letter = |piece: Option<Piece>| piece.map_or('.', char::from);
    let hands: String = [Some(game.current()), game.state.hold]
        .map(letter)
        .iter()
        .collect();
    assert_eq!(hands, text(line, "v"));
    let counters = game.state.clear_state;
    assert_eq!(u64::from(counters.combo), number(line, "k"));
    assert_eq!(u64::from(counters.back_to_back), number(line, "B"));
    let raw = u64::from(game.raw_score - before.raw_score);
    assert_eq!(raw, number(line, "r"));
    let score = f64::from(game.score - before.score);
    assert_eq!(score, (raw as f64 * multiplier).floor());
    let garbage_cleared = game.garbage_cleared - before.garbage_cleared;
    assert_eq!(u64::from(garbage_cleared), number(line, "q"));
    let dead = number(line, "d") + number(line, "x") > 0;
    assert_eq!(game.dead, dead);
    assert_eq!(events.contains(&GameEvent::GameOver), dead);
}

/// Returns the number of actions that agree; panics at the first that does not.
fn replay(vectors: &str) -> usize {
    let mut game = None;
    let mut actions = 0;
    for (number, line) in vectors.lines().enumerate() {
        let parsed: Value = serde_json::from_str(line).expect("JSON");
        if parsed["c"].is_null() {
            game = Some(start(&parsed));
            continue;
        }
        let game = game.as_mut().expect("a game has begun");
        let run = std::panic::AssertUnwindSafe(|| check(game, &parsed, multiplier(line)));
        if std::panic::catch_unwind(run).is_err() {
            panic!("line {}: {line}", number + 1);
        }
        actions += 1;
    }
    actions
}

#[test]
fn the_referee_agrees_with_libtris() {
    let actions = replay(include_str!("libtris.jsonl"));
    assert!(actions > 1_500, "{actions}");
}

#[test]
fn the_referee_agrees_with_more_of_libtris() {
    let Ok(path) = std::env::var("LANDFALL_BOTRIS_VECTORS") else {
        return;
    };
    let vectors = std::fs::read_to_string(path).expect("the file can be read");
    let actions = replay(&vectors);
    assert!(actions > 0, "{actions}");
    eprintln!("{actions} actions agree");
}
