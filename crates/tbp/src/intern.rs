//! Rulesets that are made while the program runs, from the messages of frontends or from the options
//! of a recorded game.
//!
//! They live as long as the program.

use landfall_rules::Ruleset;
use std::ptr;
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// Most different rulesets that a program keeps.
pub const MAX_INTERNED: usize = 1000;

/// The error for more different rulesets than the program keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there were more than {MAX_INTERNED} different rulesets: restart the program")]
pub struct TooManyRulesets;

/// Returns a ruleset that lives as long as the program.
///
/// Searches have rulesets as `&'static`, because most are constants. Each different ruleset is kept
/// once and never freed. A session or a recorded game has one or two; their number is bounded, so
/// that input cannot exhaust the memory.
///
/// # Errors
/// [`MAX_INTERNED`] other rulesets are kept already.
///
/// # Examples
/// ```
/// use landfall_rules::rotation::SRS_PLUS;
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::Ruleset;
/// use landfall_tbp::intern::intern_ruleset;
/// let rules = || Ruleset { rotation: &SRS_PLUS, ..GUIDELINE };
/// let (first, again) = (intern_ruleset(rules())?, intern_ruleset(rules())?);
/// assert!(std::ptr::eq(first, again));
/// # Ok::<(), landfall_tbp::intern::TooManyRulesets>(())
/// ```
pub fn intern_ruleset(rules: Ruleset) -> Result<&'static Ruleset, TooManyRulesets> {
    static INTERNED: Mutex<Vec<&'static Ruleset>> = Mutex::new(Vec::new());
    let mut interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(same) = interned.iter().find(|other| is_same_game(other, &rules)) {
        return Ok(same);
    }
    if interned.len() >= MAX_INTERNED {
        return Err(TooManyRulesets);
    }
    let rules: &'static Ruleset = Box::leak(Box::new(rules));
    interned.push(rules);
    Ok(rules)
}

/// Returns whether two rulesets are the same game. Rotation systems are compared by address. All
/// fields are named, so that the compiler reports a new field that is not compared.
fn is_same_game(a: &Ruleset, b: &Ruleset) -> bool {
    let Ruleset {
        name,
        rotation,
        height,
        lock_out_row,
        spawn,
        sonic_drop_only,
        hold,
        spins,
        attack,
        combo,
        points,
        garbage,
        garbage_queue,
        margin_time,
        timing,
        seeds,
        solid_row_interval,
        skips,
        randomizer,
    } = a;
    *name == b.name
        && ptr::eq(*rotation, b.rotation)
        && *height == b.height
        && *lock_out_row == b.lock_out_row
        && *spawn == b.spawn
        && *sonic_drop_only == b.sonic_drop_only
        && *hold == b.hold
        && *spins == b.spins
        && *attack == b.attack
        && *combo == b.combo
        && *points == b.points
        && *garbage == b.garbage
        && *garbage_queue == b.garbage_queue
        && *margin_time == b.margin_time
        && *timing == b.timing
        && *seeds == b.seeds
        && *solid_row_interval == b.solid_row_interval
        && *skips == b.skips
        && *randomizer == b.randomizer
}
