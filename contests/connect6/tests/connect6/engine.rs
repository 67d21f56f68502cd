//! The public interface of the engine: legal turns, reproducible results, limits and stops, and
//! tactical positions with known answers.

use crate::common::{filling, turn};
use landfall_connect6::display::draw_board;
use landfall_connect6::engine::{Engine, EngineOptions, SearchLimits, SearchResult};
use landfall_connect6::rules::{BOARD_SIZE, Colour, Outcome, POINT_COUNT, Point, Position, Turn};
use landfall_rng::SplitMix64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn engine() -> Engine {
    engine_with(4 << 20)
}

/// Returns an engine with a transposition table of at most `memory` bytes.
fn engine_with(memory: usize) -> Engine {
    Engine::new(EngineOptions { memory, net: None })
}

fn node_limit(nodes: u64) -> SearchLimits {
    SearchLimits {
        nodes: Some(nodes),
        deadline: None,
    }
}

fn think(position: &Position, nodes: u64) -> SearchResult {
    let stop = AtomicBool::new(false);
    let answer = engine().search(position, node_limit(nodes), &stop);
    answer.expect("the game goes on")
}

/// Parses a drawing, top row first, `X` black, `O` white. Rows and columns that are not drawn are
/// empty. Stones that are missing for the colour to be to move are added near the lower edge, six
/// points apart.
fn drawn(to_move: Colour, text: &str) -> Position {
    let mut stones = [Vec::new(), Vec::new()];
    let rows = text.lines().map(str::trim).filter(|row| !row.is_empty());
    for (y, row) in rows.enumerate() {
        for (x, stone) in row.chars().enumerate() {
            let point = Point::new(x as u8, y as u8).expect("on the board");
            match stone {
                'X' => stones[0].push(point),
                'O' => stones[1].push(point),
                _ => assert_eq!(stone, '.', "{row}"),
            }
        }
    }
    let mut far = [18, 12]
        .into_iter()
        .flat_map(|y| [0, 6, 12, 18].map(|x| Point::new(x, y)));
    let due = |stones: &[Vec<Point>; 2]| match to_move {
        Colour::Black => (stones[0].len() | 1, (stones[0].len() | 1) + 1),
        Colour::White => (stones[0].len() | 1, (stones[0].len() | 1) - 1),
    };
    while stones[0].len() < due(&stones).0 || stones[1].len() < due(&stones).1 {
        let short = usize::from(stones[0].len() == due(&stones).0);
        stones[short].push(far.next().flatten().expect("a point that is left"));
    }
    while stones[1].len() > due(&stones).1 {
        stones[0].push(far.next().flatten().expect("a point that is left"));
    }
    let mut position = Position::new();
    let mut turns = stones.map(Vec::into_iter);
    let first = turns[0].next().expect("black begins");
    position.play(Turn::One(first)).expect("legal");
    loop {
        let colour = position.to_move() as usize;
        let (Some(first), Some(second)) = (turns[colour].next(), turns[colour].next()) else {
            assert_eq!(position.to_move(), to_move);
            return position;
        };
        position.play(Turn::Two(first, second)).expect("legal");
    }
}

/// Returns the names of a turn's points, in order.
fn names(turn: Turn) -> Vec<String> {
    let mut points: Vec<Point> = turn.points().collect();
    points.sort();
    points.iter().map(Point::to_string).collect()
}

#[test]
fn turns_and_lines_of_a_whole_game_are_legal() {
    let mut engine = engine();
    let mut position = Position::new();
    let stop = AtomicBool::new(false);
    while let Some(answer) = engine.search(&position, node_limit(50), &stop) {
        assert_eq!(answer.pv[0], answer.turn);
        let mut after = position.clone();
        for turn in answer.pv {
            after.play(turn).expect("a legal line");
        }
        position.play(answer.turn).expect("a legal turn");
    }
    assert!(position.outcome().is_some());
}

#[test]
fn turns_are_legal_on_random_boards_up_to_the_last_two_points() {
    let mut rng = SplitMix64::new(7);
    let stop = AtomicBool::new(false);
    let mut engine = engine();
    for round in 0..60 {
        // Black and white alternate in pairs, so that there are few rows of six.
        let colour = |p: Point| (p.x() / 2 + p.y()).is_multiple_of(2);
        let (mut black, mut white): (Vec<_>, Vec<_>) = Point::all().partition(|&p| colour(p));
        let mut position = Position::new();
        let free = match round % 3 {
            0 => 0,
            1 => 2 * rng.below(6) as usize,
            _ => 2 * rng.below(170) as usize,
        };
        let mut at = |points: &mut Vec<Point>, others: &mut Vec<Point>| {
            let from = if points.is_empty() { others } else { points };
            from.swap_remove(rng.below(from.len() as u32) as usize)
        };
        let first = at(&mut black, &mut white);
        position.play(Turn::One(first)).expect("legal");
        while position.outcome().is_none() && black.len() + white.len() > 2 + free {
            let (own, other) = match position.to_move() {
                Colour::Black => (&mut black, &mut white),
                Colour::White => (&mut white, &mut black),
            };
            let turn = Turn::Two(at(own, other), at(own, other));
            position.play(turn).expect("legal");
        }
        let Some(answer) = engine.search(&position, node_limit(300), &stop) else {
            assert!(position.outcome().is_some());
            continue;
        };
        position.play(answer.turn).expect("a legal turn");
        if free == 0 {
            assert!(position.outcome().is_some(), "the board is full");
        }
    }
}

