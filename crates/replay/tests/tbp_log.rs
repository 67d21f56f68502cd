//! Logs of TBP messages as recorded games.

use landfall_replay::{ReadError, RecordedGame, RecordedSide, Recording, Trust, read};
use landfall_rules::{Placement, Ruleset};
use landfall_tbp::convert::{piece_name, to_move, to_rules, to_start};
use landfall_tbp::messages::{BotMessage, FrontendMessage};
use serde_json::to_string;

const GUIDELINE_GAME: &str = include_str!("files/arena-ppt.jsonl");
const LEAGUE_GAME: &str = include_str!("files/arena-tetrio-s2.jsonl");

fn frontend(message: FrontendMessage) -> String {
    format!("> {}\n", to_string(&message).unwrap())
}

fn rules(rules: &Ruleset) -> String {
    frontend(FrontendMessage::Rules(to_rules(rules)))
}

/// The messages by which a frontend reports its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Frontend {
    /// By `play` and `new_piece`; by `start` after garbage.
    Plays,
    /// By a `start` before each move.
    Starts,
}

/// Returns the log of a game.
fn log(side: &RecordedSide, frontend_kind: Frontend) -> String {
    let mut log = String::from("# a game\n") + &rules(&side.rules);
    for (number, mv) in side.moves.iter().enumerate() {
        let garbage = number == 0 || !side.moves[number - 1].raised.is_empty();
        if garbage || frontend_kind == Frontend::Starts {
            let start = to_start(&mv.state, &mv.field, None);
            log += &frontend(FrontendMessage::Start(start));
        }
        log += &frontend(FrontendMessage::Suggest);
        let played = to_move(&side.rules, &mv.placement);
        let suggestion = BotMessage::Suggestion {
            moves: vec![played],
            move_info: None,
        };
        log += &format!("< {}\n", to_string(&suggestion).unwrap());
        if frontend_kind == Frontend::Plays {
            log += &frontend(FrontendMessage::Play(played.into()));
            let used = 1 + usize::from(mv.held && mv.state.hold.is_none());
            let after = side
                .moves
                .get(number + 1)
                .map_or(&side.end.state, |next| &next.state);
            for &piece in after.queue.iter().skip(mv.state.queue.len() - used) {
                let piece = piece_name(piece);
                log += &frontend(FrontendMessage::NewPiece { piece });
            }
        }
    }
    log + &frontend(FrontendMessage::Quit)
}

fn sides() -> Vec<RecordedSide> {
    let game = |text: &str| read(text.as_bytes()).unwrap().rounds.remove(0).sides;
    [GUIDELINE_GAME, LEAGUE_GAME]
        .into_iter()
        .flat_map(game)
        .collect()
}

fn assert_same(log: &str, side: &RecordedSide, moves: usize) {
    let game: RecordedGame = read(log.as_bytes()).unwrap();
    assert_eq!(
        (&game.recording, game.rounds.len()),
        (&Recording::TbpLog, 1)
    );
    let own = &game.rounds[0].sides[0];
    assert_eq!(
        (own.rules.name, &own.trust),
        (side.rules.name, &Trust::Unchecked)
    );
    assert_eq!((own.moves.len(), own.previews), (moves, side.previews));
    for (own, other) in own.moves.iter().zip(&side.moves) {
        assert_eq!((own.placement, own.held), (other.placement, other.held));
        assert_eq!(
            (&own.state.queue, own.state.hold),
            (&other.state.queue, other.state.hold)
        );
        assert_eq!(
            (own.state.clear_state, &own.field),
            (other.state.clear_state, &other.field)
        );
    }
    // The garbage after the last move is in no message.
    for (own, other) in own.moves.iter().zip(&side.moves).take(moves - 1) {
        assert_eq!(own.raised, other.raised);
    }
}

#[test]
fn a_game_survives_as_a_log() {
    for side in sides() {
        assert_same(&log(&side, Frontend::Plays), &side, side.moves.len());
        let bare = log(&side, Frontend::Plays)
            .replace("> ", "")
            .replace("< ", "");
        assert_same(&bare, &side, side.moves.len());
    }
}

/// The last suggestion may not have been played: no later `start` shows it.
#[test]
fn moves_are_seen_in_the_next_start() {
    for side in sides() {
        let log = log(&side, Frontend::Starts);
        assert_same(&log, &side, side.moves.len() - 1);
        let lines = log.split_inclusive('\n');
        // Without suggestions, only the cells are known, not which turn was the last.
        let silent: String = lines.filter(|line| !line.starts_with('<')).collect();
        let game = read(silent.as_bytes()).unwrap();
        let own = &game.rounds[0].sides[0];
        assert_eq!(own.moves.len(), side.moves.len() - 1);
        for (own, other) in own.moves.iter().zip(&side.moves) {
            let cells = |placement: Placement| placement.cells(&side.rules);
            assert_eq!(cells(own.placement), cells(other.placement));
            assert_eq!((own.clear.lines, own.held), (other.clear.lines, other.held));
        }
    }
}

