//! Rulesets: those that have a name, and own ones made from them.

use crate::errors::{parse, value_error};
use landfall_rules::attack::ComboAttack;
use landfall_rules::rulesets::{KICKSETS, SPIN_DETECTIONS};
use landfall_rules::{Randomizer, Ruleset};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashSet;
use std::hash::Hash;
use std::sync::{LazyLock, Mutex, PoisonError};

/// A ruleset as data: `Ruleset("tetrio-s2")`. `replace` makes one of your own.
#[pyclass(name = "Ruleset", module = "landfall", frozen, eq)]
#[derive(Clone, Copy, PartialEq)]
pub struct PyRuleset(pub Ruleset);

/// A ruleset, or the name of one.
#[derive(Clone, Copy)]
pub struct Rules(pub Ruleset);

impl Default for Rules {
    fn default() -> Rules {
        Rules(landfall_rules::rulesets::GUIDELINE)
    }
}

impl<'py> FromPyObject<'_, 'py> for Rules {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Rules> {
        if let Ok(rules) = object.cast::<PyRuleset>() {
            return Ok(Rules(rules.get().0));
        }
        parse(object.extract::<&str>()?).map(Rules)
    }
}

/// Lists the values of a ruleset that `replace` takes.
#[derive(FromPyObject)]
enum Number {
    Count(u32),
    Row([u32; 5]),
    Table(Vec<u32>),
}

#[pymethods]
impl PyRuleset {
    #[new]
    #[pyo3(signature = (name = "guideline"))]
    fn new(name: &str) -> PyResult<PyRuleset> {
        parse(name).map(PyRuleset)
    }

    /// The names of the rulesets that ship.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        Ruleset::ALL.iter().map(|rules| rules.name).collect()
    }

    /// Its name, by which the weights of the search are chosen.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// Rows of the board.
    #[getter]
    fn height(&self) -> u32 {
        self.0.height
    }

    /// Whether a piece may be held.
    #[getter]
    fn hold(&self) -> bool {
        self.0.hold
    }

    /// Where the centre of a new piece is: (x, y).
    #[getter]
    fn spawn(&self) -> (i8, i8) {
        (self.0.spawn.x, self.0.spawn.y)
    }

    /// A copy with other values.
    ///
    /// `kickset` is "srs" or "srs_plus", `spins` a spin detection such as "t-spins" or
    /// "all-mini+", `bag` how often each of I, O, T, L, J, S and Z is in a bag, or all 0 for pieces
    /// drawn independently. `plain`, `mini` and `full` are lines sent by clears of 0 to 4 rows without
    /// a spin, with a mini and with a full one, `combo` what clears in a row add. It keeps its name,
    /// by which the weights of the search are chosen, unless `name` is given.
    #[pyo3(signature = (**values))]
    fn replace(&self, values: Option<&Bound<PyDict>>) -> PyResult<PyRuleset> {
        let mut rules = self.0;
        for (key, value) in values.into_iter().flatten() {
            set(&mut rules, key.extract()?, &value)?;
        }
        rules.validate().map_err(value_error)?;
        Ok(PyRuleset(rules))
    }

    fn __str__(&self) -> &'static str {
        self.0.name
    }

    fn __repr__(&self) -> String {
        match Ruleset::ALL.contains(&&self.0) {
            true => format!("Ruleset(\"{}\")", self.0.name),
            false => format!("<Ruleset \"{}\" with other values>", self.0.name),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        let rules = &slf.get().0;
        match Ruleset::ALL.contains(&rules) {
            true => Ok((slf.get_type().into_any(), (rules.name,))),
            false => Err(value_error(
                "a ruleset of your own cannot be pickled: pickle the values given to `replace`",
            )),
        }
    }
}

