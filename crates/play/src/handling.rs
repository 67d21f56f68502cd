//! The key settings of a player.

use core::fmt;

/// The soft drop factor of an instant soft drop.
pub const INSTANT_SOFT_DROP: f64 = 41.0;

/// The longest delay and the largest factor that a player may set.
const LARGEST: f64 = 1_000.0;

/// The key settings of a player. Delays are in frames of 1/60 s; fractions are allowed.
///
/// ```
/// use landfall_play::Handling;
/// let fast = Handling { das: 8.0, arr: 0.0, ..Handling::default() };
/// assert_eq!(fast.check(), Ok(fast));
/// assert!(Handling { das: -1.0, ..fast }.check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handling {
    /// Delayed auto shift: how long a direction is held before the piece shifts automatically.
    pub das: f64,
    /// Auto repeat rate: the delay between automatic shifts; 0 shifts to the wall at once.
    pub arr: f64,
    /// DAS cut delay: how long a full DAS has to charge again after a piece at a wall has turned or
    /// locked; 0 leaves it full.
    pub dcd: f64,
    /// Soft drop factor: a multiple of gravity; [`INSTANT_SOFT_DROP`] is instant.
    pub sdf: f64,
    /// Whether the release of a direction restarts the DAS of the other one.
    pub cancel: bool,
    /// Whether hard drops are ignored for some frames after a piece has locked by itself.
    pub safe_lock: bool,
    /// Whether an instant soft drop keeps the piece at the floor while it is shifted.
    pub soft_drop_first: bool,
    /// Whether a piece appears turned while a turn key is held.
    pub initial_turn: bool,
    /// Whether a new piece is held at once while the hold key is held.
    pub initial_hold: bool,
}

impl Default for Handling {
    /// Returns the default settings of TETR.IO.
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
    /// Returns the settings, if each number is from 0 to 1000.
    ///
    /// # Errors
    /// The first number that is not.
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

/// An invalid number in the settings.
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
