//! The rules that a side's options define: a ruleset, keys and garbage.
//!
//! Contains the defaults of omitted options, and the games that landfall cannot play.

use super::error::{Place, TetrioError};
use super::options::Options;
use landfall_play::{GarbageSettings, Handling};
use landfall_rules::Ruleset;
use landfall_rules::attack::{AttackTable, BackToBack, MarginTime, Surge};
use landfall_rules::garbage::{GarbageQueueRules, HoleSettings};
use landfall_rules::ruleset::Spawn;
use landfall_rules::rulesets::{KICKSETS, SPIN_DETECTIONS, TETRIO, TETRIO_S2};
use landfall_rules::spin::SpinRules;
use landfall_rules::timing::{Gravity, Timing};
use std::fmt::Display;

/// Frames per minute; options give increases per minute.
const FRAMES_A_MINUTE: f64 = 60.0;

/// The rules of a side.
#[derive(Clone, Copy, Debug)]
pub struct SideRules {
    /// The ruleset.
    pub rules: Ruleset,
    /// How a seed generates pieces and holes.
    pub seed: u64,
    /// Whether S, Z and O cannot come first.
    pub no_szo: bool,
    /// Previews.
    pub previews: usize,
    /// The key settings.
    pub handling: Handling,
    /// The garbage settings.
    pub garbage: GarbageSettings,
    /// Whether there is no opponent.
    pub alone: bool,
}

impl SideRules {
    /// Returns the rules of a side's options. The defaults of omitted options are those of the
    /// league in a game of the `league`, otherwise those of a custom room, which are the league's
    /// first season.
    ///
    /// # Errors
    /// It is a game that landfall cannot play, or a number is out of bounds.
    pub fn new(
        options: &Options<'_>,
        league: bool,
        alone: bool,
        place: Place,
        notes: &mut Vec<String>,
    ) -> Result<SideRules, TetrioError> {
        let reader = Reader {
            options,
            place,
            alone,
        };
        reader.refuse_other_games()?;
        let seed = options.seed.ok_or(TetrioError::MissingOption {
            place,
            option: "seed",
        })?;
        let speed = reader.whole("garbagespeed", options.garbagespeed, 20, 10_000)?;
        Ok(SideRules {
            rules: reader.ruleset(league)?,
            seed: nonnegative_seed(seed),
            no_szo: options.no_szo.unwrap_or(false),
            previews: previews(options.nextcount, notes),
            handling: options.handling(place, notes)?,
            garbage: GarbageSettings {
                travel: u64::from(speed),
                cancel: true,
                held_by_clears: true,
                holes: HoleSettings::default(),
            },
            alone,
        })
    }
}

/// Returns the number of previews. It does not change the game, so an unusual number is no reason
/// to refuse a file.
fn previews(nextcount: Option<f64>, notes: &mut Vec<String>) -> usize {
    const DEFAULT: f64 = 5.0;
    const MOST: f64 = 7.0;
    let said = nextcount.unwrap_or(DEFAULT);
    let taken = if said >= 0.0 { said.min(MOST) } else { DEFAULT };
    if taken != said {
        notes.push(format!(
            "the option `nextcount` is {said}, but games show 0 to {MOST} pieces: the review takes \
             {taken} as seen"
        ));
    }
    taken as usize
}

/// Returns an equivalent seed that is not negative.
fn nonnegative_seed(seed: i64) -> u64 {
    const MODULUS: i64 = 2_147_483_647;
    match seed % MODULUS {
        rest @ 1.. => rest as u64,
        rest => (rest + MODULUS - 1) as u64,
    }
}

struct Reader<'a> {
    options: &'a Options<'a>,
    place: Place,
    alone: bool,
}

