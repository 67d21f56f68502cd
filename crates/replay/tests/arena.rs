//! Replays of the arena as recorded games.

use landfall_replay::{ReadError, RecordedGame, Recording, Trust, read};
use std::collections::BTreeMap;

const GUIDELINE: &str = include_str!("files/arena-ppt.jsonl");
const LEAGUE: &str = include_str!("files/arena-tetrio-s2.jsonl");

fn game(text: &str) -> RecordedGame {
    read(text.as_bytes()).expect("a game")
}

fn reason(game: &RecordedGame, side: usize) -> (usize, &str) {
    match &game.rounds[0].sides[side].trust {
        Trust::Stopped { left_out, reason } => (*left_out, reason),
        other => panic!("{other:?}"),
    }
}

#[test]
fn both_sides_agree_with_the_file() {
    for (text, rules, previews) in [(GUIDELINE, "guideline", 4), (LEAGUE, "tetrio-s2", 5)] {
        let game = game(text);
        assert_eq!((&game.recording, game.rounds.len()), (&Recording::Arena, 1));
        for (player, side) in game.rounds[0].sides.iter().enumerate() {
            assert!(
                matches!(side.trust, Trust::Verified { .. }),
                "{:?}",
                side.trust
            );
            assert_eq!((side.rules.name, side.previews), (rules, previews));
            let moves = text.lines().filter(|line| {
                line.contains(&format!("\"s\":{player}")) && line.contains("\"move\"")
            });
            assert_eq!((side.moves.len(), side.player), (moves.count(), player));
        }
    }
}

/// Each position follows from the one before, and has what a player sees.
#[test]
fn every_move_leads_to_the_next_position() {
    for text in [GUIDELINE, LEAGUE] {
        for side in &game(text).rounds[0].sides {
            let after = side.moves.iter().skip(1).map(|next| &next.state);
            for (number, (mv, next)) in side
                .moves
                .iter()
                .zip(after.chain([&side.end.state]))
                .enumerate()
            {
                let mut state = mv.state.clone();
                assert_eq!(state.validate(&side.rules, mv.placement), Ok(mv.placement));
                assert_eq!(
                    (mv.state.queue.len(), mv.pieces_placed),
                    (side.previews + 1, number as u32)
                );
                assert_eq!(mv.field.board(), mv.state.board);
                assert_eq!(mv.held, mv.state.queue[0] != mv.placement.piece);
                assert!(mv.appeared <= mv.locked);
                state.play(&side.rules, &mv.placement);
                for &row in &mv.raised {
                    state.raise_garbage(&side.rules, &[row]);
                }
                assert_eq!((state.board, state.hold), (next.board, next.hold));
            }
        }
    }
}

/// The lines that one side sends wait for the other until they are cancelled or rise.
#[test]
fn sent_garbage_waits_and_rises() {
    for text in [GUIDELINE, LEAGUE] {
        let game = game(text);
        let sides = &game.rounds[0].sides;
        for side in 0..2 {
            let sent: u32 = sides[1 - side].moves.iter().flat_map(|mv| &mv.sent).sum();
            let raised: usize = sides[side].moves.iter().map(|mv| mv.raised.len()).sum();
            assert!(sent > 0 && raised as u32 <= sent, "{sent} {raised}");
            assert!(sides[side].moves.iter().any(|mv| !mv.waiting.is_empty()));
        }
    }
}

#[test]
fn a_line_that_contradicts_the_rules_ends_the_trust() {
    let other = GUIDELINE.replacen("\"lines\":1", "\"lines\":2", 1);
    let changed = game(&other);
    let sides = &changed.rounds[0].sides;
    let has_stopped = |side: &usize| matches!(sides[*side].trust, Trust::Stopped { .. });
    let side = (0..2).find(has_stopped).expect("one has stopped");
    let (left_out, reason) = reason(&changed, side);
    assert!(
        reason.contains("`lines`") && reason.starts_with("move "),
        "{reason}"
    );
    let kept = changed.rounds[0].sides[side].moves.len();
    assert_eq!(
        kept + left_out,
        game(GUIDELINE).rounds[0].sides[side].moves.len()
    );
}

#[test]
fn another_board_at_the_end_ends_the_trust() {
    let end = GUIDELINE.lines().last().expect("an end");
    let row = end.find("\",\"").expect("a board of two rows") + 3;
    let mut board = end.to_string();
    let cell = if &end[row..=row] == "." { "G" } else { "." };
    board.replace_range(row..=row, cell);
    let changed = game(&GUIDELINE.replace(end, &board));
    assert_eq!(
        reason(&changed, 0),
        (0, "the board at the end is not the one that the moves give")
    );
}

