//! `landfall watch` in plain text, and on a terminal.

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

fn watch(arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .arg("watch")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn printed(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    assert_eq!(errors, "");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_finished_game_gives_a_summary_line() {
    let output = watch(&["--pieces", "20", "--nodes", "200", "--seed", "7"]);
    let line = printed(&output);
    assert_eq!(line.lines().count(), 1);
    assert!(line.starts_with("landfall "), "{line}");
    assert!(line.contains(": 20 pieces, "), "{line}");
    assert!(line.ends_with(", seed 7, all pieces played\n"), "{line}");
}

#[test]
fn the_same_seed_and_nodes_give_the_same_game_at_any_number_of_threads() {
    let game = |threads| {
        let output = watch(&[
            "--pieces",
            "30",
            "--nodes",
            "300",
            "--seed",
            "5",
            "--garbage",
            "7",
            "--verbose",
            "--threads",
            threads,
        ]);
        let lines: Vec<String> = printed(&output).lines().map(str::to_string).collect();
        lines[1..31].to_vec()
    };
    assert_eq!(game("1"), game("3"));
}

#[test]
fn weights_for_four_wides_send_more_in_solo_games() {
    let game = |weights| -> Value {
        // With 1,000 nodes more moves are pruned.
        let arguments = ["--pieces", "200", "--nodes", "2000", "--seed", "2"];
        let chosen = ["--json", "--weights", weights];
        let output = watch(&[&arguments[..], &chosen].concat());
        serde_json::from_str(&printed(&output)).expect("a summary")
    };
    let [four_wide, alone] = ["weights/four-wide.json", "weights/alone.json"].map(game);
    let sent = |summary: &Value| summary["attack_per_piece"].as_f64();
    assert!(sent(&four_wide) > sent(&alone).map(|lines| 1.2 * lines));
    assert!(four_wide["max_combo"].as_u64() >= Some(12), "{four_wide}");
}

#[test]
fn the_program_as_another_bot_plays_the_same_game() {
    let command = format!("'{PROGRAM}' --nodes 200 --threads 1 --name twin");
    let arguments = ["--pieces", "15", "--seed", "7", "--json", "--timeout", "60"];
    let piped = watch(&[&arguments[..], &["--bot", &command]].concat());
    let piped: Value = serde_json::from_str(&printed(&piped)).unwrap();
    let own = watch(&[&arguments[..], &["--nodes", "200"]].concat());
    let own: Value = serde_json::from_str(&printed(&own)).unwrap();
    assert!(piped["bot"].as_str().unwrap().starts_with("twin "));
    for key in [
        "pieces",
        "lines",
        "attack",
        "clears",
        "mean_nodes",
        "ending",
    ] {
        assert_eq!(piped[key], own[key], "{key}");
    }
}

#[test]
fn a_broken_bot_fails_the_program_with_a_reason() {
    let output = watch(&["--bot", &format!("'{PROGRAM}' --no-such-option")]);
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("when `info` was awaited"), "{errors}");
    assert!(errors.contains("--no-such-option"), "{errors}");
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let mut child = Command::new(PROGRAM)
        .args(["watch", "--nodes", "50"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    drop(stdout);
    assert!(line.contains(", seed "), "{line}");
    printed(&child.wait_with_output().unwrap());
}

#[test]
fn pason_games_are_survived_under_garbage() {
    // Games last 330 pieces on average; these two last longer.
    for seed in ["2", "5"] {
        let arguments = ["--rules", "pason", "--garbage", "8", "--nodes", "2000"];
        let output = watch(
            &[
                &arguments[..],
                &["--pieces", "300", "--seed", seed, "--json"],
            ]
            .concat(),
        );
        let summary: Value = serde_json::from_str(&printed(&output)).unwrap();
        assert_eq!(summary["ending"], "pieces", "{summary}");
        assert_eq!(
            (&summary["pieces"], &summary["rules"]),
            (&300.into(), &"pason".into())
        );
        let clears = &summary["clears"];
        let count = |kind: &str| clears[kind].as_u64().unwrap();
        let points = 100 * count("single")
            + 200 * count("double")
            + 500 * count("triple")
            + 800 * count("tetris");
        assert_eq!(summary["points"], points, "{summary}");
        assert_eq!(
            (&summary["max_combo"], &clears["tsd"]),
            (&0.into(), &0.into())
        );
    }
}

#[test]
fn other_rules_can_be_watched_through_the_pipe() {
    let command = format!("'{PROGRAM}' --nodes 200 --threads 1");
    let arguments = ["--rules", "pason", "--garbage", "5", "--timeout", "60"];
    let output = watch(
        &[
            &arguments[..],
            &["--pieces", "40", "--seed", "7", "--bot", &command],
        ]
        .concat(),
    );
    let line = printed(&output);
    assert!(
        line.contains(" points, ") && line.ends_with("all pieces played\n"),
        "{line}"
    );
}

/// Plays a game of 42 pieces; returns them in order.
fn played(arguments: &[&str]) -> Vec<char> {
    let usual = [
        "--pieces",
        "42",
        "--nodes",
        "300",
        "--seed",
        "4",
        "--verbose",
    ];
    let lines = printed(&watch(&[&usual[..], arguments].concat()));
    assert!(lines.ends_with("all pieces played\n"), "{lines}");
    let pieces = lines.lines().skip(1).take(42);
    pieces
        .map(|line| {
            line.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
        })
        .filter_map(|line| line.chars().next())
        .collect()
}

/// Returns whether the pieces come in bags of seven.
fn in_bags(pieces: &[char]) -> bool {
    pieces
        .chunks(7)
        .all(|bag| "IOTLJSZ".chars().all(|piece| bag.contains(&piece)))
}

#[test]
fn without_a_hold_pieces_are_played_as_they_are_dealt() {
    assert!(in_bags(&played(&["--rules", "guideline-no-hold"])));
    assert!(!in_bags(&played(&[])), "it would hold");
}

#[test]
fn pieces_are_dealt_as_the_randomizer_says() {
    let rules = ["--rules", "guideline-no-hold"];
    let dealt = played(&[&rules[..], &["--randomizer", "uniform"]].concat());
    assert!(!in_bags(&dealt), "{dealt:?}");
}

/// The frontend refuses illegal moves.
#[test]
fn games_are_legal_with_any_number_of_previews() {
    for previews in ["0", "1", "14", "30"] {
        for rules in ["guideline", "guideline-no-hold"] {
            for randomizer in ["seven_bag", "uniform"] {
                let more = ["--previews", previews, "--rules", rules];
                let pieces = played(&[&more[..], &["--randomizer", randomizer]].concat());
                assert_eq!(pieces.len(), 42, "{previews} {rules} {randomizer}");
            }
        }
    }
}

/// The program on a pseudo terminal.
#[cfg(unix)]
mod on_a_terminal {
    use super::PROGRAM;
    use nix::fcntl::{FcntlArg, FdFlag, fcntl};
    use nix::pty::{OpenptyResult, Winsize, openpty};
    use nix::sys::signal::{Signal, kill};
    use nix::sys::termios::{LocalFlags, tcgetattr};
    use nix::unistd::Pid;
    use std::fs::{self, File};
    use std::io::{Read, Write};
    use std::os::fd::OwnedFd;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, Command, ExitStatus, Stdio};
    use std::sync::{Arc, Mutex};
    use std::thread;
    use std::time::{Duration, Instant};

    const ENTER: &str = "\x1b[?1049h";
    const LEAVE: &str = "\x1b[?1049l";
    const SHOW_CURSOR: &str = "\x1b[?25h";

    /// The time limit of a wait, long enough for a busy machine.
    const GUARD: Duration = Duration::from_secs(120);

    fn open_terminal(columns: u16, lines: u16) -> OpenptyResult {
        let size = Winsize {
            ws_row: lines,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        openpty(Some(&size), None).expect("a pty")
    }

    /// Starts a game without an end.
    fn launch(terminal: &OwnedFd) -> Child {
        launch_with(terminal, "C.UTF-8", &["--pps", "5"])
    }

    fn launch_with(terminal: &OwnedFd, locale: &str, arguments: &[&str]) -> Child {
        let stdio = || Stdio::from(terminal.try_clone().expect("a descriptor"));
        Command::new(PROGRAM)
            .args(["watch", "--nodes", "50", "--seed", "7"])
            .args(arguments)
            .env("TERM", "xterm-256color")
            .env("LC_ALL", locale)
            .stdin(stdio())
            .stdout(stdio())
            .stderr(stdio())
            .spawn()
            .expect("the program starts")
    }

    struct OnTerminal {
        child: Child,
        terminal: OwnedFd,
        keys: File,
        output: Arc<Mutex<Vec<u8>>>,
    }

    impl OnTerminal {
        fn start(columns: u16, lines: u16) -> OnTerminal {
            OnTerminal::with(columns, lines, launch)
        }

        fn with(columns: u16, lines: u16, launch: impl Fn(&OwnedFd) -> Child) -> OnTerminal {
            let pty = open_terminal(columns, lines);
            let child = launch(&pty.slave);
            let mut master = File::from(pty.master);
            let keys = master.try_clone().expect("a descriptor");
            let output = Arc::new(Mutex::new(Vec::new()));
            let written = Arc::clone(&output);
            thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(read @ 1..) = master.read(&mut bytes) {
                    written.lock().expect("a lock").extend(&bytes[..read]);
                }
            });
            OnTerminal {
                child,
                terminal: pty.slave,
                keys,
                output,
            }
        }

        fn text(&self) -> String {
            String::from_utf8_lossy(&self.output.lock().expect("a lock")).into_owned()
        }

        fn wait_for(&mut self, what: &str, mut done: impl FnMut(&mut OnTerminal) -> bool) {
            let begun = Instant::now();
            while !done(self) {
                assert!(begun.elapsed() < GUARD, "{what}: {:?}", self.text());
                thread::sleep(Duration::from_millis(10));
            }
        }

        /// Waits until the game is on the second screen.
        fn wait_for_game(&mut self, times: usize) {
            self.wait_for("a game", |this| {
                let text = this.text();
                let last = text.rfind(ENTER).unwrap_or(0);
                text.matches(ENTER).count() >= times && text[last..].contains('└')
            });
        }

        fn signal(&self, signal: Signal) {
            kill(Pid::from_raw(self.child.id() as i32), signal).expect("sent");
        }

        fn is_stopped(&self) -> bool {
            let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
            stat.is_ok_and(|stat| stat.contains(") T "))
        }

        fn end(&mut self) -> ExitStatus {
            let mut status = None;
            self.wait_for("the end", |this| {
                status = this.child.try_wait().expect("a status");
                status.is_some()
            });
            status.expect("it ended")
        }

        /// The first screen, a cursor, and typed characters that are echoed.
        fn assert_restored(&mut self) {
            // What was written last may still be on its way.
            self.wait_for("the first screen", |this| {
                let text = this.text();
                text.matches(ENTER).count() == text.matches(LEAVE).count()
            });
            let text = self.text();
            assert!(text.rfind(LEAVE) > text.rfind(ENTER), "{text:?}");
            assert!(text.rfind(SHOW_CURSOR) > text.rfind(ENTER), "{text:?}");
            let mode = tcgetattr(&self.terminal).expect("a mode").local_flags;
            assert!(mode.contains(LocalFlags::ECHO | LocalFlags::ICANON));
        }
    }

    impl Drop for OnTerminal {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    /// Plays 12 pieces in a locale; returns everything that was written.
    fn written_in(locale: &str, columns: u16, lines: u16) -> String {
        let mut watch = OnTerminal::with(columns, lines, |terminal| {
            launch_with(terminal, locale, &["--pps", "max", "--pieces", "12"])
        });
        assert!(watch.end().success());
        watch.wait_for("the summary", |this| this.text().contains("seed 7, all"));
        watch.text()
    }

    #[test]
    fn the_last_board_and_the_figures_stay_on_the_terminal() {
        let text = written_in("C.UTF-8", 80, 24);
        let (_, after) = text.rsplit_once(LEAVE).expect("the first screen");
        for part in ["HOLD", "NEXT", "attack/piece", "└───", "ALL PIECES PLAYED"] {
            assert_eq!(after.matches(part).count(), 1, "{part}: {after:?}");
        }
        assert!(!after.contains("q quit"), "{after:?}");
    }

    #[test]
    fn a_locale_without_unicode_gets_ascii() {
        for (columns, lines) in [(80, 24), (40, 15)] {
            let text = written_in("C", columns, lines);
            assert!(text.is_ascii() && text.contains("+-----"), "{text:?}");
        }
    }

    #[test]
    fn signals_that_end_it_restore_the_terminal_first() {
        for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
            let mut watch = OnTerminal::start(80, 24);
            watch.wait_for_game(1);
            watch.signal(signal);
            assert_eq!(watch.end().signal(), Some(signal as i32));
            watch.assert_restored();
        }
    }

    /// As `timeout` sends them, to the program and to its group.
    #[test]
    fn signals_that_come_together_restore_the_terminal_too() {
        for second in [Signal::SIGTERM, Signal::SIGINT] {
            let mut watch = OnTerminal::start(80, 24);
            watch.wait_for_game(1);
            watch.signal(Signal::SIGTERM);
            watch.signal(second);
            assert!(watch.end().signal().is_some());
            watch.assert_restored();
        }
    }

    #[test]
    fn ctrl_z_suspends_and_a_continued_game_is_drawn_again() {
        if !fs::exists("/proc/self/stat").unwrap_or(false) {
            return;
        }
        let mut watch = OnTerminal::start(60, 20);
        watch.wait_for_game(1);
        watch.keys.write_all(b"\x1a").expect("a key");
        watch.wait_for("a stop", |this| this.is_stopped());
        watch.assert_restored();
        watch.signal(Signal::SIGCONT);
        watch.wait_for_game(2);
        watch.signal(Signal::SIGTSTP);
        watch.wait_for("a second stop", |this| this.is_stopped());
        watch.signal(Signal::SIGCONT);
        watch.wait_for_game(3);
        watch.keys.write_all(b"q").expect("a key");
        assert!(watch.end().success());
        watch.assert_restored();
    }

    /// A descriptor of the other side that a program started meanwhile has inherited would keep
    /// the terminal open, so it is closed in programs that are started.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_terminal_that_is_closed_ends_it() {
        let pty = open_terminal(80, 24);
        fcntl(&pty.master, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).expect("a flag");
        let mut child = launch(&pty.slave);
        let mut master = File::from(pty.master);
        let mut seen = String::new();
        let mut bytes = [0; 4096];
        while !seen.contains('└') {
            let read = master.read(&mut bytes).expect("a screen");
            seen.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
        drop((master, pty.slave));
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("a status") {
                break status;
            }
            if begun.elapsed() > GUARD {
                child.kill().expect("killed");
            }
            thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.signal(), Some(Signal::SIGHUP as i32));
    }
}
