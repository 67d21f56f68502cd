//! A hash that is the same on every machine and in every version: to tell files apart, not to
//! protect anything.

/// Returns the 64-bit FNV-1a hash of bytes (Fowler, Noll, Vo).
///
/// ```
/// use landfall_experiment::hash::fnv1a;
/// assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
