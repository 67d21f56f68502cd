//! `landfall arena` as it is run from scripts: the real program, its summary, its files, and
//! what it makes of bots that misbehave.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What nothing may take, even on a machine that is busy with other things.
const GUARD: Duration = Duration::from_secs(60);

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

fn arena(arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .arg("arena")
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn printed(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The summary of a series; with a clock of few nodes, unless another is given.
fn summary(arguments: &[&str]) -> Value {
    let clock: &[&str] = match arguments.contains(&"--clock") {
        true => &[],
        false => &["--clock", "nodes", "100"],
    };
    let output = arena(&[arguments, clock, &["--json"]].concat());
    serde_json::from_str(&printed(&output)).unwrap()
}

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The same bot twice, with few nodes.
const TWINS: [&str; 4] = ["landfall", "landfall --memory 8", "--clock", "nodes"];

#[test]
fn the_same_seed_gives_the_same_bytes_at_any_number_of_jobs() {
    let play = |name: &str, jobs: &str| {
        let folder = folder(name);
        let (replays, journal) = (folder.join("replays"), folder.join("journal"));
        let files = [replays.to_str().unwrap(), journal.to_str().unwrap()];
        let output = arena(
            &[
                &TWINS[..],
                &["30", "--games", "6", "--seed", "4", "--jobs", jobs],
                &["--replays", files[0], "--journal", files[1]],
            ]
            .concat(),
        );
        let replays: Vec<String> = (0..6)
            .map(|game| text(&replays.join(format!("{game:06}.jsonl"))))
            .collect();
        let mut journal: Vec<String> = text(&journal).lines().map(str::to_string).collect();
        journal[1..].sort();
        (printed(&output), replays, journal)
    };
    let one = play("same-one", "1");
    assert_eq!(one, play("same-again", "1"));
    assert_eq!(one, play("same-three", "3"));
    assert!(one.0.contains("6 games: "), "{}", one.0);
}

#[test]
fn twins_are_level_because_they_change_seats() {
    let summary = summary(&[&TWINS[..], &["50", "--games", "4"]].concat());
    assert_eq!(summary["a_wins"], summary["b_wins"], "{summary}");
    assert_eq!(
        (&summary["games"], &summary["elo"]),
        (&4.into(), &0.0.into())
    );
}

#[test]
fn more_nodes_win() {
    let bots = ["landfall --nodes 1500", "landfall --nodes 10"];
    let summary = summary(&[&bots[..], &["--games", "8", "--jobs", "2"]].concat());
    assert!(summary["a_wins"].as_u64() >= Some(7), "{summary}");
    assert!(summary["a"]["attack_per_piece"].as_f64() > summary["b"]["attack_per_piece"].as_f64());
}

#[test]
fn a_series_ends_when_it_is_decided() {
    let bots = ["landfall --nodes 1500", "landfall --nodes 10"];
    let first = summary(&[&bots[..], &["--ft", "2", "--jobs", "3"]].concat());
    assert_eq!(first["a_wins"], 2, "{first}");
    let tested = summary(&[&bots[..], &["--sprt", "0,300", "--jobs", "2"]].concat());
    assert!(tested["llr"].as_f64() > Some(2.94), "{tested}");
}

#[test]
fn a_replay_tells_the_whole_game() {
    let folder = folder("replay");
    let files = folder.to_str().unwrap();
    printed(&arena(
        &[&TWINS[..], &["30", "--games", "1", "--replays", files]].concat(),
    ));
    let text = text(&folder.join("000000.jsonl"));
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (&lines[0]["replay"], &lines[0]["preset"]),
        (&2.into(), &"ppt".into())
    );
    let end = lines.last().unwrap();
    for seat in 0..2 {
        let board = replayed(&lines, seat);
        assert_eq!(Value::from(board), end["boards"][seat]);
    }
    assert!(text.contains("\"garbage\""), "{text}");
}

/// The board of a seat at the end, from its moves and its garbage alone, top row first.
fn replayed(lines: &[Value], seat: usize) -> Vec<String> {
    use landfall::game::{Piece, Placement, Rotation, SRS, Spin};
    let mut rows: Vec<Vec<char>> = Vec::new();
    for line in lines.iter().filter(|line| line["s"] == seat) {
        if let Some(garbage) = line["garbage"].as_array() {
            for row in garbage {
                rows.insert(0, row.as_str().unwrap().chars().collect());
            }
            continue;
        }
        let mv = &line["move"];
        let letter = mv[0].as_str().unwrap().chars().next().unwrap();
        let states = ["north", "east", "south", "west"];
        let state = states.iter().position(|state| mv[1] == *state).unwrap();
        let placement = Placement {
            piece: Piece::from_letter(letter).unwrap(),
            rotation: Rotation::from_index(state),
            x: mv[2].as_i64().unwrap() as i8,
            y: mv[3].as_i64().unwrap() as i8,
            spin: Spin::None,
        };
        for (x, y) in SRS.cells(&placement) {
            while rows.len() <= y as usize {
                rows.push(vec!['.'; 10]);
            }
            assert_eq!(rows[y as usize][x as usize], '.', "{line}");
            rows[y as usize][x as usize] = letter;
        }
        rows.retain(|row| row.contains(&'.'));
    }
    while rows
        .last()
        .is_some_and(|row| row.iter().all(|&cell| cell == '.'))
    {
        rows.pop();
    }
    rows.iter().rev().map(|row| row.iter().collect()).collect()
}

#[test]
fn a_journal_goes_on_where_it_ended() {
    let folder = folder("resume");
    let (part, whole) = (folder.join("part"), folder.join("whole"));
    let with = |option: &str, path: &Path, games: &str| {
        let path = path.to_str().unwrap();
        printed(&arena(
            &[&TWINS[..], &["40", "--games", games, option, path]].concat(),
        ))
    };
    let all = with("--journal", &whole, "6");
    with("--journal", &part, "3");
    // As if the program had been killed in the middle of a line.
    let cut = text(&part);
    fs::write(&part, &cut[..cut.len() - 30]).unwrap();
    assert_eq!(with("--resume", &part, "6"), all);
    assert_eq!(text(&part), text(&whole));
}

#[test]
fn parts_of_a_series_merge_into_the_whole() {
    let folder = folder("merge");
    let journal = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let play = |games: &str, name: &str| {
        let path = journal(name);
        printed(&arena(
            &[&TWINS[..], &["40", "--games", games, "--journal", &path]].concat(),
        ))
    };
    let whole = play("0..6", "whole");
    play("3..6", "second");
    play("0..3", "first");
    let merged = arena(&["merge", &journal("second"), &journal("first")]);
    assert_eq!(printed(&merged), whole);
}

#[test]
fn presets_are_printed_and_can_be_changed() {
    let ppt = printed(&arena(&["--print-preset", "ppt"]));
    let folder = folder("preset");
    let own = folder.join("own.json");
    fs::write(
        &own,
        ppt.replace("\"ppt\"", "\"own\"").replace("36000", "400"),
    )
    .unwrap();
    let own = own.to_str().unwrap();
    let summary = summary(&[&TWINS[..], &["20", "--games", "2", "--preset", own]].concat());
    assert_eq!(
        (&summary["draws"], &summary["frames"]),
        (&2.into(), &800.into())
    );
    assert_eq!(summary["head"]["preset"], "own");
}

#[test]
fn garbage_at_a_pace_is_survived_longer_by_the_better() {
    let bots = ["landfall --nodes 1500", "landfall --nodes 5"];
    let summary = summary(&[&bots[..], &["--games", "2", "--preset", "cheese"]].concat());
    assert_eq!(
        (&summary["a_wins"], &summary["b"]["top_outs"]),
        (&2.into(), &2.into())
    );
}

#[test]
fn a_sprint_is_won_with_forty_lines() {
    let folder = folder("sprint");
    let journal = folder.join("journal");
    let bots = ["landfall --nodes 300", "landfall --nodes 5"];
    let more = ["--games", "2", "--preset", "sprint", "--journal"];
    let summary = summary(&[&bots[..], &more, &[journal.to_str().unwrap()]].concat());
    assert_eq!(summary["draws"], 0, "{summary}");
    for line in text(&journal).lines().skip(1) {
        let game: Value = serde_json::from_str(line).unwrap();
        let winner = &game[game["winner"].as_str().unwrap()];
        assert!(
            (40..44).contains(&winner["lines"].as_u64().unwrap()),
            "{line}"
        );
        assert_eq!(winner["end"], "goal");
    }
}

#[test]
fn what_cannot_be_played_is_refused_with_a_reason() {
    for (arguments, reason) in [
        (
            &["landfall", "landfall", "--preset", "chess"][..],
            "there is no preset \"chess\"",
        ),
        (
            &["landfall", "landfall", "--preset", "no/such.json"],
            "--preset no/such.json: No such file",
        ),
        (
            &["landfall", "landfall", "--clock", "sundial"],
            "--clock sundial",
        ),
        (
            &["landfall --no-such-option", "landfall"],
            "--no-such-option",
        ),
        (&["landfall", "no-such-program"], "no-such-program"),
        (&["landfall", "'"], "bot B"),
        (&["landfall"], "<B>"),
        (&["--print-preset", "chess"], "chess"),
        (&["merge", "/no/such/journal"], "/no/such/journal"),
    ] {
        let output = arena(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(reason), "{arguments:?}: {errors}");
    }
}

/// A bot in a few lines of shell: it shakes hands, and then answers every `suggest` like
/// this.
#[cfg(unix)]
fn scripted(name: &str, answer: &str) -> String {
    let script = folder(name).join("bot.sh");
    let text = format!(
        "echo '{{\"type\":\"info\",\"name\":\"{name}\",\"version\":\"1\",\"author\":\"\",\"features\":[]}}'\n\
         while read -r line; do case $line in\n\
         *'\"rules\"'*) echo '{{\"type\":\"ready\"}}';;\n\
         *'\"suggest\"'*) {answer};;\n\
         *'\"quit\"'*) exit 0;;\n\
         esac; done\n"
    );
    fs::write(&script, text).unwrap();
    format!("sh '{}'", script.display())
}

/// A bot that resigns if it was told what the preset says of clears, else says nonsense.
#[cfg(unix)]
#[test]
fn bots_are_told_how_long_clears_take() {
    let script = folder("told").join("bot.sh");
    let text = r#"echo '{"type":"info","name":"told","version":"1","author":"","features":[]}'
        while read -r line; do case $line in
        *'"timings":{"clear":[36.0,41.0,41.0,46.0],"perfect_clear":1.0}'*) echo '{"type":"ready"}';;
        *'"rules"'*) echo 'not told';;
        *'"suggest"'*) echo '{"type":"suggestion","moves":[]}';;
        esac; done
    "#;
    fs::write(&script, text).unwrap();
    let bot = format!("sh '{}'", script.display());
    let bots = ["landfall --nodes 20", &bot, "--games", "1"];
    assert_eq!(summary(&bots)["b"]["forfeits"], 1);
}

