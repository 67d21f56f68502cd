//! Files of finished games, which must be playable.

use landfall_replay::{RecordedGame, arena, read, tetrio};

/// Reads a file of any format: a replay of the arena, a log of TBP, a fumen or a file of TETR.IO,
/// distinguished by its content. Writes each round as a replay, and reads it.
///
/// Fails on a panic, a game that cannot have been played, or a written replay that cannot be read.
pub fn replays(data: &[u8]) {
    let Ok(game) = read(data) else {
        return;
    };
    check(&game);
    for round in &game.rounds {
        let seats: Vec<String> = (0..round.sides.len())
            .map(|seat| seat.to_string())
            .collect();
        let lines = arena::round_lines(round, &seats);
        if round.sides.len() <= 2 {
            arena::Replay::parse(&lines).expect("a replay that was written");
        }
    }
}

/// Reads a file of TETR.IO: JSON of matches and of solo games.
///
/// Fails on a panic, an error that is longer than a sentence, or a game that cannot have been
/// played.
pub fn tetrio_replays(data: &[u8]) {
    match tetrio::read(data) {
        Ok(game) => check(&game),
        Err(error) => assert!(error.to_string().len() < 600, "{error}"),
    }
}

/// Checks that the moves of a game are legal.
fn check(game: &RecordedGame) {
    assert!(!game.rounds.is_empty());
    for side in game.rounds.iter().flat_map(|round| &round.sides) {
        for mv in &side.moves {
            assert_eq!(mv.field.board(), mv.state.board);
            assert!(mv.state.queue.len() <= side.previews + 1);
            let legal = mv.state.validate(&side.rules, mv.placement);
            assert_eq!(legal, Ok(mv.placement));
        }
    }
}
