//! Tests that mistakes are recognised, with moves of bots that make one mistake in positions of games.

use super::*;
use crate::convert::to_move;
use crate::messages::{Orientation, PieceName, SpinName};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Randomizer};
use std::collections::BTreeMap;

/// Returns positions of seeded games, each with one of its lowest legal placements.
fn positions() -> Vec<(State, Placement)> {
    let mut positions = Vec::new();
    for seed in 0..30 {
        let mut random = SplitMix64::new(seed);
        let mut pieces = PieceSequence::new(&GUIDELINE, seed);
        let mut state = State::new(Randomizer::SEVEN_BAG);
        for _ in 0..15 {
            state.deal(5, &mut pieces);
            let mut places = state.legal_placements(&GUIDELINE);
            places.retain(|place| place.spin == Spin::None);
            let top = |place: &Placement| place.cells(&GUIDELINE).map(|(_, y)| y);
            places.sort_by_key(|place| top(place).into_iter().max());
            let choices = places.len().min(4) as u64;
            if choices == 0 {
                break;
            }
            let place = places[(random.next_u64() % choices) as usize];
            positions.push((state.clone(), place));
            state.play(&GUIDELINE, &place);
        }
    }
    positions
}

/// Returns how often each mistake is recognised, in percent of the illegal moves.
fn recognised(wrong: impl Fn(&State, &Placement) -> Move) -> BTreeMap<BotMistake, usize> {
    let mut found = BTreeMap::new();
    let mut illegal = 0;
    for (state, place) in positions() {
        if let Err(error) = check_move(&GUIDELINE, &state, &wrong(&state, &place)) {
            illegal += 1;
            *found.entry(error.mistake.expect("a mistake")).or_default() += 100;
        }
    }
    assert!(illegal > 20, "{illegal} illegal moves");
    found.values_mut().for_each(|count| *count /= illegal);
    found
}

/// Returns the move of a placement with other coordinates.
fn moved(place: &Placement, change: impl Fn(i32, i32) -> (i32, i32)) -> Move {
    let mut mv = to_move(&GUIDELINE, place);
    (mv.location.x, mv.location.y) = change(mv.location.x, mv.location.y);
    mv
}

fn share(found: &BTreeMap<BotMistake, usize>, mistake: BotMistake) -> usize {
    found.get(&mistake).copied().unwrap_or(0)
}

#[test]
fn legal_moves_are_legal() {
    for (state, place) in positions() {
        let mv = to_move(&GUIDELINE, &place);
        assert_eq!(check_move(&GUIDELINE, &state, &mv), Ok(place));
    }
}

#[test]
fn rows_that_count_from_the_top_are_recognised() {
    for rows in [20, 40] {
        let found = recognised(|_, place| moved(place, |x, y| (x, rows - 1 - y)));
        assert!(share(&found, BotMistake::RowsFromTop) >= 90, "{found:?}");
    }
}

#[test]
fn a_centre_that_is_off_is_recognised() {
    let shifts: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 1), (0, 2)];
    for (dx, dy) in shifts {
        let found = recognised(|_, place| moved(place, |x, y| (x + dx, y + dy)));
        let centre = share(&found, BotMistake::WrongCentre);
        let either = centre + share(&found, BotMistake::BoardOrCentre);
        assert!(centre >= 75 && either >= 95, "{dx} {dy}: {found:?}");
    }
}

/// The usual centres that are not TBP's: the lower left cell of the piece, and I and O that do not
/// move with their turns.
#[test]
fn other_centres_are_recognised() {
    let corner = |_: &State, place: &Placement| {
        let cells = place.cells(&GUIDELINE);
        let least = |of: fn(&(i8, i8)) -> i8| i32::from(cells.iter().map(of).min().unwrap());
        moved(place, |_, _| (least(|cell| cell.0), least(|cell| cell.1)))
    };
    let found = recognised(corner);
    let named = [
        BotMistake::WrongCentre,
        BotMistake::BoardOrCentre,
        BotMistake::Unreachable,
    ];
    let named: usize = named.map(|mistake| share(&found, mistake)).iter().sum();
    assert!(named >= 90, "{found:?}");
}

#[test]
fn columns_that_count_from_one_are_recognised_at_the_right_wall() {
    for (state, place) in positions() {
        let mv = moved(&place, |x, y| (x + 1, y));
        if mv.location.x == 10 {
            let error = check_move(&GUIDELINE, &state, &mv).unwrap_err();
            assert_eq!(error.mistake, Some(BotMistake::ColumnsFromOne));
            assert_eq!(error.legal_place, Some((9, mv.location.y)));
        }
    }
}

#[test]
fn a_piece_that_is_not_dropped_is_recognised() {
    let at_spawn = |_: &State, place: &Placement| {
        let mut mv = moved(place, |_, _| (4, 19));
        mv.location.orientation = Orientation::North;
        mv
    };
    let above = |_: &State, place: &Placement| moved(place, |x, y| (x, y + 5));
    for found in [recognised(at_spawn), recognised(above)] {
        assert!(share(&found, BotMistake::NotDropped) >= 90, "{found:?}");
    }
}

/// The bot takes the board for empty before every move.
#[test]
fn a_board_that_is_not_followed_is_recognised() {
    let empty = |state: &State, place: &Placement| {
        let mut state = state.clone();
        state.board = Board::EMPTY;
        let places = state.legal_placements(&GUIDELINE);
        let same = |other: &&Placement| {
            (other.piece, other.rotation, other.x) == (place.piece, place.rotation, place.x)
        };
        to_move(
            &GUIDELINE,
            places.iter().find(same).expect("the column is free"),
        )
    };
    let found = recognised(empty);
    let board = share(&found, BotMistake::BoardNotFollowed);
    let either = board + share(&found, BotMistake::BoardOrCentre);
    assert!(board >= 60 && either >= 95, "{found:?}");
}

#[test]
fn a_queue_that_is_not_followed_and_a_wrong_spin_are_recognised() {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.push_piece(Piece::S);
    let mv = |piece, orientation, x, y, spin| Move {
        location: Location {
            piece,
            orientation,
            x,
            y,
        },
        spin,
    };
    let error = |mv: Move, state: &State| check_move(&GUIDELINE, state, &mv).unwrap_err();
    use {Orientation::North, SpinName::None};
    let wrong = error(mv(PieceName::L, North, 4, 0, None), &state);
    assert_eq!(wrong.mistake, Some(BotMistake::QueueNotFollowed));
    assert_eq!(wrong.legal_place, Option::None);
    state.queue = [Piece::T].into();
    let wrong = error(mv(PieceName::T, North, 4, 0, SpinName::Full), &state);
    assert_eq!(wrong.mistake, Some(BotMistake::SpinLabel));
}

/// No coordinates make it panic.
#[test]
fn coordinates_far_off_the_board_are_refused() {
    let (state, place) = &positions()[30];
    for far in [i32::MIN, -1_000, -3, 41, 1_000, i32::MAX] {
        for mv in [
            moved(place, |_, y| (far, y)),
            moved(place, |x, _| (x, far)),
            moved(place, |_, _| (far, far)),
        ] {
            let error = check_move(&GUIDELINE, state, &mv).unwrap_err();
            assert!(error.to_string().contains("is not on the board"), "{error}");
            assert!(error.mv.contains(&far.to_string()), "{error}");
        }
    }
}
