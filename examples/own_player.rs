//! A player of one's own against the built-in bot, with an observer that prints the clears:
//! `cargo run --release --example own_player`.

use landfall_arena::{
    GameObserver, PlayedPiece, Player, PlayerError, PlayerSpec, Preset, Suggestion, VersusStatus,
    play_game,
};
use landfall_bot::{DriverOptions, Settings};
use landfall_replay::clear_label;
use landfall_rules::{Piece, Placement, Playfield, Ruleset, State};
use std::error::Error;

/// Keeps the stack low: plays the move after which the highest column is the lowest.
struct LowStack {
    rules: Ruleset,
    state: Option<State>,
}

impl Player for LowStack {
    fn start(&mut self, state: &State, _: &Playfield, _: Option<&VersusStatus>) {
        self.state = Some(state.clone());
    }

    fn play(&mut self, mv: &Placement, dealt: &[Piece]) {
        let Some(state) = &mut self.state else { return };
        state.play(&self.rules, mv);
        dealt.iter().for_each(|&piece| state.push_piece(piece));
    }

    fn suggest(&mut self) -> Result<Suggestion, PlayerError> {
        let state = self.state.as_ref().expect("`start` comes first");
        let height_after = |mv: &Placement| {
            let mut after = state.clone();
            after.play(&self.rules, mv);
            (after.board.max_height(), mv.y)
        };
        let moves = state.legal_placements(&self.rules);
        let lowest = moves.into_iter().min_by_key(height_after);
        Ok(lowest.map(Suggestion::from).unwrap_or_default())
    }
}

/// Prints each clear.
struct Clears;

impl GameObserver for Clears {
    fn piece_locked(&mut self, piece: &PlayedPiece) {
        let (mv, clear) = (piece.lock.placement, &piece.lock.clear);
        if let Some(label) = clear_label(mv.piece, clear) {
            let lines = clear.attack;
            println!(
                "{:>6}  seat {}  {label}, {lines} sent",
                piece.times.locks, piece.seat
            );
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let preset = Preset::by_name("ppt")?;
    let rules = preset.rules;
    let settings = Settings::new(DriverOptions {
        threads: 1,
        nodes: Some(200),
        ..DriverOptions::default()
    });
    let mut bot = PlayerSpec::BuiltIn(Box::new(settings)).launch(&rules, None)?;
    let mut own = LowStack { rules, state: None };
    let record = play_game(&preset, 1, [&mut own, bot.as_mut()], &mut Clears, &|| false);
    let record = record.ok_or("stopped")?;
    println!("the winner is {:?}, A is the player here", record.winner);
    Ok(())
}
