//! Our rules of AI Block Battle, compared with the contest's engine.
//!
//! Needs its classes:
//! `LANDFALL_BLOCKBATTLE_CLASSES=DIR cargo test --test program blockbattle_engine`. Without them the
//! test is skipped with a message. docs/blockbattle.md describes how to build them.

use crate::common::files::{folder, text};
use landfall_rules::lock::{ClearState, lock};
use landfall_rules::rulesets::BLOCKBATTLE;
use landfall_rules::{Board, Piece, Placement, Rotation, Spin};
use std::path::Path;
use std::process::Command;

/// Games that are compared.
const GAMES: usize = 2;

#[test]
fn every_round_of_real_games_follows_our_rules() {
    let Some(classes) = std::env::var_os("LANDFALL_BLOCKBATTLE_CLASSES") else {
        eprintln!("LANDFALL_BLOCKBATTLE_CLASSES is not set: nothing to compare with");
        return;
    };
    let folder = folder("blockbattle-engine");
    play(Path::new(&classes), &folder);
    let mut compared = 0;
    for game in 0..GAMES {
        let dumps = [1, 2].map(|player| {
            let dump = text(folder.join(format!("game{game}-player{player}.txt")));
            assert!(!dump.contains("Engine warning"), "{dump}");
            rounds(&dump, player)
        });
        let both = dumps[0].iter().zip(&dumps[1]).collect::<Vec<_>>();
        for pair in both.windows(2) {
            compare([pair[0].0, pair[0].1], [pair[1].0, pair[1].1]);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared} rounds");
}

fn play(classes: &Path, folder: &Path) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blockbattle/Match.java");
    let compiled = Command::new("javac")
        .arg("-cp")
        .arg(classes)
        .arg("-d")
        .arg(folder)
        .arg(source)
        .status()
        .expect("javac");
    assert!(compiled.success());
    let bot = format!("{} blockbattle --think 30", env!("CARGO_BIN_EXE_landfall"));
    let path = format!("{}:{}", classes.display(), folder.display());
    let played = Command::new("java")
        .args(["-cp", &path, "Match", &GAMES.to_string()])
        .arg(folder)
        .args([&bot, &bot])
        .status()
        .expect("java");
    assert!(played.success());
}

/// The state of a player at the beginning of a round, and its answer.
#[derive(Debug, Default)]
struct Round {
    number: u32,
    piece: Option<Piece>,
    board: Board,
    points: u32,
    combo: u16,
    skips: u8,
    answer: String,
}

fn rounds(dump: &str, player: usize) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    let own = format!("player{player}");
    for line in dump.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if let ["update", "game", "round", number] = words[..] {
            rounds.push(Round {
                number: number.parse().expect("a number"),
                ..Round::default()
            });
        }
        let Some(round) = rounds.last_mut() else {
            continue;
        };
        match words[..] {
            ["update", "game", "this_piece_type", letter] => {
                round.piece = letter
                    .chars()
                    .next()
                    .and_then(|letter| Piece::try_from(letter).ok());
            }
            ["update", name, attribute, value] if name == own => match attribute {
                "row_points" => round.points = value.parse().expect("points"),
                "combo" => round.combo = value.parse().expect("a combo"),
                "skips" => round.skips = value.parse().expect("skips"),
                "field" => round.board = field(value),
                _ => {}
            },
            _ => {}
        }
        if let Some(answer) = line.strip_prefix("Output from your bot: ") {
            round.answer = answer.trim_matches('"').to_string();
        }
    }
    rounds
}

fn field(value: &str) -> Board {
    let rows = value.split(';').map(|row| {
        let filled = |cell: &str| if matches!(cell, "2" | "3") { '#' } else { '.' };
        row.split(',').map(filled).collect::<String>()
    });
    rows.collect::<Vec<_>>()
        .join("\n")
        .parse::<Board>()
        .expect("a field")
}

