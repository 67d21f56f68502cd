//! Measures how long a frontend waits while all cores search: for `info` after the launch, for a
//! suggestion, and for the process to end. Runs the real program.
//!
//! The limits: `info` within 50 ms, suggestions within 5 ms (p99) and 20 ms (worst), the end
//! within 100 ms. On a busy machine the tails are those of the scheduler.

mod support;

use landfall_rules::lock::ClearState;
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Randomizer, State};
use landfall_search::bench;
use landfall_tbp::convert::{piece_name, to_placement};
use landfall_tbp::messages::{BotMessage, FrontendMessage, Move, Start};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::{available_parallelism, sleep};
use std::time::{Duration, Instant};
use support::{BenchMode, milliseconds, percentile};

fn main() {
    let mode = BenchMode::from_args();
    let threads = available_parallelism().map_or(1, |n| n.get());
    println!("latency: {threads} threads on {threads} processors, milliseconds");
    println!(
        "{:<44} {:>5} {:>8} {:>8} {:>8}",
        "", "n", "p50", "p99", "max"
    );
    launches(mode);
    game(mode);
    new_positions(mode);
    let long = mode.choose(6_000, 500);
    for (ending, name) in ENDINGS {
        let times: Vec<_> = (0..mode.choose(10, 2)).map(|_| end(ending, 250)).collect();
        report(&format!("{name}, after 0.25 s of search"), &times);
    }
    let mut after_long = Vec::new();
    for (ending, name) in ENDINGS {
        let (suggestions, time) = long_search(ending, long);
        after_long.extend(suggestions);
        report(
            &format!("{name}, after {:.1} s", long as f64 / 1e3),
            &[time],
        );
    }
    report(
        &format!(
            "suggest after {:.1} s, and after its play",
            long as f64 / 1e3
        ),
        &after_long,
    );
}

fn report(name: &str, times: &[Duration]) {
    println!(
        "{name:<44} {:>5} {:>8.2} {:>8.2} {:>8.2}",
        times.len(),
        milliseconds(percentile(times, 0.5)),
        milliseconds(percentile(times, 0.99)),
        milliseconds(percentile(times, 1.0)),
    );
}

fn launches(mode: BenchMode) {
    let times: Vec<Duration> = (0..mode.choose(40, 5))
        .map(|_| {
            let begun = Instant::now();
            let bot = Bot::launch();
            let time = begun.elapsed();
            bot.end(Ending::EndOfInput);
            time
        })
        .collect();
    report("launch to info", &times);
}

/// Measures a game with garbage: `suggest` a while after `play`, at once after it, and at once
/// after a `start` with garbage.
fn game(mode: BenchMode) {
    let mut bot = Bot::launch();
    let mut frontend = Frontend::new(1);
    let (mut later, mut at_once, mut garbage) = (Vec::new(), Vec::new(), Vec::new());
    bot.send(&frontend.start());
    for _ in 0..mode.choose(200, 10) {
        sleep(Duration::from_millis(100));
        let mv = bot.timed_suggestion(&mut later);
        frontend.play(&mut bot, mv);
        let mv = bot.timed_suggestion(&mut at_once);
        sleep(Duration::from_millis(30));
        frontend.play(&mut bot, mv);
        if frontend.state.board.max_height() < 8 {
            sleep(Duration::from_millis(50));
            frontend.raise();
            bot.send(&frontend.start());
            let mv = bot.timed_suggestion(&mut garbage);
            frontend.play(&mut bot, mv);
        }
    }
    report("suggest 100 ms after play", &later);
    report("suggest at once after play and new_piece", &at_once);
    report("suggest at once after start with garbage", &garbage);
    bot.end(Ending::Quit);
}

/// Measures unrelated positions, without a `stop` between them.
fn new_positions(mode: BenchMode) {
    let mut bot = Bot::launch();
    let mut times = Vec::new();
    for _ in 0..mode.choose(5, 1) {
        for state in bench::positions().expect("good positions") {
            bot.send(&start(&state));
            bot.timed_suggestion(&mut times);
            sleep(Duration::from_millis(30));
        }
    }
    report("suggest at once after start elsewhere", &times);
    bot.end(Ending::Quit);
}

/// Ends the program after some milliseconds of search. Returns how long that took.
fn end(ending: Ending, search_ms: u64) -> Duration {
    let mut bot = Bot::launch();
    bot.send(&Frontend::new(2).start());
    sleep(Duration::from_millis(search_ms));
    bot.end(ending)
}

/// Returns how long suggestions and the end take when the search uses much memory.
fn long_search(ending: Ending, search_ms: u64) -> (Vec<Duration>, Duration) {
    let mut bot = Bot::launch();
    let mut frontend = Frontend::new(3);
    let mut times = Vec::new();
    bot.send(&frontend.start());
    sleep(Duration::from_millis(search_ms));
    let mv = bot.timed_suggestion(&mut times);
    frontend.play(&mut bot, mv);
    bot.timed_suggestion(&mut times);
    (times, bot.end(ending))
}

