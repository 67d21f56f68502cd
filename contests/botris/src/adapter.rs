//! Converts between the contest and the Tetris Bot Protocol: a game becomes `start`, a placement
//! becomes commands.
//!
//! Pure. `landfall_rules::path` finds the path to a placement.

use super::messages::{Command, GameState, MAX_COMMANDS};
use landfall_rules::lock::ClearState;
use landfall_rules::path::{MoveCosts, PieceInput, placement_route};
use landfall_rules::rotation::TurnKind;
use landfall_rules::rulesets::BOTRIS;
use landfall_rules::{Board, Placement, Randomizer, State};
use landfall_tbp::convert::{board_rows, piece_name, to_opponent};
use landfall_tbp::messages::{IncomingGarbage, Move, RandomizerState, SpinName, Start};

/// What a bot receives about the game besides its own position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Disclosure {
    /// Nothing. A bot that does not support such messages would start its search anew.
    #[default]
    Own,
    /// The waiting garbage, and the opponent's board.
    Versus,
}

/// Returns the position of a game, with the piece in play first in the queue.
pub fn position(game: &GameState) -> State {
    State {
        board: game.board,
        hold: game.held,
        queue: game.queue.iter().copied().collect(),
        clear_state: ClearState {
            combo: u16::try_from(game.combo).unwrap_or(u16::MAX),
            back_to_back: u16::from(game.back_to_back),
            ..ClearState::default()
        },
        ..State::new(Randomizer::unknown())
    }
}

/// Returns the `start` message of a game.
pub fn start_message(game: &GameState, opponent: Option<&Board>, disclosure: Disclosure) -> Start {
    let bag_state = game.bag.iter().copied().map(piece_name).collect();
    let own = Start {
        hold: game.held.map(piece_name),
        queue: game.queue.iter().copied().map(piece_name).collect(),
        combo: game.combo,
        back_to_back: u32::from(game.back_to_back),
        board: board_rows(&game.board),
        // The server's bag is never empty; an empty one means that the server does not send it.
        randomizer: (!game.bag.is_empty()).then_some(RandomizerState::SevenBag { bag_state }),
        ..Start::default()
    };
    match disclosure {
        Disclosure::Own => own,
        Disclosure::Versus => Start {
            incoming_garbage: IncomingGarbage::Rows(game.garbage),
            opponents: opponent.map(to_opponent).into_iter().collect(),
            ..own
        },
    }
}

/// Returns each move unchanged and with the other spins, so that the move of a bot with other spin
/// rules can be played.
pub fn with_other_spins(moves: &[Move]) -> Vec<Move> {
    let spins = |mv: &Move| {
        let others = [SpinName::Full, SpinName::None].map(|spin| Move { spin, ..*mv });
        [*mv].into_iter().chain(others)
    };
    moves.iter().flat_map(spins).collect()
}

/// Returns the commands that lead to a placement, without the hard drop, which the server appends;
/// `None` if no path leads there or it has too many commands.
pub fn commands_to(game: &GameState, placement: &Placement) -> Option<Vec<Command>> {
    let is_held = game.queue.first() != Some(&placement.piece);
    if is_held && game.hold_used {
        return None;
    }
    // Each command is one word, so all inputs cost the same.
    let costs = MoveCosts::default();
    let route = placement_route(&BOTRIS, BOTRIS.spawn, &game.board, placement, costs)?;
    let hold = is_held.then_some(Command::Hold);
    let inputs = route.inputs.into_iter().map(command);
    let commands: Vec<Command> = hold.into_iter().chain(inputs).collect();
    (commands.len() <= MAX_COMMANDS).then_some(commands)
}

fn command(input: PieceInput) -> Command {
    match input {
        PieceInput::Left => Command::MoveLeft,
        PieceInput::Right => Command::MoveRight,
        PieceInput::SoftDrop => Command::Drop,
        PieceInput::Turn(TurnKind::CounterClockwise) => Command::RotateCcw,
        // The rules have no half turns, so no path has one.
        PieceInput::Turn(TurnKind::Clockwise | TurnKind::Half) => Command::RotateCw,
    }
}