#[test]
fn the_last_two_points_fill_the_board() {
    let nearly = filling().into_iter().take((POINT_COUNT - 1) / 2);
    let mut position = Position::after(nearly).expect("legal");
    let turn = think(&position, 1_000).turn;
    position.play(turn).expect("the last turn");
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    let stop = AtomicBool::new(false);
    assert_eq!(engine().search(&position, node_limit(10), &stop), None);
}

#[test]
fn black_begins_in_the_centre() {
    assert_eq!(think(&Position::new(), 10).turn, Turn::One(Point::CENTRE));
}

#[test]
fn the_same_node_limit_gives_the_same_result() {
    let position = drawn(
        Colour::White,
        "...................
         ...................
         ...................
         ...................
         .......O...........
         ........XO.........
         ........XX.........
         .......O.OX........",
    );
    assert_eq!(position.to_move(), Colour::White);
    let first = think(&position, 5_000);
    assert_eq!(think(&position, 5_000), first);
    let stop = AtomicBool::new(false);
    let mut engine = engine();
    engine.search(&position, node_limit(3_000), &stop);
    engine.clear();
    assert_eq!(
        engine.search(&position, node_limit(5_000), &stop),
        Some(first)
    );
}

#[test]
fn immediate_wins_are_played() {
    // Four with a gap at the edge, and a diagonal of five between the opponent's.
    for (mover, text, wanted) in [
        (
            Colour::White,
            "OO.OO.X............
             X.X.X.X............
             .X.................",
            vec!["c1", "f1"],
        ),
        (
            Colour::Black,
            "...................
             ......X............
             .....X.......OOO...
             ....X..............
             ...X...............
             ..X................
             .O.................",
            vec!["h1"],
        ),
    ] {
        let position = drawn(mover, text);
        let answer = think(&position, 1_000);
        let mut after = position.clone();
        after.play(answer.turn).expect("legal");
        assert_eq!(
            after.outcome(),
            Some(Outcome::Won(mover)),
            "{}",
            draw_board(&after)
        );
        assert_eq!(
            (answer.proven_winner, answer.score),
            (Some(mover), Engine::WIN_SCORE)
        );
        let names = names(answer.turn);
        assert!(
            wanted.iter().all(|&name| names.iter().any(|n| n == name)),
            "{names:?}"
        );
    }
}

#[test]
fn the_only_defence_is_found() {
    // A live four takes both stones, on one of three pairs of points.
    let four = (
        "...................
         ...................
         ...................
         .....XXXX..........
         ...................
         ......O..O.........
         ......O............",
        vec![vec!["e4", "j4"], vec!["d4", "j4"], vec!["e4", "k4"]],
    );
    // Two fours at edges cross in one free point, and a third one is elsewhere.
    let cross = (
        "OXXX.X.O...........
         ...................
         ....X..............
         ....X..............
         ....X..............
         ....X..............
         ....O....OO........
         ...................
         OXXXX..O...........",
        vec![vec!["e1", "f9"], vec!["e1", "g9"]],
    );
    for (text, wanted) in [four, cross] {
        let position = drawn(Colour::White, text);
        let found = names(think(&position, 3_000).turn);
        assert!(
            wanted.contains(&found.iter().map(String::as_str).collect()),
            "{found:?}"
        );
    }
}

