//! Turns and their kicks: the tables against those of the plain search, and for every
//! kick a drawn placement that depends on it.

use crate::case::{at, placements};
use landfall_rules::rotation::{RotationSystem, SRS};
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Board, Piece, Placement, Rotation, Ruleset, Spin, movegen};
use landfall_testing::{parse_board, pieces, plain};

#[test]
fn kick_tables() {
    for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::O) {
        for from in Rotation::ALL {
            for turn in &SRS.rule(piece).turns[from.index()][..2] {
                let expected = plain::centre_moves(plain::Game::GUIDELINE, piece, from, turn.to);
                assert_eq!(turn.kicks, expected, "{piece:?} {from:?} to {:?}", turn.to);
            }
        }
    }
}

#[test]
fn turns_lead_to_the_neighbouring_states() {
    for piece in Piece::ALL {
        for from in Rotation::ALL {
            let [clockwise, counter, half] = &SRS.rule(piece).turns[from.index()];
            assert_eq!(clockwise.to, Rotation::from_index(from.index() + 1));
            assert_eq!(counter.to, Rotation::from_index(from.index() + 3));
            assert!(half.kicks.is_empty());
        }
    }
}

/// Each drawn placement is found, and is not found without the kick that it depends on.
#[test]
fn every_kick_is_needed_for_a_placement() {
    let mut met = [[[[false; 5]; 2]; 4]; 2];
    for case in include_str!("kicks.txt").split("\n\n").skip(1) {
        let case = KickCase::parse(case);
        let is_there = |found: &[Placement]| {
            found.iter().any(|p| {
                Placement {
                    spin: Spin::None,
                    ..*p
                } == case.placement
            })
        };
        assert!(
            is_there(&placements(&case.board, case.placement.piece)),
            "{case:?}"
        );
        let mut without = Vec::new();
        let piece = case.placement.piece;
        movegen::placements(&case.rules_without(), &case.board, piece, &mut without);
        assert!(!is_there(&without), "found without the kick: {case:?}");
        let family = usize::from(piece == Piece::I);
        met[family][case.from.index()][case.direction][case.kick] = true;
    }
    let met = met.as_flattened().as_flattened().as_flattened();
    assert!(met.iter().all(|&met| met), "a kick without a case");
}

/// A block of `kicks.txt`.
#[derive(Debug)]
struct KickCase {
    board: Board,
    from: Rotation,
    /// 0 clockwise, 1 counter-clockwise.
    direction: usize,
    /// Which offset of the turn, from 0.
    kick: usize,
    placement: Placement,
}

impl KickCase {
    fn parse(block: &str) -> KickCase {
        let (head, drawing) = block.split_once('\n').expect("a heading and a board");
        let words: Vec<&str> = head
            .split([' ', ',', ':'])
            .filter(|w| !w.is_empty())
            .collect();
        let [piece, from, "to", to, "kick", kick, rotation, x, y] = words[..] else {
            panic!("not a kick case: {head}");
        };
        let (piece, from, to) = (
            pieces(piece)[0],
            from.parse().unwrap(),
            to.parse::<Rotation>().unwrap(),
        );
        let number = |word: &str| word.parse::<i8>().expect("a number");
        KickCase {
            board: parse_board(drawing),
            from,
            direction: usize::from(to != Rotation::from_index(from.index() + 1)),
            kick: number(kick) as usize - 1,
            placement: at(
                piece,
                rotation.parse().unwrap(),
                number(x),
                number(y),
                Spin::None,
            ),
        }
    }

    /// The rules without this one kick of this one turn.
    fn rules_without(&self) -> Ruleset {
        let mut srs: RotationSystem = SRS;
        let rule = &mut srs.pieces[self.placement.piece.index()];
        let turn = &mut rule.turns[self.from.index()][self.direction];
        let mut kicks = turn.kicks.to_vec();
        kicks.remove(self.kick);
        turn.kicks = kicks.leak();
        Ruleset {
            // Rules are `'static`; the tests leak only a few of them.
            rotation: Box::leak(Box::new(srs)),
            ..GUIDELINE
        }
    }
}
