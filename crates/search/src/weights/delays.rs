//! Clears and moves valued by the time that they take, if the frontend says it.

use super::Weights;
use landfall_rules::timing::{Delays, MoveDelays};
use std::sync::Arc;

impl Weights {
    /// Returns these weights for other delays: each clear costs `clear_second` for every second
    /// that it takes longer than in `clear_frames`, and gains it for every second less; `step` and
    /// `soft_drop` are multiplied by the delays of moves relative to `move_frames`. The same `Arc`
    /// if that changes nothing.
    pub fn for_delays(self: &Arc<Weights>, delays: &Delays) -> Arc<Weights> {
        let price = |frames: f64, usual: i32| {
            let seconds = (frames - f64::from(usual)) / Delays::SECOND;
            let most = f64::from(2 * Weights::MAX);
            let price = (f64::from(self.clear_second) * seconds).round();
            price.clamp(-most, most) as i32
        };
        let [usual @ .., usual_perfect] = self.clear_frames;
        let rows: [i32; 4] = std::array::from_fn(|row| price(delays.rows[row], usual[row]));
        let perfect = price(delays.perfect, usual_perfect);
        let moves = self.prices_of_moves(delays.moves);
        if rows == [0; 4] && perfect == 0 && moves == (self.step, self.soft_drop) {
            return Arc::clone(self);
        }
        let mut weights = Weights::clone(self);
        for list in [
            &mut weights.clear[..],
            &mut weights.mini[..],
            &mut weights.spin[..],
        ] {
            for (weight, price) in list.iter_mut().zip(rows) {
                *weight = bounded(*weight + price);
            }
        }
        weights.perfect_clear = bounded(weights.perfect_clear + perfect);
        (weights.step, weights.soft_drop) = moves;
        Arc::new(weights)
    }

    /// Returns `step` and `soft_drop` for these delays of moves.
    fn prices_of_moves(&self, moves: Option<MoveDelays>) -> (i32, i32) {
        let Some(moves) = moves else {
            return (self.step, self.soft_drop);
        };
        let [step, soft_drop] = self.move_frames;
        let price = |weight: i32, frames: f64, usual: i32| {
            Weights::nearest(f64::from(weight) * frames / f64::from(usual.max(1)))
        };
        (
            price(self.step, moves.step, step),
            price(self.soft_drop, moves.soft_drop, soft_drop),
        )
    }
}

/// Returns a weight within its bounds.
fn bounded(weight: i32) -> i32 {
    weight.clamp(-Weights::MAX, Weights::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::{GUIDELINE, TETRIO};

    const PUYO: Delays = Delays {
        rows: [36.0, 41.0, 41.0, 46.0],
        perfect: 1.0,
        moves: None,
    };

    #[test]
    fn the_usual_delays_change_nothing() {
        let weights = Weights::for_rules(&GUIDELINE);
        assert!(Arc::ptr_eq(&weights.for_delays(&PUYO), &weights));
    }

    #[test]
    fn without_delays_a_clear_is_worth_more_by_the_time_that_it_saves() {
        let none = Delays {
            rows: [0.0; 4],
            perfect: 0.0,
            moves: None,
        };
        let usual = Weights::for_rules(&GUIDELINE);
        let adjusted = usual.for_delays(&none);
        let saved = |adjusted: &[i32], usual: &[i32]| -> Vec<i32> {
            let rows = adjusted.iter().zip(usual);
            rows.map(|(adjusted, usual)| adjusted - usual).collect()
        };
        // 578 per second, for 36, 41, 41 and 46 frames.
        assert_eq!(saved(&adjusted.clear, &usual.clear), [347, 395, 395, 443]);
        assert_eq!(saved(&adjusted.mini, &usual.mini), [347, 395]);
        assert_eq!(saved(&adjusted.spin, &usual.spin), [347, 395, 395]);
        let tetrio = Weights::for_rules(&TETRIO);
        assert!(Arc::ptr_eq(&tetrio.for_delays(&none), &tetrio));
    }

    #[test]
    fn moves_cost_as_much_as_they_take_longer() {
        let weights = Arc::new(Weights {
            step: -6,
            soft_drop: -8,
            move_frames: [2, 4],
            ..Weights::ZERO
        });
        let adjusted = |step: f64, soft_drop: f64| {
            let moves = Some(MoveDelays { step, soft_drop });
            let adjusted = weights.for_delays(&Delays { moves, ..PUYO });
            (adjusted.step, adjusted.soft_drop)
        };
        assert_eq!(adjusted(2.0, 4.0), (-6, -8));
        assert_eq!(adjusted(3.5, 0.0), (-11, 0));
        assert_eq!(adjusted(1e9, 1.0), (-10_000, -2));
    }

    #[test]
    fn each_second_has_its_price_within_bounds() {
        let weights = Arc::new(Weights {
            clear_second: -60,
            clear_frames: [30, 30, 30, 30, 0],
            clear: [0, 0, 0, -9_990],
            mini: [5, 5],
            spin: [7, 7, 7],
            perfect_clear: 100,
            ..Weights::ZERO
        });
        let delays = Delays {
            rows: [30.0, 20.0, 60.0, 1e300],
            perfect: 2.5,
            moves: None,
        };
        let adjusted = weights.for_delays(&delays);
        assert_eq!(adjusted.clear, [0, 10, -30, -10_000]);
        assert_eq!(adjusted.mini, [5, 15]);
        assert_eq!(adjusted.spin, [7, 17, -23]);
        assert_eq!(adjusted.perfect_clear, 97, "halves away from 0");
    }
}
