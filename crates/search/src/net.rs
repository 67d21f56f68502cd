//! A small neural net over the counts of the evaluation and the counters of the game: their value
//! together, beside the value of each alone.
//!
//! One hidden layer of clipped linear units, all in whole numbers, so that it gives the same values
//! on every machine. Owns the arithmetic, and the form and bounds in a weights file. `features.rs`
//! has the counts; `landfall learn` trains nets.

use landfall_rules::simd::lanes::U16x8;
use landfall_rules::simd::pair_sums::{PairSums, PairSumsInLanes};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Number of counts of a board that are inputs of a net.
pub const BOARD_INPUTS: usize = 15;

/// Number of counters of a position that are inputs of a net: clears in a row that kept
/// back-to-back, clears in a row, and rows of garbage that wait.
pub const COUNTER_INPUTS: usize = 3;

/// Number of inputs of a net: the counts of a board, then the counters.
pub const INPUTS: usize = BOARD_INPUTS + COUNTER_INPUTS;

/// Number of inputs of a net whose neurons ignore the others: it is faster, and its rows in a weights
/// file are shorter.
pub const FEWER_INPUTS: usize = 14;

/// The largest count; larger ones are clamped to it.
pub const MAX_COUNT: i32 = 255;

/// The output of a neuron that is fully active.
pub const SCALE: i32 = 1 << 12;

/// Neurons at most, so that their outputs together fit into 32 bits.
pub const MAX_NEURONS: usize = 48;

/// The largest bias or weight of a neuron, either way, so that its sum fits into 32 bits.
pub const MAX_WEIGHT: i32 = 100_000;

/// The largest output weight of a neuron, either way.
pub const MAX_OUTPUT: i32 = 10_000;

/// A neuron: inactive, fully active or in between, by a weighted sum of the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neuron {
    /// Its sum when all counts are 0. It is inactive up to 0, and fully active from [`SCALE`].
    pub bias: i32,
    /// What one more of each count adds to the sum.
    pub weights: [i32; INPUTS],
    /// What a fully active neuron adds to the value of a position, in the units of the weights.
    pub output_weight: i32,
}

impl Neuron {
    /// Returns the neuron of a row as in a weights file: bias, weights, output weight. Weights beyond
    /// the last one in the row are 0; `None` if the row is too short or too long.
    fn from_row(row: &[i32]) -> Option<Neuron> {
        let [bias, given @ .., output_weight] = row else {
            return None;
        };
        let mut weights = [0; INPUTS];
        weights.get_mut(..given.len())?.copy_from_slice(given);
        Some(Neuron {
            bias: *bias,
            weights,
            output_weight: *output_weight,
        })
    }

    /// Returns the row of the neuron, with its first `inputs` weights.
    fn to_row(self, inputs: usize) -> Vec<i32> {
        let ends = [self.bias, self.output_weight];
        [&ends[..1], &self.weights[..inputs], &ends[1..]].concat()
    }

    /// Returns whether only the first [`FEWER_INPUTS`] inputs matter.
    fn ignores_other_inputs(&self) -> bool {
        self.weights[FEWER_INPUTS..]
            .iter()
            .all(|&weight| weight == 0)
    }

    /// Returns the weights in pairs; `None` if one does not fit into 16 bits.
    fn paired_weights(&self) -> Option<[u32; INPUTS / 2]> {
        let mut pairs = [0; INPUTS / 2];
        for (i, &weight) in self.weights.iter().enumerate() {
            let weight = i16::try_from(weight).ok()?.cast_unsigned();
            pairs[i / 2] |= u32::from(weight) << (i % 2 * 16);
        }
        Some(pairs)
    }
}

