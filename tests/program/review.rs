//! `landfall review`: output, journals and errors.

use crate::common::files::folder;
use crate::common::program::{Exit, Program, run};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Lines that are kept of a game: a head and some moves of both sides.
const LINES: usize = 41;

/// Returns the beginning of a game between two weak bots.
fn game() -> &'static str {
    static GAME: OnceLock<String> = OnceLock::new();
    GAME.get_or_init(|| {
        let folder = folder("review-game");
        let folder = folder.to_str().unwrap();
        let bot = "landfall --threads 1";
        let played = run(&[
            "arena",
            bot,
            bot,
            "--preset",
            "tetrio-s2",
            "--clock",
            "nodes",
            "60",
            "--games",
            "1",
            "--replays",
            folder,
        ]);
        assert_eq!(played.code, Some(0), "{played:?}");
        let text = fs::read_to_string(Path::new(folder).join("000000.jsonl")).unwrap();
        text.lines()
            .take(LINES)
            .map(|line| format!("{line}\n"))
            .collect()
    })
}

/// A folder with a game.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let place = Place(folder(name));
        place.write("game.jsonl", game());
        place
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Reviews the game into a JSON file, and returns its text.
    fn json(&self, name: &str, more: &[&str]) -> String {
        let (game, json) = (self.path("game.jsonl"), self.path(name));
        let fixed = ["review", &game, "--json", &json];
        let exit = run(&[&fixed[..], more].concat());
        assert_eq!(exit.code, Some(0), "{exit:?}");
        self.read(name)
    }
}

fn moves(json: &str) -> Vec<Value> {
    let reviews: Value = serde_json::from_str(json).unwrap();
    let sides = reviews["games"][0]["rounds"][0]["sides"]
        .as_array()
        .unwrap()
        .clone();
    sides
        .iter()
        .flat_map(|side| side["moves"].as_array().unwrap().clone())
        .collect()
}

fn refusal(exit: &Exit) -> String {
    assert_eq!(exit.code, Some(2), "{exit:?}");
    assert_eq!(exit.errors.trim_end().lines().count(), 1, "{}", exit.errors);
    exit.errors.clone()
}

#[test]
fn a_review_has_the_loss_of_every_move() {
    let place = Place::new("review-json");
    let moves = moves(&place.json("a.json", &["--nodes", "20000"]));
    assert!(moves.len() >= 30, "{}", moves.len());
    let losses: Vec<f64> = moves
        .iter()
        .map(|mv| mv["loss"].as_f64().unwrap())
        .collect();
    assert!(losses.iter().all(|loss| *loss >= 0.0));
    assert!(
        losses.iter().sum::<f64>() > 1.0,
        "bots of 60 nodes lose something"
    );
    for mv in &moves {
        let of = |line: &str| mv[line]["value"].as_f64().unwrap();
        assert!(of("best") >= of("played"), "{mv}");
        assert_eq!(mv["played"]["cells"].as_array().unwrap().len(), 4);
    }
}

#[test]
fn the_same_game_has_the_same_review_on_any_number_of_threads() {
    let place = Place::new("review-same");
    let one = place.json("a.json", &["--nodes", "20000", "--threads", "1"]);
    let two = place.json("b.json", &["--nodes", "20000", "--threads", "3"]);
    assert!(one == two);
}

/// With fewer nodes accuracies would be higher.
#[test]
fn a_review_of_few_nodes_is_one_of_20000_and_says_so() {
    let place = Place::new("review-few-nodes");
    let (game, json) = (place.path("game.jsonl"), place.path("few.json"));
    let exit = run(&["review", &game, "--nodes", "5000", "--json", &json]);
    assert_eq!(exit.code, Some(0), "{exit:?}");
    assert!(
        exit.errors
            .contains("--nodes 5000: each position is searched with 20000")
    );
    assert!(place.read("few.json") == place.json("a.json", &["--nodes", "20000"]));
}

