//! Files for the tests of reviews in browsers: `npm run games` in web/.

use super::files::{games, long_game, match_file, match_with_attacks, old_solo_file};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Games that are also written with the attacks that they send.
const WITH_ATTACKS: usize = 8;

/// Writes `target/review-games` for web/tests.
#[test]
#[ignore = "writes files for the tests in browsers"]
fn files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/review-games");
    fs::create_dir_all(&folder).unwrap();
    let write =
        |name: String, file: &Value| fs::write(folder.join(name), file.to_string()).unwrap();
    for (number, game) in games().iter().enumerate() {
        write(format!("match-{number:03}.ttrm"), &match_file(game));
        if number < WITH_ATTACKS {
            write(
                format!("attacks-{number:03}.ttrm"),
                &match_with_attacks(game),
            );
        }
    }
    write("solo.ttr".into(), &old_solo_file(&long_game()));
    for (name, path, value) in [
        ("round", "/replay/rounds/0", json!([])),
        ("players", "/replay/rounds/0", json!("x")),
        ("events", "/replay/rounds/0/0/replay/events", Value::Null),
        ("event", "/replay/rounds/0/0/replay/events/60", Value::Null),
        ("event-0", "/replay/rounds/0/0/replay/events/0", json!([])),
        ("frames", "/replay/rounds/0/0/replay/frames", json!(1e300)),
        (
            "handling",
            "/replay/rounds/0/0/replay/options/handling",
            json!({"das": -5}),
        ),
        ("results", "/replay/rounds/0/0/replay/results", json!("x")),
        ("rounds", "/replay/rounds", json!({})),
    ] {
        let mut file = match_file(&long_game());
        *file.pointer_mut(path).expect(path) = value;
        write(format!("broken-{name}.ttrm"), &file);
    }
}