/// Up to [`MAX_NEURONS`] neurons. In a weights file each is a list: bias, weights of all inputs or of
/// the first [`FEWER_INPUTS`], output weight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Net {
    neurons: Vec<Neuron>,
    /// Whether some neuron has a weight for an input beyond the first [`FEWER_INPUTS`].
    has_all_inputs: bool,
    /// The weights of each neuron in pairs of 16 bits, the first one in the lower half. Empty
    /// unless all fit.
    paired_weights: Vec<[u32; INPUTS / 2]>,
}

impl Net {
    /// No neurons.
    pub const EMPTY: Net = Net {
        neurons: Vec::new(),
        has_all_inputs: false,
        paired_weights: Vec::new(),
    };

    /// Returns a net of these neurons, each clamped to its bounds; those beyond [`MAX_NEURONS`] are
    /// left out.
    pub fn new(neurons: impl IntoIterator<Item = Neuron>) -> Net {
        let bounded = |value: i32, most: i32| value.clamp(-most, most);
        let neuron = |neuron: Neuron| Neuron {
            bias: bounded(neuron.bias, MAX_WEIGHT),
            weights: neuron.weights.map(|weight| bounded(weight, MAX_WEIGHT)),
            output_weight: bounded(neuron.output_weight, MAX_OUTPUT),
        };
        let neurons: Vec<Neuron> = neurons.into_iter().take(MAX_NEURONS).map(neuron).collect();
        let paired_weights = neurons.iter().map(Neuron::paired_weights).collect();
        Net {
            has_all_inputs: !neurons.iter().all(Neuron::ignores_other_inputs),
            neurons,
            paired_weights: Option::unwrap_or_default(paired_weights),
        }
    }

    /// Returns a net of rows as in a weights file. Those of fewer than two numbers, or of more than a
    /// neuron has, are left out.
    pub fn from_rows(rows: &[impl AsRef<[i32]>]) -> Net {
        Net::new(rows.iter().filter_map(|row| Neuron::from_row(row.as_ref())))
    }

    /// Returns the neurons.
    pub fn neurons(&self) -> &[Neuron] {
        &self.neurons
    }

    fn rows(&self) -> impl Iterator<Item = Vec<i32>> {
        let inputs = if self.has_all_inputs {
            INPUTS
        } else {
            FEWER_INPUTS
        };
        self.neurons.iter().map(move |neuron| neuron.to_row(inputs))
    }

    /// Returns whether there are no neurons.
    pub fn is_empty(&self) -> bool {
        self.neurons.is_empty()
    }

    /// Adds the outputs for several positions to `values`. `counts[k][i]` is input `k` of position
    /// `i`, from 0 to `MAX_COUNT`.
    #[inline(always)]
    pub fn add_outputs<const LANES: usize>(
        &self,
        counts: &[[i32; LANES]; INPUTS],
        values: &mut [i32; LANES],
    ) {
        let mut outputs = [0; LANES];
        for neuron in &self.neurons {
            // All counts of a board before the next board, so that the compiler vectorises over
            // boards, not over counts.
            for (i, output) in outputs.iter_mut().enumerate() {
                let mut sum = neuron.bias;
                for (weight, counts) in neuron.weights.iter().zip(counts) {
                    sum += weight * counts[i];
                }
                *output += sum.clamp(0, SCALE) * neuron.output_weight;
            }
        }
        for (value, output) in values.iter_mut().zip(outputs) {
            *value += output / SCALE;
        }
    }

    /// Adds the outputs for a batch of 16 positions, of which only the first `positions` matter.
    #[inline(always)]
    pub fn add_outputs_of_batch<S: PairSums>(
        &self,
        positions: usize,
        counts: &[[i32; 16]; INPUTS],
        values: &mut [i32; 16],
    ) {
        if self.paired_weights.is_empty() {
            self.add_outputs(counts, values);
        } else if self.has_all_inputs {
            self.add_outputs_by_parts::<S, { INPUTS / 2 }>(positions, counts, values);
        } else {
            self.add_outputs_by_parts::<S, { FEWER_INPUTS / 2 }>(positions, counts, values);
        }
    }