/// How a frontend ends a bot.
#[derive(Clone, Copy)]
enum Ending {
    /// Closes the bot's stdin.
    EndOfInput,
    /// Sends `quit`.
    Quit,
    /// Closes the bot's stdout and sends `suggest`.
    ClosedPipe,
}

const ENDINGS: [(Ending, &str); 3] = [
    (Ending::EndOfInput, "end of input to exit"),
    (Ending::Quit, "quit to exit"),
    (Ending::ClosedPipe, "closed pipe to exit"),
];

/// The program under measurement, with all processors.
struct Bot {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    line: String,
}

impl Bot {
    /// Launches the program and reads `info`.
    fn launch() -> Bot {
        let threads = available_parallelism().map_or(1, |n| n.get());
        let mut child = Command::new(env!("CARGO_BIN_EXE_landfall"))
            .args(["--threads", &threads.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut bot = Bot {
            stdin: child.stdin.take().expect("a pipe"),
            stdout: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
            line: String::new(),
        };
        assert!(matches!(bot.read(), BotMessage::Info(_)));
        bot
    }

    fn send(&mut self, message: &FrontendMessage) {
        let line = serde_json::to_string(message).expect("JSON") + "\n";
        self.stdin
            .write_all(line.as_bytes())
            .expect("the bot reads");
    }

    fn read(&mut self) -> BotMessage {
        self.line.clear();
        self.stdout
            .read_line(&mut self.line)
            .expect("the bot writes");
        serde_json::from_str(&self.line).expect("a message")
    }

    /// Requests a suggestion and records how long it took. Returns the first move.
    fn timed_suggestion(&mut self, times: &mut Vec<Duration>) -> Move {
        let begun = Instant::now();
        self.send(&FrontendMessage::Suggest);
        let answer = self.read();
        times.push(begun.elapsed());
        match answer {
            BotMessage::Suggestion { moves, .. } => moves[0],
            other => panic!("a suggestion, not {other:?}"),
        }
    }

    /// Ends the program. Returns the time until the process has exited.
    fn end(mut self, ending: Ending) -> Duration {
        if matches!(ending, Ending::ClosedPipe) {
            drop(self.stdout);
        }
        let begun = Instant::now();
        match ending {
            Ending::EndOfInput => drop(self.stdin),
            Ending::Quit => writeln!(self.stdin, "{{\"type\":\"quit\"}}").expect("it reads"),
            Ending::ClosedPipe => {
                writeln!(self.stdin, "{{\"type\":\"suggest\"}}").expect("it reads")
            }
        }
        let status = self.child.wait().expect("the process is ours");
        assert!(status.success(), "{status}");
        begun.elapsed()
    }
}

/// The frontend's side of a game.
struct Frontend {
    state: State,
    bag: Randomizer,
    rng: SplitMix64,
}

impl Frontend {
    fn new(seed: u64) -> Frontend {
        let mut frontend = Frontend {
            state: State::new(Randomizer::SEVEN_BAG),
            bag: Randomizer::SEVEN_BAG,
            rng: SplitMix64::new(seed),
        };
        for _ in 0..6 {
            frontend.deal();
        }
        frontend
    }

    fn deal(&mut self) -> Piece {
        let piece = self.bag.sample(&mut self.rng);
        self.state.push_piece(piece);
        piece
    }

    fn start(&self) -> FrontendMessage {
        start(&self.state)
    }

    /// Plays a move and reports it to the bot, with the pieces that are dealt after it.
    fn play(&mut self, bot: &mut Bot, mv: Move) {
        let placement = to_placement(&GUIDELINE, &mv).expect("a placement");
        self.state
            .try_play(&GUIDELINE, &placement)
            .expect("a legal move");
        bot.send(&FrontendMessage::Play(mv.into()));
        while self.state.queue.len() < 6 {
            let piece = piece_name(self.deal());
            bot.send(&FrontendMessage::NewPiece { piece });
        }
    }

    fn raise(&mut self) {
        let hole = self.rng.below(10);
        self.state.board.raise(&[0x3ff & !(1 << hole)]);
    }
}

/// Returns the `start` of a position, without its randomizer.
fn start(state: &State) -> FrontendMessage {
    let ClearState {
        combo,
        back_to_back,
        ..
    } = state.clear_state;
    let cell = |x, y| state.board.filled(x, y).then(|| "G".to_string());
    FrontendMessage::Start(Start {
        hold: state.hold.map(piece_name),
        queue: state.queue.iter().copied().map(piece_name).collect(),
        combo: u32::from(combo),
        back_to_back: u32::from(back_to_back),
        board: (0..40)
            .map(|y| (0..10).map(|x| cell(x, y)).collect())
            .collect(),
        ..Start::default()
    })
}
