//! One game: a referee, two players and an observer, in virtual time.

use super::observer::{GameObserver, PlayedPiece};
use super::player::{Player, PlayerError, Suggestion, VersusStatus, explain_illegal};
use super::preset::Preset;
use super::record::GameRecord;
use super::referee::{EndReason, Event, GameResult, Referee};
use landfall_replay::arena::format::MoveTimes;

/// Plays one game in virtual time between two players who have accepted the rules of the preset: each
/// answer takes the frames of the preset, however long the player thinks. The first player has seat 0
/// and is A of the record. Returns `None` if `stop` returned true before the end.
///
/// ```
/// use landfall_arena::{NoObserver, Player, PlayerError, Preset, Suggestion, VersusStatus, play_game};
/// use landfall_rules::{Piece, Placement, Playfield, Ruleset, State};
///
/// /// Plays the first of the lowest legal moves.
/// struct Lowest {
///     rules: Ruleset,
///     state: Option<State>,
/// }
///
/// impl Player for Lowest {
///     fn start(&mut self, state: &State, _: &Playfield, _: Option<&VersusStatus>) {
///         self.state = Some(state.clone());
///     }
///
///     fn play(&mut self, mv: &Placement, dealt: &[Piece]) {
///         if let Some(state) = &mut self.state {
///             state.play(&self.rules, mv);
///             state.queue.extend(dealt);
///         }
///     }
///
///     fn suggest(&mut self) -> Result<Suggestion, PlayerError> {
///         let state = self.state.as_ref().expect("a game has begun");
///         let lowest = state.legal_placements(&self.rules).into_iter().min_by_key(|mv| mv.y);
///         Ok(lowest.map(Suggestion::from).unwrap_or_default())
///     }
/// }
///
/// let preset = Preset::by_name("ppt").unwrap();
/// let player = || Lowest { rules: preset.rules, state: None };
/// let record = play_game(&preset, 7, [&mut player(), &mut player()], &mut NoObserver, &|| false);
/// assert!(record.unwrap().a.pieces > 10);
/// ```
pub fn play_game<'a>(
    preset: &Preset,
    seed: u64,
    players: [&'a mut dyn Player; 2],
    observer: &'a mut dyn GameObserver,
    stop: &dyn Fn() -> bool,
) -> Option<GameRecord> {
    let mut game = Game {
        number: 0,
        referee: Referee::new(preset, seed),
        players,
        failures: [None, None],
        observer,
    };
    game.play(stop)
}

/// A game between two players, by seat.
pub struct Game<'a> {
    /// Number of the game in its series.
    pub number: u64,
    /// Its referee, which has the positions.
    pub referee: Referee,
    /// The player of each seat.
    pub players: [&'a mut dyn Player; 2],
    /// The error of each seat's player, if it failed.
    pub failures: [Option<PlayerError>; 2],
    /// What sees the game.
    pub observer: &'a mut dyn GameObserver,
}

impl Game<'_> {
    /// Plays the game in virtual time: it waits for each answer, which takes the frames of the
    /// preset. Returns `None` if the game was stopped.
    pub fn play(&mut self, stop: &dyn Fn() -> bool) -> Option<GameRecord> {
        for seat in 0..2 {
            self.send_position(seat);
        }
        let result = loop {
            if stop() {
                self.stop_players();
                return None;
            }
            match self.referee.next_event() {
                Event::RequestMove(seat) => {
                    self.refresh_versus(seat);
                    let answer = self.players[seat].suggest();
                    self.apply_suggestion(seat, answer, self.referee.now());
                }
                Event::GarbageRaised(seat, rows) => self.garbage_raised(seat, &rows),
                Event::GameOver(result) => break result,
                // Every request is answered at once, so this ends.
                Event::Wait => {}
            }
        };
        self.stop_players();
        Some(self.record(&result))
    }

    /// Plays the first legal move of an answer given at frame `at`, or ends the game of its seat.
    pub fn apply_suggestion(
        &mut self,
        seat: usize,
        answer: Result<Suggestion, PlayerError>,
        at: u64,
    ) {
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => return self.end_with_error(seat, failure),
        };
        for &placement in &answer.moves {
            let Ok((lock, path_frames)) = self.referee.play(seat, placement, at) else {
                continue;
            };
            self.referee.record_effort(seat, &answer.effort);
            self.players[seat].play(&lock.placement, &lock.dealt);
            let requested = self.referee.now();
            self.observer.piece_locked(&PlayedPiece {
                times: MoveTimes {
                    requested,
                    path: path_frames,
                    locks: self.referee.lock_frame(seat).unwrap_or(requested),
                },
                seat,
                lock: &lock,
                side: self.referee.side(seat),
                suggestion: &answer,
            });
            return;
        }
        let side = self.referee.side(seat);
        let piece = side.totals().pieces + 1;
        let position = (self.referee.ruleset(), side.state());
        match explain_illegal(self.players[seat], &answer, piece, position) {
            None => self.referee.end_side(seat, EndReason::Forfeit),
            Some(failure) => self.end_with_error(seat, failure),
        }
    }

    /// Ends the game of a seat whose player failed: the seat loses.
    fn end_with_error(&mut self, seat: usize, failure: PlayerError) {
        self.failures[seat] = Some(failure);
        self.referee.end_side(seat, EndReason::PlayerError);
    }

    /// Reports garbage to the observer and sends it as frontends do, by a new `start`.
    pub fn garbage_raised(&mut self, seat: usize, rows: &[u16]) {
        let now = self.referee.now();
        self.observer.garbage_raised(now, seat, rows);
        self.send_position(seat);
    }

    /// Sends the opponent and the pending garbage before a request, to a player that supports it.
    pub fn refresh_versus(&mut self, seat: usize) {
        if self.players[seat].supports_versus() {
            self.send_position(seat);
        }
    }

    /// Sends a seat its position.
    pub fn send_position(&mut self, seat: usize) {
        let side = self.referee.side(seat);
        let rules = self.referee.ruleset();
        let pieces = u32::try_from(side.totals().pieces).unwrap_or(u32::MAX);
        let versus = VersusStatus {
            incoming_garbage: side.garbage.pending(),
            opponent: self.referee.side(1 - seat).field(),
            pieces_placed: rules.garbage_queue.map(|_| pieces),
            frame: rules.margin_time.map(|_| self.referee.game_frame()),
        };
        self.players[seat].start(side.state(), side.field(), Some(&versus));
    }

    /// Sends `stop` to both players.
    pub fn stop_players(&mut self) {
        for player in &mut self.players {
            player.stop();
        }
    }

    /// Reports the end to the observer and returns the record of the game.
    pub fn record(&mut self, result: &GameResult) -> GameRecord {
        let fields = [0, 1].map(|seat| self.referee.side(seat).field());
        self.observer.game_over(result, fields, &self.failures);
        let stats = [0, 1].map(|seat| self.referee.stats(seat));
        GameRecord::new(
            self.number,
            result,
            stats,
            std::mem::take(&mut self.failures),
        )
    }
}