#[test]
fn a_journal_that_was_cut_off_is_continued() {
    let place = Place::new("review-journal");
    let journal = place.path("journal.jsonl");
    let options = ["--nodes", "20000", "--journal", &journal];
    let undisturbed = place.json("a.json", &options);
    let whole = place.read("journal.jsonl");
    let half = whole.len() / 2;
    place.write("journal.jsonl", &whole.as_bytes()[..half]);
    assert!(place.json("b.json", &options) == undisturbed);
    let lines = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        lines.sort();
        lines
    };
    assert_eq!(
        lines(&place.read("journal.jsonl")),
        lines(&whole),
        "every move once"
    );
    // With other nodes, the journal belongs to another review.
    let (game, json) = (place.path("game.jsonl"), place.path("c.json"));
    let other = run(&[
        "review",
        &game,
        "--json",
        &json,
        "--nodes",
        "30000",
        "--journal",
        &journal,
    ]);
    assert!(
        refusal(&other).contains("another series"),
        "{}",
        other.errors
    );
}

/// The moves of one player are not taken for those of both.
#[test]
fn a_journal_keeps_players_apart() {
    let place = Place::new("review-journal-player");
    let journal = place.path("journal.jsonl");
    let options = ["--nodes", "20000", "--journal", &journal];
    let second = ["--player", "2"];
    let alone = place.json("a.json", &[&options[..2], &second].concat());
    place.json("b.json", &options);
    assert!(place.json("c.json", &[&options[..], &second].concat()) == alone);
}

#[test]
fn a_review_that_was_killed_continues_to_the_same_result() {
    let place = Place::new("review-killed");
    let (game, json) = (place.path("game.jsonl"), place.path("k.json"));
    let journal = place.path("journal.jsonl");
    let nodes = ["--nodes", "20000", "--threads", "1"];
    let undisturbed = place.json("a.json", &nodes);
    let fixed = ["review", &game, "--json", &json, "--journal", &journal];
    for lines in [2, 5, 9] {
        let killed = Program::start(&[&fixed[..], &nodes].concat());
        let written = || {
            fs::read_to_string(&journal)
                .unwrap_or_default()
                .lines()
                .count()
        };
        while written() < lines {
            std::thread::yield_now();
        }
        drop(killed);
    }
    let exit = run(&[&fixed[..], &nodes].concat());
    assert_eq!(exit.code, Some(0), "{exit:?}");
    assert!(place.read("k.json") == undisturbed);
}

#[test]
fn invalid_games_are_refused_in_one_line() {
    let place = Place::new("review-refused");
    let huge = place.write("huge", "{");
    fs::File::options()
        .write(true)
        .open(&huge)
        .unwrap()
        .set_len((64 << 20) + 1)
        .unwrap();
    for (file, word) in [
        (place.write("empty", ""), "empty"),
        (place.write("text", "hello"), "no game"),
        (place.write("bytes", b"\xff\xfe\0"), "not text"),
        (place.write("gz", b"\x1f\x8b\x08"), "unpack"),
        (place.write("object", "{}"), "no game"),
        (
            place.write("head", game().lines().next().unwrap()),
            "no moves",
        ),
        (place.path("missing"), "cannot read"),
        (huge, "at most"),
    ] {
        let page = place.path("page.html");
        let error = refusal(&run(&["review", &file, "--html", &page]));
        assert!(error.contains(word), "{file}: {error}");
        assert!(!Path::new(&page).exists());
    }
    let game = place.path("game.jsonl");
    for (player, word) in [
        ("0", "from 1"),
        ("3", "no such player; there are 1 ("),
        ("nobody", "no such player; there are 1 ("),
    ] {
        let exit = run(&["review", &game, "--player", player, "--json", "-"]);
        assert!(refusal(&exit).contains(word), "{}", exit.errors);
    }
}

