//! Files whose keys and totals differ: the remaining moves are those of the true game.

use super::files::{first_side, long_game, match_with_attacks, old_solo_file, read};
use landfall_replay::{RecordedSide, Recording, Trust};
use serde_json::{Value, json};

fn replay(file: &mut Value) -> &mut Value {
    &mut file["replay"]["rounds"][0][0]["replay"]
}

fn events(file: &mut Value) -> &mut Vec<Value> {
    replay(file)["events"].as_array_mut().unwrap()
}

/// Returns why a side stopped. Its moves must be the first of the true ones.
fn reason(side: &RecordedSide, whole: &RecordedSide) -> String {
    let Trust::Stopped { left_out, reason } = &side.trust else {
        panic!("{:?}", side.trust);
    };
    assert!(*left_out > 0);
    assert!(side.moves.len() < whole.moves.len());
    let mut pairs = side.moves.iter().zip(&whole.moves);
    assert!(pairs.all(|(a, b)| a.placement == b.placement && a.locked == b.locked));
    let next = &whole.moves[side.moves.len()];
    assert_eq!(side.end.state.board, next.state.board);
    reason.clone()
}

/// Returns the last move but one that sends something, counted from 1.
fn last_attack_but_one(side: &RecordedSide) -> usize {
    let moves = side.moves.iter().enumerate().rev();
    let attacks = moves.filter(|(_, played)| !played.sent.is_empty());
    attacks.map(|(number, _)| number + 1).nth(1).unwrap()
}

#[test]
fn wrong_totals_keep_the_moves_up_to_the_last_attack_but_one() {
    let file = match_with_attacks(&long_game());
    let whole = first_side(&file);
    assert!(matches!(whole.trust, Trust::Verified { .. }));
    for (group, figure) in [
        ("", "piecesplaced"),
        ("garbage", "sent"),
        ("clears", "quads"),
    ] {
        let mut wrong = file.clone();
        let stats = &mut replay(&mut wrong)["results"]["stats"];
        let stats = if group.is_empty() {
            stats
        } else {
            &mut stats[group]
        };
        stats[figure] = json!(stats[figure].as_u64().unwrap() + 1);
        let side = first_side(&wrong);
        let Trust::Stopped { reason, .. } = &side.trust else {
            panic!("{:?}", side.trust);
        };
        assert!(reason.contains("by the keys"));
        assert_eq!(side.moves.len(), last_attack_but_one(&whole));
    }
}

/// Returns the moves that differ from the true game, from the first difference on.
fn wrong_moves(side: &RecordedSide, whole: &RecordedSide) -> usize {
    let pairs = side.moves.iter().zip(&whole.moves);
    let same = pairs.take_while(|(a, b)| a.placement == b.placement && a.locked == b.locked);
    side.moves.len() - same.count()
}

/// A wrong move remains only if two attacks after it still match the record in the same frames.
#[test]
fn a_missing_key_leaves_hardly_any_wrong_move() {
    let (mut stopped, mut kept, mut wrong) = (0, 0, 0);
    for game in super::files::games()
        .iter()
        .filter(|game| game["sums"]["sent"].as_u64() > Some(15))
    {
        let file = match_with_attacks(game);
        let whole = first_side(&file);
        let count = events(&mut file.clone()).len();
        for number in (0..count).step_by(17) {
            let mut file = file.clone();
            events(&mut file).remove(number);
            let side = first_side(&file);
            if let Trust::Stopped { .. } = side.trust {
                stopped += 1;
                kept += side.moves.len();
                wrong += wrong_moves(&side, &whole);
            }
        }
    }
    assert!(stopped > 80, "{stopped}");
    assert!(wrong * 100 < kept, "{wrong} of {kept}");
}

#[test]
fn a_key_that_is_not_hoisted_is_noticed() {
    let mut noticed = 0;
    for game in super::files::games() {
        let mut file = match_with_attacks(&game);
        for event in events(&mut file) {
            if let Some(data) = event["data"].as_object_mut() {
                data.remove("hoisted");
            }
        }
        let side = first_side(&file);
        noticed += usize::from(matches!(side.trust, Trust::Stopped { .. }));
    }
    assert!(noticed > 0);
}

#[test]
fn events_that_were_cut_off_are_noticed() {
    let file = match_with_attacks(&long_game());
    let whole = first_side(&file);
    let mut cut = file.clone();
    let count = events(&mut cut).len();
    events(&mut cut).truncate(count / 2);
    let side = first_side(&cut);
    assert!(reason(&side, &whole).contains("which the keys do not send"));
    assert!(!side.moves.is_empty());
}

/// Without totals only keys after the end of the game show an error.
#[test]
fn a_file_without_totals_is_not_verified() {
    let mut file = match_with_attacks(&long_game());
    file["replay"]["rounds"][0][1]["replay"]["events"] = json!([]);
    replay(&mut file)["results"] = Value::Null;
    assert_eq!(first_side(&file).trust, Trust::Unchecked);
    let last = replay(&mut file)["frames"].as_u64().unwrap();
    for number in 0..60 {
        let drop = json!({"key": "hardDrop", "subframe": 0});
        events(&mut file).push(json!({"frame": last + number, "type": "keydown", "data": drop}));
    }
    replay(&mut file)["frames"] = json!(last + 60);
    let Trust::Stopped { reason, .. } = first_side(&file).trust else {
        panic!("nobody lives through sixty drops in the middle");
    };
    assert!(reason.contains("hard drops"), "{reason}");
}

#[test]
fn rounds_with_undo_or_retry_have_no_moves() {
    for key in ["undo", "redo", "retry"] {
        let mut file = match_with_attacks(&long_game());
        let event = json!({"frame": 0, "type": "keydown", "data": {"key": key, "subframe": 0}});
        events(&mut file).insert(1, event);
        let side = first_side(&file);
        assert!(side.moves.is_empty());
        let Trust::Stopped { reason, left_out } = side.trust else {
            panic!("{key}");
        };
        assert!(reason.contains("not replayed") && left_out > 0);
    }
}

#[test]
fn intermediate_boards_are_compared() {
    let mut file = old_solo_file(&long_game());
    let game = read(&file);
    let mode = "custom".to_string();
    assert_eq!(game.recording, Recording::TetrioSolo { version: 15, mode });
    let whole = &game.rounds[0].sides[0];
    let Trust::Verified { compared } = &whole.trust else {
        panic!("{:?}", whole.trust);
    };
    for what in ["boards on the way", "final board", "pieces", "lines"] {
        assert!(compared.contains(&what), "{compared:?}");
    }
    // The final board differs: the moves before the intermediate board are kept.
    let list = file["data"]["events"].as_array_mut().unwrap();
    let end = list
        .iter_mut()
        .rfind(|event| event["type"] == "end")
        .unwrap();
    end["data"]["export"]["game"]["board"][0][0] = json!("z");
    let side = first_side(&file);
    assert!(reason(&side, whole).contains("final board"));
    assert_eq!(side.moves.len(), whole.moves.len() / 2);
}

/// Moves before a retry are kept.
#[test]
fn a_retry_ends_a_solo_game() {
    let mut file = old_solo_file(&long_game());
    let whole = first_side(&file);
    let list = file["data"]["events"].as_array_mut().unwrap();
    let retry = json!({"key": "retry", "subframe": 0});
    let frame = list.last().unwrap()["frame"].clone();
    list.push(json!({"frame": frame, "type": "keydown", "data": retry}));
    assert_eq!(first_side(&file).moves.len(), whole.moves.len());
}
