//! What clears are worth, as data: lines sent, points, combos and back-to-back.
//!
//! Owns the tables and their formulas. `lock` classifies the clear and updates the counters.

use crate::piece::{Piece, Spin};
use crate::spin::PieceSet;

/// Lines sent by a clear: its row of `plain`, `mini` or `full`, whose index is the number of rows
/// cleared (0 to 4), then what back-to-back and the combo add. Lines are garbage rows for the
/// opponent. [`Clear::attack`](crate::Clear::attack) has the result for a lock.
///
/// ```
/// use landfall_rules::rulesets::{GUIDELINE, TETRIO};
/// use landfall_rules::Spin;
/// // The tenth clear in a row, a double by a T-spin that keeps back-to-back.
/// let lines = |attack: &landfall_rules::attack::AttackTable| {
///     attack.lines_sent(attack.base(2, Spin::Full), Some(1), 9, 1.0)
/// };
/// assert_eq!(lines(&GUIDELINE.attack), 4 + 1 + 4);
/// assert_eq!(lines(&TETRIO.attack), 16); // 5 * 3.25, rounded down
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackTable {
    /// Lines sent by a clear of 0, 1, 2, 3 and 4 rows without a spin.
    pub plain: [u32; 5],
    /// The same with a mini spin.
    pub mini: [u32; 5],
    /// The same with a full spin.
    pub full: [u32; 5],
    /// What back-to-back adds, and which clears keep it.
    pub back_to_back: BackToBack,
    /// What clears in a row add.
    pub combo: ComboAttack,
    /// Sent by a perfect clear, in place of everything else; `None` if it is paid like any other
    /// clear.
    pub perfect_clear: Option<u32>,
    /// Added by a perfect clear to everything else.
    pub perfect_clear_bonus: u32,
    /// Added to a clear that keeps back-to-back by its spin or its rows, if it clears a garbage
    /// row.
    pub garbage_bonus: u32,
}

/// The growth of attacks in long games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarginTime {
    /// Frames until the growth begins, at 60 frames/s.
    pub frames: u64,
    /// What each later frame adds to the multiplier of attacks, which begins at 1.
    pub each_frame: f64,
}

impl MarginTime {
    /// Frames beyond this many count as this many: over eight hours.
    const LONGEST: u64 = 2_000_000;

    /// Returns the multiplier at a frame. It equals the sum that games form frame by frame; a
    /// product differs in its last bit, which can change what a surge sends.
    pub fn multiplier(&self, frame: u64) -> f64 {
        let mut multiplier = 1.0;
        let mut left = frame.min(MarginTime::LONGEST).saturating_sub(self.frames);
        while left > 0 {
            let next = multiplier + self.each_frame;
            let alike = self.frames_of_equal_steps(multiplier, next).min(left - 1);
            multiplier = next + alike as f64 * (next - multiplier);
            left -= 1 + alike;
        }
        multiplier
    }

    /// Returns how many frames after `next` add exactly `next - sum`. Below the next power of two
    /// every sum is rounded alike, unless what is added lies midway between two floating-point
    /// numbers.
    fn frames_of_equal_steps(&self, sum: f64, next: f64) -> u64 {
        let power_of_two = f64::from_bits(((sum.to_bits() >> 52) + 1) << 52);
        let added = next - sum;
        let half_a_unit = power_of_two * (f64::EPSILON / 4.0);
        let midway = (self.each_frame - added).abs() == half_a_unit;
        if next >= power_of_two || midway {
            return 0;
        }
        // The cast turns negative numbers and NaN into 0.
        (((power_of_two - next) / added) as u64).saturating_sub(1)
    }