fn compare(before: [&Round; 2], after: [&Round; 2]) {
    let mut boards = [Board::EMPTY; 2];
    let mut points = [0; 2];
    for player in 0..2 {
        let (old, new) = (before[player], after[player]);
        let mut board = old.board;
        let mut clear_state = ClearState {
            combo: old.combo,
            skips: old.skips,
            ..ClearState::default()
        };
        let piece = old.piece.expect("a piece");
        let mv = placement_of(&board, piece, &old.answer);
        let clear = lock(&BLOCKBATTLE, &mut board, &mut clear_state, &mv);
        let expected = (
            old.points + clear.points,
            clear_state.combo,
            clear_state.skips,
        );
        assert_eq!(
            expected,
            (new.points, new.combo, new.skips),
            "points, combo and skips after round {} and {mv:?} ({}) on\n{}",
            old.number,
            old.answer,
            old.board
        );
        (boards[player], points[player]) = (board, clear.points);
    }
    for player in 0..2 {
        let other = 1 - player;
        let total = before[other].points + points[other];
        let table = &BLOCKBATTLE.points;
        let count = table.lines_sent(before[other].points, total);
        let kept = boards[player].full_rows().count_ones();
        let solid = kept + u32::from(before[player].number.is_multiple_of(15));
        let expected = after[player].board;
        let rows: Vec<u16> = (solid..solid + count)
            .map(|y| row(&expected, y as i8))
            .collect();
        for (number, row) in (1..).zip(&rows) {
            let holes = 1 + u32::from((number + table.lines_sent(0, total)).is_multiple_of(2));
            assert_eq!(10 - row.count_ones(), holes, "row {number} of\n{expected}");
        }
        let mut board = boards[player];
        board.raise_above(kept, &rows);
        board.raise(&vec![0x3ff; (solid - kept) as usize]);
        assert_eq!(board, expected, "after round {}", before[player].number);
    }
}

fn row(board: &Board, y: i8) -> u16 {
    (0..10).map(|x| u16::from(board.filled(x, y)) << x).sum()
}

/// Returns the placement that the engine derives from an answer.
fn placement_of(board: &Board, piece: Piece, answer: &str) -> Placement {
    let mut at = Placement {
        piece,
        rotation: Rotation::North,
        x: 4,
        y: 19,
        spin: Spin::None,
    };
    let free = |at: &Placement| {
        let cells = at.cells(&BLOCKBATTLE);
        cells.iter().all(|&(x, y)| !board.filled(x, y))
    };
    let turned = |at: &Placement, which: usize| {
        let turn = &BLOCKBATTLE.rotation.rule(at.piece).turns[at.rotation.index()][which];
        let Some((dx, dy)) = turn.kicks.first() else {
            return *at;
        };
        Placement {
            rotation: turn.to,
            x: at.x + dx,
            y: at.y + dy,
            ..*at
        }
    };
    let (mut last, mut moved, mut frozen) = (["", ""], true, false);
    for command in answer.split(',') {
        if command == "skip" {
            return Placement::skip(piece);
        }
        assert!(!frozen, "a command after the piece froze: {answer}");
        let below = |at: &Placement| Placement { y: at.y - 1, ..*at };
        let next = match command {
            "left" => Placement { x: at.x - 1, ..at },
            "right" => Placement { x: at.x + 1, ..at },
            "turnright" => turned(&at, 0),
            "turnleft" => turned(&at, 1),
            _ => below(&at),
        };
        let before = at;
        match command {
            "drop" => {
                while free(&below(&at)) {
                    at = below(&at);
                }
                frozen = true;
            }
            _ if free(&next) => at = next,
            "left" | "right" if free(&below(&at)) => at = below(&at),
            "left" | "right" | "down" => frozen = true,
            _ => {}
        }
        moved = at != before;
        last = [last[1], command];
    }
    let rests = !free(&Placement { y: at.y - 1, ..at });
    assert!(rests, "the piece is still loose: {answer}");
    let turn = |word: &str| word.starts_with("turn");
    let ended = turn(last[1]) || turn(last[0]) && matches!(last[1], "down" | "drop") && !moved;
    let full = board.full_rows();
    let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    let block = |(dx, dy): &(i8, i8)| {
        let (x, y) = (at.x + dx, at.y + dy);
        (0..10).contains(&x) && y >= 0 && board.filled(x, y) && full >> y & 1 == 0
    };
    let blocks = corners.iter().filter(|corner| block(corner)).count();
    if piece == Piece::T && !last[0].is_empty() && ended && blocks == 3 {
        at.spin = Spin::Full;
    }
    at
}
