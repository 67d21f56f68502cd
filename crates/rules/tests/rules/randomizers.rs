//! Randomizers: what is expected next, and what is dealt.

use landfall_rules::rng::SplitMix64;
use landfall_rules::{Piece, Piece::*, Queue, Randomizer, State};
use landfall_testing::pieces;

/// One I and two O.
const SMALL_BAG: Randomizer = Randomizer::Bag {
    current: [1, 2, 0, 0, 0, 0, 0],
    filled: [1, 2, 0, 0, 0, 0, 0],
};

fn after(mut randomizer: Randomizer, seen: &str) -> Randomizer {
    for piece in pieces(seen) {
        randomizer.observe(piece);
    }
    randomizer
}

fn odds(randomizer: Randomizer, seen: &str) -> [u32; 7] {
    after(randomizer, seen).odds()
}

#[test]
fn seven_bag_holds_what_has_not_come() {
    assert_eq!(odds(Randomizer::SEVEN_BAG, ""), [1; 7]);
    assert_eq!(odds(Randomizer::SEVEN_BAG, "TI"), [0, 1, 0, 1, 1, 1, 1]);
    assert_eq!(odds(Randomizer::SEVEN_BAG, "IOTLJS"), [0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(odds(Randomizer::SEVEN_BAG, "IOTLJSZ"), [1; 7]);
    assert_eq!(
        odds(Randomizer::SEVEN_BAG, "IOTLJSZO"),
        [1, 0, 1, 1, 1, 1, 1]
    );
}

/// The bag is taken to be full before such a piece.
#[test]
fn seven_bag_recovers_from_a_piece_that_it_could_not_deal() {
    assert_eq!(odds(Randomizer::SEVEN_BAG, "TIT"), [1, 1, 0, 1, 1, 1, 1]);
}

#[test]
fn general_bag_counts_its_pieces() {
    assert_eq!(odds(SMALL_BAG, ""), [1, 2, 0, 0, 0, 0, 0]);
    assert_eq!(odds(SMALL_BAG, "O"), [1, 1, 0, 0, 0, 0, 0]);
    assert_eq!(odds(SMALL_BAG, "OO"), [1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(odds(SMALL_BAG, "OOI"), [1, 2, 0, 0, 0, 0, 0]);
    assert_eq!(odds(SMALL_BAG, "OOO"), [1, 1, 0, 0, 0, 0, 0]);
}

#[test]
fn general_bag_survives_a_piece_that_is_not_in_it() {
    assert_eq!(odds(SMALL_BAG, "OT"), [1, 2, 0, 0, 0, 0, 0]);
}

#[test]
fn uniform_expects_everything_always() {
    assert_eq!(odds(Randomizer::Uniform, "IIIII"), [1; 7]);
}

fn unknown(seen: &str) -> [u32; 7] {
    odds(Randomizer::unknown(), seen)
}

#[test]
fn unknown_expects_everything_at_first() {
    let odds = unknown("");
    assert!(odds.iter().all(|&n| n == odds[0] && n > 0), "{odds:?}");
}

/// Six of the seven places where a bag could end say that I cannot come again; after the
/// seventh a new bag begins, and there all are equal: 6 x 1/6 + 1/7 for the others, 1/7 for I.
#[test]
fn unknown_weighs_every_cut() {
    let odds = unknown("I");
    assert_eq!(odds[0], 420 / 7);
    assert_eq!(odds[1..], [6 * 420 / 6 + 420 / 7; 6]);
}

#[test]
fn unknown_may_be_at_the_end_of_a_bag_after_any_number_of_pieces() {
    for seen in ["I", "IO", "IOT", "IOTL", "IOTLJ", "IOTLJS", "IOTLJSZ"] {
        assert!(unknown(seen).iter().all(|&n| n > 0), "after {seen}");
    }
}

/// IOTLJS and again I: a bag ended somewhere before the second I.
#[test]
fn unknown_finds_the_only_cut_that_fits() {
    let seen = "IOTLJSZ ZTLJSOI ZL".replace(' ', "");
    assert_eq!(unknown(&seen), [84, 84, 84, 0, 84, 84, 0]);
    let shifted = "JSZ ZTLJSOI ZLJSOTI ITS".replace(' ', "");
    assert_eq!(unknown(&shifted), [0, 105, 0, 105, 105, 0, 105]);
}

#[test]
fn unknown_starts_a_new_bag_at_the_cut() {
    assert_eq!(unknown("SSIOTLJZ"), [60; 7]);
}

/// The two I and the two Z in a row show the cut, long after the first pieces are forgotten.
#[test]
fn unknown_keeps_the_cut_when_it_forgets() {
    let seen = "ZTLJSOI".repeat(9) + "IOSJLTZ" + "ZT";
    assert_eq!(unknown(&seen), [84, 84, 0, 84, 84, 84, 0]);
}

#[test]
fn unknown_falls_back_to_uniform() {
    assert_eq!(unknown("III"), [1; 7]);
    assert_eq!(unknown("IITT"), [1; 7]);
}

/// What does not fit is forgotten once it is old enough.
#[test]
fn unknown_recovers_from_what_did_not_fit() {
    let bags = "IOTLJSZ".repeat(3) + "ZSJLTOI" + "IO";
    assert_eq!(
        unknown(&format!("III{}", &bags[3..])),
        [0, 0, 84, 84, 84, 84, 84]
    );
}

fn deal(mut randomizer: Randomizer, seed: u64, pieces: usize) -> Vec<Piece> {
    let mut seed = SplitMix64::new(seed);
    (0..pieces).map(|_| randomizer.sample(&mut seed)).collect()
}

#[test]
fn draws_are_a_function_of_the_seed() {
    for randomizer in [
        Randomizer::Uniform,
        Randomizer::SEVEN_BAG,
        Randomizer::unknown(),
    ] {
        let dealt = deal(randomizer.clone(), 7, 50);
        assert_eq!(deal(randomizer.clone(), 7, 50), dealt);
        assert_ne!(deal(randomizer, 8, 50), dealt);
    }
}

/// A seed must deal the same pieces in every version, so that recorded games stay valid.
#[test]
fn draws_never_change() {
    let mut seed = SplitMix64::new(0);
    assert_eq!(seed.next_u64(), 0xe220_a839_7b1d_cdaf);
    assert_eq!(seed.next_u64(), 0x6e78_9e6a_a1b9_65f4);
    let dealt: Queue = deal(Randomizer::SEVEN_BAG, 1, 14).into();
    assert_eq!(dealt.to_string(), "LSZOTJILOSTJIZ");
}

#[test]
fn every_bag_is_a_permutation() {
    for seed in 0..100 {
        for bag in deal(Randomizer::SEVEN_BAG, seed, 70).chunks(7) {
            let mut sorted = bag.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, Piece::ALL, "seed {seed}: {bag:?}");
        }
    }
}

#[test]
fn every_general_bag_has_its_pieces() {
    for bag in deal(SMALL_BAG, 3, 300).chunks(3) {
        let mut sorted = bag.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, [I, O, O]);
    }
}

/// Every piece comes first about as often: 7,000 bags, 1,000 each, give or take 150.
#[test]
fn draws_are_even() {
    for randomizer in [Randomizer::Uniform, Randomizer::SEVEN_BAG] {
        let mut firsts = [0; 7];
        for seed in 0..7000 {
            firsts[deal(randomizer.clone(), seed, 1)[0].index()] += 1;
        }
        assert!(firsts.iter().all(|n| (850..1150).contains(n)), "{firsts:?}");
    }
}

#[test]
fn states_tell_the_randomizer_of_new_pieces() {
    let mut state = State::new(Randomizer::unknown());
    for piece in pieces("SSIOTLJZ") {
        state.push_piece(piece);
    }
    assert_eq!(state.randomizer, after(Randomizer::unknown(), "SSIOTLJZ"));
}