/// Each loses every game, is counted under its name, and is there again for the next.
#[cfg(unix)]
#[test]
fn bots_that_misbehave_lose_and_the_arena_goes_on() {
    let floating = r#"echo '{"type":"suggestion","moves":[{"location":{"type":"T","orientation":"north","x":4,"y":15},"spin":"none"}]}'"#;
    for (name, answer, counted) in [
        ("crashes", "exit 3", "crashes"),
        ("hangs", ":", "silences"),
        ("chatters", "echo what a nice board", "garbage"),
        ("cheats", floating, "illegal_moves"),
        (
            "resigns",
            r#"echo '{"type":"suggestion","moves":[]}'"#,
            "forfeits",
        ),
    ] {
        let bot = scripted(name, answer);
        let bots = ["landfall --nodes 20", &bot, "--timeout", "2"];
        let summary = summary(&[&bots[..], &["--games", "3", "--jobs", "3"]].concat());
        assert_eq!(
            (&summary["a_wins"], &summary["games"]),
            (&3.into(), &3.into()),
            "{name}"
        );
        assert_eq!(summary["b"][counted], 3, "{name}: {summary}");
    }
}

/// Frontends play the most preferred move that is valid.
#[cfg(unix)]
#[test]
fn a_good_move_behind_a_bad_one_is_played() {
    let moves = |x: u8| {
        format!(
            r#"{{"location":{{"type":"$piece","orientation":"north","x":{x},"y":0}},"spin":"none"}}"#
        )
    };
    // Off the board, then on the floor, as long as there is room; the piece is the first of
    // the queue, which the game of this seed begins with.
    let answer = format!(
        "for piece in I O T L J S Z; do moves=$moves,'{}'; done",
        moves(4).replace("$piece", "'$piece'")
    );
    let answer = format!(
        "moves='{}'; {answer}; echo '{{\"type\":\"suggestion\",\"moves\":['$moves']}}'",
        moves(99).replace("$piece", "T")
    );
    let bot = scripted("second", &answer);
    let summary = summary(&["landfall --nodes 20", &bot, "--games", "1"]);
    assert!(summary["b"]["pieces"].as_u64() >= Some(1), "{summary}");
    assert_eq!(summary["b"]["illegal_moves"], 1, "{summary}");
}

