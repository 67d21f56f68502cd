//! Journals of matches and of reviews.

use landfall_arena::MatchHeader;
use landfall_experiment::journal::{Header, Journal};
use landfall_review::journal::ReviewHeader;
use std::path::Path;

/// Parses the bytes as a journal of either kind.
///
/// Fails on a panic, or on a journal that changes in a round trip, complete or with an incomplete
/// last line.
pub fn journals(data: &[u8]) {
    check::<MatchHeader>(data);
    check::<ReviewHeader>(data);
}

fn check<H>(bytes: &[u8])
where
    H: Header + PartialEq + std::fmt::Debug,
    H::Record: PartialEq + std::fmt::Debug,
{
    let path = Path::new("journal");
    let contents = match Journal::<H>::parse(path, bytes) {
        Ok(contents) => contents,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut lines = vec![serde_json::to_string(&contents.header).expect("a line")];
    let records = contents.records.iter();
    lines.extend(records.map(|record| serde_json::to_string(record).expect("a line")));
    let mut written = lines.join("\n") + "\n";
    written.push_str("{\"game\":");
    let read = Journal::<H>::parse(path, written.as_bytes()).expect("a journal that was written");
    assert_eq!(read, contents);
    for record in &read.records {
        assert!(!H::identify(record).1.is_empty());
    }
    assert_eq!(read.header.difference(&contents.header), None);
}
