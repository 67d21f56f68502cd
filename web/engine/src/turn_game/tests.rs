//! Games by turns as a page plays them: JSON in, JSON out.

use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

fn game(options: Value) -> TurnGame {
    TurnGame::from_json(&options.to_string()).unwrap()
}

fn error(options: Value) -> String {
    TurnGame::from_json(&options.to_string())
        .unwrap_err()
        .to_string()
}

/// Returns a lock as the page passes it back.
fn played(placed: &Placed) -> PlayedMove {
    from_json("placed", &serde_json::to_string(placed).unwrap()).unwrap()
}

/// Returns counters as the page passes them, or the error.
fn counters(counters: Value) -> Result<edit::Counters, String> {
    from_json("counters", &counters.to_string()).map_err(|error| error.to_string())
}

fn view(game: &TurnGame) -> Value {
    serde_json::to_value(game.view()).unwrap()
}

/// A position with a slot for a T-spin double; floor first.
fn slot() -> Value {
    let row = |drawn: &str| -> Vec<Value> {
        let cell = |letter| match letter {
            '.' => Value::Null,
            letter => Value::String(letter.to_string()),
        };
        drawn.chars().map(cell).collect()
    };
    json!({
        "queue": ["T", "O", "I"],
        "hold": "S",
        "board": [row("GG.GGGGGGG"), row("L...GGGGGG"), row("LL........")],
        "combo": 2,
        "back_to_back": true,
    })
}

fn t_spin() -> Move {
    let mv = json!({
        "location": {"type": "T", "orientation": "south", "x": 2, "y": 1},
        "spin": "full",
    });
    serde_json::from_value(mv).unwrap()
}

#[test]
fn a_seed_deals_the_same_pieces_for_ever() {
    let mut one = game(json!({"rules": "tetrio-s2", "seed": 42, "previews": 5}));
    let mut same = game(json!({"rules": "tetrio-s2", "seed": 42, "previews": 5}));
    let letters: Vec<char> = "OTILJS".chars().collect();
    assert_eq!(one.view().queue, letters);
    for _ in 0..30 {
        let lowest = one.legal_moves().into_iter();
        let lowest = lowest.min_by_key(|mv| mv.location.y).unwrap();
        let placed = one.play(&lowest).unwrap();
        assert_eq!(placed.cells.len(), 4);
        same.play(&lowest).unwrap();
        assert_eq!(view(&one), view(&same));
    }
    assert_eq!(one.view().pieces, 30);
}

#[test]
fn a_move_says_what_it_did() {
    let mut game = game(json!({"start": slot()}));
    assert_eq!(game.view().rows[1], "L...GGGGGG");
    let placed = game.play(&t_spin()).unwrap();
    assert_eq!(placed.label, "T-spin double");
    assert_eq!(placed.cleared_rows, [0, 1]);
    assert_eq!((placed.lines, placed.combo), (2, 3));
    assert_eq!(placed.back_to_back, 1);
    assert!(placed.attack >= 5);
    assert_eq!(game.view().rows, ["LL........"]);
    assert_eq!(view(&game)["queue"], json!(["O", "I"]));
}

#[test]
fn a_position_is_a_start_and_back() {
    let first = game(json!({"start": slot()}));
    let message = serde_json::to_value(first.start_message()).unwrap();
    assert_eq!(message["type"], "start");
    let again = game(json!({"start": message}));
    assert_eq!(view(&first), view(&again));
    let text = game(json!({"start": message.to_string()}));
    assert_eq!(view(&first), view(&text));
}

#[test]
fn an_illegal_move_gets_its_reason_and_changes_nothing() {
    let mut game = game(json!({"start": slot()}));
    let before = view(&game);
    let mut floating = t_spin();
    floating.location.y = 9;
    let why = game.play(&floating).unwrap_err().to_string();
    assert!(
        why.starts_with("the move is not legal") && why.contains("floats"),
        "{why}"
    );
    assert_eq!(view(&game), before);
}

