//! The first state of a game of Dropblox.

/// Returns the JSON of the state before the first move: an empty board, and only bars of three
/// cells.
pub fn first_state() -> String {
    let cells = r#"[{"i": 0, "j": 0}, {"i": -1, "j": 0}, {"i": 1, "j": 0}]"#;
    let bar = format!(r#"{{"center": {{"i": 8, "j": 6}}, "offsets": {cells}, "type": 2}}"#);
    let (bitmap, preview) = (vec![vec![0; 12]; 33], [bar.as_str(); 5].join(","));
    format!(
        r#"{{"state": "playing", "score": 0, "bitmap": {bitmap:?}, "block": {bar}, "preview": [{preview}]}}"#
    )
}