/// Sets a value of a ruleset.
fn set(rules: &mut Ruleset, name: &str, value: &Bound<PyAny>) -> PyResult<()> {
    match name {
        "name" => rules.name = keep(value.extract::<String>()?),
        "height" => {
            rules.height = value.extract()?;
            rules.lock_out_row = rules.height;
        }
        "lock_out_row" => rules.lock_out_row = value.extract()?,
        "spawn" => (rules.spawn.x, rules.spawn.y) = value.extract()?,
        "hold" => rules.hold = value.extract()?,
        "sonic_drop_only" => rules.sonic_drop_only = value.extract()?,
        "kickset" => {
            let wanted: &str = value.extract()?;
            let known = KICKSETS.iter().find(|known| known.name == wanted);
            rules.rotation = known.ok_or_else(|| unknown(name, wanted))?.half_turns;
        }
        "spins" => {
            let wanted: &str = value.extract()?;
            let known = SPIN_DETECTIONS.iter().find(|known| known.name == wanted);
            rules.spins = known.ok_or_else(|| unknown(name, wanted))?.spins;
        }
        "bag" => {
            let filled: [u8; 7] = value.extract()?;
            let bag = Randomizer::Bag {
                current: filled,
                filled,
            };
            let uniform = filled == [0; 7];
            rules.randomizer = keep_value(if uniform { Randomizer::Uniform } else { bag });
        }
        _ => return set_attack(rules, name, value.extract()?),
    }
    Ok(())
}

/// Sets a value of the attack table.
fn set_attack(rules: &mut Ruleset, name: &str, value: Number) -> PyResult<()> {
    let attack = &mut rules.attack;
    match (name, value) {
        ("plain", Number::Row(row)) => attack.plain = row,
        ("mini", Number::Row(row)) => attack.mini = row,
        ("full", Number::Row(row)) => attack.full = row,
        ("combo", Number::Row(row)) => attack.combo = combo(row.to_vec()),
        ("combo", Number::Table(table)) => attack.combo = combo(table),
        ("back_to_back", Number::Count(bonus)) => attack.back_to_back.bonus = bonus,
        ("perfect_clear", Number::Count(lines)) => attack.perfect_clear = Some(lines),
        ("plain" | "mini" | "full" | "combo" | "back_to_back" | "perfect_clear", _) => {
            return Err(value_error(format_args!(
                "`{name}` has the wrong shape: plain, mini and full are five numbers, combo is a list, \
                 the others are one number"
            )));
        }
        _ => {
            return Err(value_error(format_args!(
                "a ruleset has no `{name}`, but name, height, lock_out_row, spawn, hold, \
                 sonic_drop_only, kickset, spins, bag, plain, mini, full, combo, back_to_back and \
                 perfect_clear"
            )));
        }
    }
    Ok(())
}

fn combo(table: Vec<u32>) -> ComboAttack {
    static TABLES: Kept<Vec<u32>> = LazyLock::new(Mutex::default);
    let table: &'static Vec<u32> = kept(&TABLES, table);
    ComboAttack::Added(table)
}

fn unknown(name: &str, value: &str) -> PyErr {
    let known: Vec<&str> = match name {
        "kickset" => KICKSETS.iter().map(|known| known.name).collect(),
        _ => SPIN_DETECTIONS.iter().map(|known| known.name).collect(),
    };
    value_error(format_args!(
        "there is no {name} {value:?}, there are: {}",
        known.join(", ")
    ))
}

fn keep(name: String) -> &'static str {
    static NAMES: Kept<String> = LazyLock::new(Mutex::default);
    let name: &'static String = kept(&NAMES, name);
    name
}

fn keep_value(randomizer: Randomizer) -> &'static Randomizer {
    static RANDOMIZERS: Kept<Randomizer> = LazyLock::new(Mutex::default);
    kept(&RANDOMIZERS, randomizer)
}

/// Values of rulesets made at run time. A ruleset refers to data that is never freed, so equal values
/// are kept once.
type Kept<T> = LazyLock<Mutex<HashSet<&'static T>>>;

fn kept<T: Eq + Hash>(all: &Kept<T>, value: T) -> &'static T {
    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
    match all.get(&value) {
        Some(known) => known,
        None => {
            let value: &'static T = Box::leak(Box::new(value));
            all.insert(value);
            value
        }
    }
}
