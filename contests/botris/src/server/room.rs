//! A room: its players, whose turn it is, and who has won. Takes messages and the time, and returns
//! messages.
//!
//! Pure: `sockets` has sockets and the clock, `player_game` performs moves. The order of messages
//! is that of the contest's server.

mod admission;
mod moves;
mod room_player;
mod room_view;

pub use admission::JoinRequest;

use super::player_game::PlayerGame;
use super::settings::{Admission, RoomSettings};
use super::totals::{BotTotals, Summary};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rng::SplitMix64;
use room_player::RoomPlayer;
use serde_json::{Value, json};
use std::time::Duration;

/// How long a player has to answer a request; a later answer loses the round.
pub const MOVE_TIMEOUT: Duration = Duration::from_secs(5);

/// The number of a connection.
pub type ConnectionId = u64;

/// An action on a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send a text frame.
    Text(String),
    /// Close it, with a code and a reason.
    Close(u16, &'static str),
}

/// What the room is waiting for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// Two players.
    Players,
    /// The beginning of a round.
    Countdown { until: Duration },
    /// Moves.
    Round { began: Duration },
    /// The next round.
    NextRound { at: Duration },
    /// The next game.
    NextGame { at: Duration },
    /// Nothing: all games are over.
    Finished,
}

/// A room.
#[derive(Debug)]
pub struct Room {
    settings: RoomSettings,
    admission: Admission,
    /// Unix time at the start of the room's clock, in milliseconds.
    unix_ms: u64,
    players: Vec<RoomPlayer>,
    phase: Phase,
    started_at: Option<Duration>,
    ended_at: Option<Duration>,
    last_winner: Option<String>,
    rng: SplitMix64,
    holes: SplitMix64,
    games_played: u32,
    summary: Summary,
    outputs: Vec<(ConnectionId, Output)>,
    reports: Vec<String>,
}

impl Room {
    /// Returns an empty room. `unix_ms` is the Unix time, in milliseconds, at the start of the
    /// clock whose times the room receives.
    pub fn new(settings: RoomSettings, admission: Admission, unix_ms: u64) -> Room {
        let totals = |bot: usize| BotTotals {
            name: admission.bots[bot].name.clone(),
            ..BotTotals::default()
        };
        Room {
            summary: Summary {
                bots: [totals(0), totals(1)],
                abandoned: 0,
            },
            rng: SplitMix64::new(settings.seed),
            holes: SplitMix64::stream(settings.seed, 1),
            settings,
            admission,
            unix_ms,
            players: Vec::new(),
            phase: Phase::Players,
            started_at: None,
            ended_at: None,
            last_winner: None,
            games_played: 0,
            outputs: Vec::new(),
            reports: Vec::new(),
        }
    }

    /// Returns the outputs since the last call, in order.
    pub fn take_outputs(&mut self) -> Vec<(ConnectionId, Output)> {
        std::mem::take(&mut self.outputs)
    }

    /// Returns a line for people for each event since the last call.
    pub fn take_reports(&mut self) -> Vec<String> {
        std::mem::take(&mut self.reports)
    }

    /// Returns the results so far.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Returns whether all games are played.
    pub fn is_finished(&self) -> bool {
        self.phase == Phase::Finished
    }

    /// Removes a player whose connection is lost. A running game is abandoned.
    pub fn disconnect(&mut self, id: ConnectionId) {
        let Some(number) = self.players.iter().position(|player| player.id == id) else {
            return;
        };
        let player = self.players.remove(number);
        let name = &self.admission.bots[player.bot].name;
        self.reports.push(format!("{name} has left"));
        self.broadcast("player_left", json!({"sessionId": player.session_id}));
        if !matches!(self.phase, Phase::Players | Phase::Finished) {
            if !matches!(self.phase, Phase::NextGame { .. }) {
                self.summary.abandoned += 1;
            }
            self.phase = Phase::Players;
            self.reset();
        }
    }

    /// Performs what is due at a time.
    pub fn tick(&mut self, now: Duration) {
        match self.phase {
            Phase::Countdown { until } if until <= now => {
                self.phase = Phase::Round { began: until };
                for number in 0..self.players.len() {
                    self.request_move(number, now);
                }
            }
            Phase::NextRound { at } if at <= now => self.start_round(now),
            Phase::NextGame { at } if at <= now => self.start_game(now),
            Phase::Round { .. } => self.tick_round(now),
            _ => {}
        }
    }

