//! The referee performs the commands of placements.

use landfall_botris::adapter::{Disclosure, commands_to, position, start_message};
use landfall_botris::messages::{Command, GameState, MAX_COMMANDS};
use landfall_botris::server::player_game::{GameEvent, PlayerGame};
use landfall_botris::server::{REFEREE_RULES, wire};
use landfall_rules::board::{CellKind, WIDTH};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::BOTRIS;
use landfall_rules::{Board, Piece, Placement, Rotation, Spin};
use serde_json::json;

/// Returns a game on a board of random rows with holes, up to any height.
fn random_game(rng: &mut SplitMix64) -> PlayerGame {
    let mut pieces = PieceSequence::sampled(SplitMix64::new(rng.next_u64()));
    let mut game = PlayerGame::new(|randomizer| pieces.next_piece(randomizer));
    for _ in 0..rng.below(18) {
        let empty = rng.next_u64() & rng.next_u64();
        let is_empty = |x: usize| empty >> x & 1 == 1;
        if (0..WIDTH).any(is_empty) {
            let cell = |x| (!is_empty(x)).then_some(CellKind::Garbage);
            game.rows.push(std::array::from_fn(cell));
        }
    }
    for (y, row) in game.rows.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, cell)| cell.is_some()) {
            game.state.board.fill(x as i8, y as i8);
        }
    }
    if rng.below(2) == 0 {
        game.state.hold_piece();
        let piece = pieces.next_piece(&game.state.randomizer);
        game.state.push_piece(piece);
    }
    game
}

/// Returns where a piece locks after these commands, and with which spin.
fn played(game: &PlayerGame, commands: &[Command]) -> Option<Placement> {
    let mut after = game.clone();
    let events = after.play(commands, 1.0, |_| Piece::I);
    events.iter().find_map(|event| match *event {
        GameEvent::PiecePlaced {
            piece, last, spin, ..
        } => Some(BOTRIS.rotation.canonical(Placement {
            spin,
            ..Placement::new(piece, last.rotation, last.x, last.y)
        })),
        _ => None,
    })
}

#[test]
fn every_placement_is_reached() {
    let mut rng = SplitMix64::new(11);
    let (mut reached, mut spins, mut others, mut longest) = (0, 0, 0, 0);
    for _ in 0..1_000 {
        let game = random_game(&mut rng);
        let seen = GameState::read(&wire::game_state(&game)).expect("the server's own state");
        let state = position(&seen);
        assert_eq!(state.board, game.state.board);
        for placement in state.legal_placements(&BOTRIS) {
            let commands = commands_to(&seen, &placement).expect("a way");
            assert!(commands.len() <= MAX_COMMANDS);
            longest = longest.max(commands.len());
            let locked = played(&game, &commands).expect("it locks");
            let without_spin = Placement {
                spin: placement.spin,
                ..locked
            };
            assert_eq!(
                without_spin, placement,
                "{commands:?}\n{}",
                game.state.board
            );
            reached += 1;
            match placement.spin {
                Spin::None => others += usize::from(locked.spin != Spin::None),
                _ => {
                    assert_eq!(
                        locked.spin,
                        Spin::Full,
                        "{commands:?}\n{}",
                        game.state.board
                    );
                    spins += 1;
                }
            }
        }
    }
    assert!(reached > 30_000 && spins > 20, "{reached} {spins}");
    // If the shortest path to a placement without a required spin ends in a turn, the lock may be a
    // spin.
    assert!(others * 50 < reached, "{others} of {reached}");
    assert!(longest < 80, "{longest}");
}

/// The referee's rules differ from those that bots receive only in the turns of O.
#[test]
fn o_is_never_turned() {
    let game = GameState::read(&json!({"board": [], "held": null, "queue": ["O", "T"],
        "current": {"piece": "O"}}))
    .unwrap();
    for placement in position(&game).legal_placements(&BOTRIS) {
        let commands = commands_to(&game, &placement).unwrap();
        let turns = [Command::RotateCw, Command::RotateCcw];
        let is_o = !commands.contains(&Command::Hold);
        assert!(!is_o || !commands.iter().any(|command| turns.contains(command)));
    }
    assert_eq!(REFEREE_RULES.spawn, BOTRIS.spawn);
}

#[test]
fn a_start_has_what_bots_need() {
    let row = json!(["G", "G", "I", null, "G", "G", "G", "G", "G", "G"]);
    let game = GameState::read(&json!({
        "board": [row], "held": "Z", "queue": ["O", "S"], "current": {"piece": "T"},
        "bag": ["J", "L"], "combo": 2, "b2b": true, "canHold": true,
        "garbageQueued": [{"delay": 1}, {"delay": 0}],
    }))
    .unwrap();
    let opponent = "#.........".parse::<Board>().unwrap();
    let own = start_message(&game, Some(&opponent), Disclosure::Own);
    let text = serde_json::to_value(&own).unwrap();
    assert_eq!(
        text,
        json!({
            "hold": "Z", "queue": ["T", "O", "S"], "combo": 2, "back_to_back": true,
            "board": [["G", "G", "G", null, "G", "G", "G", "G", "G", "G"]],
            "randomizer": {"type": "seven_bag", "bag_state": ["J", "L"]},
        })
    );
    let versus = start_message(&game, Some(&opponent), Disclosure::Versus);
    let text = serde_json::to_value(&versus).unwrap();
    assert_eq!(text["incoming_garbage"], 2);
    assert_eq!(text["opponents"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_hold_that_is_used_up_is_not_used_again() {
    let state = |can_hold| {
        GameState::read(
            &json!({"board": [], "held": "I", "queue": ["S"], "canHold": can_hold,
            "current": {"piece": "T"}}),
        )
        .unwrap()
    };
    let flat = Placement::new(Piece::I, Rotation::North, 4, 0);
    assert_eq!(
        commands_to(&state(true), &flat).map(|all| all[0]),
        Some(Command::Hold)
    );
    assert_eq!(commands_to(&state(false), &flat), None);
}
