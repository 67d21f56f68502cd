//! Games by keys that another engine played: the totals must be equal.

use super::files::{first_side, games, match_file, match_with_attacks, read};
use landfall_replay::{Recording, Trust};

#[test]
fn the_totals_match_the_other_engine() {
    let games = games();
    assert!(games.len() >= 100, "{}", games.len());
    for game in &games {
        let side = first_side(&match_file(game));
        let Trust::Verified { compared } = &side.trust else {
            panic!("game {}: {:?}", game["game"], side.trust);
        };
        assert!(compared.contains(&"lines sent"), "{compared:?}");
        assert_eq!(
            Some(side.moves.len() as u64),
            game["sums"]["pieces"].as_u64()
        );
        assert_eq!(Some(side.end.loss.is_some()), game["dead"].as_bool());
    }
}

#[test]
fn attacks_that_the_opponent_received_are_compared() {
    let compared = |trust: &Trust| match trust {
        Trust::Verified { compared } => compared.contains(&"every attack"),
        _ => false,
    };
    let files = games()
        .into_iter()
        .take(40)
        .map(|game| match_with_attacks(&game));
    let sides: Vec<_> = files.map(|file| first_side(&file)).collect();
    assert!(sides.iter().filter(|side| compared(&side.trust)).count() > 20);
    let stopped = |trust: &Trust| matches!(trust, Trust::Stopped { .. });
    // A piece that locks by itself does so one frame after the recorded attack.
    assert!(!sides.iter().any(|side| stopped(&side.trust)));
}

#[test]
fn moves_have_the_state_that_the_player_saw() {
    for game in games().iter().take(30) {
        let recorded = read(&match_file(game));
        let mode = match game["rules"] == "tetrio-s2" {
            true => "league".to_string(),
            false => String::new(),
        };
        let version = 19;
        assert_eq!(recorded.recording, Recording::TetrioMatch { version, mode });
        assert_eq!(recorded.rounds[0].winner, Some(1));
        let side = &recorded.rounds[0].sides[0];
        assert_eq!((side.player, side.name.as_deref()), (0, Some("first")));
        let mut appeared = 0;
        for (number, played) in side.moves.iter().enumerate() {
            assert_eq!(played.pieces_placed as usize, number);
            assert_eq!(played.state.queue.len(), side.previews + 1);
            assert_eq!(played.state.board, played.field.board());
            assert!(appeared <= played.appeared && played.appeared <= played.locked + 1);
            appeared = played.appeared;
            let mut state = played.state.clone();
            // The held piece may be another of the same kind.
            if played.held {
                state.hold_piece();
            }
            let clear = state.try_play(&side.rules, &played.placement).unwrap();
            assert_eq!(clear.lines, played.clear.lines);
            for &row in &played.raised {
                state.raise_garbage(&side.rules, &[row]);
            }
            let next = side
                .moves
                .get(number + 1)
                .map_or(&side.end.state, |next| &next.state);
            let context = (&game["game"], number, played);
            assert_eq!(state.board, next.board, "{context:?}");
            assert_eq!(state.hold, next.hold, "{context:?}");
        }
    }
}
