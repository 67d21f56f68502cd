//! Lines are legal and begin with their moves; losses are at one depth and never negative.

use super::*;
use crate::game::{Child, Game};
use crate::position::Position;
use crate::waiting_garbage::WaitingGarbage;
use crate::weights::Weights;
use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};
use landfall_rules::{Piece, Queue, Randomizer, Ruleset, State};
use std::sync::Arc;

const BOARD: &str = "
    ##........
    ##..#.....
    ###.####..
    ###.######";

fn state(queue: &str) -> State {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = BOARD.parse().unwrap();
    for piece in queue.parse::<Queue>().expect("a queue") {
        state.push_piece(piece);
    }
    state
}

fn searched(rules: &Ruleset, state: &State, nodes: u64) -> TetrisSearch {
    let game = TetrisGame::new(rules, Weights::for_rules(rules), state);
    let limits = BeamLimits::within_memory::<TetrisGame>(1 << 26);
    let mut search = TetrisSearch::new(Beam::new(game, Position::from_state(state), limits));
    while search.nodes() < nodes {
        let status = search.advance(&ThreadPool::new(1), nodes, &|| false, &mut |_| {});
        if status != SearchStatus::Unfinished {
            break;
        }
    }
    search
}

/// Searches a move alone until its search is final.
fn alone(search: &TetrisSearch, mv: Placement) -> RootLine<Placement> {
    let mut alone = MoveSearch::new(search, mv).unwrap();
    while !alone.is_final(search) {
        alone.advance(search, &ThreadPool::new(1), 4_000, &|| false);
    }
    alone.line(search).unwrap()
}

fn assert_legal(rules: &Ruleset, state: &State, line: &RootLine<Placement>) {
    assert_eq!(line.line[0], line.mv);
    let mut state = state.clone();
    for &mv in &line.line {
        assert_eq!(state.validate(rules, mv), Ok(mv));
        state.play(rules, &mv);
    }
}

#[test]
fn lines_are_legal_move_by_move() {
    for rules in [&GUIDELINE, &TETRIO_S2] {
        for nodes in [200, 3_000, 120_000] {
            let state = state("TSZOLJ");
            let search = searched(rules, &state, nodes);
            let lines = search.root_lines(5);
            assert_eq!(lines.len(), 5);
            assert_eq!(lines[0].mv, search.view().root_moves()[0].mv);
            lines
                .iter()
                .for_each(|line| assert_legal(rules, &state, line));
        }
    }
}

#[test]
fn all_lines_have_one_depth_once_the_search_is_wide() {
    let search = searched(&GUIDELINE, &state("TSZOLJ"), 120_000);
    let lines = search.root_lines(4);
    assert_eq!(lines[0].depth, search.beam().comparison_depth());
    assert_eq!(lines[0].line.len(), search.beam().game().plies());
    assert!(lines.iter().all(|line| line.depth == lines[0].depth));
    assert!(lines.is_sorted_by_key(|line| -line.value));
}

/// The value of a line follows from its moves alone.
#[test]
fn a_value_is_that_of_the_line() {
    let state = state("TSZOL");
    let search = searched(&GUIDELINE, &state, 40_000);
    let beam = search.beam();
    let plies = beam.game().plies();
    for line in beam.root_lines(plies as u32) {
        let (mut at, mut total, mut eval) = (*beam.root(), 0, 0);
        for (ply, &mv) in line.line.iter().enumerate() {
            let mut children = Vec::new();
            beam.game().expand(&at, ply, &mut children);
            let child = children.iter().find(|child| child.mv == mv).unwrap();
            total += child.reward;
            eval = child.eval;
            at = beam.game().play(&at, ply, mv);
        }
        assert_eq!(total + eval, line.value);
    }
}

#[test]
fn no_move_alone_is_better_than_the_best() {
    let state = state("TSZOLJ");
    let search = searched(&GUIDELINE, &state, 20_000);
    let best = search.root_lines(1).remove(0);
    assert_eq!(alone(&search, best.mv), best);
    let placements = state.legal_placements(&GUIDELINE);
    for &mv in placements.iter().step_by(7) {
        let played = alone(&search, mv);
        assert_eq!((played.mv, played.depth), (mv, best.depth));
        assert!(played.value <= best.value);
        assert_legal(&GUIDELINE, &state, &played);
    }
    let high = placements.into_iter().max_by_key(|mv| mv.y).unwrap();
    let loss = best.value - alone(&search, high).value;
    assert!(loss > search.beam().game().line_value() / 4, "{loss}");
}

/// Two placements lead to the same position in either order, of which the beam keeps one. The other
/// first move loses nothing.
#[test]
fn a_move_that_leads_to_the_same_position_loses_nothing() {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = "####......\n####......".parse().unwrap();
    state.queue = [Piece::O, Piece::I].into();
    state.hold = Some(Piece::O);
    let search = searched(&GUIDELINE, &state, 60_000);
    let best = search.root_lines(1).remove(0);
    let firsts: Vec<Placement> = best
        .line
        .iter()
        .copied()
        .filter(|&mv| state.validate(&GUIDELINE, mv) == Ok(mv))
        .collect();
    assert!(firsts.len() > 1, "{best:?}");
    for mv in firsts {
        assert_eq!(alone(&search, mv).value, best.value, "{mv:?}");
    }
}

