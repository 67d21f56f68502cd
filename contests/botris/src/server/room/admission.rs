//! Admission to a room.

use super::super::settings::Admission;
use super::room_player::RoomPlayer;
use super::{ConnectionId, Output, Phase, Room};
use landfall_net::{percent_decoded, query_parameter};
use serde_json::json;
use std::time::Duration;

/// The parameters in the query of a connection.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct JoinRequest {
    token: Option<String>,
    room_key: Option<String>,
}

impl JoinRequest {
    /// Parses a query, such as `token=T&roomKey=K`.
    pub fn from_query(query: &str) -> JoinRequest {
        let value = |name| query_parameter(query, name).and_then(percent_decoded);
        JoinRequest {
            token: value("token"),
            room_key: value("roomKey"),
        }
    }
}

impl Admission {
    /// Checks the key of the room.
    fn check_key(&self, request: &JoinRequest) -> Result<(), (u16, &'static str)> {
        let key = request.room_key.as_ref();
        let key = key.ok_or((4000, "Missing roomKey"))?;
        match self.key.matches(key) {
            true => Ok(()),
            false => Err((4004, "roomKey expired or doesn't exist")),
        }
    }

    /// Returns the number of the bot that asks to join.
    fn bot(&self, request: &JoinRequest) -> Result<usize, (u16, &'static str)> {
        let token = request.token.as_ref().ok_or((4005, "Missing token"))?;
        let mut bots = self.bots.iter();
        let bot = bots.position(|bot| bot.token.matches(token));
        bot.ok_or((4004, "Failed to authenticate token or roomKey."))
    }
}

impl Room {
    /// Admits a connection, or closes it.
    pub fn connect(&mut self, id: ConnectionId, request: &JoinRequest, now: Duration) {
        if let Err((code, reason)) = self.try_connect(id, request, now) {
            self.close(id, code, reason);
        }
    }

    fn try_connect(
        &mut self,
        id: ConnectionId,
        request: &JoinRequest,
        now: Duration,
    ) -> Result<(), (u16, &'static str)> {
        self.admission.check_key(request)?;
        let room = self.room_data();
        self.send(id, "room_data", &json!({"roomData": room}));
        let bot = self.admission.bot(request)?;
        let session_id = format!("{:016x}", self.rng.next_u64());
        self.send(id, "authenticated", &json!({"sessionId": session_id}));
        if self.players.len() >= 2 {
            return Err((4001, "Too many players"));
        }
        if self.players.iter().any(|player| player.bot == bot) {
            return Err((4001, "This token is in the room already"));
        }
        let player = RoomPlayer {
            id,
            session_id,
            bot,
            ..RoomPlayer::default()
        };
        let told = json!({
            "sessionId": player.session_id,
            "playing": false,
            "info": self.bot_info(bot),
            "wins": 0,
            "gameState": null,
        });
        self.broadcast("player_joined", json!({"playerData": told}));
        let name = &self.admission.bots[bot].name;
        self.reports.push(format!("{name} has joined"));
        self.players.push(player);
        if self.players.len() == 2 && self.phase == Phase::Players {
            self.phase = Phase::NextGame {
                at: now + self.settings.pause,
            };
        }
        Ok(())
    }

    pub(super) fn close(&mut self, id: ConnectionId, code: u16, reason: &'static str) {
        self.outputs.push((id, Output::Close(code, reason)));
    }
}
