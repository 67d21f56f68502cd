//! Files of weights and presets.

use landfall_arena::Preset;
use landfall_dropblox::{ValueNet, Weights as DropbloxWeights};
use landfall_search::Weights;

/// Parses weights of both games, and the value net of Dropblox.
///
/// Fails on a panic, or on weights that change in a round trip.
pub fn weights(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(weights) = Weights::parse(&text) {
        let written = weights.to_json().expect("weights that can be written");
        assert_eq!(Weights::parse(&written), Ok(weights));
    }
    if let Ok(weights) = DropbloxWeights::parse(&text) {
        let written = weights.to_json().expect("weights that can be written");
        assert_eq!(DropbloxWeights::parse(&written), Ok(weights));
    }
    if let Ok(net) = ValueNet::parse(&text) {
        let written = net.to_json().expect("values that can be written");
        assert_eq!(ValueNet::parse(&written), Ok(net));
    }
}

/// Parses a preset of the arena.
///
/// Fails on a panic, a preset whose times overflow, or a preset that changes in a round trip.
pub fn presets(data: &[u8]) {
    let Ok(preset) = Preset::parse(&String::from_utf8_lossy(data)) else {
        return;
    };
    for frame in [0, 1, 3_600, preset.longest] {
        let costs = preset.frames.move_costs(frame);
        assert!(costs.step <= 1_000 && costs.soft_drop <= 1_000);
    }
    let written = serde_json::to_string(&preset).expect("a preset that can be written");
    assert_eq!(Preset::parse(&written), Ok(preset));
}
