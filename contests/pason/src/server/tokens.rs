//! Tokens of matches and clients, as UUIDs.

use landfall_rules::rng::SplitMix64;

/// Returns a random UUID (version 4).
pub fn random_uuid(rng: &mut SplitMix64) -> String {
    let [high, low] = [rng.next_u64(), rng.next_u64()];
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        low >> 48 & 0x3fff | 0x8000,
        low & 0xffff_ffff_ffff,
    )
}
