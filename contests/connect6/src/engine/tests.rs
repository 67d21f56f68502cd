//! Windows, threats and attacks compared with plain scans of random boards, and wins by threats
//! played against every reply.

use super::attacks::{all_attacks, unstoppable_attack};
use super::board::Board;
use super::candidates::{CandidateWidth, generate_candidates};
use super::evaluator::Evaluator;
use super::geometry::tests::{rows, windows};
use super::patterns::PatternCache;
use super::search_control::SearchControl;
use super::threat_search::{ThreatSearch, place_pair, remove_pair};
use super::threats::{Defence, Threats};
use super::transposition_table::TranspositionTable;
use super::*;
use crate::rules::{BOARD_SIZE, DIRECTIONS};
use std::collections::HashMap;

/// Returns an evaluator with an empty pattern cache.
fn evaluator() -> Evaluator<'static> {
    Evaluator::new(Net::built_in())
}

/// Returns a random number below a bound.
fn below(rng: &mut SplitMix64, bound: usize) -> usize {
    rng.modulo(bound as u64) as usize
}

/// The stones by cell, for the plain scans.
type Stones = [Option<Colour>; POINT_COUNT];

/// Returns a board with up to `stones` random stones in a square of `side` points, without six of a
/// colour in a row.
fn random(rng: &mut SplitMix64, stones: usize, side: usize) -> (Board, Stones) {
    let (mut board, mut plain) = (Board::new(), [None; POINT_COUNT]);
    let corner = below(rng, BOARD_SIZE - side + 1) * (BOARD_SIZE + 1);
    for at in 0..stones {
        let cell = corner + below(rng, side) + BOARD_SIZE * below(rng, side);
        if plain[cell].is_some() {
            continue;
        }
        let colour = Colour::BOTH[at % 2];
        plain[cell] = Some(colour);
        board.place(cell, colour);
        if has_six(&plain, cell) {
            board.remove(cell, colour);
            plain[cell] = None;
        }
    }
    (board, plain)
}

/// Returns whether the stone on a cell is one of six in a row.
fn has_six(plain: &Stones, cell: usize) -> bool {
    let point = Point::all().nth(cell).expect("a point");
    DIRECTIONS.into_iter().any(|direction| {
        let run = |sign: i8| {
            let walk = (1..6).map_while(|steps| point.step(direction, sign * steps));
            walk.take_while(|at| plain[at.index()] == plain[cell])
                .count()
        };
        1 + run(1) + run(-1) >= 6
    })
}

const WIDTH: CandidateWidth = CandidateWidth {
    first_stones: 9,
    second_stones: 5,
    max_turns: 30,
};

/// Returns the gaps of the threats of a colour.
fn plain_threats(rows: &[Vec<usize>], plain: &Stones, colour: Colour) -> Vec<Vec<usize>> {
    let mut threats = Vec::new();
    for row in rows {
        let own = row.iter().filter(|&&cell| plain[cell] == Some(colour));
        let own = own.count();
        if own < 4 {
            continue;
        }
        let gaps: Vec<usize> = row
            .iter()
            .copied()
            .filter(|&c| plain[c].is_none())
            .collect();
        if own + gaps.len() == 6 && !gaps.is_empty() {
            threats.push(gaps);
        }
    }
    threats
}

/// Returns the stones needed to block the threats, found by trying all pairs; three means more than
/// two.
fn plain_stones_to_block(threats: &[Vec<usize>]) -> usize {
    let blocked = |stones: &[usize]| {
        let hit = |gaps: &Vec<usize>| gaps.iter().any(|gap| stones.contains(gap));
        threats.iter().all(hit)
    };
    let mut gaps: Vec<usize> = threats.concat();
    gaps.sort_unstable();
    gaps.dedup();
    if threats.is_empty() {
        return 0;
    }
    if gaps.iter().any(|&one| blocked(&[one])) {
        return 1;
    }
    let two = |&one: &usize| gaps.iter().any(|&two| blocked(&[one, two]));
    if gaps.iter().any(two) { 2 } else { 3 }
}