#[test]
fn cells_lead_to_their_move_and_moves_to_their_inputs() {
    let game = game(json!({"start": slot()}));
    let cells = game.cells(&t_spin()).unwrap();
    assert_eq!(game.find_move(&cells, 'T'), Some(t_spin()));
    assert_eq!(game.find_move(&cells, 'O'), None);
    assert_eq!(game.find_move(&[], 'T'), None);
    let inputs = game.inputs(&t_spin()).unwrap();
    assert_eq!(inputs.last(), Some(&"hard_drop"));
    assert!(inputs.contains(&"soft_drop"));
    let held = game.legal_moves().into_iter();
    let held = { held }
        .find(|mv| mv.location.piece == PieceName::S)
        .unwrap();
    assert_eq!(game.inputs(&held).unwrap()[0], "hold");
}

#[test]
fn garbage_waits_cancels_and_comes_up() {
    let mut game = game(json!({"start": slot()}));
    game.receive_garbage(7);
    assert_eq!(view(&game)["garbage"], json!([{"rows": 7, "frames": 0}]));
    let placed = game.play(&t_spin()).unwrap();
    assert_eq!((placed.sent, placed.garbage_raised), (0, 0));
    let waiting = 7 - placed.attack;
    let quiet = game.legal_moves()[0];
    let placed = game.play(&quiet).unwrap();
    assert_eq!(placed.garbage_raised as u32, waiting);
    let [FrontendMessage::Start(start)] = &game.play_messages(&played(&placed))[..] else {
        panic!("a bot gets garbage by a new position");
    };
    assert_eq!(start.board.len(), 40);
}

#[test]
fn a_bot_is_told_of_moves_and_pieces() {
    let mut game = game(json!({"seed": 1}));
    let mv = game.legal_moves()[0];
    let placed = game.play(&mv).unwrap();
    let messages = serde_json::to_value(game.play_messages(&played(&placed))).unwrap();
    assert_eq!(messages[0]["type"], "play");
    assert_eq!(messages[1]["piece"], placed.dealt[0].to_string());
}

#[test]
fn a_position_can_be_edited() {
    let mut game = game(json!({"start": slot()}));
    let cells = [
        (2, 0, "L".to_string()),
        (0, 0, ".".into()),
        (9, 5, "G".into()),
    ];
    game.set_cells(&cells).unwrap();
    assert_eq!(game.view().rows[0], ".GLGGGGGGG");
    assert_eq!(game.view().rows[5], ".........G");
    game.set_queue("tsz").unwrap();
    game.set_hold("").unwrap();
    assert_eq!(
        (game.view().queue, game.view().hold),
        (vec!['T', 'S', 'Z'], None)
    );
    game.set_counters(&counters(json!({"combo": 5})).unwrap());
    assert_eq!((game.view().combo, game.view().back_to_back), (5, 1));
    game.mirror();
    assert_eq!(game.view().rows[0], "GGGGGGGJG.");
    assert_eq!(game.view().queue, ['T', 'Z', 'S']);
    game.clear();
    assert!(game.view().rows.is_empty());
    assert_eq!(game.view().combo, 0);
}

#[test]
fn what_cannot_be_edited_gets_a_sentence() {
    let mut game = game(json!({"start": slot()}));
    let before = view(&game);
    let off = game.set_cells(&[(0, 5, "T".into()), (10, 0, "T".into())]);
    assert!(off.unwrap_err().to_string().contains("x=10"));
    let block = game.set_cells(&[(0, 0, "Ω".into())]);
    assert!(block.unwrap_err().to_string().contains("is no block"));
    assert!(
        game.set_queue("TX")
            .unwrap_err()
            .to_string()
            .contains("'X'")
    );
    assert!(game.set_queue(&"T".repeat(101)).is_err());
    assert!(game.set_hold("ß").is_err());
    assert_eq!(view(&game), before);
}

