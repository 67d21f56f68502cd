//! A hash that is the same on every machine and in every version. It tells files apart; it is not
//! cryptographic.

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

/// Returns the [`fnv1a`] hash as 16 hexadecimal digits, its form in journals and versions.
///
/// ```
/// use landfall_experiment::hash::fnv1a_hex;
/// assert_eq!(fnv1a_hex(b"a"), "af63dc4c8601ec8c");
/// ```
pub fn fnv1a_hex(bytes: &[u8]) -> String {
    format!("{:016x}", fnv1a(bytes))
}