#[test]
fn a_game_without_its_end_is_read_up_to_there() {
    let text: Vec<&str> = GUIDELINE.lines().take(40).collect();
    let cut = game(&text.join("\n")[..text.join("\n").len() - 5]);
    let sides = &cut.rounds[0].sides;
    assert!(
        sides
            .iter()
            .all(|side| side.trust == Trust::Unchecked && !side.moves.is_empty())
    );
    assert_eq!(cut.rounds[0].winner, None);
}

#[test]
fn unplayable_replays_are_refused() {
    let errors = BTreeMap::from([
        (("\"columns\":10", "\"columns\":12"), "12 columns"),
        (
            ("\"rules\":\"guideline\"", "\"rules\":\"chess\""),
            "\"chess\"",
        ),
        (("\"queues\"", "\"cues\""), "which pieces"),
        (("\"replay\":2", "\"replay\":9"), "version 9"),
    ]);
    for ((from, to), what) in errors {
        assert!(GUIDELINE.contains(from), "{from}");
        let error = read(GUIDELINE.replacen(from, to, 1).as_bytes()).unwrap_err();
        assert!(matches!(error, ReadError::Arena(_)), "{error}");
        assert!(error.to_string().contains(what), "{error}");
    }
}

/// The head defines the number of previews, and another line may deal more pieces.
#[test]
fn no_queue_is_longer_than_the_previews() {
    let more = GUIDELINE.replacen("\"dealt\":[", "\"dealt\":[\"I\",\"O\",\"T\",", 1);
    assert_ne!(more, GUIDELINE);
    for side in game(&more).rounds.iter().flat_map(|round| &round.sides) {
        let longest = side.moves.iter().map(|played| played.state.queue.len());
        assert!(
            longest
                .max()
                .is_some_and(|length| length <= side.previews + 1)
        );
    }
}

/// An invalid line ends only its seat, or both seats if it does not name one; the moves after it
/// are counted.
#[test]
fn a_broken_line_ends_its_seat() {
    let moves = |text: &str, seat: usize| {
        let is_move =
            |line: &&str| line.contains(&format!("\"s\":{seat}")) && line.contains("\"move\"");
        text.lines().filter(is_move).count()
    };
    let lines: Vec<&str> = LEAGUE.split_inclusive('\n').collect();
    let number = 1
        + lines[1..]
            .iter()
            .position(|line| line.contains("\"s\":1"))
            .unwrap()
        + 20;
    let seat = usize::from(lines[number].contains("\"s\":1"));
    assert!(lines[number].contains("\"move\""));
    let with = |line: &str| {
        let all = [&lines[..number], &[line, "\n"], &lines[number + 1..]].concat();
        game(&all.concat())
    };
    let named = |changed: &RecordedGame, side: usize, counted: usize| {
        let (left_out, reason) = reason(changed, side);
        assert!(
            reason.starts_with(&format!("line {} of the replay", number + 1)),
            "{reason}"
        );
        let own = changed.rounds[0].sides[side].moves.len();
        assert_eq!(own + left_out, counted, "side {side}");
    };
    let changed = with(&format!("{{\"f\":7,\"s\":{seat},\"move\":null}}"));
    named(&changed, seat, moves(LEAGUE, seat));
    assert!(matches!(
        changed.rounds[0].sides[1 - seat].trust,
        Trust::Verified { .. }
    ));
    for line in [
        "null",
        "[]",
        "{",
        "{\"f\":7}",
        "{\"f\":7,\"s\":9,\"move\":[]}",
    ] {
        let changed = with(line);
        named(&changed, 1 - seat, moves(LEAGUE, 1 - seat));
        // It is unknown to which seat the invalid line belongs.
        named(&changed, seat, moves(LEAGUE, seat) - 1);
    }
}

/// A seat whose pieces are unknown is left out, and the other is read.
#[test]
fn a_seat_without_pieces_is_left_out() {
    let whole = game(LEAGUE);
    let head: serde_json::Value = serde_json::from_str(LEAGUE.lines().next().unwrap()).unwrap();
    for (key, value) in [
        ("queues", serde_json::Value::Null),
        ("seats", serde_json::json!(7)),
    ] {
        let mut head = head.clone();
        head[key][0] = value;
        let rest = LEAGUE.split_once('\n').unwrap().1;
        let changed = game(&format!("{head}\n{rest}"));
        let sides = &changed.rounds[0].sides;
        let last = sides.last().unwrap();
        assert_eq!(last.player, 1);
        assert_eq!(last.moves.len(), whole.rounds[0].sides[1].moves.len());
        let left_out = usize::from(key == "queues");
        assert_eq!((sides.len(), changed.notes.len()), (2 - left_out, left_out));
    }
}

#[test]
fn a_note_names_the_line_that_was_cut_off() {
    let end = LEAGUE.trim_end().len() - 7;
    let cut = game(&LEAGUE[..end]);
    let number = LEAGUE.lines().count();
    let expected = format!("the file ends within line {number}, which is left out");
    assert_eq!(cut.notes, [expected]);
    assert!(game(LEAGUE).notes.is_empty());
}
