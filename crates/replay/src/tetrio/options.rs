//! The options of a side as in the file.

use super::error::{Place, TetrioError};
use super::json::{describe, members};
use landfall_play::Handling;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Most lines of the goal of a single-player game.
const MOST_LINES: f64 = 100_000.0;

/// The relevant options. An option that is missing or `null` is `None`; other options are ignored.
#[derive(Default, Deserialize)]
pub struct Options<'a> {
    pub version: Option<u32>,
    pub seed: Option<i64>,
    #[serde(borrow)]
    handling: Option<&'a RawValue>,
    /// The goal of the game: `objective` since about version 15, before it the other two.
    #[serde(borrow)]
    objective: Option<&'a RawValue>,
    objective_type: Option<Cow<'a, str>>,
    objective_count: Option<f64>,
    pub no_szo: Option<bool>,
    pub nextcount: Option<f64>,
    pub display_hold: Option<bool>,
    pub allow_harddrop: Option<bool>,
    pub allow180: Option<bool>,
    pub kickset: Option<Cow<'a, str>>,
    pub spinbonuses: Option<Cow<'a, str>>,
    pub bagtype: Option<Cow<'a, str>>,
    pub combotable: Option<Cow<'a, str>>,
    pub boardwidth: Option<f64>,
    pub boardheight: Option<f64>,
    pub boardbuffer: Option<f64>,
    pub stock: Option<f64>,
    pub clutch: Option<bool>,
    pub usebombs: Option<bool>,
    pub levels: Option<bool>,
    pub masterlevels: Option<bool>,
    pub survivalmode: Option<Cow<'a, str>>,
    pub are: Option<f64>,
    pub lineclear_are: Option<f64>,
    pub g: Option<f64>,
    pub gmargin: Option<f64>,
    pub gincrease: Option<f64>,
    pub locktime: Option<f64>,
    pub lockresets: Option<f64>,
    pub infinitemovement: Option<bool>,
    pub b2bchaining: Option<bool>,
    pub b2bcharging: Option<bool>,
    pub b2bcharge_at: Option<f64>,
    pub b2bcharge_base: Option<f64>,
    pub allclears: Option<bool>,
    pub allclear_garbage: Option<f64>,
    pub allclear_b2b: Option<f64>,
    pub garbagespecialbonus: Option<bool>,
    pub roundmode: Option<Cow<'a, str>>,
    pub garbagemultiplier: Option<f64>,
    pub garbagemargin: Option<f64>,
    pub garbageincrease: Option<f64>,
    pub garbagespeed: Option<f64>,
    pub garbagecap: Option<f64>,
    pub garbagecapincrease: Option<f64>,
    pub garbageabsolutecap: Option<f64>,
    pub garbageattackcap: Option<f64>,
    pub garbageblocking: Option<Cow<'a, str>>,
    pub garbageholesize: Option<f64>,
    pub messiness_change: Option<f64>,
    pub messiness_inner: Option<f64>,
    pub messiness_nosame: Option<bool>,
    pub messiness_center: Option<bool>,
    pub messiness_timeout: Option<f64>,
    pub openerphase: Option<f64>,
    /// `false` in version 15, a word in later versions.
    #[serde(borrow)]
    pub passthrough: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct Objective<'a> {
    #[serde(rename = "type", borrow)]
    kind: Option<Cow<'a, str>>,
    count: Option<f64>,
}

#[derive(Default, Deserialize)]
struct RawHandling<'a> {
    das: Option<f64>,
    arr: Option<f64>,
    dcd: Option<f64>,
    sdf: Option<f64>,
    cancel: Option<bool>,
    safelock: Option<bool>,
    may20g: Option<bool>,
    irs: Option<Cow<'a, str>>,
    ihs: Option<Cow<'a, str>>,
}

impl<'a> Options<'a> {
    /// Parses the options. Invalid ones count as missing, and are named in `notes`.
    ///
    /// # Errors
    /// They are not an object.
    pub fn parse(
        json: &'a RawValue,
        place: Place,
        notes: &mut Vec<String>,
    ) -> Result<Options<'a>, TetrioError> {
        let (options, bad) = members(json).map_err(|_| TetrioError::SidePart {
            place,
            part: "options",
            found: describe(json),
            needed: "an object with the rules of the game",
        })?;
        let bad = { bad.iter() }.map(|bad| format!("the option {bad}: its default is taken"));
        notes.extend(bad);
        Ok(options)
    }

    /// Returns the number of lines to clear, if that is the goal of the game.
    pub fn wanted_lines(&self) -> Option<u32> {
        let objective: Objective<'a> = { self.objective }
            .and_then(|json| members(json).ok())
            .unwrap_or_default()
            .0;
        let kind = objective.kind.as_deref().or(self.objective_type.as_deref());
        let count = objective.count.or(self.objective_count)?;
        let is_known = kind == Some("lines") && (1.0..=MOST_LINES).contains(&count);
        is_known.then_some(count as u32)
    }

    /// Returns the key settings.
    ///
    /// # Errors
    /// The file has none, or an invalid value.
    pub fn handling(&self, place: Place, notes: &mut Vec<String>) -> Result<Handling, TetrioError> {
        let missing = |option| TetrioError::MissingOption { place, option };
        let json = self.handling.ok_or(missing("handling"))?;
        let (said, bad) = members::<RawHandling<'a>>(json).map_err(|_| TetrioError::SidePart {
            place,
            part: "handling",
            found: describe(json),
            needed: "an object with the settings of the keys",
        })?;
        notes.extend(bad.iter().map(|bad| format!("in `handling` {bad}")));
        let held = |word: &Option<Cow<'_, str>>| word.as_deref() == Some("hold");
        let handling = Handling {
            das: said.das.ok_or(missing("handling.das"))?,
            arr: said.arr.ok_or(missing("handling.arr"))?,
            dcd: said.dcd.unwrap_or(0.0),
            sdf: said.sdf.ok_or(missing("handling.sdf"))?,
            cancel: said.cancel.unwrap_or(false),
            safe_lock: said.safelock.unwrap_or(false),
            soft_drop_first: said.may20g.unwrap_or(false),
            initial_turn: held(&said.irs),
            initial_hold: held(&said.ihs),
        };
        let checked = handling.check();
        checked.map_err(|source| TetrioError::Handling { place, source })
    }
}
