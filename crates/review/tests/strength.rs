//! A strong bot's games, reviewed with the nodes that it had, lose hardly anything; a bot that plays
//! more random moves loses more. docs/lab/review.md has the same for bots with fewer nodes.

use landfall_replay::RecordedMove;
use landfall_review::report::{Grade, LossUnit, MoveReport, Totals};
use landfall_review::{JudgeOptions, PlayedMove, judge_move};
use landfall_rules::{PieceSequence, Playfield, Ruleset, SplitMix64, State, TETRIO};
use landfall_search::{SearchLimits, SearchOptions, ThreadPool, Weights, search_position};
use std::sync::Arc;

const RULES: &Ruleset = &TETRIO;
const NODES: u64 = 2_000;
const PREVIEWS: usize = 5;
const PIECES: u32 = 30;

/// Plays a game alone, so many percent of the moves at random.
fn play(random_percent: u32, seed: u64) -> Vec<RecordedMove> {
    play_with(SearchOptions::default(), random_percent, seed)
}

/// Plays the same by a search with other options.
fn play_with(options: SearchOptions, random_percent: u32, seed: u64) -> Vec<RecordedMove> {
    let mut state = State::new(RULES.randomizer.clone());
    let mut pieces = PieceSequence::new(RULES, seed);
    let mut dice = SplitMix64::new(seed);
    let pool = ThreadPool::new(1);
    let mut moves = Vec::new();
    for pieces_placed in 0..PIECES {
        state.deal(1 + PREVIEWS, &mut pieces);
        let random = dice.below(100) < random_percent;
        let placements = state.placements(RULES);
        let placement = match random {
            true => placements[dice.below(placements.len() as u32) as usize],
            false => {
                let limits = SearchLimits::nodes(NODES);
                search_position(&pool, RULES, &options, &state, &limits).root_moves[0].mv
            }
        };
        let before = state.clone();
        let clear = state.play(RULES, &placement);
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
            raised: Vec::new(),
        });
        if clear.topped_out || state.placements(RULES).is_empty() {
            break;
        }
    }
    moves
}

fn review(moves: &[RecordedMove], nodes: u64) -> Vec<MoveReport> {
    let options = JudgeOptions {
        nodes,
        ..JudgeOptions::default()
    };
    let judged = moves.iter().map(|recorded| {
        let mv = PlayedMove {
            rules: RULES,
            recorded,
            opponents: &[],
        };
        judge_move(&mv, &options, &|| false, &|| false).unwrap()
    });
    judged.collect()
}

/// Returns what bots lose a move that play so many percent of their moves at random, over
/// 24 games: one of 30 pieces has but three moves at random where a tenth of them are.
fn lines_lost_a_move(random_percent: u32) -> f64 {
    let games = (1..=24).flat_map(|seed| review(&play(random_percent, seed), NODES));
    let totals = Totals::of(LossUnit::Lines, &games.collect::<Vec<_>>());
    assert!(totals.moves > 320, "{totals:?}");
    totals.loss / f64::from(totals.moves)
}

#[test]
fn the_weaker_a_bot_the_more_it_loses() {
    let lost = [0, 10, 40].map(lines_lost_a_move);
    // Not 0: the moves are compared with more nodes than these bots have.
    assert!(lost[0] < 0.15, "its own moves at equal nodes: {lost:?}");
    assert!(
        lost[1] > 3.0 * lost[0] && lost[2] > 3.0 * lost[1],
        "{lost:?}"
    );
}

#[test]
fn the_same_game_reviewed_twice_is_the_same_to_the_byte() {
    let moves = play(20, 7);
    let [one, two] = [0; 2].map(|_| serde_json::to_string(&review(&moves, NODES)).unwrap());
    assert_eq!(one, two);
}

/// Returns the options of a bot that values other things than the review does, as people do: a bot with
/// the weights of the review finds the moves that a review of few nodes finds, too.
fn other_style() -> SearchOptions {
    SearchOptions {
        weights: Some(Arc::new(Weights::default())),
        ..SearchOptions::default()
    }
}

/// docs/lab/review.md has the same of people's matches. Before both moves were searched with the same
/// nodes, these were 11 points apart.
#[test]
fn the_accuracy_of_a_player_does_not_depend_on_the_nodes() {
    let games: Vec<_> = (1..=6)
        .map(|seed| play_with(other_style(), 10, seed))
        .collect();
    let accuracy = [5_000, 20_000, 100_000].map(|nodes| {
        let moves: Vec<_> = games
            .iter()
            .flat_map(|moves| review(moves, nodes))
            .collect();
        Totals::of(LossUnit::Lines, &moves).accuracy
    });
    let most = accuracy.into_iter().fold(0.0, f64::max);
    let least = accuracy.into_iter().fold(100.0, f64::min);
    assert!(least < 97.0 && most - least < 3.0, "{accuracy:?}");
}

/// On the public matches of the lab notes it is fewer than one in ten, too.
#[test]
fn nine_in_ten_mistakes_have_a_reason() {
    let moves = (1..=12).flat_map(|seed| review(&play(30, seed), NODES));
    let mistakes: Vec<_> = moves.filter(|mv| mv.grade >= Grade::Mistake).collect();
    let without = mistakes.iter().filter(|mv| mv.reasons.is_empty()).count();
    assert!(mistakes.len() > 40, "{}", mistakes.len());
    assert!(
        10 * without <= mistakes.len(),
        "{without} of {}",
        mistakes.len()
    );
}