    /// Starts a game, if two players are there.
    fn start_game(&mut self, now: Duration) {
        if self.players.len() < 2 {
            self.phase = Phase::Players;
            return;
        }
        for player in &mut self.players {
            player.wins = 0;
            player.playing = true;
        }
        self.broadcast_text(&json!({"type": "game_started"}));
        self.start_round(now);
    }

    fn start_round(&mut self, now: Duration) {
        let seed = self.rng.next_u64();
        self.holes = SplitMix64::stream(seed, 1);
        for player in &mut self.players {
            // Both players are dealt the same pieces, so that luck is equal.
            let mut pieces = PieceSequence::sampled(SplitMix64::new(seed));
            let game = PlayerGame::new(|randomizer| pieces.next_piece(randomizer));
            player.start_round(game, pieces);
        }
        let starts_at = now + self.settings.pause;
        (self.started_at, self.ended_at) = (Some(starts_at), None);
        self.last_winner = None;
        self.phase = Phase::Countdown { until: starts_at };
        let room = self.room_data();
        let starts_at = self.unix(starts_at);
        self.broadcast(
            "round_started",
            json!({"startsAt": starts_at, "roomData": room}),
        );
    }

    /// Ends the round if fewer than two players are left.
    fn check_winner(&mut self, now: Duration) {
        let alive = |player: &RoomPlayer| player.game.as_ref().is_some_and(|game| !game.dead);
        let mut numbered = self.players.iter().enumerate();
        let (Some((number, _)), None) = (
            numbered.find(|(_, player)| alive(player)),
            numbered.find(|(_, player)| alive(player)),
        ) else {
            return;
        };
        self.players[number].wins += 1;
        self.ended_at = Some(now);
        self.last_winner = Some(self.players[number].session_id.clone());
        let player = &self.players[number];
        let bot = player.bot;
        self.summary.bots[bot].rounds += 1;
        self.report_round(number);
        self.phase = Phase::NextRound {
            at: now + self.settings.pause,
        };
        self.broadcast_winner("round_over", number);
        if self.players[number].wins >= self.settings.ft {
            self.end_game(number, now);
        }
    }

    fn end_game(&mut self, winner: usize, now: Duration) {
        let bot = self.players[winner].bot;
        self.summary.bots[bot].games += 1;
        self.games_played += 1;
        self.phase = match self.games_played < self.settings.games {
            true => Phase::NextGame {
                at: now + self.settings.pause,
            },
            false => Phase::Finished,
        };
        let name = &self.admission.bots[bot].name;
        let line = format!("game {}: {name} wins", self.games_played);
        self.reports.push(line);
        self.broadcast_winner("game_over", winner);
        self.reset();
    }

    fn report_round(&mut self, winner: usize) {
        let name = |player: &RoomPlayer| self.admission.bots[player.bot].name.as_str();
        let wins: Vec<String> = self
            .players
            .iter()
            .map(|player| player.wins.to_string())
            .collect();
        let pieces: Vec<String> = self
            .players
            .iter()
            .map(|player| {
                let (pieces, score) = player.game.as_ref().map_or((0, 0), |g| (g.pieces, g.score));
                format!("{} {pieces} pieces {score} lines", name(player))
            })
            .collect();
        let line = format!(
            "round: {} wins, {} ({})",
            name(&self.players[winner]),
            wins.join(" : "),
            pieces.join(", ")
        );
        self.reports.push(line);
    }

    /// Informs all players that the game is over or abandoned.
    fn reset(&mut self) {
        for player in &mut self.players {
            player.game = None;
            player.request = None;
        }
        let room = self.room_data();
        self.broadcast("game_reset", json!({"roomData": room}));
    }

    fn broadcast_winner(&mut self, kind: &str, winner: usize) {
        let player = &self.players[winner];
        let payload = json!({
            "winnerId": player.session_id,
            "winnerInfo": self.bot_info(player.bot),
            "roomData": self.room_data(),
        });
        self.broadcast(kind, payload);
    }

    fn broadcast(&mut self, kind: &str, payload: Value) {
        self.broadcast_text(&json!({"type": kind, "payload": payload}));
    }

    fn broadcast_text(&mut self, message: &Value) {
        let text = message.to_string();
        let copies = self
            .players
            .iter()
            .map(|player| (player.id, Output::Text(text.clone())));
        self.outputs.extend(copies);
    }

    fn send(&mut self, id: ConnectionId, kind: &str, payload: &Value) {
        let text = json!({"type": kind, "payload": payload}).to_string();
        self.outputs.push((id, Output::Text(text)));
    }
}

#[cfg(test)]
mod tests;