#[cfg(unix)]
#[test]
fn the_program_plays_itself_through_its_pipe_as_in_process() {
    let piped = format!("'{PROGRAM}' --nodes 60 --threads 1");
    let play = |bot: &str| {
        let mut summary = summary(&["landfall --nodes 60", bot, "--games", "2"]);
        summary["head"].take();
        summary
    };
    assert_eq!(play(&piped), play("landfall --nodes 60"));
}

/// A program knows nothing of nodes that the arena grants, so games of two efforts would pass
/// for games of one.
#[cfg(unix)]
#[test]
fn who_plays_a_program_by_nodes_is_told_that_it_does_not_hear_of_them() {
    let told = |bot: &str| {
        let clock = ["--clock", "nodes", "20", "--games", "1"];
        let output = arena(&[&["landfall", bot][..], &clock].concat());
        printed(&output);
        String::from_utf8_lossy(&output.stderr).contains("not told of --clock nodes")
    };
    assert!(told(&scripted("untold", "exit 3")));
    assert!(!told(&format!("'{PROGRAM}' --nodes 20 --threads 1")));
    assert!(!told("landfall --threads 1"));
}

/// A ppt game that ends after so many frames, the first of them after 30.
fn short_preset(folder: &Path, frames: u32) -> String {
    let ppt = printed(&arena(&["--print-preset", "ppt"]));
    let path = folder.join("short.json");
    let text = ppt.replace("\"start\": 180", "\"start\": 30");
    fs::write(&path, text.replace("36000", &frames.to_string())).unwrap();
    path.display().to_string()
}