/// Before the first search: the game is not even read.
#[test]
fn outputs_that_cannot_be_files_are_refused_at_once() {
    let place = Place::new("review-outputs");
    let (game, folder) = (place.path("no-game.jsonl"), place.path(""));
    let nowhere = place.path("missing/review.html");
    for (option, path, problem) in [
        ("--html", &folder, "this is a folder"),
        ("--json", &folder, "this is a folder"),
        ("--fumen", &folder, "this is a folder"),
        ("--html", &nowhere, "there is no such folder"),
    ] {
        let exit = run(&["review", &game, option, path]);
        let words = refusal(&exit);
        assert!(words.contains(option) && words.contains(problem), "{words}");
    }
}

/// The game of a player is never replaced, nor one output by another.
#[test]
fn outputs_replace_neither_the_game_nor_each_other() {
    let place = Place::new("review-same-file");
    let game = place.path("game.jsonl");
    let before = fs::read(&game).unwrap();
    let new = place.path("new");
    let indirect = place.path("./new");
    let folder = place.path("folder");
    fs::create_dir(&folder).unwrap();
    let through_folder = place.path("folder/../new");
    for (options, problem) in [
        (["--html", &game, "--json", &new], "a file to read"),
        (["--json", &game, "--html", &new], "a file to read"),
        (["--fumen", &game, "--html", &new], "a file to read"),
        (["--html", &new, "--json", &indirect], "the file of --html"),
        (
            ["--html", &through_folder, "--json", &new],
            "the file of --html",
        ),
        (
            ["--journal", &new, "--fumen", &new],
            "the file of --journal",
        ),
    ] {
        let exit = run(&[&["review", &game][..], &options].concat());
        let words = refusal(&exit);
        assert!(words.contains(problem), "{words}");
    }
    assert_eq!(fs::read(&game).unwrap(), before);
    assert!(!Path::new(&new).exists());
}

#[test]
fn there_is_no_summary_of_games_that_cannot_be_read() {
    let place = Place::new("review-none");
    let (bad, pages) = (place.write("bad.txt", "hello"), place.path("pages"));
    let exit = run(&["review", &bad, &bad, "--html", &pages]);
    assert_eq!(exit.code, Some(2));
    assert!(!Path::new(&pages).join("index.html").exists());
}

#[test]
fn several_games_have_a_page_each_and_a_summary() {
    let place = Place::new("review-several");
    let (one, bad) = (place.path("game.jsonl"), place.write("bad.txt", "hello"));
    let pages = place.path("pages");
    let exit = run(&[
        "review", &one, &bad, &one, "--nodes", "20000", "--player", "2", "--html", &pages,
    ]);
    assert_eq!(exit.code, Some(2), "one of them cannot be read");
    assert!(exit.errors.contains("bad.txt"), "{}", exit.errors);
    let mut names: Vec<String> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["game-2.html", "game.html", "index.html"]);
    let index = fs::read_to_string(Path::new(&pages).join("index.html")).unwrap();
    assert!(index.contains("game-2.html"));
    assert!(
        exit.lines.iter().any(|line| line.starts_with("player 2: ")),
        "{exit:?}"
    );
    assert!(
        !exit.lines.iter().any(|line| line.starts_with("player 1: ")),
        "{exit:?}"
    );
}