#[test]
fn queues_and_holds_are_read_as_people_write_them() {
    let mut game = game(json!({"start": slot()}));
    for text in [
        "TIO",
        "tio",
        " T I O ",
        "[TIO]",
        "T, I, O",
        "T;I;O",
        "T\tI\nO",
        r#"["T","I","O"]"#,
        "'T' 'I' 'O'",
    ] {
        game.set_queue("S").unwrap();
        game.set_queue(text).unwrap();
        assert_eq!(game.view().queue, ['T', 'I', 'O'], "{text}");
    }
    game.set_queue(&"T ".repeat(100)).unwrap();
    assert_eq!(game.view().queue.len(), 100);
    let long = game.set_queue(&"T ".repeat(101)).unwrap_err().to_string();
    assert_eq!(long, "the queue has 101 pieces, at most 100 are kept");
    for (text, hold) in [
        ("[J]", Some('J')),
        (" l ", Some('L')),
        ("[]", None),
        ("", None),
    ] {
        game.set_hold(text).unwrap();
        assert_eq!(game.view().hold, hold, "{text}");
    }
    for text in ["TT", "T I"] {
        let error = game.set_hold(text).unwrap_err().to_string();
        assert_eq!(error, "these are 2 pieces: the hold is one piece, or empty");
    }
    let pieces = "is no piece: the pieces are I, O, T, L, J, S and Z";
    for (text, letter) in [("XYZ", 'X'), ("T(I)", '('), ("T1", '1'), ("QQ", 'Q')] {
        let error = format!("'{letter}' {pieces}");
        assert_eq!(game.set_queue(text).unwrap_err().to_string(), error);
        assert_eq!(game.set_hold(text).unwrap_err().to_string(), error);
    }
}

#[test]
fn counters_are_whole_numbers_in_range() {
    let mut game = game(json!({"rules": "tetrio-s2", "start": slot()}));
    for (value, combo) in [
        (json!(7), 7),
        (json!("12"), 12),
        (json!(" 3 "), 3),
        (json!("65535"), u16::MAX),
        (json!(""), 0),
        (json!("1e2"), 100),
    ] {
        game.set_counters(&counters(json!({"combo": value, "back_to_back": value})).unwrap());
        assert_eq!(
            (game.view().combo, game.view().back_to_back),
            (combo, combo)
        );
    }
    game.set_counters(&counters(json!({"combo": null})).unwrap());
    assert_eq!(game.view().combo, 100);
    let wrong = "is no count: it must be a whole number from 0 to 65535";
    for value in [
        json!(-5),
        json!("-5"),
        json!(1.5),
        json!("1e99"),
        json!(65536),
        json!("three"),
        json!("NaN"),
        json!("inf"),
        json!(true),
        json!([]),
        json!({}),
    ] {
        for name in ["combo", "back_to_back"] {
            let error = counters(json!({name: value})).unwrap_err();
            assert_eq!(error, format!("{value} {wrong}"));
        }
    }
    let error = counters(json!({"b2b": 1})).unwrap_err();
    assert_eq!(
        error,
        "counters: there is no attribute \"b2b\", there are: combo, back_to_back"
    );
}

