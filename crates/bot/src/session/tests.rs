//! Tests of the state of a session, which the recorded sessions in `tbp-fixtures/` cannot check.

use super::*;
use crate::DriverOptions;
use crate::game_session::choose_moves;
use landfall_rules::lock::ClearState;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Placement, Queue, Rotation, Spin, State};
use landfall_search::{SearchOptions, Weights};
use landfall_tbp::messages::{AnalysedMove, Analysis};
use landfall_tbp::parse;

fn session() -> Session<BackgroundSearch> {
    Session::new(Settings::new(DriverOptions {
        search: SearchOptions {
            memory: 16 << 20,
            ..SearchOptions::default()
        },
        nodes: Some(50),
        ..DriverOptions::default()
    }))
}

fn send(session: &mut Session<BackgroundSearch>, line: &str) -> Reply {
    let message = parse(line.as_bytes()).expect(line).expect(line);
    session.handle(message)
}

/// Sends a start with an empty board.
fn start(session: &mut Session<BackgroundSearch>, queue: &str, attributes: &str) {
    let names: Vec<String> = queue.chars().map(|c| format!("\"{c}\"")).collect();
    let queue = names.join(",");
    let line = format!(r#"{{"type":"start","queue":[{queue}],"board":[]{attributes}}}"#);
    assert_eq!(send(session, &line), Reply::default(), "{line}");
}

fn state(session: &Session<BackgroundSearch>) -> &State {
    session.game.state().expect("there is a position")
}

fn observed(session: &Session<BackgroundSearch>) -> String {
    match &state(session).randomizer {
        Randomizer::Unknown { seen } => seen.iter().collect::<Queue>().to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn counters_of_a_start_are_used() {
    let mut session = session();
    start(&mut session, "TI", r#","combo":3,"back_to_back":true"#);
    let clear_state = state(&session).clear_state;
    assert_eq!((clear_state.combo, clear_state.back_to_back), (3, 1));
    start(&mut session, "TI", r#","combo":1e9"#);
    let clear_state = state(&session).clear_state;
    assert_eq!((clear_state.combo, clear_state.back_to_back), (u16::MAX, 0));
}

#[test]
fn counters_of_a_play_replace_those_of_the_session() {
    let mut session = session();
    send(&mut session, r#"{"type":"rules","ruleset":"guideline"}"#);
    start(&mut session, "OOO", r#","pieces_placed":3,"frame":90"#);
    let counters = |session: &Session<BackgroundSearch>| {
        let ClearState {
            combo,
            back_to_back,
            ..
        } = state(session).clear_state;
        let VersusInfo {
            pieces_placed,
            frame,
            ..
        } = session.game.versus();
        (combo, back_to_back, pieces_placed, frame)
    };
    assert_eq!(counters(&session), (0, 0, Some(3), Some(90)));
    let mut play = |x: i8, attributes: &str| {
        let location = format!(r#"{{"type":"O","orientation":"north","x":{x},"y":0}}"#);
        let line = format!(r#"{{"type":"play","move":{{"location":{location}}}{attributes}}}"#);
        assert_eq!(send(&mut session, &line), Reply::default());
        send(&mut session, r#"{"type":"new_piece","piece":"O"}"#);
        counters(&session)
    };
    assert_eq!(play(0, ""), (0, 0, Some(4), Some(90)));
    let reported = r#","combo":2,"back_to_back":7,"pieces_placed":9,"frame":1e10"#;
    // The guideline keeps no count of back-to-back.
    assert_eq!(play(2, reported), (2, 1, Some(9), Some(10_000_000_000)));
    assert_eq!(
        play(4, r#","combo":true,"frame":null"#),
        (1, 1, Some(10), Some(10_000_000_000))
    );
}

#[test]
fn the_randomizer_of_a_start_is_at_the_end_of_the_queue() {
    let mut session = session();
    let bag = r#","randomizer":{"type":"seven_bag","bag_state":["S","Z"]}"#;
    start(&mut session, "TIOLJ", bag);
    send(&mut session, r#"{"type":"new_piece","piece":"S"}"#);
    let mut current = [0; 7];
    current[Piece::Z.index()] = 1;
    let expected = Randomizer::Bag {
        current,
        filled: [1; 7],
    };
    assert_eq!(state(&session).randomizer, expected);
}

#[test]
fn rules_can_announce_a_uniform_randomizer() {
    let mut session = session();
    send(&mut session, r#"{"type":"rules","randomizer":"uniform"}"#);
    start(&mut session, "TI", "");
    assert_eq!(state(&session).randomizer, Randomizer::Uniform);
    send(&mut session, r#"{"type":"rules"}"#);
    start(&mut session, "OI", "");
    assert_eq!(observed(&session), "OI");
}

#[test]
fn observed_pieces_are_kept_if_the_queue_continues() {
    let mut session = session();
    start(&mut session, "TIO", "");
    send(
        &mut session,
        r#"{"type":"play","move":{"location":{"type":"T","orientation":"north","x":4,"y":0}}}"#,
    );
    send(&mut session, r#"{"type":"new_piece","piece":"S"}"#);
    start(&mut session, "IOSZ", "");
    assert_eq!(observed(&session), "TIOSZ");
    start(&mut session, "IOS", "");
    assert_eq!(observed(&session), "IOS");
}

#[test]
fn a_known_bag_is_kept_if_the_queue_continues() {
    let mut session = session();
    let bag = r#","randomizer":{"type":"seven_bag","bag_state":["S","Z"]}"#;
    start(&mut session, "TIOLJ", bag);
    let known = state(&session).randomizer.clone();
    start(&mut session, "TIOLJ", "");
    assert_eq!(state(&session).randomizer, known);
    start(&mut session, "TIOLJ", r#","randomizer":{"type":"unknown"}"#);
    assert_eq!(observed(&session), "TIOLJ");
}

#[test]
fn a_spin_label_is_trusted() {
    let mut session = session();
    let board = r#"[["G",null,null,null,"G","G","G","G","G","G"]]"#;
    let line =
        format!(r#"{{"type":"start","queue":["T","I"],"back_to_back":false,"board":{board}}}"#);
    send(&mut session, &line);
    send(
        &mut session,
        r#"{"type":"play","move":{"location":{"type":"T","orientation":"north","x":2,"y":0},"spin":"full"}}"#,
    );
    assert_eq!(state(&session).clear_state.back_to_back, 1);
    assert_eq!(state(&session).clear_state.combo, 1);
}

#[test]
fn at_most_16_pending_requests_are_answered() {
    let mut session = session();
    for _ in 0..1000 {
        send(&mut session, r#"{"type":"suggest"}"#);
    }
    let reply = send(&mut session, r#"{"type":"start","queue":["T"],"board":[]}"#);
    assert_eq!(reply.messages.len(), 16);
}

#[test]
fn only_legal_moves_are_chosen() {
    let placement = |x, spin| Placement {
        piece: Piece::T,
        rotation: Rotation::North,
        x,
        y: 0,
        spin,
    };
    let legal: Vec<Placement> = (1..9).map(|x| placement(x, Spin::None)).collect();
    let preferred = [
        placement(4, Spin::Full),
        placement(5, Spin::None),
        placement(5, Spin::None),
        placement(0, Spin::None),
        placement(2, Spin::None),
    ];
    assert_eq!(choose_moves(&preferred, &legal, 5), [legal[4], legal[1]]);
    assert_eq!(choose_moves(&preferred, &legal, 1), [legal[4]]);
    assert_eq!(choose_moves(&preferred[..1], &legal, 3), legal[..3]);
    assert_eq!(choose_moves(&preferred, &[], 5), []);
}

#[test]
fn the_ruleset_has_the_randomizer_unless_rules_name_another() {
    let mut session = session();
    for (rules, uniform) in [
        (r#"{"type":"rules","ruleset":"pason"}"#, true),
        (
            r#"{"type":"rules","ruleset":"pason","randomizer":"unknown"}"#,
            false,
        ),
        (
            r#"{"type":"rules","ruleset":"guideline","randomizer":"uniform"}"#,
            true,
        ),
        (r#"{"type":"rules"}"#, false),
    ] {
        assert_eq!(send(&mut session, rules).messages, [BotMessage::Ready]);
        start(&mut session, "TI", "");
        let announced = state(&session).randomizer == Randomizer::Uniform;
        assert_eq!(announced, uniform, "{rules}");
        send(&mut session, r#"{"type":"stop"}"#);
    }
}

#[test]
fn other_rules_clear_the_position_and_unknown_ones_change_nothing() {
    let mut session = session();
    start(&mut session, "TI", "");
    let reply = send(&mut session, r#"{"type":"rules","ruleset":"chess"}"#);
    assert!(matches!(reply.messages[..], [BotMessage::Error { .. }]));
    assert!(reply.warning.is_some_and(|text| text.contains("chess")));
    assert_eq!(state(&session).queue.len(), 2);
    send(&mut session, r#"{"type":"rules","ruleset":"guideline"}"#);
    assert_eq!(state(&session).queue.len(), 2, "the rules are the same");
    send(&mut session, r#"{"type":"rules","ruleset":"pason"}"#);
    assert!(session.game.state().is_none());
    // Without a hold there is nothing to play while no piece is known.
    start(&mut session, "", r#","hold":"I""#);
    assert_eq!(send(&mut session, r#"{"type":"suggest"}"#).messages, []);
}

#[test]
fn each_ruleset_has_its_weights_unless_others_are_given() {
    let mut options = SearchOptions::default();
    for rules in Ruleset::ALL {
        assert_eq!(options.weights_for(rules), Weights::for_rules(rules));
    }
    let own = std::sync::Arc::new(Weights {
        holes: -1,
        ..Weights::default()
    });
    options.weights = Some(own.clone());
    for rules in Ruleset::ALL {
        assert_eq!(options.weights_for(rules), own);
    }
}

#[test]
fn the_rules_of_the_settings_are_the_default() {
    let mut session = Session::<BackgroundSearch>::with_driver(Settings {
        rules: landfall_rules::rulesets::TETRIO_S2,
        ..Settings::new(DriverOptions::default())
    });
    assert_eq!(session.game.rules().name, "tetrio-s2");
    send(&mut session, r#"{"type":"rules"}"#);
    assert_eq!(session.game.rules().name, "tetrio-s2");
    send(&mut session, r#"{"type":"rules","ruleset":"guideline"}"#);
    assert_eq!(session.game.rules().name, "guideline");
}

/// Sends `analyse`, and returns the answer and the warning.
fn analyse<D: SearchDriver>(
    session: &mut Session<D>,
    attributes: &str,
) -> (Analysis, Option<String>) {
    let line = format!(r#"{{"type":"analyse"{attributes}}}"#);
    let message = parse(line.as_bytes()).expect(&line).expect(&line);
    let Reply {
        mut messages,
        warning,
        ..
    } = session.handle(message);
    assert_eq!(messages.len(), 1, "one answer");
    match messages.remove(0) {
        BotMessage::Analysis(analysis) => (analysis, warning),
        other => panic!("{other:?}"),
    }
}

/// Returns a session with a position.
fn started<D: SearchDriver>(nodes: Option<u64>) -> Session<D> {
    let mut session = Session::with_driver(Settings::new(DriverOptions {
        search: SearchOptions {
            memory: 32 << 20,
            ..SearchOptions::default()
        },
        nodes,
        ..DriverOptions::default()
    }));
    let row = r#"["G","G","G",null,"G","G","G","G","G","G"]"#;
    let line = format!(r#"{{"type":"start","queue":["T","S","Z","O","L"],"board":[{row},{row}]}}"#);
    session.handle(parse(line.as_bytes()).unwrap().unwrap());
    session
}

fn move_json(mv: &landfall_tbp::messages::Move) -> String {
    format!(r#","move":{}"#, serde_json::to_string(mv).unwrap())
}

fn suggested<D: SearchDriver>(session: &mut Session<D>) -> Vec<landfall_tbp::messages::Move> {
    match session.handle(FrontendMessage::Suggest).messages.remove(0) {
        BotMessage::Suggestion { moves, .. } => moves,
        other => panic!("{other:?}"),
    }
}

fn analysed_moves_are_those_suggested<D: SearchDriver>() {
    let mut session = started::<D>(Some(60_000));
    let moves = suggested(&mut session);
    let (analysis, warning) = analyse(&mut session, r#","lines":5"#);
    assert_eq!(warning, None);
    let analysed: Vec<_> = analysis.moves.iter().map(|analysed| analysed.mv).collect();
    assert_eq!(analysed, moves);
    assert!(analysis.nodes >= 50_000 && analysis.depth >= 5);
    for AnalysedMove {
        mv,
        value,
        depth,
        line,
    } in &analysis.moves
    {
        assert_eq!(line[0], *mv);
        assert_eq!(line.len(), 4, "one of five pieces is left in the hold");
        assert_eq!(*depth, analysis.moves[0].depth);
        assert_eq!(*value, (value * 1_000.0).round() / 1_000.0);
    }
    let values = analysis.moves.iter().map(|analysed| -analysed.value as i64);
    assert!(values.is_sorted());
}

#[test]
fn both_searches_analyse_the_moves_that_they_suggest() {
    analysed_moves_are_those_suggested::<BackgroundSearch>();
    analysed_moves_are_those_suggested::<SlicedSearch>();
}

#[test]
fn an_analysis_without_suggest_spends_the_nodes_once() {
    let mut session = started::<SlicedSearch>(Some(2_000));
    let (first, _) = analyse(&mut session, "");
    assert_eq!(first.moves.len(), 3);
    assert!(first.nodes > 1_000, "{}", first.nodes);
    assert_eq!(analyse(&mut session, "").0, first);
}

fn a_played_move_is_evaluated_to_the_depth_of_the_best<D: SearchDriver>() {
    let mut session = started::<D>(Some(20_000));
    let state = session.game.state().unwrap().clone();
    let best = analyse(&mut session, "").0.moves.remove(0);
    for placement in state.legal_placements(&GUIDELINE).iter().step_by(9) {
        let mv = convert::to_move(&GUIDELINE, placement);
        let (mut analysis, warning) = analyse(&mut session, &move_json(&mv));
        for _ in 0..9 {
            if analysis
                .played
                .as_ref()
                .is_some_and(|played| played.is_final)
            {
                break;
            }
            analysis = analyse(&mut session, &move_json(&mv)).0;
        }
        let played = analysis.played.expect("the move is legal");
        assert!(played.is_final && warning.is_none());
        assert_eq!(
            (played.analysed.mv, played.analysed.depth),
            (mv, best.depth)
        );
        assert!(played.analysed.value <= best.value);
        assert_eq!(played.analysed.line[0], mv);
    }
    let (analysis, _) = analyse(&mut session, &move_json(&best.mv));
    assert_eq!(analysis.played.unwrap().analysed, best);
}

#[test]
fn both_searches_evaluate_the_played_move() {
    a_played_move_is_evaluated_to_the_depth_of_the_best::<BackgroundSearch>();
    a_played_move_is_evaluated_to_the_depth_of_the_best::<SlicedSearch>();
}

#[test]
fn a_running_search_can_be_analysed_repeatedly() {
    let mut session = started::<BackgroundSearch>(None);
    let (first, _) = analyse(&mut session, "");
    assert_eq!(first.moves.len(), 3);
    let mv = move_json(&first.moves[2].mv);
    loop {
        let (analysis, warning) = analyse(&mut session, &mv);
        let played = analysis.played.expect("the move is legal");
        assert_eq!((played.analysed.mv, warning), (first.moves[2].mv, None));
        if played.is_final && analysis.nodes > first.nodes + 20_000 {
            break;
        }
    }
    assert!(!suggested(&mut session).is_empty());
}

#[test]
fn slices_between_requests_search_the_move() {
    let mut session = started::<SlicedSearch>(None);
    for _ in 0..40 {
        session.search_slice(2_000, &|| false);
    }
    let worst = analyse(&mut session, r#","lines":100"#)
        .0
        .moves
        .pop()
        .unwrap();
    let (first, _) = analyse(&mut session, &move_json(&worst.mv));
    assert!(!first.played.unwrap().is_final);
    let mut slices = 0;
    while !analyse(&mut session, &move_json(&worst.mv))
        .0
        .played
        .unwrap()
        .is_final
    {
        assert!(session.search_slice(2_000, &|| false));
        slices += 1;
        assert!(slices < 100);
    }
}

#[test]
fn wrong_attributes_of_an_analysis_give_a_warning() {
    let mut session = started::<SlicedSearch>(Some(500));
    let floating = r#","move":{"location":{"type":"T","orientation":"north","x":4,"y":20}}"#;
    let absent = r#","move":{"location":{"type":"I","orientation":"north","x":4,"y":2}}"#;
    let off = r#","move":{"location":{"type":"T","orientation":"north","x":14,"y":2}}"#;
    for (attributes, expected) in [
        (floating, "floats"),
        (absent, "not at hand"),
        (off, "not on the board"),
        (r#","move":"T""#, "`analyse.move`"),
        (r#","lines":[1]"#, "`analyse.lines`"),
    ] {
        let (analysis, warning) = analyse(&mut session, attributes);
        let warning = warning.expect(attributes);
        assert!(warning.contains(expected), "{warning}");
        assert_eq!((analysis.moves.len(), analysis.played), (3, None));
    }
    let (analysis, warning) = analyse(&mut session, r#","lines":0"#);
    assert_eq!((analysis.moves.len(), warning), (0, None));
    session.handle(FrontendMessage::Stop);
    let (analysis, warning) = analyse(&mut session, "");
    assert_eq!(analysis, Analysis::default());
    assert!(warning.unwrap().contains("before `start`"));
}