#[test]
fn windows_equal_those_of_a_scan() {
    let mut rng = SplitMix64::new(1);
    let all = windows();
    for round in 0..1_000 {
        let (stones, side) = (2 + below(&mut rng, 300), 6 + below(&mut rng, 14));
        let (mut board, mut plain) = random(&mut rng, stones, side);
        // Some stones are removed again.
        for (cell, stone) in plain.iter_mut().enumerate() {
            if let Some(colour) = *stone
                && below(&mut rng, 4) == 0
            {
                board.remove(cell, colour);
                *stone = None;
            }
        }
        let mut again = Board::new();
        for (cell, stone) in plain.iter().enumerate() {
            if let Some(colour) = *stone {
                again.place(cell, colour);
            }
            assert_eq!(board.is_free(cell), stone.is_none());
        }
        assert!(
            board == again,
            "round {round}: the board depends on the order of stones"
        );
        for colour in Colour::BOTH {
            for stones in 1..=5 {
                let holds = |cells: &[usize; 6]| {
                    let of = |colour| cells.map(|cell| plain[cell] == Some(colour));
                    let count = |colour| of(colour).into_iter().filter(|&is| is).count();
                    count(colour) == stones && count(colour.other()) == 0
                };
                let scanned = all.iter().filter(|(_, cells)| holds(cells));
                let scanned: Vec<usize> = scanned.map(|&(window, _)| window).collect();
                let kept: Vec<usize> = board.windows(colour, stones).iter().collect();
                assert_eq!(kept, scanned);
                for &(window, cells) in &all {
                    let taken = (0..6).filter(|&at| plain[cells[at]] == Some(colour));
                    let mask = taken.fold(0, |mask, at| mask | 1 << at);
                    assert_eq!(board.mask(colour, window), mask);
                    let gaps = cells.into_iter().filter(|&cell| plain[cell].is_none());
                    assert!(board.empty_cells(window).eq(gaps));
                }
            }
        }
        assert_eq!(board.free, plain.iter().filter(|s| s.is_none()).count());
    }
}