/// No sentence of the JSON library, with its types of Rust and its columns, reaches a page.
#[test]
fn what_cannot_be_read_gets_plain_words() {
    let placed = |text| from_json::<PlayedMove>("placed", text).unwrap_err();
    let read_move = |text| from_json::<Move>("move", text).unwrap_err();
    let cells = |text| from_json::<Vec<Cell>>("cells", text).unwrap_err();
    let errors = [
        (
            read_move("{}"),
            "`move.location` is missing: the message cannot do without it",
        ),
        (read_move("null"), "`move` is null: it must be an object"),
        (
            read_move(r#"{"location":{"type":"T","orientation":"up","x":4,"y":0}}"#),
            "`move.location.orientation` is \"up\": it must be north, east, south or west",
        ),
        (
            read_move("{\n,"),
            "move: this is no JSON, see line 2, byte 1",
        ),
        (
            placed("[]"),
            "`placed` is a list of 0: it must be an object",
        ),
        (
            placed("{}"),
            "`move` is missing: the message cannot do without it",
        ),
        (
            cells("[[1]]"),
            "`cells` is a list of 1: it must be a list of [x, y]",
        ),
        (
            cells(r#"[["a",2]]"#),
            "`cells` is \"a\": it must be a whole number",
        ),
    ];
    for (error, expected) in errors {
        assert_eq!(error.to_string(), expected);
    }
    for (options, expected) in [
        (
            json!([]),
            "`options of a game` is a list of 0: it must be an object",
        ),
        (
            json!({"seed": -1}),
            "`seed` is -1: it must be a whole number, 0 or more",
        ),
        (
            json!({"seed": "x"}),
            "`seed` is \"x\": it must be a whole number, 0 or more",
        ),
        (
            json!({"page": 1.5}),
            "`page` is 1.5: it must be a whole number, 0 or more",
        ),
        (json!({"rules": 7}), "`rules` is 7: it must be a text"),
        (
            json!({"fumen": []}),
            "`fumen` is a list of 0: it must be a text",
        ),
    ] {
        assert_eq!(error(options), expected);
    }
    assert!(error(json!({"ruels": "pason"})).contains("there is no attribute \"ruels\""));
}

#[test]
fn what_is_no_position_gets_a_sentence() {
    assert!(error(json!({"rules": "chess"})).contains("there is no ruleset"));
    assert!(error(json!({"start": {"type": "stop"}})).contains("no position"));
    assert!(error(json!({"start": "hello"})).contains("JSON"));
    assert!(error(json!({"start": {"queue": ["X"], "board": []}})).contains("unknown piece"));
    let rows = vec![vec![Value::Null; 9]];
    assert!(error(json!({"start": {"queue": [], "board": rows}})).contains("9 cells"));
    let long = TurnGame::from_json(&"x".repeat(1 << 21)).unwrap_err();
    assert!(long.to_string().contains("at most"));
}

#[test]
fn a_fumen_is_the_position_and_back() {
    let first = game(json!({"start": slot()}));
    let text = first.fumen(None).unwrap();
    let again = game(json!({"fumen": format!("https://example.org/?{text}")}));
    let (mut expected, found) = (view(&first), view(&again));
    expected["combo"] = 0.into();
    expected["back_to_back"] = 0.into();
    assert_eq!(found, expected);
    let with_piece = game(json!({"fumen": first.fumen(Some(&t_spin())).unwrap(), "page": 1}));
    assert_eq!(view(&with_piece), found);
    assert!(error(json!({"fumen": text, "page": 2})).contains("has 1 pages"));
    assert!(error(json!({"fumen": text, "page": 0})).contains("page 0"));
    assert!(error(json!({"fumen": "v115@!"})).contains("'!'"));
    assert!(error(json!({"fumen": ""})).contains("no fumen"));
}

#[test]
fn a_game_without_pieces_goes_on_when_there_are_some() {
    let mut game = game(json!({"start": {"queue": [], "board": []}}));
    assert_eq!((game.view().over, game.legal_moves().len()), (None, 0));
    game.set_queue("I").unwrap();
    assert_eq!(game.legal_moves().len(), 17);
}

#[test]
fn a_lost_game_says_how() {
    let mut game = game(json!({"seed": 3}));
    while game.view().over.is_none() {
        let highest = game.legal_moves().into_iter();
        let highest = highest.max_by_key(|mv| mv.location.y).unwrap();
        game.play(&highest).unwrap();
    }
    assert_eq!(game.view().over.as_deref(), Some("block out"));
    let why = game.play(&t_spin()).unwrap_err().to_string();
    assert_eq!(why, "the game is over: block out");
}

/// A text that somebody may paste, often close to a valid one.
fn pasted() -> impl Strategy<Value = String> {
    let digits = "v115@[A-Za-z0-9+/?]{0,300}";
    let near = r#"\{"(type|queue|board|hold)":["\[\]{}:,a-zA-Z0-9]{0,80}"#;
    prop_oneof![digits, near, ".{0,200}"]
}

/// A cell, mostly on the board.
fn edited_cell() -> impl Strategy<Value = (i32, i32, String)> {
    let row = prop_oneof![9 => 0..24, 1 => -3..70, 1 => Just(i32::MAX)];
    let column = prop_oneof![19 => 0..10, 1 => -2..12];
    (column, row, "[TIOLJSZG.]|x")
}

/// An edit or a move of a game.
#[derive(Clone, Debug)]
enum Edit {
    Cells(Vec<(i32, i32, String)>),
    Queue(String),
    Hold(String),
    Counters(Option<u32>, Option<u32>),
    Mirror,
    Clear,
    Garbage(u32),
    Play(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        3 => prop::collection::vec(edited_cell(), 0..60).prop_map(Edit::Cells),
        1 => "[TIOLJSZtX]{0,12}".prop_map(Edit::Queue),
        1 => "[TIOLJSZx]{0,2}".prop_map(Edit::Hold),
        1 => any::<(Option<u32>, Option<u32>)>().prop_map(|(combo, b2b)| Edit::Counters(combo, b2b)),
        1 => Just(Edit::Mirror),
        1 => Just(Edit::Clear),
        1 => any::<u32>().prop_map(Edit::Garbage),
        6 => any::<usize>().prop_map(Edit::Play),
    ]
}

/// Makes an edit; one that is refused must change nothing.
fn apply(game: &mut TurnGame, edit: &Edit) {
    let before = view(game);
    let done = match edit {
        Edit::Cells(cells) => game.set_cells(cells),
        Edit::Queue(letters) => game.set_queue(letters),
        Edit::Hold(letter) => game.set_hold(letter),
        Edit::Counters(combo, back_to_back) => {
            let given = json!({"combo": combo, "back_to_back": back_to_back});
            if let Ok(counters) = counters(given) {
                game.set_counters(&counters);
            }
            Ok(())
        }
        Edit::Mirror => {
            game.mirror();
            Ok(())
        }
        Edit::Clear => {
            game.clear();
            Ok(())
        }
        Edit::Garbage(lines) => {
            game.receive_garbage(*lines);
            Ok(())
        }
        Edit::Play(number) => {
            let moves = game.legal_moves();
            let mv = moves.get(number % moves.len().max(1));
            mv.map_or(Ok(()), |mv| {
                game.inputs(mv)?;
                let placed = game.play(mv)?;
                game.play_messages(&played(&placed));
                Ok(())
            })
        }
    };
    if done.is_err() {
        assert_eq!(view(game), before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_text_panics(text in pasted(), page in any::<usize>()) {
        let _ = TurnGame::from_json(&text);
        for options in [json!({"start": text}), json!({"fumen": text, "page": page})] {
            if let Ok(game) = TurnGame::from_json(&options.to_string()) {
                view(&game);
            }
        }
    }

    #[test]
    fn no_edit_panics(rules in 0..Ruleset::ALL.len(), edits in prop::collection::vec(edit(), 1..30)) {
        let name = Ruleset::ALL[rules].name;
        let mut game = game(json!({"rules": name, "seed": 5}));
        for edit in &edits {
            apply(&mut game, edit);
            // Rows that garbage pushed out of the field are still on the board: the game is lost.
            if game.view().over.is_none() {
                let board = game.side.state().board;
                prop_assert_eq!(game.side.field().board(), board, "after {:?}", edit);
            }
        }
        game.fumen(None).unwrap();
        let start = serde_json::to_value(game.start_message()).unwrap();
        if game.view().over.is_none() {
            let again = self::game(json!({"rules": name, "start": start}));
            prop_assert_eq!(view(&again)["rows"].clone(), view(&game)["rows"].clone());
        }
    }
}