/// Two players who change seats between two games have one line each in the summary.
#[test]
fn players_that_change_seats_stay_the_same() {
    let place = Place::new("review-seats");
    let (head, rest) = game().split_once('\n').unwrap();
    let mut head: Value = serde_json::from_str(head).unwrap();
    let files = [["a", "b"], ["b", "a"]].map(|seats| {
        head["seats"] = serde_json::json!(seats);
        place.write(
            &format!("{}.jsonl", seats.concat()),
            format!("{head}\n{rest}"),
        )
    });
    let json = place.path("all.json");
    let fixed = [
        "review", &files[0], &files[1], "--nodes", "20000", "--names", "--json", &json,
    ];
    let exit = run(&[&fixed[..], &["--html", &place.path("pages")]].concat());
    assert_eq!(exit.code, Some(0), "{exit:?}");
    let reviews: Value = serde_json::from_str(&place.read("all.json")).unwrap();
    let row = |game: usize| {
        let players = reviews["summary"][game]["players"].as_array().unwrap();
        let player = |player: &Value| (player["name"].clone(), player["totals"]["moves"].as_u64());
        players.iter().map(player).collect::<Vec<_>>()
    };
    let [first, second] = [row(0), row(1)];
    // The moves are the same in both games, with the players exchanged.
    assert_eq!([&first[0].0, &first[1].0], ["a", "b"]);
    assert_eq!([&second[0].0, &second[1].0], ["a", "b"]);
    assert_eq!((first[0].1, first[1].1), (second[1].1, second[0].1));
    let index = place.read("pages/index.html");
    let all = first[0].1.unwrap() + second[0].1.unwrap();
    assert!(index.contains(&format!("<th scope=\"row\">all</th><td>{all}</td>")));
    // Only the moves of one player, in both seats.
    let exit = run(&[&fixed[..], &["--player", "b"]].concat());
    assert_eq!(exit.code, Some(0), "{exit:?}");
    let reviews: Value = serde_json::from_str(&place.read("all.json")).unwrap();
    for game in 0..2 {
        assert_eq!(reviews["summary"][game]["players"][0]["name"], "b");
        assert_eq!(
            reviews["summary"][game]["players"]
                .as_array()
                .unwrap()
                .len(),
            1
        );
    }
}

#[test]
fn a_fumen_or_a_link_may_be_an_argument() {
    let place = Place::new("review-argument");
    const FUMEN: &str =
        "v115@vhHSSYgAFLDmClcJSAVDEHBEooRBMoAVBvHMMCqujx?CvSltCzrBXoBxuB2pB0fBVnBAAA";
    let page = place.path("page.html");
    for argument in [FUMEN.to_string(), format!("https://fumen.zui.jp/?{FUMEN}")] {
        let exit = run(&["review", &argument, "--nodes", "20000", "--html", &page]);
        assert_eq!(exit.code, Some(0), "{exit:?}");
        assert!(place.read("page.html").contains("fumen"));
    }
    for (argument, words) in [
        ("v115@vh", "fumen: "),
        ("https://example.org/game", "nothing is downloaded"),
        ("v115", "cannot read"),
    ] {
        let error = refusal(&run(&["review", argument, "--html", &page]));
        assert!(error.contains(words), "{error}");
    }
}

/// Returns a solo game of TETR.IO: nine pieces are dropped, the third after a shift left and right.
fn solo(mode: &str) -> String {
    use serde_json::json;
    let mut events = vec![json!({"frame": 0, "type": "start", "data": {}})];
    for piece in 1..10 {
        let keys = match piece {
            3 => &["moveLeft", "moveRight", "hardDrop"][..],
            _ => &["hardDrop"],
        };
        for (number, key) in keys.iter().enumerate() {
            for (kind, frame) in [("keydown", 0), ("keyup", 1)] {
                let frame = piece * 20 + 3 * number + frame;
                let data = json!({"key": key, "subframe": 0});
                events.push(json!({"frame": frame, "type": kind, "data": data}));
            }
        }
    }
    let handling = json!({"das": 10, "arr": 2, "sdf": 20});
    let options = json!({"version": 19, "seed": 7, "handling": handling});
    let replay = json!({"events": events, "frames": 200, "options": options});
    json!({"gamemode": mode, "users": [], "replay": replay}).to_string()
}

