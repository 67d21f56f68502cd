//! The resident memory of a process, and whether it grows.
//!
//! It is known only on Linux; elsewhere there are no samples.

use serde::{Deserialize, Serialize};

/// Samples of a session, at equal intervals of pieces.
pub const SAMPLES: u64 = 200;

/// Most growth of the memory of a process after its warm-up, in percent.
const MAX_GROWTH_PERCENT: u64 = 5;

/// Least pieces of a session whose memory is judged: shorter sessions have not warmed up.
pub const MIN_JUDGED_PIECES: u64 = 5_000;

/// The resident memory of a process, in KiB.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MemoryUse {
    /// At equal intervals of pieces.
    pub samples: Vec<u64>,
    /// The peak.
    pub peak: Option<u64>,
}

impl MemoryUse {
    /// Adds a sample of a process.
    pub fn sample(&mut self, process: Option<u32>) {
        let status =
            process.and_then(|id| std::fs::read_to_string(format!("/proc/{id}/status")).ok());
        if let Some(status) = status {
            self.samples.extend(kibibytes(&status, "VmRSS:"));
            self.peak = kibibytes(&status, "VmHWM:").or(self.peak);
        }
    }

    /// Returns the medians of the second tenth of the samples, which follows the warm-up, and of the
    /// last tenth; `None` for too few samples.
    pub fn medians(&self) -> Option<[u64; 2]> {
        let tenth = self.samples.len() / 10;
        let end = self.samples.len().checked_sub(tenth)?;
        let after_warm_up = median(self.samples.get(tenth..2 * tenth)?)?;
        Some([after_warm_up, median(&self.samples[end..])?])
    }

    /// Returns the growth after the warm-up, in percent.
    pub fn growth(&self) -> Option<f64> {
        let [before, after] = self.medians()?;
        Some((after as f64 / before as f64 - 1.0) * 100.0)
    }

    /// Returns whether it has grown by at most `MAX_GROWTH_PERCENT`.
    pub fn is_flat(&self) -> bool {
        let is_within =
            |[before, after]: [u64; 2]| after * 100 <= before * (100 + MAX_GROWTH_PERCENT);
        self.medians().is_none_or(is_within)
    }
}

fn kibibytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

fn median(samples: &[u64]) -> Option<u64> {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(samples: impl Iterator<Item = u64>) -> MemoryUse {
        MemoryUse {
            samples: samples.collect(),
            peak: None,
        }
    }

    #[test]
    fn memory_that_grows_after_the_warm_up_is_not_flat() {
        assert!(samples((0..200).map(|n| if n < 20 { n } else { 1_000 })).is_flat());
        let grows = samples((0..200).map(|n| 1_000 + n));
        assert_eq!(grows.medians(), Some([1_030, 1_190]));
        assert!(!grows.is_flat());
        // One large sample does not change the median.
        assert!(samples((0..200).map(|n| if n == 190 { 9_000 } else { 1_000 })).is_flat());
        assert_eq!(samples(0..9).medians(), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_has_memory_while_it_runs() {
        let mut memory = MemoryUse::default();
        memory.sample(Some(std::process::id()));
        memory.sample(None);
        memory.sample(Some(u32::MAX));
        assert_eq!(memory.samples.len(), 1);
        assert!(memory.peak >= Some(memory.samples[0]) && memory.samples[0] > 0);
    }
}
