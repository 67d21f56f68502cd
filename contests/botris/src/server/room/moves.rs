//! Requests, actions, and their effects.

use super::super::player_game::{GameEvent, PlayerGame};
use super::super::wire;
use super::{ConnectionId, MOVE_TIMEOUT, Phase, Room};
use crate::messages::{ClientMessage, Command, MAX_COMMANDS};
use landfall_rules::board::WIDTH;
use landfall_rules::rng::SplitMix64;
use serde_json::json;
use std::time::Duration;

/// The close code for a connection that sends too many messages (RFC 6455).
const POLICY: u16 = 1008;

/// The probability that the hole of a garbage row differs from the previous row's, in percent.
const MESSINESS: u32 = 5;

impl Room {
    /// Handles a text frame of a player. Ignores what the contest's server ignores.
    pub fn message(&mut self, id: ConnectionId, text: &str, now: Duration) {
        let Some(number) = self.players.iter().position(|player| player.id == id) else {
            return;
        };
        let player = &mut self.players[number];
        let bot = player.bot;
        if player.flood.is_too_much(now) {
            self.summary.bots[bot].ignored += 1;
            return self.close(id, POLICY, "Too many messages");
        }
        match ClientMessage::parse(text) {
            Ok(ClientMessage::Ping) => {
                let timestamp = self.unix(now);
                self.send(id, "ping", &json!({"timestamp": timestamp}));
            }
            Ok(ClientMessage::Action { commands }) => match self.refusal(number, &commands) {
                Some(reason) => {
                    self.summary.bots[bot].errors += 1;
                    self.send(id, "error", &json!(reason));
                }
                None => self.act(number, &commands, now),
            },
            Err(error) => {
                self.summary.bots[bot].ignored += 1;
                log::debug!("ignored a message of connection {id}: {error}");
            }
        }
    }

    /// Returns why a player may not act now.
    fn refusal(&self, number: usize, commands: &[Command]) -> Option<&'static str> {
        let player = &self.players[number];
        if commands.len() > MAX_COMMANDS {
            return Some("Action longer than 128 commands");
        }
        let Some(game) = &player.game else {
            return Some("Missing GameState");
        };
        match self.phase {
            _ if game.dead => Some("Cannot send commands while dead"),
            Phase::Countdown { .. } | Phase::NextRound { .. } => {
                Some("Inputs not currently allowed")
            }
            Phase::Round { .. } if player.request.is_none() => Some("Not requested to move"),
            Phase::Round { .. } => None,
            _ => Some("Game not started"),
        }
    }

    fn act(&mut self, number: usize, commands: &[Command], now: Duration) {
        let multiplier = self.multiplier(now);
        let player = &mut self.players[number];
        let (Some(game), Some(pieces), Some(asked)) =
            (&mut player.game, &mut player.pieces, player.request.take())
        else {
            return;
        };
        let before = wire::game_state(game);
        let score = game.score;
        let events = game.play(commands, multiplier, |randomizer| {
            pieces.next_piece(randomizer)
        });
        let totals = &mut self.summary.bots[player.bot];
        totals.add_answer(now.saturating_sub(asked));
        totals.pieces += 1;
        totals.attack += u64::from(game.score - score);
        player.next_request = Some((asked + self.settings.move_interval()).max(now));
        let after = wire::game_state(game);
        let session_id = player.session_id.clone();
        for event in &events {
            if let GameEvent::Clear(clear) = event {
                self.send_garbage(number, clear.attack);
            }
        }
        let payload = json!({
            "sessionId": session_id,
            "commands": wire::command_words(commands),
            "gameState": after,
            "prevGameState": before,
            "events": events.iter().map(wire::game_event).collect::<Vec<_>>(),
        });
        self.broadcast("player_action", payload);
        self.check_winner(now);
    }

    fn send_garbage(&mut self, sender: usize, lines: u32) {
        if lines == 0 {
            return;
        }
        let holes = holes(&mut self.holes, lines);
        for number in (0..self.players.len()).filter(|&number| number != sender) {
            let player = &mut self.players[number];
            let Some(game) = &mut player.game else {
                continue;
            };
            game.queue_garbage(holes.iter().copied());
            let payload = json!({
                "sessionId": player.session_id,
                "damage": lines,
                "gameState": wire::game_state(game),
            });
            self.broadcast("player_damage_received", payload);
        }
    }

    /// Requests a move from a player.
    pub(super) fn request_move(&mut self, number: usize, now: Duration) {
        let players = self.player_list();
        let player = &mut self.players[number];
        let Some(game) = player.game.as_ref().map(wire::game_state) else {
            return;
        };
        (player.request, player.next_request) = (Some(now), None);
        let id = player.id;
        self.send(
            id,
            "request_move",
            &json!({"gameState": game, "players": players}),
        );
    }

    /// Sends due requests, and ends the round if a player has not answered.
    pub(super) fn tick_round(&mut self, now: Duration) {
        for number in 0..self.players.len() {
            let player = &mut self.players[number];
            let alive = |game: &&mut PlayerGame| !game.dead;
            let Some(game) = player.game.as_mut().filter(alive) else {
                continue;
            };
            if player
                .request
                .is_some_and(|asked| asked + MOVE_TIMEOUT <= now)
            {
                game.dead = true;
                let bot = player.bot;
                self.summary.bots[bot].timeouts += 1;
                let name = &self.admission.bots[bot].name;
                self.reports.push(format!("{name} has not answered in 5 s"));
                return self.check_winner(now);
            }
            if player.next_request.is_some_and(|at| at <= now) {
                self.request_move(number, now);
            }
        }
    }

    /// Returns when [`Room::tick`] next has something to do; `None` if only a message can change
    /// the room.
    pub fn next_tick(&self) -> Option<Duration> {
        match self.phase {
            Phase::Players | Phase::Finished => None,
            Phase::Countdown { until: at } | Phase::NextRound { at } | Phase::NextGame { at } => {
                Some(at)
            }
            Phase::Round { .. } => {
                let due = self.players.iter().flat_map(|player| {
                    let timeout = player.request.map(|asked| asked + MOVE_TIMEOUT);
                    [timeout, player.next_request].into_iter().flatten()
                });
                due.min()
            }
        }
    }

    fn multiplier(&self, now: Duration) -> f64 {
        let began = match self.phase {
            Phase::Round { began } => began,
            _ => now,
        };
        let seconds = now.saturating_sub(began).as_secs_f64();
        self.settings.multiplier(seconds)
    }
}

/// Draws the holes of an attack: any column, then usually the same one.
fn holes(rng: &mut SplitMix64, lines: u32) -> Vec<u8> {
    let mut hole = rng.below(WIDTH as u32);
    let rows = (0..lines).map(|row| {
        if row > 0 && rng.below(100) < MESSINESS {
            hole = rng.below(WIDTH as u32);
        }
        hole as u8
    });
    rows.collect()
}