#[test]
fn only_moves_of_the_root_can_be_searched() {
    let search = searched(&GUIDELINE, &state("TSZ"), 1_000);
    let floating = Placement::new(Piece::T, landfall_rules::Rotation::North, 4, 30);
    assert!(MoveSearch::new(&search, floating).is_none());
    let held = Placement::new(Piece::J, landfall_rules::Rotation::North, 4, 4);
    assert!(MoveSearch::new(&search, held).is_none());
}

/// The search of a move leaves the search of all as it is.
#[test]
fn a_search_alone_changes_nothing_else() {
    let state = state("TSZOLJ");
    let search = searched(&GUIDELINE, &state, 10_000);
    let before = (search.nodes(), search.view().root_moves());
    for mv in state.legal_placements(&GUIDELINE).into_iter().take(3) {
        alone(&search, mv);
    }
    assert_eq!((search.nodes(), search.view().root_moves()), before);
}

/// A move that the rules know has the same value by its cells alone.
#[test]
fn child_values_are_those_of_expand() {
    let state = state("TSZOLJ");
    for rules in [&GUIDELINE, &TETRIO_S2] {
        let game = TetrisGame::new(rules, Weights::for_rules(rules), &state);
        let root = Position {
            waiting_garbage: WaitingGarbage::new(rules, 16, None),
            ..Position::from_state(&state)
        };
        let mut children = Vec::new();
        game.expand(&root, 0, &mut children);
        assert!(children.len() > 30);
        for child in children {
            let alone = game.child(&root, child.mv);
            let values = |child: &Child<Placement>| (child.reward, child.eval);
            assert_eq!(values(&alone), values(&child), "{:?}", child.mv);
        }
    }
}

/// A clear that continues the combo has the value of the rest of the four-wide, any other move that
/// of the rows.
#[test]
fn a_combo_through_a_four_wide_has_its_value() {
    let mut state = state("TSZOLJ");
    let rows = "######....\n".repeat(6) + "######.###";
    state.board = rows.parse().expect("a drawn board");
    state.clear_state.combo = 6;
    let children = |four_wide_combo| {
        let weights = Weights {
            four_wide_row: 40,
            four_wide_combo,
            ..Weights::default()
        };
        let game = TetrisGame::new(&GUIDELINE, Arc::new(weights), &state);
        let root = Position::from_state(&state);
        let mut children = Vec::new();
        game.expand(&root, 0, &mut children);
        for child in &children {
            assert_eq!(game.child(&root, child.mv).eval, child.eval, "{child:?}");
        }
        children
    };
    let (combos, rows_alone) = (children([100, -10]), children([0, 0]));
    let mut gains: Vec<i32> = combos
        .iter()
        .zip(&rows_alone)
        .map(|(with, without)| with.eval - without.eval)
        .collect();
    gains.sort_unstable();
    gains.dedup();
    // A T down the middle clears the lowest row; six are left, and the combo has seven clears.
    let rest = 100 * (3 + 4 + 4 + 4 + 5 + 5) - 10 * 6 - 40 * 6;
    assert_eq!((gains[0], gains.last()), (0, Some(&rest)));
}

#[test]
fn an_unreachable_move_can_be_searched_alone() {
    let mut state = state("OSZTLJ");
    state.board = "..########\n..########\n##########\n..########"
        .parse()
        .unwrap();
    state.board.columns[0] = 0b100;
    state.board.columns[1] = 0b100;
    let search = searched(&GUIDELINE, &state, 5_000);
    let inside = Placement::new(Piece::O, landfall_rules::Rotation::North, 0, 0);
    assert!(MoveSearch::new(&search, inside).is_none());
    let mut alone = MoveSearch::of_unreachable(&search, inside).unwrap();
    while !alone.is_final(&search) {
        alone.advance(&search, &ThreadPool::new(1), 4_000, &|| false);
    }
    let line = alone.line(&search).unwrap();
    assert_eq!(
        (line.mv, line.depth),
        (inside, search.root_lines(1)[0].depth)
    );
}

#[test]
fn fewer_plies_are_a_shallower_search() {
    let state = state("TSZOLJ");
    let game = TetrisGame::new(&GUIDELINE, Weights::for_rules(&GUIDELINE), &state);
    for (most, plies) in [(0, 1), (2, 2), (5, 5), (99, 5)] {
        let game = game.clone().with_most_plies(most);
        assert_eq!(game.plies(), plies);
        let limits = BeamLimits::within_memory::<TetrisGame>(1 << 24);
        let beam = Beam::new(game, Position::from_state(&state), limits);
        assert_eq!(beam.comparison_depth(), plies as u32 + 1);
    }
}