    /// Returns the frame at which attacks are multiplied by `multiplier`, rounded down; 0 for 1 or
    /// less.
    ///
    /// ```
    /// use landfall_rules::rulesets::TETRIO_S2;
    /// let margin = TETRIO_S2.margin_time.unwrap();
    /// let frame = margin.frame_of(1.5);
    /// assert!((margin.multiplier(frame) - 1.5).abs() < 0.0002);
    /// assert_eq!(margin.frame_of(1.0), 0);
    /// ```
    pub fn frame_of(&self, multiplier: f64) -> u64 {
        if multiplier.is_nan() || multiplier <= 1.0 {
            return 0;
        }
        let beyond = (multiplier - 1.0) / self.each_frame;
        // The cast saturates.
        (beyond as u64).min(MarginTime::LONGEST) + self.frames
    }
}

/// Back-to-back: clears in a row that are all of the hard kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackToBack {
    /// Lines added to a clear that keeps it if the clear before kept it too.
    pub bonus: u32,
    /// Whether the bonus grows with the chain, about as its logarithm.
    pub chaining: bool,
    /// A clear of at least this many rows keeps it, with or without a spin.
    pub rows: u32,
    /// Pieces whose clears by a mini spin keep it.
    pub mini_spins: PieceSet,
    /// Pieces whose clears by a full spin keep it.
    pub full_spins: PieceSet,
    /// Whether a perfect clear keeps it.
    pub perfect_clears: bool,
    /// What a long chain sends when it ends; `None` for nothing.
    pub surge: Option<Surge>,
}

/// What a chain of back-to-back clears sends when a clear ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surge {
    /// Clears after the first that a chain must have to send anything.
    pub at: u32,
    /// Lines sent by the shortest such chain, less one; each further clear adds one.
    pub base: u32,
}

impl Surge {
    /// Returns the lines that a chain of `chain` clears sends when it ends.
    pub const fn lines(&self, chain: u32) -> u32 {
        match chain.saturating_sub(1).checked_sub(self.at) {
            Some(more) if chain > 0 => more.saturating_add(self.base).saturating_add(1),
            _ => 0,
        }
    }
}

impl BackToBack {
    /// Clears of four rows and all spins keep it; the bonus is 0.
    pub const UNPAID: BackToBack = BackToBack {
        bonus: 0,
        chaining: false,
        rows: 4,
        mini_spins: PieceSet::ALL,
        full_spins: PieceSet::ALL,
        perfect_clears: false,
        surge: None,
    };

    /// Returns whether a clear starts or keeps the chain. A lock that clears no rows does not.
    pub const fn is_kept_by(&self, piece: Piece, lines: u32, spin: Spin, perfect: bool) -> bool {
        self.is_hard(piece, lines, spin) || lines > 0 && self.perfect_clears && perfect
    }

    /// Returns whether a clear keeps the chain by its rows or its spin.
    pub const fn is_hard(&self, piece: Piece, lines: u32, spin: Spin) -> bool {
        let by_spin = match spin {
            Spin::None => false,
            Spin::Mini => self.mini_spins.contains(piece),
            Spin::Full => self.full_spins.contains(piece),
        };
        lines > 0 && (lines >= self.rows || by_spin)
    }

    /// Returns whether the clears of a chain are counted: whether its length matters.
    pub const fn is_counted(&self) -> bool {
        self.chaining || self.surge.is_some()
    }

    /// Returns the length of a chain after a clear, given the length before it: 0 if the clear ends
    /// it, 1 for any chain where lengths are not counted.
    pub const fn count(&self, before: u16, keeps: bool) -> u16 {
        match (keeps, self.is_counted()) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => before.saturating_add(1),
        }
    }

    /// Returns the lines added to a clear that continues a chain of `chain` clears. A bonus that
    /// grows has TETR.IO's formula: with l = ln(1 + 0.8 n) after n clears it is 1 + floor(l), and
    /// from n = 2 on (1 + l - floor(l)) / 3 more.
    fn bonus_lines(&self, chain: u32) -> f64 {
        if !self.chaining || chain == 0 {
            return f64::from(self.bonus);
        }
        let logarithm = ln(1.0 + 0.8 * f64::from(chain));
        let whole = f64::from(logarithm as u32);
        let more = if chain == 1 {
            0.0
        } else {
            (1.0 + logarithm - whole) / 3.0
        };
        f64::from(self.bonus) * (1.0 + whole + more)
    }
}