    /// Adds the outputs of weights of 16 bits, for a part of the batch at a time.
    #[inline(always)]
    fn add_outputs_by_parts<S: PairSums, const PAIRS: usize>(
        &self,
        positions: usize,
        counts: &[[i32; 16]; INPUTS],
        values: &mut [i32; 16],
    ) {
        let parts = values.chunks_exact_mut(S::NUMBERS);
        for (part, values) in parts.enumerate().take(positions.div_ceil(S::NUMBERS)) {
            let mut pairs = [S::pairs(&[0; 16], &[0; 16], 0); PAIRS];
            for (pairs, [first, second]) in pairs.iter_mut().zip(counts.as_chunks().0) {
                *pairs = S::pairs(first, second, part);
            }
            self.add_outputs_of_pairs::<S, PAIRS>(&pairs, values);
        }
    }

    /// Adds the outputs for eight positions side by side.
    #[inline(always)]
    pub fn add_outputs_in_lanes(&self, counts: &[U16x8; INPUTS], values: &mut [i32; 8]) {
        if self.paired_weights.is_empty() {
            self.add_outputs_of_wide_weights(counts, values);
        } else if self.has_all_inputs {
            self.add_outputs_of_lanes::<{ INPUTS / 2 }>(counts, values);
        } else {
            self.add_outputs_of_lanes::<{ FEWER_INPUTS / 2 }>(counts, values);
        }
    }

    /// Adds the outputs of the first `PAIRS` pairs of weights for counts in lanes.
    #[inline(always)]
    fn add_outputs_of_lanes<const PAIRS: usize>(
        &self,
        counts: &[U16x8; INPUTS],
        values: &mut [i32; 8],
    ) {
        let pairs = std::array::from_fn(|i| counts[2 * i].paired(counts[2 * i + 1]));
        self.add_outputs_of_pairs::<PairSumsInLanes, PAIRS>(&pairs, values);
    }

    /// Adds the outputs of weights that do not fit into 16 bits for counts in lanes.
    #[inline(never)]
    fn add_outputs_of_wide_weights(&self, counts: &[U16x8; INPUTS], values: &mut [i32; 8]) {
        let counts = counts.map(|counts| counts.to_array().map(i32::from));
        self.add_outputs(&counts, values);
    }

    /// Adds the outputs of the first `PAIRS` pairs of weights for paired counts.
    #[inline(always)]
    fn add_outputs_of_pairs<S: PairSums, const PAIRS: usize>(
        &self,
        pairs: &[S::Pairs; PAIRS],
        values: &mut [i32],
    ) {
        let mut outputs = S::splat(0);
        for (neuron, weights) in self.neurons.iter().zip(&self.paired_weights) {
            let mut sums = S::splat(neuron.bias);
            for (&weights, &pairs) in weights.iter().zip(pairs) {
                sums = sums.plus_products(pairs, weights);
            }
            outputs = outputs.plus_times(sums.clamped(SCALE), neuron.output_weight);
        }
        for (value, output) in values.iter_mut().zip(outputs.to_array()) {
            *value += output / SCALE;
        }
    }
}

impl Serialize for Net {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows())
    }
}