/// A 40-line game is judged by time, and a custom game as a match, with a note.
#[test]
fn a_solo_game_is_judged_by_its_goal() {
    let place = Place::new("review-solo");
    let (page, json) = (place.path("p.html"), place.path("p.json"));
    let review = |mode: &str| {
        let game = place.write("solo.ttr", solo(mode));
        let fixed = ["review", &game, "--nodes", "20000"];
        run(&[&fixed[..], &["--html", &page, "--json", &json]].concat())
    };
    let exit = review("40l");
    assert_eq!(exit.code, Some(0), "{exit:?}");
    let reviews: Value = serde_json::from_str(&place.read("p.json")).unwrap();
    let game = &reviews["games"][0];
    let time = &game["rounds"][0]["sides"][0]["time"];
    let figure = |name: &str| time[name].as_u64().unwrap();
    assert_eq!(game["unit"], "points");
    assert_eq!(
        (figure("wanted"), figure("pieces"), figure("keys")),
        (40, 9, 11)
    );
    assert_eq!((figure("faults"), figure("faulty_pieces")), (2, 1));
    let text = exit.lines.join("\n");
    assert!(
        text.contains("2 keys too many (finesse faults) on 1 piece,"),
        "{text}"
    );
    assert!(text.contains("points per move"), "{text}");
    for part in ["2 keys too many", "weights for 40 lines", "\"points\""] {
        assert!(place.read("p.html").contains(part), "{part}");
    }
    for word in ["wasted_t", "broken_back_to_back"] {
        assert!(!place.read("p.json").contains(word), "{word}");
    }
    let exit = review("custom");
    assert_eq!(exit.code, Some(0), "{exit:?}");
    assert!(
        exit.errors.contains("is judged as a match"),
        "{}",
        exit.errors
    );
    for file in ["p.html", "p.json"] {
        assert!(place.read(file).contains("is judged as a match"), "{file}");
    }
    let error = refusal(&review("blitz"));
    assert!(
        error.contains("`blitz`") && error.contains("levels"),
        "{error}"
    );
}

#[test]
fn names_are_shown_only_with_the_option() {
    let place = Place::new("review-names");
    let head: Value = serde_json::from_str(game().lines().next().unwrap()).unwrap();
    let name = head["seats"][0].as_str().unwrap();
    let run_with = |more: &[&str]| {
        let (game, page, json) = (
            place.path("game.jsonl"),
            place.path("p.html"),
            place.path("p.json"),
        );
        let fixed = [
            "review", &game, "--nodes", "20000", "--html", &page, "--json", &json,
        ];
        let exit = run(&[&fixed[..], more].concat());
        assert_eq!(exit.code, Some(0), "{exit:?}");
        [
            place.read("p.html"),
            place.read("p.json"),
            exit.lines.join("\n"),
        ]
    };
    for text in run_with(&[]) {
        assert!(!text.contains(name), "{name}");
    }
    for text in run_with(&["--names"]) {
        assert!(text.contains(name), "{name}");
    }
}

#[test]
fn a_review_with_a_time_judges_every_move() {
    let place = Place::new("review-time");
    let json = place.json("a.json", &["--time", "1"]);
    let reviews: Value = serde_json::from_str(&json).unwrap();
    let settings = serde_json::json!({"seconds": 1.0});
    assert_eq!(
        reviews["games"][0]["settings"], settings,
        "the nodes are not known before"
    );
    let found = moves(&json);
    assert_eq!(
        found.len(),
        moves(&place.json("b.json", &["--nodes", "20000"])).len()
    );
    assert!(found.iter().all(|mv| mv["depth"].as_u64().unwrap() > 1));
}

#[test]
fn fumens_of_the_worst_positions_can_be_read_again() {
    let place = Place::new("review-fumen");
    let game = place.path("game.jsonl");
    let exit = run(&["review", &game, "--nodes", "20000", "--fumen", "-"]);
    assert_eq!(exit.code, Some(0), "{exit:?}");
    assert!((1..=10).contains(&exit.lines.len()), "{exit:?}");
    for fumen in &exit.lines {
        let pages = landfall_fumen::decode(fumen).unwrap();
        assert_eq!(pages.len(), 1);
        assert!(pages[0].piece.is_some());
        let comment = pages[0].comment.clone().unwrap();
        assert!(
            comment.starts_with("#Q=") && comment.contains("lost"),
            "{comment}"
        );
    }
}