#[test]
fn another_position_begins_a_round() {
    let all = sides();
    let (first, second) = (log(&all[0], Frontend::Plays), log(&all[2], Frontend::Plays));
    let game = read((first.replace("> {\"type\":\"quit\"}\n", "") + &second).as_bytes()).unwrap();
    let sides: Vec<_> = game.rounds.iter().map(|round| &round.sides[0]).collect();
    let found: Vec<_> = sides
        .iter()
        .map(|side| (side.rules.name, side.moves.len()))
        .collect();
    let wanted = [&all[0], &all[2]].map(|side| (side.rules.name, side.moves.len()));
    assert_eq!(found, wanted);
}

#[test]
fn a_move_that_the_rules_forbid_ends_the_trust() {
    let side = &sides()[0];
    let log = log(side, Frontend::Plays);
    let third = log.match_indices("\"type\":\"play\"").nth(2).unwrap().0;
    let high = log[third..].replacen("\"y\":", "\"y\":3", 1);
    let game = read((log[..third].to_string() + &high).as_bytes()).unwrap();
    let own = &game.rounds[0].sides[0];
    assert_eq!(own.moves.len(), 2);
    let reason = own.trust.reason().expect("a reason");
    assert!(reason.starts_with("move 3: "), "{reason}");
    assert_eq!(counted(&game), side.moves.len(), "all moves after it, too");
}

/// Returns the number of moves in all rounds, with those that were left out.
fn counted(game: &RecordedGame) -> usize {
    let sides = game.rounds.iter().flat_map(|round| &round.sides);
    let left_out = |trust: &Trust| match trust {
        Trust::Stopped { left_out, .. } => *left_out,
        _ => 0,
    };
    sides
        .map(|side| side.moves.len() + left_out(&side.trust))
        .sum()
}

/// A line that is not a message ends its game, and the next game is read; rules that cannot be
/// played end with the next rules.
#[test]
fn a_broken_line_ends_only_its_game() {
    let all = sides();
    let (first, second) = (log(&all[0], Frontend::Plays), log(&all[2], Frontend::Plays));
    let play = first
        .match_indices("> {\"type\":\"play\"")
        .nth(4)
        .unwrap()
        .0;
    for broken in [
        "> null",
        "> []",
        "> {\"type\":\"play\"}",
        "> {\"type\":\"new_piece\",\"piece\":-1}",
    ] {
        let text = format!("{}{broken}\n{}{second}", &first[..play], &first[play..]);
        let game = read(text.as_bytes()).unwrap();
        let number = first[..play].lines().count() + 1;
        let sides: Vec<_> = game.rounds.iter().map(|round| &round.sides[0]).collect();
        assert_eq!(sides[0].moves.len(), 4);
        let reason = sides[0].trust.reason().expect("a reason");
        let line = format!("line {number} of the log: ");
        assert!(reason.starts_with(&line), "{reason}");
        let all = all[0].moves.len() + all[2].moves.len();
        assert_eq!(counted(&game), all, "{broken}");
    }
    let unplayable = "> {\"type\":\"rules\",\"kickset\":\"odd\"}\n";
    let game = read(
        format!(
            "{unplayable}{}{second}",
            first.replace("> {\"type\":\"rules\"", "# {")
        )
        .as_bytes(),
    );
    let game = game.unwrap();
    assert_eq!((game.rounds.len(), game.notes.len()), (1, 1));
    assert!(game.notes[0].contains("kickset"), "{:?}", game.notes);
}

#[test]
fn garbage_and_times_of_the_log_are_kept() {
    let log = r#"{"type":"start","hold":null,"queue":["I","O"],"combo":2,"back_to_back":true,"board":[],"incoming_garbage":3,"pieces_placed":9,"frame":600}
{"type":"play","move":{"location":{"type":"I","orientation":"north","x":1,"y":0},"spin":"none"},"frame":640}
{"type":"play","move":{"location":{"type":"O","orientation":"north","x":8,"y":0},"spin":"none"}}
{"type":"pl"#;
    let game = read(log.as_bytes()).unwrap();
    let moves = &game.rounds[0].sides[0].moves;
    assert_eq!(moves.len(), 2, "the line that was cut off is left out");
    let (first, second) = (&moves[0], &moves[1]);
    assert_eq!(
        (first.waiting[0].lines, first.pieces_placed, first.appeared),
        (3, 9, 600)
    );
    assert_eq!((second.pieces_placed, second.appeared), (10, 640));
    assert_eq!(
        (
            first.state.clear_state.combo,
            second.state.clear_state.combo
        ),
        (2, 0)
    );
}

#[test]
fn errors_name_their_line() {
    let start =
        r#"> {"type":"start","hold":null,"queue":["O"],"combo":0,"back_to_back":false,"board":[]}"#;
    for (text, what) in [
        (
            format!("{start}\n> {{\"type\":\n> {{}}\n"),
            "line 2 of the log",
        ),
        (
            start.replace("\"board\":[]", "\"board\":[[null]]"),
            "line 1 of the log: row 0",
        ),
        (
            "> {\"type\":\"rules\",\"ruleset\":\"chess\"}\n".into(),
            "\"chess\"",
        ),
        (
            "> {\"type\":\"rules\",\"kickset\":\"odd\"}\n".into(),
            "`rules.kickset`",
        ),
        (start.to_string(), "no move"),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        assert!(matches!(error, ReadError::TbpLog(_)), "{error}");
        assert!(error.to_string().contains(what), "{error}");
    }
}
