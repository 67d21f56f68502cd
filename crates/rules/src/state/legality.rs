//! Whether a given move is legal: its canonical form, or why the rules forbid it.

use crate::piece::{Placement, Spin};
use crate::ruleset::Ruleset;
use crate::state::{PlayError, State};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

impl State {
    /// Returns the canonical form of a move, if the rules allow its piece, cells and spin.
    ///
    /// ```
    /// use landfall_rules::rulesets::GUIDELINE;
    /// use landfall_rules::{Piece, Placement, Randomizer, Rotation, Spin, State};
    ///
    /// let mut state = State::new(Randomizer::SEVEN_BAG);
    /// state.push_piece(Piece::O);
    /// let rotation = Rotation::South;
    /// let mv = Placement { piece: Piece::O, rotation, x: 5, y: 1, spin: Spin::None };
    /// let canonical = state.validate(&GUIDELINE, mv).unwrap();
    /// assert_eq!((canonical.rotation, canonical.x, canonical.y), (Rotation::North, 4, 0));
    /// let floating = Placement { y: 9, ..mv };
    /// let error = state.validate(&GUIDELINE, floating).unwrap_err();
    /// assert!(error.to_string().contains("floats"));
    /// ```
    ///
    /// # Errors
    /// Says why the rules forbid it.
    pub fn validate(
        &self,
        rules: &Ruleset,
        placement: Placement,
    ) -> Result<Placement, IllegalPlacement> {
        let allowed = self.legal_placements(rules);
        let canonical = rules.rotation.canonical(placement);
        if allowed.contains(&canonical) {
            return Ok(canonical);
        }
        // On a copy: only the reason is of interest.
        self.clone().try_play(rules, &placement)?;
        let same_cells = |p: &Placement| {
            Placement {
                spin: canonical.spin,
                ..*p
            } == canonical
        };
        let spins: Vec<Spin> = allowed
            .into_iter()
            .filter(same_cells)
            .map(|p| p.spin)
            .collect();
        if spins.is_empty() {
            return Err(IllegalPlacement::Unreachable);
        }
        Err(IllegalPlacement::Spin { spins })
    }
}

/// Why the rules forbid a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalPlacement {
    /// It cannot lie there.
    Impossible(PlayError),
    /// It could lie there, but no shifts, soft drops and turns lead there.
    Unreachable,
    /// It can be reached, but only with one of these spins.
    Spin {
        /// The spins that these cells can have.
        spins: Vec<Spin>,
    },
}

impl From<PlayError> for IllegalPlacement {
    fn from(error: PlayError) -> IllegalPlacement {
        IllegalPlacement::Impossible(error)
    }
}

impl fmt::Display for IllegalPlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalPlacement::Impossible(error) => write!(f, "{error}"),
            IllegalPlacement::Unreachable => f.write_str(
                "it would rest there, but shifts, soft drops and turns do not lead there",
            ),
            IllegalPlacement::Spin { spins } => {
                let names: Vec<String> = spins.iter().map(Spin::to_string).collect();
                write!(f, "it can lock there only with spin {}", names.join(" or "))
            }
        }
    }
}

impl core::error::Error for IllegalPlacement {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::GUIDELINE;
    use crate::{Piece, Randomizer, Rotation};

    fn validated(drawn: &str, rotation: Rotation, x: i8, y: i8, spin: Spin) -> String {
        let state = State {
            board: drawn.parse().unwrap(),
            queue: [Piece::T].into(),
            ..State::new(Randomizer::SEVEN_BAG)
        };
        let placement = Placement {
            piece: Piece::T,
            rotation,
            x,
            y,
            spin,
        };
        state
            .validate(&GUIDELINE, placement)
            .map_or_else(|why| why.to_string(), |mv| mv.to_string())
    }

    #[test]
    fn a_forbidden_move_gets_its_reason() {
        let slot = "
            ##........
            #...######
            ##.#######";
        let reason = |rotation, x, y, spin| validated(slot, rotation, x, y, spin);
        assert!(reason(Rotation::North, 9, 2, Spin::None).contains("not on the board"));
        assert!(reason(Rotation::North, 5, 1, Spin::None).contains("filled already"));
        assert!(reason(Rotation::North, 5, 9, Spin::None).contains("floats"));
        assert_eq!(
            reason(Rotation::South, 2, 1, Spin::None),
            "it can lock there only with spin full"
        );
        assert_eq!(
            reason(Rotation::South, 2, 1, Spin::Full),
            "T south x=2 y=1 spin full"
        );
        let roofed = "##########\n#...######\n##.#######";
        assert_eq!(
            validated(roofed, Rotation::South, 2, 1, Spin::Full),
            IllegalPlacement::Unreachable.to_string()
        );
    }

    #[test]
    fn a_piece_that_is_not_at_hand_is_refused() {
        let state = State {
            queue: [Piece::T].into(),
            ..State::new(Randomizer::SEVEN_BAG)
        };
        let placement = Placement {
            piece: Piece::O,
            rotation: Rotation::North,
            x: 5,
            y: 0,
            spin: Spin::None,
        };
        let why = state.validate(&GUIDELINE, placement).unwrap_err();
        assert!(why.to_string().contains("O is not at hand"), "{why}");
    }
}