#[cfg(target_os = "linux")]
#[test]
fn under_the_processor_clock_programs_play_and_nobody_fails() {
    let preset = short_preset(&folder("cpu"), 600);
    let idle = format!("'{PROGRAM}' --nodes 50 --threads 1");
    let bots = ["landfall --threads 1 --memory 16", &idle];
    let more = ["--games", "2", "--preset", &preset, "--clock", "cpu", "3"];
    let summary = summary(&[&bots[..], &more, &["--timeout", "60"]].concat());
    assert_eq!(summary["games"], 2, "{summary}");
    // Somebody may top out before the time is over.
    assert!(summary["frames"].as_u64() > Some(600), "{summary}");
    for bot in ["a", "b"] {
        assert!(summary[bot]["pieces"].as_u64() > Some(10), "{summary}");
    }
    // The one thought for its window, the other had nothing to do until it was asked.
    assert!(summary["a"]["nodes"].as_f64() > Some(500.0), "{summary}");
    assert!(summary["b"]["nodes"].as_f64() < Some(500.0), "{summary}");
}

#[cfg(target_os = "linux")]
#[test]
fn each_bot_may_have_a_processor_time_of_its_own() {
    let preset = short_preset(&folder("handicap"), 600);
    let bot = "landfall --threads 1 --memory 16";
    let clock = ["--preset", &preset, "--clock", "cpu", "2,40"];
    let summary = summary(
        &[
            &[bot, bot, "--games", "1"],
            &clock[..],
            &["--timeout", "60"],
        ]
        .concat(),
    );
    let nodes = |side: &str| summary[side]["nodes"].as_f64().unwrap();
    assert!(nodes("b") > 3.0 * nodes("a"), "{summary}");
}

/// Clearing up after the last position may take a whole window, and is no forfeit.
#[cfg(target_os = "linux")]
#[test]
fn who_has_no_move_yet_gets_a_second_window() {
    let moves =
        r#"{"location":{"type":"'$piece'","orientation":"north","x":4,"y":0},"spin":"none"}"#;
    let answer = format!(
        "if [ -z $asked ]; then asked=1; moves=; else\n\
         for piece in I O T L J S Z; do moves=$moves,'{moves}'; done; fi\n\
         echo '{{\"type\":\"suggestion\",\"moves\":['${{moves#,}}']}}'"
    );
    let bot = scripted("slow", &answer);
    let clock = ["--games", "1", "--clock", "cpu", "2"];
    let summary = summary(&[&["landfall --threads 1", &bot], &clock[..]].concat());
    assert!(summary["b"]["pieces"].as_u64() >= Some(1), "{summary}");
    assert_eq!(summary["b"]["forfeits"], 0, "{summary}");
}

#[cfg(unix)]
#[test]
fn in_real_time_moves_count_from_when_they_come() {
    let preset = short_preset(&folder("real"), 90);
    let bots = ["landfall --threads 1 --memory 16", "landfall --nodes 20"];
    let more = ["--games", "1", "--preset", &preset, "--clock", "real"];
    let summary = summary(&[&bots[..], &more, &["--timeout", "60"]].concat());
    assert_eq!(summary["games"], 1);
    for failure in ["crashes", "silences", "garbage", "illegal_moves"] {
        let failures = (&summary["a"][failure], &summary["b"][failure]);
        assert_eq!(failures, (&0.into(), &0.into()), "{summary}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_prints_what_there_is_and_the_journal_goes_on() {
    let folder = folder("interrupt");
    let journal = folder.join("journal");
    let arguments = [&TWINS[..], &["30", "--games", "1000000", "--jobs", "2"]].concat();
    let child = Command::new(PROGRAM)
        .arg("arena")
        .args(&arguments)
        .args(["--journal", journal.to_str().unwrap()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !fs::read_to_string(&journal).is_ok_and(|text| text.lines().count() > 4) {
        assert!(begun.elapsed() < GUARD, "no game was finished");
        thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let finished = text(&journal).lines().count() - 1;
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains(&format!("{finished} games: ")),
        "{finished} in {printed}"
    );
}
