//! `landfall connect6` as a process: exit codes, stderr, matches with programs, and a game with a
//! person.
#![cfg(unix)]

use crate::common::files::folder;
use crate::common::program::{Program, TIMEOUT, wait};
use landfall_connect6::opening_book;
use landfall_connect6::record::GameRecord;
use landfall_connect6::rules::Position;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

/// Returns the command `landfall connect6` with these arguments.
fn connect6(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .arg("connect6")
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn output(arguments: &[&str]) -> Output {
    connect6(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A process that ends with the test.
struct KillOnDrop(Child);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `landfall connect6 serve` on a free port.
struct Serve {
    running: KillOnDrop,
    lines: Receiver<String>,
    port: String,
}

impl Serve {
    fn start(options: &[&str]) -> Serve {
        let mut command = connect6(&["serve", "--port", "0"]);
        let mut child = command.args(options).spawn().expect("the program starts");
        let stderr = child.stderr.take().expect("a pipe");
        let (to, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                // The receiver may have been dropped.
                let _ = to.send(line);
            }
        });
        let mut serve = Serve {
            running: KillOnDrop(child),
            lines,
            port: String::new(),
        };
        let line = serve.await_line("waiting on ");
        let port = line.rsplit(':').next().expect("a port");
        serve.port = port.to_string();
        serve
    }

    fn await_line(&self, words: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(TIMEOUT).expect(words);
            if line.contains(words) {
                return line;
            }
        }
    }

    fn join(&self, key: &str) -> Child {
        let arguments = ["-i", "127.0.0.1", "-p", &self.port, "-k", key];
        let engine = ["--nodes", "20", "--memory", "1"];
        let mut command = connect6(&arguments);
        command.args(engine).spawn().expect("the program starts")
    }
}

#[test]
fn two_clients_play_a_served_game_to_its_end() {
    let folder = folder("connect6-served");
    let (record, log) = (folder.join("record.txt"), folder.join("log.txt"));
    let mut serve = Serve::start(&[
        "--time",
        "4000000000",
        "--base",
        "--black",
        "11",
        "--white",
        "12",
        "--record",
        record.to_str().expect("UTF-8"),
        "--log",
        log.to_str().expect("UTF-8"),
    ]);
    let (black, white) = (serve.join("0x0b"), serve.join("12"));
    let outputs = [black, white].map(|child| child.wait_with_output().expect("an end"));
    let result_line = serve.await_line(" wins: ");
    assert_eq!(wait(&mut serve.running.0), Some(0));
    for (output, colour) in outputs.iter().zip(["black", "white"]) {
        assert_eq!(output.status.code(), Some(0));
        let result = match result_line.split(' ').next() {
            Some("nobody") => "a draw",
            Some(winner) if winner == colour => "won",
            _ => "lost",
        };
        let output_text = text(&output.stderr);
        let words = format!("{result} as {colour} after");
        assert!(output_text.contains(&words), "{output_text}");
        assert!(output.stdout.is_empty());
    }
    let written = std::fs::read_to_string(&record).expect("the record");
    let read = GameRecord::parse(&written).expect("a record");
    assert_eq!(read.result, result_line);
    assert_eq!(read.players, ["key 11", "key 12"]);
    let position = Position::after(read.turns).expect("legal");
    assert!(position.outcome().is_some());
    let logged = std::fs::read_to_string(&log).expect("the log");
    let lines: Vec<&str> = logged.lines().collect();
    assert!(lines[0].contains("black -> 01 00 "), "{}", lines[0]);
    assert!(lines[2].contains("black -> 02 ee 6b 28 00"), "{}", lines[2]);
    assert!(lines[3].contains("black <- 03 "), "{}", lines[3]);
    assert!(logged.contains("white -> 05 "), "{logged}");
}

#[test]
fn the_board_is_drawn_after_every_turn() {
    let mut serve = Serve::start(&["--time", "4000000000", "--abort", "2"]);
    let children = [serve.join("1"), serve.join("2")];
    serve.await_line("turn 1, black: ");
    serve.await_line("   a b c d e f g h i j k l m n o p q r s");
    assert!(
        serve
            .await_line(" X")
            .starts_with(|c: char| c == ' ' || c.is_ascii_digit())
    );
    serve.await_line("nobody wins: aborted");
    assert_eq!(wait(&mut serve.running.0), Some(0));
    for child in children {
        let output = child.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stderr).contains("a draw as "));
    }
}

#[test]
fn errors_are_reported_and_exit_with_2() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("a port").port().to_string();
    let join = |key: &str| output(&["-i", "127.0.0.1", "-p", &port, "-k", key]);
    for (reply, words) in [
        (&[77][..], "no message has the id 77"),
        (&[], "is the key right?"),
    ] {
        let answering = thread::scope(|scope| {
            let output = scope.spawn(|| join("1"));
            let (mut stream, _) = listener.accept().expect("the client comes");
            let mut login = [0; 2];
            stream.read_exact(&mut login).expect("a login");
            assert_eq!(login, [0, 1]);
            stream.write_all(reply).expect("sent");
            drop(stream);
            output.join().expect("the program")
        });
        assert_eq!(answering.status.code(), Some(2));
        let output_text = text(&answering.stderr);
        assert!(
            output_text.contains("landfall: error: ") && output_text.contains(words),
            "{output_text}"
        );
    }
    drop(listener);
    let refused = join("1");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("no connection to 127.0.0.1"));
    assert_eq!(join("256").status.code(), Some(2));
    let incomplete = output(&["-i", "127.0.0.1", "-p", "1"]);
    assert_eq!(incomplete.status.code(), Some(2));
    assert!(
        text(&incomplete.stderr).contains("--key"),
        "{}",
        text(&incomplete.stderr)
    );
}

