//! Games by keys under many handlings and options, recorded with another engine: every lock must
//! happen on the same frame and leave the same board, and all totals must agree. The README beside
//! the games describes their format and their origin.

use landfall_play::{GarbageSettings, Handling, Key, Lock, Player};
use landfall_rules::attack::MarginTime;
use landfall_rules::board::CellKind;
use landfall_rules::garbage::GarbageQueueRules;
use landfall_rules::randomizer::SeedFormat;
use landfall_rules::rotation::SRS_PLUS;
use landfall_rules::ruleset::Spawn;
use landfall_rules::rulesets::{TETRIO, TETRIO_S2};
use landfall_rules::timing::{Gravity, Timing};
use landfall_rules::{Playfield, Ruleset, Spin};
use landfall_testing::key_events::{take_mark, take_number};
use serde_json::{Map, Value, json};

const GAMES: &str = include_str!("../key_games/games.jsonl");

/// Returns the rules of a game: those of a season, with the options that the game changes.
fn rules(game: &Value) -> Ruleset {
    let number = |name: &str, usual: f64| game[name].as_f64().unwrap_or(usual);
    let whole = |name: &str, usual: u32| number(name, f64::from(usual)) as u32;
    let (season, opener_pieces) = match game["rules"].as_str().unwrap() {
        "tetrio" => (&TETRIO, 0),
        _ => (&TETRIO_S2, 14),
    };
    Ruleset {
        rotation: &SRS_PLUS,
        spawn: Spawn {
            clutch: game["clutch"] != false,
            ..TETRIO_S2.spawn
        },
        garbage_queue: Some(GarbageQueueRules {
            cap: whole("garbagecap", 8),
            opener_pieces,
        }),
        margin_time: Some(MarginTime {
            frames: u64::from(whole("garbagemargin", 10_800)),
            each_frame: number("garbageincrease", 0.008) / 60.0,
        }),
        seeds: SeedFormat::Tetrio,
        timing: Timing {
            gravity: Gravity {
                rows: number("g", 0.02),
                grows_after: u64::from(whole("gmargin", 7_200)),
                each_frame: number("gincrease", 0.0035) / 60.0,
            },
            lock_delay: whole("locktime", 30),
            lock_resets: whole("lockresets", 15),
        },
        ..*season
    }
}

fn handling(game: &Value) -> Handling {
    let handling = &game["handling"];
    let number = |name: &str| handling[name].as_f64().unwrap();
    Handling {
        das: number("das"),
        arr: number("arr"),
        dcd: number("dcd"),
        sdf: number("sdf"),
        cancel: handling["cancel"] == true,
        safe_lock: handling["safelock"] == true,
        soft_drop_first: handling["may20g"] == true,
        initial_turn: handling["irs"] == "hold",
        initial_hold: handling["ihs"] == "hold",
    }
}

/// A game that is played by its events, and a summary of each lock.
struct KeyGame {
    player: Player,
    field: Playfield,
    locks: String,
    /// Packets that the other side has not confirmed: their numbers, and their remaining rows.
    sent: Vec<(u64, u32)>,
    packets_sent: u64,
    received: Vec<u64>,
    sums: [u64; 5],
    clears: Map<String, Value>,
    frame: u64,
}

impl KeyGame {
    fn new(game: &Value) -> KeyGame {
        let garbage = GarbageSettings {
            travel: game["garbagespeed"].as_u64().unwrap_or(20),
            ..GarbageSettings::default()
        };
        let seed = game["seed"].as_u64().unwrap();
        KeyGame {
            player: Player::new(&rules(game), seed, 5, handling(game), garbage),
            field: Playfield::new(),
            locks: String::new(),
            sent: Vec::new(),
            packets_sent: 0,
            received: Vec::new(),
            sums: [0; 5],
            clears: Map::new(),
            frame: 0,
        }
    }

    fn wait(&mut self, frames: u64) {
        for _ in 0..frames {
            self.player.end_frame();
            self.note_locks();
        }
    }

    fn note_locks(&mut self) {
        for lock in self.player.take_locks() {
            self.note(&lock);
        }
    }

    fn note(&mut self, lock: &Lock) {
        let clear = &lock.result.clear;
        let is_garbage =
            |&&row: &&u8| self.field.rows()[usize::from(row)].contains(&Some(CellKind::Garbage));
        let cleared = lock.result.cleared_rows.iter().filter(is_garbage).count();
        let sent: u32 = lock.sent.iter().sum();
        let counts = [1, clear.lines, clear.attack, sent, cleared as u32];
        for (sum, count) in self.sums.iter_mut().zip(counts) {
            *sum += u64::from(count);
        }
        if clear.lines > 0 {
            let kind = match (clear.spin, char::from(lock.result.placement.piece)) {
                (Spin::None, _) => 'n',
                (Spin::Full, _) => 'f',
                (Spin::Mini, 'T') => 'm',
                (Spin::Mini, _) => 'a',
            };
            let count = self.clears.entry(format!("{kind}{}", clear.lines));
            let count = count.or_insert(json!(0));
            *count = json!(count.as_u64().unwrap() + 1);
        }
        for &rows in &lock.sent {
            self.packets_sent += 1;
            self.sent.push((self.packets_sent, rows));
        }
        self.frame = lock.frame;
        self.field = self.player.side().field().clone();
        self.locks += &format!("{:02x}", self.summary(lock) & 0xff);
    }

