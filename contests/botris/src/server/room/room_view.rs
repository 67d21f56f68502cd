//! The form in which players receive the room and each other.

use super::super::wire;
use super::room_player::RoomPlayer;
use super::{Phase, Room};
use serde_json::{Value, json};
use std::time::Duration;

impl Room {
    /// Returns a time as Unix time, in milliseconds.
    pub(super) fn unix(&self, time: Duration) -> u64 {
        let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.unix_ms.saturating_add(ms)
    }

    /// Returns the message object of a player.
    pub(super) fn player_list(&self) -> Vec<Value> {
        let as_json = |player: &RoomPlayer| {
            json!({
                "sessionId": player.session_id,
                "playing": player.playing,
                "info": self.bot_info(player.bot),
                "wins": player.wins,
                "gameState": player.game.as_ref().map(wire::game_state),
            })
        };
        self.players.iter().map(as_json).collect()
    }

    /// Returns the message object of the room. Its last five attributes belong to older versions.
    pub(super) fn room_data(&self) -> Value {
        let settings = &self.settings;
        let ongoing = matches!(
            self.phase,
            Phase::Countdown { .. } | Phase::Round { .. } | Phase::NextRound { .. }
        );
        json!({
            "id": "local",
            "host": {"id": "local", "displayName": "landfall"},
            "settings": {
                "private": true,
                "ft": settings.ft,
                "pps": settings.pps,
                "initialMultiplier": settings.initial_multiplier,
                "finalMultiplier": settings.final_multiplier,
                "startMargin": settings.start_margin,
                "endMargin": settings.end_margin,
            },
            "gameOngoing": ongoing,
            "roundOngoing": matches!(self.phase, Phase::Round { .. }),
            "startedAt": self.started_at.map(|at| self.unix(at)),
            "endedAt": self.ended_at.map(|at| self.unix(at)),
            "lastWinner": self.last_winner,
            "players": self.player_list(),
            "banned": [],
            "private": true,
            "ft": settings.ft,
            "pps": settings.pps,
            "maxPlayers": 2,
            "initialMultiplier": settings.initial_multiplier,
        })
    }

    /// Returns the message object of a bot. Its last three attributes belong to older versions.
    pub(super) fn bot_info(&self, bot: usize) -> Value {
        let name = &self.admission.bots[bot].name;
        let id = format!("bot-{bot}");
        json!({
            "id": id,
            "name": name,
            "avatar": {},
            "team": null,
            "language": null,
            "eval": null,
            "movegen": null,
            "search": null,
            "developers": [],
            "userId": id,
            "creator": name,
            "bot": name,
        })
    }
}
