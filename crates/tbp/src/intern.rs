//! Rulesets that are put together while the program runs: by what frontends say, or by the
//! options of a recorded game.
//!
//! Owns them: they last as long as the program.

use landfall_rules::Ruleset;
use std::ptr;
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// Most different rulesets that are kept in the life of a program.
pub const MAX_INTERNED: usize = 1000;

/// More different rulesets were put together than the program keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("more than {MAX_INTERNED} different games were asked for: start the program anew")]
pub struct TooManyRulesets;

/// Returns a ruleset that lives as long as the program.
///
/// Searches hold rulesets as `&'static`, because all others are constants; so each combination
/// is kept once and never freed. A session or a recorded game has one or two, and the number is
/// bounded, so that nothing from outside can exhaust the memory.
///
/// # Errors
/// It is one too many: see [`MAX_INTERNED`].
///
/// # Examples
/// ```
/// use landfall_rules::{GUIDELINE, Ruleset, SRS_PLUS};
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

/// Returns whether two rulesets are the same game. Every field is compared, turns by address,
/// so that one that is added must be compared too.
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