/// What clears in a row add to a clear, by the number of them before it. The last entry of a table
/// holds for all larger numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComboAttack {
    /// Lines added.
    Added(&'static [u32]),
    /// The lines of the clear itself and of back-to-back are multiplied, rounded down, but are at
    /// least a minimum.
    Multiplied {
        /// What each clear in a row before this one adds to the factor, in quarters.
        quarters: u32,
        /// Lines sent at least.
        minimum: ComboMinimum,
    },
}

/// What a clear sends at least, by the number of clears in a row before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComboMinimum {
    /// Nothing.
    Nothing,
    /// ln(1 + 1.25 n) lines after n clears, from n = 2 on.
    Logarithm,
}

impl ComboMinimum {
    /// Returns the lines, not yet rounded down, with `combo` clears in a row before.
    pub fn lines(self, combo: u32) -> f64 {
        match self {
            ComboMinimum::Logarithm if combo >= 2 => ln(1.0 + 1.25 * f64::from(combo)),
            _ => 0.0,
        }
    }

    /// Returns the lines rounded down.
    fn whole_lines(self, combo: u32) -> u32 {
        /// The logarithm rounded down; the next step is at 43.
        const WHOLE: [u32; 17] = [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3];
        match self {
            ComboMinimum::Nothing => 0,
            ComboMinimum::Logarithm if combo < 43 => entry(&WHOLE, combo),
            ComboMinimum::Logarithm => self.lines(combo) as u32,
        }
    }
}

/// Returns the natural logarithm of a number of 1 or more. `core` has none.
///
/// The number is halved until it is below 2; of the rest, m, the series of
/// ln m = 2 artanh((m - 1) / (m + 1)) is summed until nothing is added.
fn ln(x: f64) -> f64 {
    let (mut m, mut halvings) = (x, 0.0);
    while m >= 2.0 {
        m /= 2.0;
        halvings += 1.0;
    }
    let y = (m - 1.0) / (m + 1.0);
    let (mut power, mut sum, mut n) = (y, 0.0, 1.0);
    while power > 1e-18 {
        sum += power / n;
        power *= y * y;
        n += 2.0;
    }
    halvings * core::f64::consts::LN_2 + 2.0 * sum
}

impl AttackTable {
    /// Nothing sends lines.
    pub const NONE: AttackTable = AttackTable {
        plain: [0; 5],
        mini: [0; 5],
        full: [0; 5],
        back_to_back: BackToBack::UNPAID,
        combo: ComboAttack::Added(&[]),
        perfect_clear: None,
        perfect_clear_bonus: 0,
        garbage_bonus: 0,
    };

