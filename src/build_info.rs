//! The identity of a build, for files that record which program wrote them.

use landfall_search::ThreadPool;
use landfall_search::bench::{self, PositionError};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Nodes of each position for the checksum of the search: few, because every shard searches them.
const BENCH_NODES: u64 = 2_000;

/// The version of a build, and the checksum of its search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildInfo {
    /// The version, with the commit if it is known.
    pub version: String,
    /// The checksum of `landfall bench --nodes 2000`.
    pub bench: String,
}

impl BuildInfo {
    /// Returns the identity of this program. Searches the bench positions.
    ///
    /// # Errors
    /// A position cannot be searched.
    pub fn of_this_program() -> Result<BuildInfo, PositionError> {
        let result = bench::run(&ThreadPool::new(1), BENCH_NODES)?;
        Ok(BuildInfo {
            version: crate::version().to_string(),
            bench: format!("{:016x}", result.checksum),
        })
    }
}

impl fmt::Display for BuildInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, bench {}", self.version, self.bench)
    }
}
