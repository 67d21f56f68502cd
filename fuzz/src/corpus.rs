//! The format of kept inputs: one file per target, each input after its length.

/// The largest packed file in bytes. The longest inputs are left out if they do not fit.
pub const MAX_PACKED_BYTES: usize = 80_000;

/// The number of bytes of a length.
const LENGTH_BYTES: usize = 4;

/// Packs inputs, the shortest first, as many as fit into [`MAX_PACKED_BYTES`]. Each follows its
/// length in four bytes, low byte first.
///
/// # Examples
/// ```
/// use landfall_fuzz::corpus::{pack, unpack};
/// let packed = pack(vec![b"long".to_vec(), b"a".to_vec()]);
/// assert_eq!(unpack(&packed), Some(vec![&b"a"[..], b"long"]));
/// ```
pub fn pack(mut inputs: Vec<Vec<u8>>) -> Vec<u8> {
    inputs.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    inputs.dedup();
    let mut packed = Vec::new();
    for input in inputs {
        if packed.len() + LENGTH_BYTES + input.len() > MAX_PACKED_BYTES {
            break;
        }
        packed.extend((input.len() as u32).to_le_bytes());
        packed.extend(input);
    }
    packed
}

/// Returns the inputs of a packed file; `None` if it is not one.
pub fn unpack(mut packed: &[u8]) -> Option<Vec<&[u8]>> {
    let mut inputs = Vec::new();
    while !packed.is_empty() {
        let (length, rest) = packed.split_first_chunk::<LENGTH_BYTES>()?;
        let (input, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        inputs.push(input);
        packed = rest;
    }
    Some(inputs)
}