#[test]
fn a_win_by_threats_is_found_and_proved() {
    // Two open threes: one stone on each makes two live fours.
    let threes = drawn(
        Colour::Black,
        "...................
         ...................
         ...................
         ....XXX............
         ...................
         ...................
         .........X.........
         .........X..O......
         .........X..O......
         ...............OO..
         ....OO.............",
    );
    // Twos alone, crossing: the win takes several turns.
    let twos = drawn(
        Colour::Black,
        "...................
         ...................
         ...................
         .....XX....O.......
         .....X.X...........
         ......X.X..........
         .......X...........
         .........O.O.......
         ...O...............
         ..........O........
         .....O.............",
    );
    for position in [threes, twos] {
        let stop = AtomicBool::new(false);
        let mut engine = engine();
        let mut position = position;
        let answer = engine
            .search(&position, node_limit(20_000), &stop)
            .expect("an answer");
        assert_eq!(
            answer.proven_winner,
            Some(Colour::Black),
            "{}",
            draw_board(&position)
        );
        // The engine also plays the defence.
        let limit = position.turns().len() + 24;
        while position.outcome().is_none() && position.turns().len() < limit {
            let answer = engine
                .search(&position, node_limit(20_000), &stop)
                .expect("an answer");
            position.play(answer.turn).expect("legal");
        }
        assert_eq!(
            position.outcome(),
            Some(Outcome::Won(Colour::Black)),
            "{}",
            draw_board(&position)
        );
    }
}

#[test]
fn quiet_turns_that_win_are_found() {
    // From lost games: a winning turn without a threat. A search without this candidate scores the
    // position as even at any depth.
    for (mover, turns) in [
        (
            Colour::Black,
            "j10, g8 k7, k10 j11, j8 l10, i12 h13, l9 f15",
        ),
        (
            Colour::White,
            "j10, k13 i7, i9 k9, h8 g9, j6 k7, f10 f8, h10 e11",
        ),
    ] {
        let position = Position::after(turns.split(", ").map(turn)).expect("legal");
        assert_eq!(position.to_move(), mover);
        let stop = AtomicBool::new(false);
        let mut engine = engine_with(32 << 20);
        let answer = engine
            .search(&position, node_limit(60_000), &stop)
            .expect("an answer");
        assert!(
            answer.score > Engine::WIN_SCORE - 100,
            "{} for {}",
            answer.score,
            answer.turn
        );
    }
}

#[test]
fn turns_that_lose_to_a_single_threat_are_not_played() {
    // From lost games. The refutation makes only one threat, has a poor score, and wins a turn
    // later. A search that is narrow below the root does not find it with 2,500,000 nodes.
    for (turns, losing, refutation) in [
        ("j10, m11 g12, i9 m8, l12 m12", "j12 k13", "n12 o12"),
        (
            "j10, i13 h12, h10 g11, i9 g10, h11 i10, j9 j11, g9 e11, f11 j12, h8 f10",
            "d12 i7",
            "e9 h9",
        ),
    ] {
        let mut position = Position::after(turns.split(", ").map(turn)).expect("legal");
        let stop = AtomicBool::new(false);
        let mut engine = engine_with(32 << 20);
        let answer = engine
            .search(&position, node_limit(200_000), &stop)
            .expect("an answer");
        assert_ne!(names(answer.turn).join(" "), losing);

        for text in [losing, refutation] {
            position.play(turn(text)).expect("legal");
        }
        let answer = engine
            .search(&position, node_limit(200_000), &stop)
            .expect("an answer");
        assert!(answer.score < 100 - Engine::WIN_SCORE, "{}", answer.score);
    }
}

#[test]
fn a_lost_position_is_proved() {
    // Three threats without a common gap.
    let position = drawn(
        Colour::White,
        "...................
         ......O............
         .XXXX..............
         ..............O....
         ...O...............
         .XXXX..............
         .......O.....O.....
         ...O...............
         .XXXX..............
         .....O.............
         ..O.......O........",
    );
    let answer = think(&position, 1_000);
    assert_eq!(answer.proven_winner, Some(Colour::Black));
    assert!(answer.score <= 1 - Engine::WIN_SCORE);
}

#[test]
fn a_stop_ends_the_search() {
    let position = drawn(Colour::White, "X..................");
    let stop = AtomicBool::new(true);
    let answer = engine().search(&position, SearchLimits::default(), &stop);
    let answer = answer.expect("a turn all the same");
    assert!(answer.nodes < 200);
    let mut after = position.clone();
    after.play(answer.turn).expect("legal");

    stop.store(false, Ordering::Relaxed);
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| engine().search(&position, SearchLimits::default(), &stop));
        std::thread::sleep(Duration::from_millis(20));
        stop.store(true, Ordering::Relaxed);
        assert!(searching.join().expect("it ends").is_some());
    });
}

#[test]
fn a_deadline_ends_the_search() {
    let position = drawn(Colour::White, "X..................");
    let limits = SearchLimits {
        nodes: None,
        deadline: Some(Instant::now()),
    };
    let stop = AtomicBool::new(false);
    let answer = engine().search(&position, limits, &stop).expect("a turn");
    assert!(answer.nodes < 200);
    assert!(
        answer
            .turn
            .points()
            .all(|p| usize::from(p.x()) < BOARD_SIZE && p.to_string() != "a1")
    );
}