    /// Returns every number of lines of the table, each with the name of its row.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, u32)> {
        let named = |name, row: &'static [u32]| row.iter().map(move |&lines| (name, lines));
        let combo: &'static [u32] = match self.combo {
            ComboAttack::Added(table) => table,
            ComboAttack::Multiplied { .. } => &[],
        };
        let rows = [
            ("plain", self.plain),
            ("mini", self.mini),
            ("full", self.full),
        ];
        let singles = [
            ("back_to_back", self.back_to_back.bonus),
            ("perfect_clear", self.perfect_clear.unwrap_or(0)),
            ("perfect_clear_bonus", self.perfect_clear_bonus),
            ("garbage_bonus", self.garbage_bonus),
        ];
        rows.into_iter()
            .flat_map(|(name, row)| row.map(|lines| (name, lines)))
            .chain(singles)
            .chain(named("combo", combo))
    }

    /// Returns the lines that a clear of `lines` rows sends before bonuses.
    pub fn base(&self, lines: u32, spin: Spin) -> u32 {
        let table = match spin {
            Spin::None => &self.plain,
            Spin::Mini => &self.mini,
            Spin::Full => &self.full,
        };
        table[(lines as usize).min(4)]
    }

    /// Returns whether clears in a row send more than each alone.
    pub fn has_combos(&self) -> bool {
        match self.combo {
            ComboAttack::Added(table) => !table.is_empty(),
            ComboAttack::Multiplied { quarters, .. } => quarters > 0,
        }
    }

    /// Returns what `lines` for the clear itself and back-to-back become with `combo` clears
    /// in a row before this one.
    pub fn with_combo(&self, lines: u32, combo: u32) -> u32 {
        match self.combo {
            ComboAttack::Added(table) => lines + entry(table, combo),
            ComboAttack::Multiplied { quarters, minimum } => {
                let quarters = quarters.saturating_mul(combo).saturating_add(4);
                (lines.saturating_mul(quarters) / 4).max(minimum.whole_lines(combo))
            }
        }
    }

    /// Returns what [`AttackTable::with_combo`] does for lines that need not be whole, times a
    /// multiplier, rounded down once, at the end.
    fn with_combo_times(&self, lines: f64, combo: u32, multiplier: f64) -> u32 {
        let lines = match self.combo {
            ComboAttack::Multiplied { quarters, minimum } => {
                let quarters = f64::from(quarters) * f64::from(combo);
                (lines * (1.0 + 0.25 * quarters)).max(minimum.lines(combo))
            }
            ComboAttack::Added(table) => lines + f64::from(entry(table, combo)),
        };
        (lines * multiplier) as u32
    }

    /// Returns the lines of a clear that sends `base` lines before bonuses, after `combo` clears in
    /// a row. `chain` is the length of the back-to-back chain that the clear continues, if it
    /// continues one.
    pub fn lines_sent(&self, base: u32, chain: Option<u32>, combo: u32, multiplier: f64) -> u32 {
        let rule = &self.back_to_back;
        if multiplier == 1.0 && !rule.chaining {
            let bonus = chain.map_or(0, |_| rule.bonus);
            return self.with_combo(base + bonus, combo);
        }
        let bonus = chain.map_or(0.0, |chain| rule.bonus_lines(chain));
        self.with_combo_times(f64::from(base) + bonus, combo, multiplier)
    }
}

/// Returns an entry of a table whose last one holds for all larger indices; 0 if the table is
/// empty.
fn entry(table: &[u32], i: u32) -> u32 {
    let last = table.len().saturating_sub(1);
    table.get((i as usize).min(last)).copied().unwrap_or(0)
}

/// When the running combo grows and when it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComboRule {
    /// There is none.
    Never,
    /// Each clear adds one, a lock without a clear ends it.
    EveryClear,
    /// Each clear of two rows or more, or by a spin, adds one; a plain single leaves it as it is; a
    /// lock without a clear ends it, a skip does not. A perfect clear counts like any other.
    ScoringClears,
}

/// Points of a clear, before any factor of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointTable {
    /// By lines cleared, without a full spin.
    pub plain: [u32; 5],
    /// By lines cleared, with a full spin.
    pub full: [u32; 5],
    /// Added to a clear for each clear of the running combo before it.
    pub combo: u32,
    /// For a perfect clear, in place of everything else; `None` if it is paid like any other clear.
    pub perfect_clear: Option<u32>,
    /// Points for each line sent; the remainder counts towards the next. 0 where points send
    /// nothing.
    pub points_per_line: u32,
}

impl PointTable {
    /// Clears give no points.
    pub const NONE: PointTable = PointTable {
        plain: [0; 5],
        full: [0; 5],
        combo: 0,
        perfect_clear: None,
        points_per_line: 0,
    };

    /// Returns the lines sent when a total of `before` points becomes one of `after`.
    pub fn lines_sent(&self, before: u32, after: u32) -> u32 {
        let lines = |points: u32| points.checked_div(self.points_per_line).unwrap_or(0);
        lines(after).saturating_sub(lines(before))
    }
}
