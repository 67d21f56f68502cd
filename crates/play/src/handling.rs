//! The settings with which a player's keys act.

use core::fmt;

/// The soft drop factor that drops a piece at once.
pub const INSTANT_SOFT_DROP: f64 = 41.0;

/// The longest delay and the largest factor that a player may set.
const LARGEST: f64 = 1_000.0;

/// How the keys of a player act. Delays are in frames of 1/60 s, fractions allowed.
///
/// ```
/// use landfall_play::Handling;
/// let fast = Handling { das: 8.0, arr: 0.0, ..Handling::default() };
/// assert_eq!(fast.check(), Ok(fast));
/// assert!(Handling { das: -1.0, ..fast }.check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handling {
    /// Delayed auto shift: how long a direction is held before the piece shifts on by itself.
    pub das: f64,
    /// Auto repeat rate: the delay between such shifts; 0 shifts to the wall at once.
    pub arr: f64,
    /// DAS cut delay: what is left of a full DAS after a piece at a wall has turned or locked;
    /// 0 leaves all of it.
    pub dcd: f64,
    /// Soft drop factor: how many times as fast as gravity; [`INSTANT_SOFT_DROP`] is at once.
    pub sdf: f64,
    /// Whether releasing a direction begins the DAS of the other one anew.
    pub cancel: bool,
    /// Whether hard drops are ignored for some frames after a piece has locked by itself.
    pub safe_lock: bool,
    /// Whether an instant soft drop keeps the piece at the floor while it is shifted.
    pub soft_drop_first: bool,
    /// Whether a piece appears turned if a key that turns is held.
    pub initial_turn: bool,
    /// Whether a piece is held as it appears if the key that holds is held.
    pub initial_hold: bool,
}

impl Default for Handling {
    /// Returns the settings with which TETR.IO begins.
    fn default() -> Handling {
        Handling {
            das: 10.0,
            arr: 2.0,
            dcd: 0.0,
            sdf: 6.0,
            cancel: false,
            safe_lock: true,
            soft_drop_first: false,
            initial_turn: false,
            initial_hold: false,
        }
    }
}

impl Handling {
    /// Returns the settings, if each number is one from 0 to 1000.
    ///
    /// # Errors
    /// The first that is not.
    pub fn check(self) -> Result<Handling, HandlingError> {
        let settings = [
            ("das", self.das),
            ("arr", self.arr),
            ("dcd", self.dcd),
            ("sdf", self.sdf),
        ];
        let wrong = settings
            .into_iter()
            .find(|(_, value)| !(0.0..=LARGEST).contains(value));
        match wrong {
            Some((setting, value)) => Err(HandlingError { setting, value }),
            None => Ok(self),
        }
    }
}

/// A number among the settings cannot be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandlingError {
    /// Its name.
    pub setting: &'static str,
    /// The number.
    pub value: f64,
}

impl fmt::Display for HandlingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HandlingError { setting, value } = self;
        write!(f, "`{setting}` is {value}: it must be from 0 to {LARGEST}")
    }
}

impl core::error::Error for HandlingError {}