impl Reader<'_> {
    fn refused(
        &self,
        option: &'static str,
        value: impl Display,
        playable: impl Into<String>,
    ) -> TetrioError {
        const LONGEST: usize = 40;
        TetrioError::Option {
            place: self.place,
            option,
            value: value.to_string().chars().take(LONGEST).collect(),
            playable: playable.into(),
        }
    }

    /// Checks that an option, if the file has it, is one of these.
    fn is_number(
        &self,
        option: &'static str,
        value: Option<f64>,
        playable: f64,
        words: &'static str,
    ) -> Result<(), TetrioError> {
        match value {
            Some(value) if value != playable => Err(self.refused(option, value, words)),
            _ => Ok(()),
        }
    }

    fn is_not(
        &self,
        option: &'static str,
        value: Option<bool>,
        refused: bool,
        words: &'static str,
    ) -> Result<(), TetrioError> {
        match value {
            Some(value) if value == refused => Err(self.refused(option, value, words)),
            _ => Ok(()),
        }
    }

    fn is_word(
        &self,
        option: &'static str,
        value: Option<&str>,
        playable: &[&str],
        words: &'static str,
    ) -> Result<(), TetrioError> {
        match value {
            Some(value) if !playable.contains(&value) => Err(self.refused(option, value, words)),
            _ => Ok(()),
        }
    }

    /// Returns a number from 0 to `most`.
    fn number(
        &self,
        option: &'static str,
        value: Option<f64>,
        default: f64,
        most: f64,
    ) -> Result<f64, TetrioError> {
        let value = value.unwrap_or(default);
        match (0.0..=most).contains(&value) {
            true => Ok(value),
            false => Err(self.refused(option, value, format!("numbers from 0 to {most}"))),
        }
    }

    /// Returns a whole number from 0 to `most`; fractions are cut off.
    fn whole(
        &self,
        option: &'static str,
        value: Option<f64>,
        default: u32,
        most: u32,
    ) -> Result<u32, TetrioError> {
        let value = self.number(option, value, f64::from(default), f64::from(most))?;
        Ok(value as u32)
    }

    /// Refuses options that change the game in ways that a ruleset cannot express.
    fn refuse_other_games(&self) -> Result<(), TetrioError> {
        let o = self.options;
        self.is_number("boardwidth", o.boardwidth, 10.0, "boards of 10 columns")?;
        self.is_number("boardheight", o.boardheight, 20.0, "boards of 20 rows")?;
        let buffer = "20 rows above the board";
        self.is_number("boardbuffer", o.boardbuffer, 20.0, buffer)?;
        self.is_number("stock", o.stock, 0.0, "games of one life")?;
        let at_once = "games in which the next piece comes at once";
        self.is_number("are", o.are, 0.0, at_once)?;
        self.is_number("lineclear_are", o.lineclear_are, 0.0, at_once)?;
        let bags = ["7-bag", "7bag"];
        self.is_word("bagtype", o.bagtype.as_deref(), &bags, "bags of seven")?;
        let drops = "games with hard drops";
        self.is_not("allow_harddrop", o.allow_harddrop, false, drops)?;
        self.is_not("usebombs", o.usebombs, true, "garbage without bombs")?;
        let levels = "games without levels, which make gravity grow with the lines";
        self.is_not("levels", o.levels, true, levels)?;
        self.is_not("masterlevels", o.masterlevels, true, levels)?;
        let recorded = "games whose garbage is recorded";
        let survival = o.survivalmode.as_deref();
        self.is_word("survivalmode", survival, &["none", ""], recorded)?;
        self.refuse_other_garbage()
    }

    fn refuse_other_garbage(&self) -> Result<(), TetrioError> {
        let o = self.options;
        let combos = "the combo table `multiplier`";
        let table = o.combotable.as_deref();
        self.is_word("combotable", table, &["multiplier"], combos)?;
        let rounding = "attacks rounded down";
        self.is_word("roundmode", o.roundmode.as_deref(), &["down"], rounding)?;
        let once = "attacks that are multiplied by 1 in the beginning";
        self.is_number("garbagemultiplier", o.garbagemultiplier, 1.0, once)?;
        let fixed = "a cap that stays as it is";
        self.is_number("garbagecapincrease", o.garbagecapincrease, 0.0, fixed)?;
        let no_cap = "0, which is no cap";
        self.is_number("garbageabsolutecap", o.garbageabsolutecap, 0.0, no_cap)?;
        self.is_number("garbageattackcap", o.garbageattackcap, 0.0, no_cap)?;
        let blocking = o.garbageblocking.as_deref();
        let by_clears = "garbage that clears hold back (`combo blocking`)";
        self.is_word("garbageblocking", blocking, &["combo blocking"], by_clears)?;
        self.is_number("garbageholesize", o.garbageholesize, 1.0, "holes of a cell")?;
        let one_column = "one column of holes for each attack";
        self.is_number("messiness_change", o.messiness_change, 1.0, one_column)?;
        self.is_number("messiness_inner", o.messiness_inner, 0.0, one_column)?;
        self.is_number("messiness_timeout", o.messiness_timeout, 0.0, one_column)?;
        let any_column = "holes in any column";
        self.is_not("messiness_nosame", o.messiness_nosame, true, any_column)?;
        self.is_not("messiness_center", o.messiness_center, true, any_column)?;
        let crossing = "attacks that cancel each other on their way (`zero`)";
        let passthrough = o.passthrough.map(|word| word.get());
        let known = ["false", "null", "\"zero\""];
        self.is_word("passthrough", passthrough, &known, crossing)
    }

    fn ruleset(&self, league: bool) -> Result<Ruleset, TetrioError> {
        let o = self.options;
        let kickset = o.kickset.as_deref().unwrap_or("SRS+");
        let known = (kickset == "SRS+").then(|| KICKSETS.iter().find(|k| k.name == "srs_plus"));
        let kickset = known
            .flatten()
            .ok_or_else(|| self.refused("kickset", kickset, "SRS+"))?;
        let charging = o.b2bcharging.unwrap_or(league);
        let base = if charging { &TETRIO_S2 } else { &TETRIO };
        let opener = if league { 14 } else { 0 };
        Ok(Ruleset {
            rotation: match o.allow180.unwrap_or(true) {
                true => kickset.half_turns,
                false => kickset.quarter_turns,
            },
            spawn: Spawn {
                clutch: o.clutch.unwrap_or(true),
                ..TETRIO_S2.spawn
            },
            hold: o.display_hold.unwrap_or(true),
            spins: self.spins(league)?,
            attack: self.attack(league, charging)?,
            garbage_queue: Some(GarbageQueueRules {
                cap: self.whole("garbagecap", o.garbagecap, 8, 40)?,
                opener_pieces: self.whole("openerphase", o.openerphase, opener, 1_000_000)?,
            }),
            margin_time: Some(self.margin_time()?),
            timing: self.timing()?,
            seeds: TETRIO_S2.seeds,
            ..*base
        })
    }

    fn spins(&self, league: bool) -> Result<SpinRules, TetrioError> {
        let default = if league { "all-mini+" } else { "T-spins" };
        let word = self.options.spinbonuses.as_deref().unwrap_or(default);
        let name = word.to_ascii_lowercase();
        let known = SPIN_DETECTIONS.iter().find(|known| known.name == name);
        let playable = "none, T-spins, T-spins+, all, all+, all-mini, all-mini+, mini-only";
        let known = known.ok_or_else(|| self.refused("spinbonuses", word, playable))?;
        Ok(known.spins)
    }

    fn attack(&self, league: bool, charging: bool) -> Result<AttackTable, TetrioError> {
        let o = self.options;
        let all_clears = o.allclears.unwrap_or(true);
        let lines = if league { 5 } else { 10 };
        let lines = self.whole("allclear_garbage", o.allclear_garbage, lines, 1000)?;
        let kept = o.allclear_b2b.unwrap_or(f64::from(u8::from(league)));
        let counted = "0 and 1";
        let kept = match kept {
            0.0 => false,
            1.0 => all_clears,
            more => return Err(self.refused("allclear_b2b", more, counted)),
        };
        let surge = Surge {
            at: self.whole("b2bcharge_at", o.b2bcharge_at, 4, 1000)?,
            base: self.whole("b2bcharge_base", o.b2bcharge_base, 3, 1000)?,
        };
        Ok(AttackTable {
            mini: TETRIO_S2.attack.mini,
            back_to_back: BackToBack {
                chaining: o.b2bchaining.unwrap_or(!league),
                perfect_clears: kept,
                surge: charging.then_some(surge),
                ..TETRIO_S2.attack.back_to_back
            },
            perfect_clear_bonus: if all_clears { lines } else { 0 },
            garbage_bonus: u32::from(o.garbagespecialbonus.unwrap_or(league)),
            ..TETRIO_S2.attack
        })
    }

    fn margin_time(&self) -> Result<MarginTime, TetrioError> {
        let o = self.options;
        let frames = self.whole("garbagemargin", o.garbagemargin, 10_800, 10_000_000)?;
        let increase = self.number("garbageincrease", o.garbageincrease, 0.008, 100.0)?;
        Ok(MarginTime {
            frames: u64::from(frames),
            each_frame: increase / FRAMES_A_MINUTE,
        })
    }

    fn timing(&self) -> Result<Timing, TetrioError> {
        let o = self.options;
        let margin = self.whole("gmargin", o.gmargin, 7_200, 10_000_000)?;
        // Only matches become faster over time.
        let increase = if self.alone { 0.0 } else { 0.0035 };
        let increase = self.number("gincrease", o.gincrease, increase, 100.0)?;
        let resets = self.whole("lockresets", o.lockresets, 15, 1_000_000)?;
        Ok(Timing {
            gravity: Gravity {
                rows: self.number("g", o.g, 0.02, 1000.0)?,
                grows_after: u64::from(margin),
                each_frame: increase / FRAMES_A_MINUTE,
            },
            lock_delay: self.whole("locktime", o.locktime, 30, 1_000_000)?,
            lock_resets: match o.infinitemovement {
                Some(true) => u32::MAX,
                _ => resets,
            },
        })
    }
}