#[test]
fn threats_and_defences_equal_those_of_a_scan() {
    let rows = rows();
    let mut rng = SplitMix64::new(2);
    let mut seen = [0; 4];
    for _ in 0..6_000 {
        let (stones, side) = (10 + below(&mut rng, 60), 6 + below(&mut rng, 6));
        let (board, plain) = random(&mut rng, stones, side);
        for colour in Colour::BOTH {
            let threats = plain_threats(&rows, &plain, colour);
            let stones_to_block = plain_stones_to_block(&threats);
            assert_eq!(board.winning_window(colour).is_some(), stones_to_block > 0);
            seen[stones_to_block] += 1;
            let blocked = |stones: &[usize]| {
                let hit = |gaps: &Vec<usize>| gaps.iter().any(|gap| stones.contains(gap));
                threats.iter().all(hit)
            };
            let ours = Threats::of(&board, colour);
            match ours.defence() {
                Defence::NotNeeded => assert_eq!(stones_to_block, 0),
                Defence::OneStone(ones, twos) => {
                    assert_eq!(stones_to_block, 1);
                    let plain =
                        (0..POINT_COUNT).filter(|&cell| board.is_free(cell) && blocked(&[cell]));
                    let mut ones = ones.to_vec();
                    ones.sort_unstable();
                    assert_eq!(ones, plain.collect::<Vec<_>>());
                    assert!(
                        twos.iter()
                            .all(|&(first, second)| blocked(&[first, second]))
                    );
                }
                Defence::TwoStones(twos) => {
                    assert_eq!(stones_to_block, 2);
                    let mut gaps = threats.concat();
                    gaps.sort_unstable();
                    gaps.dedup();
                    let mut plain = Vec::new();
                    for (at, &first) in gaps.iter().enumerate() {
                        let rest = gaps[at + 1..].iter();
                        plain.extend(
                            rest.filter(|&&second| blocked(&[first, second]))
                                .map(|&second| (first, second)),
                        );
                    }
                    let mut twos = twos.to_vec();
                    twos.sort_unstable();
                    assert_eq!(twos, plain);
                }
                Defence::Impossible => assert_eq!(stones_to_block, 3),
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn attacks_equal_those_of_a_scan() {
    let rows = rows();
    let mut rng = SplitMix64::new(3);
    let (mut heavy, mut double) = (0, 0);
    for _ in 0..120 {
        let stones = 6 + below(&mut rng, 24);
        let (board, mut plain) = random(&mut rng, stones, 8);
        let colour = Colour::BOTH[below(&mut rng, 2)];
        if board.winning_window(colour).is_some() {
            continue;
        }
        let theirs = plain_threats(&rows, &plain, colour.other());
        let ours = all_attacks(&board, colour, &[0; POINT_COUNT]);
        let mut stones_to_block_after = |stones: &[usize]| {
            for &stone in stones {
                plain[stone] = Some(colour);
            }
            let stones_to_block = plain_stones_to_block(&plain_threats(&rows, &plain, colour));
            for &stone in stones {
                plain[stone] = None;
            }
            stones_to_block
        };
        // The quick search for an unblockable attack agrees with the full search.
        let last = unstoppable_attack(&board, colour, &[0; POINT_COUNT]);
        assert_eq!(
            last.is_some(),
            ours.iter().any(|attack| attack.stones_to_block == 3)
        );
        if let Some(pair) = last {
            let found = ours.iter().find(|attack| attack.pair == pair);
            assert_eq!(found.map(|attack| attack.stones_to_block), Some(3));
        }
        for attack in &ours {
            let pair = [attack.pair.0 as usize, attack.pair.1 as usize];
            assert_eq!(
                stones_to_block_after(&pair),
                attack.stones_to_block as usize
            );
            assert!(attack.stones_to_block >= 2);
        }
        // Cells without nearby stones of the colour take part in no threat.
        let near = |cell: usize| {
            let around = rows.iter().filter(|row| row.contains(&cell));
            let count = |row: &Vec<usize>, colour| {
                let of = |&&cell: &&usize| board.stone_at(cell) == Some(colour);
                row.iter().filter(of).count()
            };
            let mut alone = around.filter(|row| count(row, colour.other()) == 0);
            alone.any(|row| count(row, colour) >= 2)
        };
        let free: Vec<usize> = (0..POINT_COUNT)
            .filter(|&cell| board.is_free(cell) && near(cell))
            .collect();
        let alone: Vec<usize> = free
            .iter()
            .map(|&cell| stones_to_block_after(&[cell]))
            .collect();
        for (at, &first) in free.iter().enumerate() {
            for (more, &second) in free.iter().enumerate().skip(at + 1) {
                if alone[at] >= 2 || alone[more] >= 2 {
                    continue;
                }
                let hit = |gaps: &Vec<usize>| gaps.contains(&first) || gaps.contains(&second);
                let stones_to_block = stones_to_block_after(&[first, second]);
                let found = ours
                    .iter()
                    .find(|attack| attack.pair == ordered_pair(first, second));
                if stones_to_block >= 2 && theirs.iter().all(hit) {
                    assert!(found.is_some(), "{first} {second} are missing");
                    heavy += usize::from(stones_to_block == 3);
                    double += usize::from(stones_to_block == 2);
                } else {
                    assert_eq!(found, None);
                }
            }
        }
    }
    assert!(heavy > 20 && double > 200, "{heavy} {double}");
}

#[test]
fn candidates_block_threats_and_are_sorted_by_score() {
    let mut rng = SplitMix64::new(4);
    for _ in 0..1_000 {
        let (mut board, _) = random(&mut rng, 40, 9);
        let before = board.clone();
        let colour = Colour::BOTH[below(&mut rng, 2)];
        if board.winning_window(colour).is_some() {
            continue;
        }
        let threats = Threats::of(&board, colour.other());
        let found = generate_candidates(&mut evaluator(), &mut board, colour, WIDTH);
        assert!(board == before);
        assert_eq!(found.is_empty(), threats.defence() == Defence::Impossible);
        assert!(found.len() <= WIDTH.max_turns);
        for candidate in &found {
            let (first, second) = (candidate.pair.0 as usize, candidate.pair.1 as usize);
            assert!(board.is_free(first) && board.is_free(second) && first < second);
            assert!(threats.are_blocked_by(first, second));
        }
        assert!(found.is_sorted_by_key(|candidate| -candidate.score));
        let mut pairs: Vec<_> = found.iter().map(|candidate| candidate.pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), found.len());
    }
}

#[test]
fn empty_and_nearly_full_boards_have_candidates() {
    let mut board = Board::new();
    let found =
        |board: &mut Board| generate_candidates(&mut evaluator(), board, Colour::White, WIDTH);
    assert!(!found(&mut board).is_empty());
    // Rows of alternating colours, shifted, so that neither side has six in a row.
    for cell in 0..POINT_COUNT {
        if cell != 7 && cell != 200 {
            board.place(
                cell,
                Colour::BOTH[(cell % BOARD_SIZE / 2 + cell / BOARD_SIZE) % 2],
            );
        }
    }
    let pairs = found(&mut board)
        .into_iter()
        .map(|candidate| candidate.pair);
    assert_eq!(pairs.collect::<Vec<_>>(), [(7, 200)]);
    board.place(7, Colour::White);
    assert_eq!(found(&mut board), []);
}

#[test]
fn patterns_equal_those_of_a_scan() {
    let mut rng = SplitMix64::new(6);
    // This cache is updated from board to board.
    let mut cache = PatternCache::new();
    for _ in 0..60 {
        let (board, plain) = random(&mut rng, 120, 15);
        cache.update(&board.lines);
        let mut known: HashMap<u16, [Vec<bool>; 2]> = HashMap::new();
        for point in Point::all().filter(|point| plain[point.index()].is_none()) {
            let cell = point.index();
            let mut near = false;
            for colour in Colour::BOTH {
                let patterns = board.lines.patterns(cell)[colour as usize];
                for (direction, pattern) in patterns.into_iter().enumerate() {
                    let side = |sign: i8| {
                        let walk =
                            (1..=5).map(|steps| point.step(DIRECTIONS[direction], sign * steps));
                        let walk = walk.map(|at| at.map(|at| plain[at.index()]));
                        walk.map_while(|stone| match stone {
                            Some(Some(other)) if other != colour => None,
                            Some(stone) => Some(stone.is_some()),
                            None => None,
                        })
                        .collect::<Vec<bool>>()
                    };
                    let mut sides = [side(1), side(-1)];
                    near |= sides.iter().flatten().any(|&taken| taken);
                    sides.sort();
                    if sides[0].len() + sides[1].len() < 5 {
                        assert_eq!(pattern, 0, "no room for six");
                        continue;
                    }
                    assert_ne!(pattern, 0);
                    assert_eq!(
                        known.entry(pattern).or_insert_with(|| sides.clone()),
                        &sides
                    );
                }
            }
            assert_eq!(cache.has_stone_in_reach(cell), near);
            assert_eq!(*cache.patterns(cell), board.lines.patterns(cell));
        }
        let mut sides: Vec<_> = known.values().collect();
        sides.sort();
        sides.dedup();
        assert_eq!(sides.len(), known.len(), "two numbers for one pattern");
    }
}

#[test]
fn mirrored_boards_have_equal_scores() {
    let mut rng = SplitMix64::new(7);
    for _ in 0..200 {
        let (board, plain) = random(&mut rng, 40, 12);
        let (mut turned, mut swapped) = (Board::new(), Board::new());
        for (cell, colour) in plain.iter().enumerate() {
            if let &Some(colour) = colour {
                turned.place(
                    cell % BOARD_SIZE * BOARD_SIZE + BOARD_SIZE - 1 - cell / BOARD_SIZE,
                    colour,
                );
                swapped.place(cell, colour.other());
            }
        }
        for colour in Colour::BOTH {
            let evaluate = |board, colour| evaluator().evaluate(board, colour);
            assert_eq!(evaluate(&board, colour), evaluate(&turned, colour));
            assert_eq!(evaluate(&board, colour), evaluate(&swapped, colour.other()));
        }
    }
}

#[test]
fn the_net_scores_the_leading_side_higher() {
    let mut board = Board::new();
    for cell in [180, 181, 182] {
        board.place(cell, Colour::Black);
    }
    for cell in [20, 58, 320] {
        board.place(cell, Colour::White);
    }
    let mut evaluator = evaluator();
    let black = evaluator.evaluate(&board, Colour::Black);
    assert!(black > 0);
    assert!(evaluator.evaluate(&board, Colour::White) < black);
}

/// Plays a win by threats. After every attack, the attacker must still win against each pair that
/// blocks its threats, and the defender must not have a win itself. Other pairs lose at once.
fn verify(threat_search: &mut ThreatSearch<'_, '_>, board: &mut Board, attacker: Colour) {
    if board.winning_window(attacker).is_some() {
        return;
    }
    let win = threat_search
        .solve(board, attacker, 100_000)
        .expect("still a win");
    place_pair(board, win.pair, attacker);
    let defender = attacker.other();
    assert!(
        board.winning_window(defender).is_none(),
        "the defender wins first"
    );
    assert!(board.winning_window(attacker).is_some(), "no threat");
    let threats = Threats::of(board, attacker);
    let gaps: Vec<usize> = (0..POINT_COUNT)
        .filter(|&cell| board.is_free(cell))
        .collect();
    for (at, &first) in gaps.iter().enumerate() {
        for &second in &gaps[at + 1..] {
            if threats.are_blocked_by(first, second) {
                let reply = ordered_pair(first, second);
                place_pair(board, reply, defender);
                verify(threat_search, board, attacker);
                remove_pair(board, reply, defender);
            }
        }
    }
    remove_pair(board, win.pair, attacker);
}

#[test]
fn wins_by_threats_hold_against_every_reply() {
    let mut rng = SplitMix64::new(5);
    let stop = AtomicBool::new(false);
    let mut long = 0;
    for _ in 0..400 {
        let (mut board, _) = random(&mut rng, 26, 11);
        let before = board.clone();
        let attacker = Colour::BOTH[below(&mut rng, 2)];
        if board.winning_window(attacker).is_some() {
            continue;
        }
        let mut table = TranspositionTable::new(1 << 20);
        let mut control = SearchControl::new(SearchLimits::default(), &stop);
        let mut threat_search = ThreatSearch {
            table: &mut table,
            control: &mut control,
            history: &mut [[0; POINT_COUNT]; 2],
        };
        if let Some(win) = threat_search.solve(&mut board, attacker, 2_000) {
            verify(&mut threat_search, &mut board, attacker);
            long += usize::from(win.turns > 2);
        }
        assert!(board == before);
    }
    assert!(long > 20, "{long} wins of more than two turns");
}
