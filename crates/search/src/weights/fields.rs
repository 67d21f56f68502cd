//! The weights one after the other, by name, for whoever looks at all of them alike. The net
//! is none of them.

use super::Weights;
use std::slice::from_mut;

/// How many names there are.
const FIELD_COUNT: usize = 32;

impl Weights {
    /// Every name and its weights, one or as many as its list has, in the order in which they
    /// are written.
    pub fn fields_mut(&mut self) -> [(&'static str, &mut [i32]); FIELD_COUNT] {
        [
            ("height", from_mut(&mut self.height)),
            ("height_above_10", from_mut(&mut self.height_above_10)),
            ("height_above_15", from_mut(&mut self.height_above_15)),
            ("bumpiness", from_mut(&mut self.bumpiness)),
            ("bumpiness_squared", from_mut(&mut self.bumpiness_squared)),
            ("row_transitions", from_mut(&mut self.row_transitions)),
            ("column_transitions", from_mut(&mut self.column_transitions)),
            ("holes", from_mut(&mut self.holes)),
            ("hole_rows", from_mut(&mut self.hole_rows)),
            ("hole_cover", from_mut(&mut self.hole_cover)),
            ("well_depth", from_mut(&mut self.well_depth)),
            ("well_depth_beyond", from_mut(&mut self.well_depth_beyond)),
            ("well_column", &mut self.well_column),
            ("t_slot", &mut self.t_slot),
            ("back_to_back", from_mut(&mut self.back_to_back)),
            ("combo", from_mut(&mut self.combo)),
            ("hold_i", from_mut(&mut self.hold_i)),
            ("hold_t", from_mut(&mut self.hold_t)),
            ("skip", from_mut(&mut self.skip)),
            ("t_rest", &mut self.t_rest),
            ("point", from_mut(&mut self.point)),
            ("attack", from_mut(&mut self.attack)),
            ("clear", &mut self.clear),
            ("mini", &mut self.mini),
            ("spin", &mut self.spin),
            ("back_to_back_clear", from_mut(&mut self.back_to_back_clear)),
            ("perfect_clear", from_mut(&mut self.perfect_clear)),
            ("wasted_t", from_mut(&mut self.wasted_t)),
            ("clear_second", from_mut(&mut self.clear_second)),
            ("clear_frames", &mut self.clear_frames),
            ("rival_attack", &mut self.rival_attack),
            ("rival_height", &mut self.rival_height),
        ]
    }

    /// The mean of two sets of weights: `share` per cent of these, 0 to 100, the rest of the
    /// others. Halves are rounded away from 0.
    pub fn interpolate(&self, others: &Weights, share: i32) -> Weights {
        let (mut mixed, mut others) = (self.clone(), others.clone());
        for ((_, own), (_, others)) in mixed.fields_mut().into_iter().zip(others.fields_mut()) {
            for (own, other) in own.iter_mut().zip(others.iter()) {
                let hundredfold = share * *own + (100 - share) * *other;
                *own = (hundredfold + 50 * hundredfold.signum()) / 100;
            }
        }
        mixed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, Value};

    #[test]
    fn no_weight_is_left_out() {
        let mut weights = Weights::default();
        let text = weights.to_json().expect("a text");
        let mut written: Map<String, Value> = serde_json::from_str(&text).expect("an object");
        written.remove("version");
        written.remove("net");
        for (name, values) in weights.fields_mut() {
            let expected = match written.remove(name).expect(name) {
                Value::Array(list) => list,
                value => vec![value],
            };
            let values: Vec<Value> = values.iter().map(|&value| value.into()).collect();
            assert_eq!(values, expected, "{name}");
        }
        assert!(written.is_empty(), "{written:?}");
    }

    #[test]
    fn mixtures_lie_between() {
        let (mut one, mut other) = (Weights::ZERO, Weights::ZERO);
        one.clear = [100, -100, 3, -3];
        other.clear = [0, 100, 0, 0];
        assert_eq!(one.interpolate(&other, 100), one);
        assert_eq!(one.interpolate(&other, 0), other);
        assert_eq!(one.interpolate(&other, 25).clear, [25, 50, 1, -1]);
        assert_eq!(one.interpolate(&other, 50).clear, [50, 0, 2, -2]);
    }
}
