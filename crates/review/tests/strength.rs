//! A strong bot's games, reviewed with the nodes that it had, lose hardly anything; a bot with more
//! random moves loses more; accuracies do not depend on the nodes of the review. docs/lab/review.md
//! has the figures for other bots and for people.

use landfall_replay::RecordedMove;
use landfall_review::judge::MIN_NODES;
use landfall_review::report::{Grade, LossUnit, MoveReport, Totals};
use landfall_review::{JudgeOptions, PlayedMove, judge_move};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::{GUIDELINE, TETRIO, TETRIO_S2};
use landfall_rules::{Playfield, Ruleset, State};
use landfall_search::{SearchLimits, SearchOptions, ThreadPool, Weights, search_position};
use std::sync::Arc;

const PREVIEWS: usize = 5;
const PIECES: u32 = 30;

/// A bot that plays alone.
struct Bot {
    rules: Ruleset,
    nodes: u64,
    weights: Option<Arc<Weights>>,
    /// Percentage of random moves.
    random_percent: u32,
}

impl Bot {
    /// Returns a bot with `nodes` nodes and the weights of reviews.
    fn new(rules: &Ruleset, nodes: u64) -> Bot {
        Bot {
            rules: *rules,
            nodes,
            weights: None,
            random_percent: 0,
        }
    }
}

/// Plays a game.
fn play(bot: &Bot, seed: u64) -> Vec<RecordedMove> {
    let rules = bot.rules;
    let options = SearchOptions {
        weights: bot.weights.clone(),
        ..SearchOptions::default()
    };
    let mut state = State::new(rules.randomizer.clone());
    let mut pieces = PieceSequence::new(&rules, seed);
    let mut dice = SplitMix64::new(seed);
    let pool = ThreadPool::new(1);
    let mut moves = Vec::new();
    for pieces_placed in 0..PIECES {
        state.deal(1 + PREVIEWS, &mut pieces);
        let random = dice.below(100) < bot.random_percent;
        let placements = state.legal_placements(&rules);
        let placement = match random {
            true => placements[dice.below(placements.len() as u32) as usize],
            false => {
                let limits = SearchLimits::nodes(bot.nodes);
                search_position(&pool, &rules, &options, &state, &limits).root_moves[0].mv
            }
        };
        let before = state.clone();
        let clear = state.play(&rules, &placement);
        moves.push(RecordedMove {
            field: Playfield::from(&before.board),
            held: before.queue[0] != placement.piece,
            state: before,
            waiting: Vec::new(),
            pieces_placed,
            appeared: 0,
            locked: 0,
            placement,
            clear,
            sent: clear.packets(),
            raised: Default::default(),
        });
        if clear.topped_out || state.legal_placements(&rules).is_empty() {
            break;
        }
    }
    moves
}

/// Returns the moves of games of a bot, reviewed.
fn reviewed(bot: &Bot, games: u64, nodes: u64) -> Vec<MoveReport> {
    let games = (1..=games).map(|seed| play(bot, seed));
    games
        .flat_map(|moves| review(&bot.rules, &moves, nodes))
        .collect()
}

fn review(rules: &Ruleset, moves: &[RecordedMove], nodes: u64) -> Vec<MoveReport> {
    let options = JudgeOptions {
        nodes,
        ..JudgeOptions::default()
    };
    let judged = moves.iter().map(|recorded| {
        let mv = PlayedMove {
            rules,
            recorded,
            opponents: &[],
        };
        judge_move(&mv, &options, &|| false, &|| false).unwrap()
    });
    judged.collect()
}

/// Returns the lines lost per move by a bot with this percentage of random moves, in a review with
/// its nodes.
fn lines_lost_per_move(random_percent: u32) -> f64 {
    let bot = Bot {
        random_percent,
        ..Bot::new(&TETRIO, MIN_NODES)
    };
    let totals = Totals::of(LossUnit::Lines, &reviewed(&bot, 8, MIN_NODES));
    assert!(totals.moves > 100, "{totals:?}");
    totals.loss / f64::from(totals.moves)
}

#[test]
fn the_weaker_a_bot_the_more_it_loses() {
    let lost = [0, 10, 40].map(lines_lost_per_move);
    assert!(lost[0] < 0.01, "its own moves at equal nodes: {lost:?}");
    assert!(lost[1] > 0.05 && lost[2] > 3.0 * lost[1], "{lost:?}");
}

#[test]
fn the_same_game_reviewed_twice_is_the_same_to_the_byte() {
    let bot = Bot {
        random_percent: 20,
        ..Bot::new(&TETRIO, 2_000)
    };
    let [one, two] = [0; 2].map(|_| serde_json::to_string(&reviewed(&bot, 1, MIN_NODES)).unwrap());
    assert_eq!(one, two);
}

/// Asserts that the accuracy of a bot is the same with few nodes as with many, within 3 points.
fn assert_same_accuracy(bot: &Bot) {
    let accuracy = [5_000, 100_000]
        .map(|nodes| Totals::of(LossUnit::Lines, &reviewed(bot, 6, nodes)).accuracy);
    let rules = bot.rules.name;
    assert!(accuracy[1] < 97.0, "{rules}: {accuracy:?} are not measured");
    let difference = accuracy[0] - accuracy[1];
    assert!(difference.abs() < 3.0, "{rules}: {accuracy:?}");
}

/// A search of few nodes finds the moves of a bot that had few, so reviews search more: under
/// `tetrio-s2` such bots had 8 to 10 points more with 5,000 nodes than with 50,000.
#[test]
fn the_accuracy_of_a_bot_with_few_nodes_does_not_depend_on_the_nodes() {
    for rules in [&GUIDELINE, &TETRIO_S2] {
        assert_same_accuracy(&Bot::new(rules, 2_000));
    }
}

/// A bot that values other things than the review does, as people do. docs/lab/review.md has the same
/// of people's matches.
#[test]
fn the_accuracy_of_another_style_does_not_depend_on_the_nodes() {
    assert_same_accuracy(&Bot {
        weights: Some(Arc::new(Weights::default())),
        random_percent: 10,
        ..Bot::new(&TETRIO, 2_000)
    });
}

/// The same holds for the public matches of docs/lab/review.md.
#[test]
fn nine_in_ten_mistakes_have_a_reason() {
    let bot = Bot {
        random_percent: 30,
        ..Bot::new(&TETRIO, 2_000)
    };
    let moves = reviewed(&bot, 12, MIN_NODES);
    let mistakes: Vec<_> = moves
        .into_iter()
        .filter(|mv| mv.grade >= Grade::Mistake)
        .collect();
    let without = mistakes.iter().filter(|mv| mv.reasons.is_empty()).count();
    assert!(mistakes.len() > 40, "{}", mistakes.len());
    assert!(
        10 * without <= mistakes.len(),
        "{without} of {}",
        mistakes.len()
    );
}