    /// Returns a number that depends on every part of the position.
    fn summary(&self, lock: &Lock) -> u32 {
        let side = self.player.side();
        let hold = side.state().hold.map_or('-', char::from);
        let list = |numbers: &[u32]| {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            numbers.join(",")
        };
        let (waiting, sent) = (
            list(&side.garbage.packets().collect::<Vec<_>>()),
            list(&lock.sent),
        );
        let text = format!(
            "{} {hold} {waiting} {sent} {}",
            lock.frame,
            rows(&self.field)
        );
        text.bytes().fold(0x811c_9dc5, |sum: u32, byte| {
            (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        })
    }

    /// Adds a packet, less the lines that cancelled it on its way.
    fn receive(&mut self, mut rows: u32, seen: u64) {
        self.sent.retain_mut(|(number, left)| {
            let crossed = if *number > seen { rows.min(*left) } else { 0 };
            rows -= crossed;
            *left -= crossed;
            *number > seen && *left > 0
        });
        let number = self.player.announce_garbage(rows);
        self.received.push(number);
    }

    fn confirm(&mut self, packet: u64) {
        self.player
            .confirm_garbage(self.received[packet as usize - 1]);
    }
}

/// Returns a field, floor first.
fn rows(field: &Playfield) -> String {
    let rows: Vec<String> = field.drawn_rows().collect();
    rows.join("/")
}

fn key(letter: char) -> Option<Key> {
    Some(match letter.to_ascii_lowercase() {
        'l' => Key::Left,
        'r' => Key::Right,
        's' => Key::SoftDrop,
        'd' => Key::HardDrop,
        'c' => Key::Clockwise,
        'w' => Key::CounterClockwise,
        'h' => Key::HalfTurn,
        'x' => Key::Hold,
        _ => return None,
    })
}

/// Plays the events of a game.
fn play(played: &mut KeyGame, mut events: &str) {
    while let Some(letter) = events.chars().next() {
        if letter.is_ascii_digit() {
            played.wait(take_number(&mut events));
        } else if take_mark(&mut events, '+') {
            let rows = take_number(&mut events) as u32;
            let seen = if take_mark(&mut events, '@') {
                take_number(&mut events)
            } else {
                0
            };
            played.receive(rows, seen);
            assert!(take_mark(&mut events, ';'));
        } else if take_mark(&mut events, '!') {
            played.confirm(take_number(&mut events));
            assert!(take_mark(&mut events, ';'));
        } else {
            let key = key(letter).unwrap_or_else(|| panic!("no event: {events:.20}"));
            events = &events[1..];
            let hoisted = take_mark(&mut events, '^');
            let mut subframe = 0.0;
            if take_mark(&mut events, '.') {
                subframe = events[..1].parse::<f64>().unwrap() / 10.0;
                events = &events[1..];
            }
            // Locks before the key acts are recorded first.
            played.player.release(Key::HardDrop, subframe);
            played.note_locks();
            if letter.is_ascii_lowercase() {
                played.player.press(key, subframe, hoisted);
            } else {
                played.player.release(key, subframe);
            }
            played.note_locks();
        }
    }
}

/// Returns how a game differs from the other engine's record.
fn difference(game: &Value) -> Option<String> {
    let mut played = KeyGame::new(game);
    play(&mut played, game["events"].as_str().unwrap());
    let locks = game["locks"].as_str().unwrap();
    let last = game["frame"].as_u64().unwrap();
    while played.player.frame() <= last && played.locks.len() < locks.len() {
        played.wait(1);
    }
    let [pieces, lines, attack, sent, cleared] = played.sums;
    let found = [
        ("locks", json!(played.locks)),
        ("frame", json!(played.frame)),
        ("dead", json!(played.player.over().is_some())),
        (
            "sums",
            json!({"pieces": pieces, "lines": lines, "attack": attack, "sent": sent, "cleared": cleared}),
        ),
        ("clears", json!(played.clears)),
        ("board", json!(rows(&played.field))),
    ];
    let differs = |(name, value): &&(&str, Value)| *value != game[*name];
    let (name, value) = found.iter().find(differs)?;
    let same = played.locks.bytes().zip(locks.bytes());
    let same = same.take_while(|(own, other)| own == other).count() / 2;
    Some(format!(
        "game {}: `{name}` is {value}, not {}; {same} locks agree",
        game["game"], game[*name]
    ))
}

#[test]
fn games_by_keys_match_the_other_engine() {
    let games: Vec<Value> = GAMES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(games.len() >= 100, "{}", games.len());
    let wrong: Vec<String> = games.iter().filter_map(difference).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
