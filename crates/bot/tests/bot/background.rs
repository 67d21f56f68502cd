//! The background search as a frontend sees it: whole games on any number of threads, results kept
//! from move to move, garbage, short queues, lost positions.

use crate::driven::Driven;
use landfall_bot::{BackgroundSearch, DriverOptions, Suggestion};
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Placement, Queue, Randomizer, Spin, State};

type Background = Driven<BackgroundSearch>;

fn options(threads: usize, nodes: u64) -> DriverOptions {
    DriverOptions {
        threads,
        nodes: Some(nodes),
        ..DriverOptions::default()
    }
}

fn pieces(letters: &str) -> Vec<Piece> {
    letters
        .parse::<Queue>()
        .expect("a queue")
        .into_iter()
        .collect()
}

fn state(board: &str, hold: Option<Piece>, queue: &str) -> State {
    let mut state = State::new(Randomizer::unknown());
    state.board = board.parse().expect("a drawn board");
    state.hold = hold;
    for piece in pieces(queue) {
        state.push_piece(piece);
    }
    state
}

/// Plays a seeded game. Returns the moves and the nodes of each.
fn play_game(search: &mut Background, moves: usize) -> Vec<(Placement, u64)> {
    let (mut rng, mut bag) = (SplitMix64::new(7), Randomizer::SEVEN_BAG);
    let mut state = State::new(Randomizer::SEVEN_BAG);
    for _ in 0..6 {
        state.push_piece(bag.sample(&mut rng));
    }
    search.set_position(state.clone());
    let mut played = Vec::new();
    for i in 0..moves {
        let Suggestion { moves, nodes, .. } = search.suggest();
        assert!(state.legal_placements(&GUIDELINE).contains(&moves[0]));
        state.try_play(&GUIDELINE, &moves[0]).expect("a legal move");
        search.play(moves[0]);
        played.push((moves[0], nodes));
        while state.queue.len() < 6 {
            let piece = bag.sample(&mut rng);
            state.push_piece(piece);
            search.new_piece(piece);
        }
        if i % 7 == 6 {
            state.board.raise(&[0b11_1110_1111]);
            search.set_position(state.clone());
        }
    }
    played
}

#[test]
fn games_with_fixed_nodes_do_not_depend_on_the_number_of_threads() {
    let game = play_game(&mut Background::new(&GUIDELINE, options(1, 3_000)), 40);
    let again = play_game(&mut Background::new(&GUIDELINE, options(1, 3_000)), 40);
    let threaded = play_game(&mut Background::new(&GUIDELINE, options(8, 3_000)), 40);
    assert_eq!(game, again);
    assert_eq!(game, threaded);
}

#[test]
fn a_new_piece_keeps_the_search() {
    let start = state("", None, "TIOLJSZ");
    let mut search = Background::new(&GUIDELINE, options(1, 30_000));
    search.set_position(start);
    assert_eq!(search.suggest().depth, 7);
    search.new_piece(Piece::T);
    assert_eq!(search.suggest().depth, 8);
}

#[test]
fn garbage_keeps_the_lines_that_are_still_legal() {
    let before = state(
        "##########".replace('#', ".").as_str(),
        Some(Piece::T),
        "IOLJSZ",
    );
    let mut after = before.clone();
    after.board.raise(&[0b11_1111_1110, 0b11_1111_1110]);
    let mut search = Background::new(&GUIDELINE, options(1, 60_000));
    search.set_position(before);
    search.suggest();
    search.set_position(after.clone());
    let suggestion = search.suggest();
    assert!(suggestion.depth >= 6, "{suggestion:?}");
    for mv in &suggestion.moves {
        assert!(after.legal_placements(&GUIDELINE).contains(mv), "{mv:?}");
    }
}

#[test]
fn one_piece_is_enough_for_moves() {
    let mut search = Background::new(&GUIDELINE, options(1, 2_000));
    assert!(search.suggest().moves.is_empty());
    search.set_position(state("", None, ""));
    assert!(search.suggest().moves.is_empty());
    search.new_piece(Piece::L);
    let one = search.suggest();
    assert_eq!(one.moves.len(), 34);
    search.stop();
    assert!(search.suggest().moves.is_empty());
}

#[test]
fn a_search_without_a_fixed_number_of_nodes_answers_too() {
    let mut search = Background::new(
        &GUIDELINE,
        DriverOptions {
            threads: 2,
            ..DriverOptions::default()
        },
    );
    let mut position = state("", None, "TIOLJSZ");
    search.set_position(position.clone());
    for piece in pieces("TLJSZOI") {
        let suggestion = search.suggest();
        let mv = suggestion.moves[0];
        assert!(position.legal_placements(&GUIDELINE).contains(&mv));
        position.play(&GUIDELINE, &mv);
        search.play(mv);
        position.push_piece(piece);
        search.new_piece(piece);
    }
}

/// A board on which no piece can spawn.
const FULL: &str = "
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
    #####.####
";

#[test]
fn without_a_placement_there_are_no_moves() {
    let mut search = Background::new(&GUIDELINE, options(1, 1_000));
    search.set_position(state(FULL, Some(Piece::O), "SZO"));
    assert!(search.suggest().moves.is_empty());
}

#[test]
fn moves_that_survive_are_suggested_before_those_that_lose() {
    // Row 20 is free here, so one piece can still appear, and after few moves another one.
    let rows: Vec<&str> = FULL.trim().lines().skip(1).map(str::trim).collect();
    let position = state(&rows.join("\n"), None, "OOOO");
    let mut search = Background::new(&GUIDELINE, options(1, 5_000));
    search.set_position(position.clone());
    let moves = search.suggest().moves;
    assert_eq!(moves.len(), position.legal_placements(&GUIDELINE).len());
    let survives = |mv: &Placement| {
        let mut next = position.clone();
        next.play(&GUIDELINE, mv);
        !next.legal_placements(&GUIDELINE).is_empty()
    };
    let survivors = moves.iter().take_while(|mv| survives(mv)).count();
    assert!(moves[survivors..].iter().all(|mv| !survives(mv)));
}

#[test]
fn the_t_spin_double_is_played() {
    let board = "
        ......#...
        ####...###
        #####.####
    ";
    // Other pieces may go first: the slot stays open.
    let mut position = state(board, None, "TSZOLJI");
    let mut search = Background::new(&GUIDELINE, options(1, 200_000));
    search.set_position(position.clone());
    for _ in 0..4 {
        let best = search.suggest().moves[0];
        if best.piece == Piece::T {
            assert_eq!((best.spin, best.x, best.y), (Spin::Full, 5, 1), "{best:?}");
            return;
        }
        position.play(&GUIDELINE, &best);
        search.play(best);
    }
    panic!("four pieces were played before the T");
}
