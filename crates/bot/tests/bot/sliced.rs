//! The sliced search: it gives the moves of the background search, and answers at any time.

use crate::driven::Driven;
use landfall_bot::{
    BackgroundSearch, DriverOptions, SearchDriver, Session, Settings, SlicedSearch,
};
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::{GUIDELINE, PASON};
use landfall_rules::{Piece, Placement, Randomizer, Ruleset, State};
use landfall_search::SearchOptions;
use landfall_search::parameters::SearchParameters;
use landfall_search::tetris::VersusInfo;
use landfall_tbp::messages::{BotMessage, FrontendMessage};
use landfall_tbp::parse;
use landfall_testing::boards;
use proptest::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

fn options(nodes: Option<u64>) -> DriverOptions {
    DriverOptions {
        search: SearchOptions {
            memory: 64 << 20,
            ..SearchOptions::default()
        },
        nodes,
        ..DriverOptions::default()
    }
}

/// Plays a seeded game with garbage and returns each move with its depth and nodes.
fn play_game<D: SearchDriver>(rules: &Ruleset) -> Vec<(Placement, u32, u64)> {
    let mut search = Driven::<D>::new(rules, options(Some(3_000)));
    let (mut rng, mut bag) = (SplitMix64::new(11), Randomizer::SEVEN_BAG);
    let mut state = State::new(Randomizer::SEVEN_BAG);
    for _ in 0..5 {
        state.push_piece(bag.sample(&mut rng));
    }
    search.set_position(state.clone());
    let mut played = Vec::new();
    for number in 0..40 {
        let suggestion = search.suggest();
        let mv = suggestion.moves[0];
        played.push((mv, suggestion.depth, suggestion.nodes));
        state.try_play(rules, &mv).expect("a legal move");
        search.play(mv);
        while state.queue.len() < 5 {
            let piece = bag.sample(&mut rng);
            state.push_piece(piece);
            search.new_piece(piece);
        }
        if number % 9 == 8 {
            state.board.raise(&[0b11_1110_1111]);
            search.set_versus(VersusInfo {
                opponent: Some(state.board),
                pending_garbage: number % 4,
                ..VersusInfo::default()
            });
            search.set_position(state.clone());
        }
    }
    played
}

#[test]
fn a_fixed_number_of_nodes_gives_the_moves_of_the_background_search() {
    for rules in [&GUIDELINE, &PASON] {
        let sliced = play_game::<SlicedSearch>(rules);
        assert_eq!(sliced, play_game::<BackgroundSearch>(rules));
    }
}

/// The lines of a game with a hold, garbage, an empty queue and a stop.
const LINES: [&str; 14] = [
    r#"{"type":"rules","randomizer":"seven_bag"}"#,
    r#"{"type":"start","hold":null,"queue":["T","I","O","S"],"combo":0,"back_to_back":false,"board":[]}"#,
    r#"{"type":"suggest"}"#,
    r#"{"type":"play","move":{"location":{"type":"T","orientation":"north","x":4,"y":0},"spin":"none"}}"#,
    r#"{"type":"new_piece","piece":"Z"}"#,
    r#"{"type":"suggest"}"#,
    r#"{"type":"start","hold":"T","queue":[],"board":[],"incoming_garbage":4}"#,
    r#"{"type":"suggest"}"#,
    r#"{"type":"new_piece","piece":"I"}"#,
    r#"{"type":"suggest"}"#,
    r#"{"type":"stop"}"#,
    r#"{"type":"suggest"}"#,
    r#"{"type":"start","queue":["J","L"],"board":[["G","G","G","G","G","G","G","G","G",null]]}"#,
    r#"{"type":"suggest"}"#,
];

fn answers<D: SearchDriver>(
    nodes: Option<u64>,
    mut between: impl FnMut(&mut Session<D>),
) -> Vec<BotMessage> {
    let mut session = Session::<D>::with_driver(Settings::new(options(nodes)));
    let mut answers = Vec::new();
    for line in LINES {
        let message: FrontendMessage = parse(line.as_bytes()).expect(line).expect(line);
        answers.extend(session.handle(message).messages);
        between(&mut session);
    }
    // There is no clock in a sliced search.
    for answer in &mut answers {
        if let BotMessage::Suggestion {
            move_info: Some(info),
            ..
        } = answer
        {
            info.nps = None;
        }
    }
    answers
}

#[test]
fn a_session_answers_the_same_with_either_search() {
    let sliced = answers::<SlicedSearch>(Some(2_000), |session| {
        assert!(!session.search_slice(1_000, &|| false), "nodes are fixed");
    });
    assert_eq!(sliced, answers::<BackgroundSearch>(Some(2_000), |_| {}));
    assert_eq!(sliced.len(), 1 + 6);
}

fn suggestions(answers: &[BotMessage]) -> Vec<(usize, f64)> {
    let nodes = |answer: &BotMessage| match answer {
        BotMessage::Suggestion { moves, move_info } => {
            Some((moves.len(), move_info.as_ref()?.nodes?))
        }
        _ => None,
    };
    answers.iter().filter_map(nodes).collect()
}

#[test]
fn answers_need_no_slice_and_slices_add_nodes() {
    let unsliced = suggestions(&answers::<SlicedSearch>(None, |_| {}));
    let sliced = suggestions(&answers::<SlicedSearch>(None, |session| {
        session.search_slice(20_000, &|| false);
    }));
    assert_eq!((unsliced.len(), sliced.len()), (6, 6));
    let mut grown = 0;
    for ((moves, nodes), (more_moves, more_nodes)) in unsliced.into_iter().zip(sliced) {
        assert!(moves > 0 && moves == more_moves);
        assert!(
            nodes < 20_000.0 && more_nodes >= nodes,
            "{nodes} {more_nodes}"
        );
        grown += usize::from(more_nodes > nodes);
    }
    // Two requests are answered in the message that sets the position, before any slice.
    assert_eq!(grown, 4);
}

