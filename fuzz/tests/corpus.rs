//! Runs every target on its kept inputs, without cargo-fuzz.

use landfall_fuzz::{TARGETS, Target, corpus};
use std::path::{Path, PathBuf};

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    folder.join(format!("{name}.pack"))
}

/// Runs a target on its kept inputs. Returns their number.
fn run(name: &str, target: Target) -> usize {
    let packed = std::fs::read(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let inputs = corpus::unpack(&packed).unwrap_or_else(|| panic!("{name}: incomplete"));
    for input in &inputs {
        target(input);
    }
    inputs.len()
}

#[test]
fn every_property_holds_for_the_kept_inputs() {
    for (name, target) in TARGETS {
        let inputs = run(name, *target);
        assert!(inputs > 10, "{name} has {inputs} inputs");
    }
}

#[test]
fn every_property_holds_for_an_empty_input() {
    for (_, target) in TARGETS {
        target(&[]);
    }
}

#[test]
fn truncated_files_are_refused() {
    let packed = corpus::pack(vec![b"one".to_vec(), b"three".to_vec()]);
    assert_eq!(corpus::unpack(&packed).map(|inputs| inputs.len()), Some(2));
    for end in [3, 5, 9, packed.len() - 1] {
        assert_eq!(corpus::unpack(&packed[..end]), None, "{end}");
    }
}

#[test]
fn a_packed_file_has_a_size_limit() {
    let inputs = (0..2000_u32).map(|n| n.to_le_bytes().repeat(50)).collect();
    let packed = corpus::pack(inputs);
    assert!(packed.len() <= corpus::MAX_PACKED_BYTES);
    assert_eq!(
        corpus::unpack(&packed).map(|inputs| inputs.len()),
        Some(392)
    );
}