impl<'de> Deserialize<'de> for Net {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Net, D::Error> {
        const LENGTHS: [usize; 2] = [FEWER_INPUTS + 2, INPUTS + 2];
        let rows = Vec::<Vec<i32>>::deserialize(deserializer)?;
        if let Some(row) = rows.iter().find(|row| !LENGTHS.contains(&row.len())) {
            let [fewer, all] = LENGTHS;
            return Err(serde::de::Error::custom(format_args!(
                "a neuron has {} numbers, where {fewer} or {all} are wanted",
                row.len()
            )));
        }
        let net = Net::from_rows(&rows);
        // A net out of bounds has been changed.
        let same = |(neuron, row): (&Neuron, &Vec<i32>)| neuron.to_row(row.len() - 2) == *row;
        if net.neurons.len() == rows.len() && net.neurons.iter().zip(&rows).all(same) {
            return Ok(net);
        }
        Err(serde::de::Error::custom(format_args!(
            "the net is out of bounds: at most {MAX_NEURONS} neurons, biases and weights of at most \
             {MAX_WEIGHT} and output weights of at most {MAX_OUTPUT} either way"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neuron(bias: i32, first: i32, output_weight: i32) -> Neuron {
        let mut weights = [0; INPUTS];
        weights[0] = first;
        Neuron {
            bias,
            weights,
            output_weight,
        }
    }

    /// Returns the values of boards with these first counts.
    fn values_of<const LANES: usize>(net: &Net, first: [i32; LANES]) -> [i32; LANES] {
        let mut counts = [[0; LANES]; INPUTS];
        counts[0] = first;
        let mut values = [1000; LANES];
        net.add_outputs(&counts, &mut values);
        values
    }

    #[test]
    fn a_neuron_is_inactive_active_or_in_between() {
        let net = Net::new([neuron(-SCALE, SCALE / 2, 100)]);
        assert_eq!(
            values_of(&net, [0, 2, 3, 4, 200]),
            [1000, 1000, 1050, 1100, 1100]
        );
        let both = Net::new([neuron(0, SCALE, 100), neuron(-SCALE, SCALE, -300)]);
        assert_eq!(values_of(&both, [0, 1, 2]), [1000, 1100, 800]);
        assert_eq!(values_of(&Net::EMPTY, [7]), [1000]);
    }

    #[test]
    fn the_largest_net_fits_into_32_bits() {
        for sign in [-1, 1] {
            let largest = Neuron {
                bias: sign * i32::MAX,
                weights: [sign * i32::MAX; INPUTS],
                output_weight: -i32::MAX,
            };
            let net = Net::new([largest; MAX_NEURONS + 1]);
            let mut values = [0];
            net.add_outputs(&[[MAX_COUNT]; INPUTS], &mut values);
            let on = if sign > 0 { MAX_NEURONS as i32 } else { 0 };
            assert_eq!(values, [-MAX_OUTPUT * on]);
        }
    }

    #[test]
    fn nets_are_read_as_written_and_refused_out_of_bounds() {
        let net = Net::new([neuron(1, -2, 3), neuron(-4, 5, -6)]);
        let text = serde_json::to_string(&net).expect("a text");
        assert!(text.starts_with("[[1,-2,0,0,"), "{text}");
        assert_eq!(serde_json::from_str::<Net>(&text).expect("a net"), net);
        assert_eq!(text.matches(',').count(), 2 * (FEWER_INPUTS + 2) - 1);
        let mut whole = neuron(1, -2, 3);
        whole.weights[INPUTS - 1] = 8;
        let net = Net::new([whole, neuron(-4, 5, -6)]);
        let text = serde_json::to_string(&net).expect("a text");
        assert_eq!(text.matches(',').count(), 2 * (INPUTS + 2) - 1);
        assert_eq!(serde_json::from_str::<Net>(&text).expect("a net"), net);
        let refused = serde_json::from_str::<Net>("[[1, 2, 3]]");
        assert!(refused.is_err_and(|why| why.to_string().contains("3 numbers, where 16 or 20")));
        for rows in [
            vec![[MAX_WEIGHT + 1; INPUTS + 2]],
            vec![[MAX_OUTPUT + 1; INPUTS + 2]],
            vec![[0; INPUTS + 2]; MAX_NEURONS + 1],
        ] {
            let text = serde_json::to_string(&rows.iter().map(|r| r.to_vec()).collect::<Vec<_>>());
            let read = serde_json::from_str::<Net>(&text.expect("a text"));
            assert!(read.is_err_and(|why| why.to_string().contains("at most 48 neurons")));
        }
    }
}