/// The client as a program plays as the built-in player does, and accepts the turns of the opening
/// without a request.
#[test]
fn a_program_plays_as_the_built_in_player() {
    let folder = folder("connect6-records");
    let client = format!("'{PROGRAM}' connect6 --memory 1 --nodes 20");
    let ours = "landfall --memory 1 --nodes 20";
    let other = "landfall --memory 1 --nodes 10";
    let play = |b: &str, jobs: &str| {
        let folder = folder.to_str().expect("UTF-8");
        let options = [
            "--games",
            "2",
            "--nodes",
            "10",
            "--jobs",
            jobs,
            "--records",
            folder,
        ];
        let output = output(&[&["arena", other, b][..], &options].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let records = [1, 2].map(|game| {
            let path = folder.to_string() + &format!("/game-{game:04}.txt");
            let text = std::fs::read_to_string(path).expect("the record");
            GameRecord::parse(&text).expect("a record")
        });
        (text(&output.stdout), records)
    };
    let (output_text, records) = play(ours, "2");
    assert!(
        output_text.contains("game 1: A is black;") && output_text.contains("game 2: A is white;"),
        "{output_text}"
    );
    assert!(
        output_text.contains("of 2 games") && output_text.contains("A: late 0, illegal 0"),
        "{output_text}"
    );
    assert_eq!(
        records[0].turns[..3],
        records[1].turns[..3],
        "the same opening"
    );
    assert_eq!(records[1].players, ["B", "A"]);
    let (_, with_program) = play(&client, "1");
    for (one, other) in records.iter().zip(&with_program) {
        assert_eq!(one.turns, other.turns);
    }
}

/// Openings are drawn into a file in several runs, and a match begins with them.
#[test]
fn a_match_begins_with_the_openings_of_a_file() {
    let folder = folder("connect6-openings");
    let name = |file: &str| folder.join(file).display().to_string();
    let (parts, whole) = (name("parts.txt"), name("whole.txt"));
    let draw = |file: &str, more: &[&str]| {
        let options = ["openings", file, "--games", "2", "--nodes", "50"];
        output(&[&options[..], more].concat())
    };
    for (file, count) in [(&parts, "1"), (&parts, "2"), (&whole, "2")] {
        let drawn = draw(file, &["--count", count]);
        assert_eq!(drawn.status.code(), Some(0), "{}", text(&drawn.stderr));
    }
    let listed = std::fs::read_to_string(&parts).expect("the list");
    assert_eq!(listed, std::fs::read_to_string(&whole).expect("the list"));
    let other = draw(&parts, &["--seed", "2"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("drawn with these options"));
    let nowhere = draw(&name("nowhere/list.txt"), &[]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(text(&nowhere.stderr).contains("list.txt: "));
    assert!(!text(&nowhere.stderr).contains("drawn"), "too late");
    let arena = |openings: &str| {
        let records = name("records");
        let options = [
            "--games",
            "6",
            "--openings",
            openings,
            "--records",
            &records,
        ];
        let player = "landfall --memory 1 --nodes 10";
        output(&[&["arena", player, player][..], &options].concat())
    };
    assert_eq!(arena(&parts).status.code(), Some(0));
    let openings = opening_book::parse_openings(&listed).expect("openings");
    for game in 1..=6 {
        let record = std::fs::read_to_string(name(&format!("records/game-{game:04}.txt")));
        let record = GameRecord::parse(&record.expect("the record")).expect("a record");
        assert_eq!(record.turns[..3], openings[(game - 1) / 2 % 2]);
    }
    std::fs::write(&parts, "j10 / j10 k9\n").expect("written");
    let wrong = arena(&parts);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("parts.txt: line 1: "));
}

#[test]
fn a_player_that_does_not_start_is_reported() {
    let output = output(&[
        "arena",
        "landfall --nodes 5",
        "/nowhere/player",
        "--games",
        "2",
    ]);
    assert_eq!(output.status.code(), Some(2));
    let errors = text(&output.stderr);
    assert!(
        errors.contains("a program does not start") && errors.contains("[\"/nowhere/player\""),
        "{errors}"
    );
    let wrong = self::output(&["arena", "landfall --node 5", "landfall"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        text(&wrong.stderr).contains("player A"),
        "{}",
        text(&wrong.stderr)
    );
}

#[test]
fn a_game_is_watched_to_its_end() {
    let output = output(&["watch", "--nodes", "20", "--memory", "1", "--seed", "3"]);
    assert_eq!(output.status.code(), Some(0));
    let output_text = text(&output.stdout);
    assert!(output_text.contains("turn 4, white: "), "{output_text}");
    let last = output_text.trim_end().lines().last().expect("a line");
    assert!(
        last.contains(" wins after ") || last.contains("a draw"),
        "{last}"
    );
}

#[test]
fn a_human_plays_by_typing_points() {
    let mut play = Program::start(&["connect6", "play", "--nodes", "20", "--memory", "1"]);
    play.send_bytes(b"j10 k10\nj10\nj10 a1\nhint\nback\nquit\n");
    play.close_stdin();
    let ended = play.wait_for_exit();
    assert_eq!(ended.code, Some(0));
    let output_text = ended.lines.join("\n");
    for words in [
        "the first turn is of one stone; one point is due: such as j10",
        "turn 2, white: ",
        "j10 is occupied",
        "the game is not over",
    ] {
        assert!(output_text.contains(words), "{words}: {output_text}");
    }
    let replied = ended
        .lines
        .iter()
        .find(|line| line.starts_with("turn 2, white: "));
    let points = replied.expect("a reply")["turn 2, white: ".len()..]
        .split(';')
        .next();
    let turns = ["j10", points.expect("points")];
    let turns = turns.map(|text| text.parse().expect("a turn"));
    Position::after(turns).expect("legal");
}
