//! `landfall man` and `landfall completions` as packagers run them.

use crate::common::files::folder;
use crate::common::program::command;
use std::fs;
use std::process::Output;

fn landfall(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program starts")
}

#[test]
fn every_command_has_a_page() {
    let pages = folder("manual").join("man1");
    let output = landfall(&["man", pages.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");

    let page = |name: &str| fs::read_to_string(pages.join(name)).unwrap_or_default();
    assert!(page("landfall.1").contains(env!("CARGO_PKG_VERSION")));
    assert!(page("landfall.1").contains("landfall\\-arena(1)"));
    assert!(page("landfall-arena.1").contains("\\-\\-games"));
    assert!(page("landfall-arena-merge.1").contains("\\-\\-follow"));
    for entry in fs::read_dir(&pages).expect("a folder") {
        let name = entry.expect("a file").file_name().into_string();
        let name = name.expect("UTF-8");
        assert!(
            name.starts_with("landfall") && name.ends_with(".1"),
            "{name}"
        );
        assert!(page(&name).contains(".SH SYNOPSIS"), "{name}");
    }
}

#[test]
fn a_file_in_place_of_the_folder_is_refused() {
    let output = landfall(&["man", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("Cargo.toml"));
}

#[test]
fn shells_complete_commands_and_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = landfall(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let script = String::from_utf8(output.stdout).expect("UTF-8");
        for word in ["landfall", "arena", "sprt"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The scripts of the other shells have no values of options.
        if ["bash", "fish", "zsh"].contains(&shell) {
            // Values of --rules, of --preset, of tune's --opponent, and of --set.
            let values = [
                "guideline-no-hold",
                "cheese",
                "mirror",
                "t_slot_3=",
                "rollout_arms=",
            ];
            for value in values {
                assert!(script.contains(value), "{shell}: {value}");
            }
        }
    }
    let output = landfall(&["completions", "cmd"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("powershell"));
}
