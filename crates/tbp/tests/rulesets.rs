//! The rulesets that frontends make: each is kept once, and their number is limited. A process can
//! reach the limit only once, so this test has a process of its own.

use landfall_rules::rulesets::{GUIDELINE, KICKSETS, SPIN_DETECTIONS};
use landfall_tbp::convert::to_game;
use landfall_tbp::game_rules::GameRules;
use landfall_tbp::intern::{MAX_INTERNED, TooManyRulesets};

#[test]
fn the_number_of_rulesets_is_bounded() {
    let game = |n: usize| GameRules {
        spawn_x: Some(1 + (n % 7) as i8),
        spawn_y: Some((n / 7 % 38) as i8),
        kickset: Some(KICKSETS[n / (7 * 38) % 2].name),
        spin_detection: Some(SPIN_DETECTIONS[n / (7 * 38 * 2)].name),
        ..GameRules::default()
    };
    let make = |n| to_game(&GUIDELINE, &GUIDELINE, &game(n));
    let all: Vec<_> = (0..MAX_INTERNED).map(make).collect();
    assert!(all.iter().all(Result::is_ok));
    assert_eq!(make(MAX_INTERNED).err(), Some(TooManyRulesets));
    for (n, rules) in all.into_iter().enumerate() {
        let (rules, again) = (rules.unwrap(), make(n).unwrap());
        assert!(std::ptr::eq(rules, again));
        assert_eq!(rules.spawn.x, game(n).spawn_x.unwrap());
    }
}