#[test]
fn a_slice_ends_when_it_should() {
    let mut search = Driven::<SlicedSearch>::new(&GUIDELINE, options(None));
    assert!(
        !search.search_mut().search_slice(1_000, &|| false),
        "no position"
    );
    let mut state = State::new(Randomizer::SEVEN_BAG);
    for piece in [Piece::T, Piece::I, Piece::O, Piece::S, Piece::Z] {
        state.push_piece(piece);
    }
    search.set_position(state);
    assert!(search.search_mut().search_slice(u64::MAX, &|| true));
    assert!(search.search_mut().search_slice(10_000, &|| false));
    let spent = search.suggest().nodes;
    assert!((10_000..20_000).contains(&spent), "{spent}");
    search.stop();
    assert!(!search.search_mut().search_slice(1_000, &|| false));
    assert!(search.suggest().moves.is_empty());
}

#[test]
fn a_search_without_a_piece_ends() {
    let mut search = Driven::<SlicedSearch>::new(&GUIDELINE, options(None));
    search.set_position(State::new(Randomizer::SEVEN_BAG));
    assert!(
        !search.search_mut().search_slice(1_000, &|| false),
        "no piece"
    );
}

/// How a search is divided into slices.
#[derive(Clone, Copy, Debug)]
struct Slices {
    /// Most calls of `should_stop` in a slice before it returns true; the number is drawn for each
    /// slice.
    max_calls: u64,
    /// Nodes of a slice.
    nodes: u64,
    seed: u64,
}

/// Searches a position in slices to the end; returns the result.
fn searched_to_the_end(
    options: &DriverOptions,
    state: &State,
    slices: Slices,
) -> (Vec<Placement>, u64, String) {
    let mut search = Driven::<SlicedSearch>::new(&GUIDELINE, options.clone());
    search.set_position(state.clone());
    let mut rng = SplitMix64::new(slices.seed);
    let Slices {
        max_calls, nodes, ..
    } = slices;
    loop {
        let calls_before_stop = match max_calls {
            u64::MAX => u64::MAX,
            max => rng.next_u64() % (max + 1),
        };
        let calls = AtomicU64::new(0);
        let should_stop = || calls.fetch_add(1, Ordering::Relaxed) >= calls_before_stop;
        if !search.search_mut().search_slice(nodes, &should_stop) {
            let found = search.suggest();
            return (found.moves, found.nodes, found.extra);
        }
    }
}

const ONE_SLICE: Slices = Slices {
    max_calls: u64::MAX,
    nodes: u64::MAX,
    seed: 0,
};

/// Returns the options of a search that ends early: with few pieces by its depth, with many by its
/// memory.
fn options_of_short_search(threads: usize, pieces: usize) -> DriverOptions {
    DriverOptions {
        search: SearchOptions {
            memory: 1 << 20,
            parameters: Some(SearchParameters {
                expectation_depth: if pieces < 3 { 3 } else { 1 },
                expectimax_branches: 1,
                first_beam_nodes: 4_000,
                first_rollouts: 2,
                ..SearchParameters::DEFAULT
            }),
            ..SearchOptions::default()
        },
        threads,
        ..DriverOptions::default()
    }
}

/// The search of two pieces on an empty board ends after millions of nodes, with the bot's default
/// options, in one slice and in slices of 2 ms, as in the web's worker. Run it with
/// `cargo test --release -p landfall-bot --test bot -- --ignored --nocapture two_pieces`.
#[test]
#[ignore = "takes a minute"]
fn two_pieces_give_the_same_result_in_slices_of_two_milliseconds() {
    let mut state = State::new(Randomizer::unknown());
    for piece in [Piece::T, Piece::I] {
        state.push_piece(piece);
    }
    let options = DriverOptions::default();
    let whole = searched_to_the_end(&options, &state, ONE_SLICE);
    let mut search = Driven::<SlicedSearch>::new(&GUIDELINE, options);
    search.set_position(state);
    let mut slices = 0_u64;
    loop {
        slices += 1;
        let begun = Instant::now();
        let is_over = || begun.elapsed() >= Duration::from_millis(2);
        if !search.search_mut().search_slice(u64::MAX, &is_over) {
            break;
        }
    }
    let found = search.suggest();
    println!(
        "{} nodes in {slices} slices: {:?}",
        found.nodes, found.moves
    );
    assert!(slices > 100, "{slices}");
    assert_eq!((found.moves, found.nodes, found.extra), whole);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn slices_of_any_length_give_the_result_of_one_slice(
        seed in any::<u64>(),
        kind in 0..boards::KINDS.len(),
        queue in prop::collection::vec(0..7_usize, 1..6),
        hold in prop::option::of(0..7_usize),
        max_calls in prop_oneof![Just(0), 1..4_u64, 10..5_000_u64, Just(u64::MAX)],
        nodes in prop_oneof![3 => Just(u64::MAX), 1 => 1..50_000_u64],
        threads in 1..3_usize,
    ) {
        let mut state = State::new(Randomizer::SEVEN_BAG);
        state.board = boards::KINDS[kind](&mut SplitMix64::new(seed));
        state.hold = hold.map(|piece| Piece::ALL[piece]);
        for &piece in &queue {
            state.push_piece(Piece::ALL[piece]);
        }
        let options = options_of_short_search(threads, queue.len());
        let slices = Slices { max_calls, nodes, seed };
        prop_assert_eq!(
            searched_to_the_end(&options, &state, slices),
            searched_to_the_end(&options, &state, ONE_SLICE)
        );
    }
}
