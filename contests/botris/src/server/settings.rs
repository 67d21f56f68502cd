//! The settings of a room, and the bots that may play in it.

use landfall_net::Secret;
use std::time::Duration;

/// Settings of a room.
#[derive(Clone, Debug, PartialEq)]
pub struct RoomSettings {
    /// Rounds that win a game.
    pub ft: u32,
    /// Maximum pieces per second of each player.
    pub pps: f64,
    /// The multiplier of attacks at the beginning of a round.
    pub initial_multiplier: f64,
    /// The multiplier of attacks from `end_margin` on.
    pub final_multiplier: f64,
    /// Seconds of a round after which the multiplier begins to change.
    pub start_margin: f64,
    /// Seconds of a round after which the multiplier no longer changes.
    pub end_margin: f64,
    /// Games to play.
    pub games: u32,
    /// The pause before a game, before a round and after it.
    pub pause: Duration,
    /// Seed of pieces and holes.
    pub seed: u64,
}

impl Default for RoomSettings {
    /// Returns the default: one game to 10 rounds at 3 pieces per second; the multiplier grows
    /// threefold from the end of the first minute to the end of the third.
    fn default() -> RoomSettings {
        RoomSettings {
            ft: 10,
            pps: 3.0,
            initial_multiplier: 1.0,
            final_multiplier: 3.0,
            start_margin: 60.0,
            end_margin: 180.0,
            games: 1,
            pause: Duration::from_secs(3),
            seed: 0,
        }
    }
}

impl RoomSettings {
    /// Returns the multiplier of attacks at this many seconds of a round.
    pub fn multiplier(&self, seconds: f64) -> f64 {
        let since = seconds - self.start_margin;
        let length = self.end_margin - self.start_margin;
        if since < 0.0 {
            self.initial_multiplier
        } else if since >= length {
            self.final_multiplier
        } else {
            let range = self.final_multiplier - self.initial_multiplier;
            self.initial_multiplier + range * (since / length)
        }
    }

    /// Returns the time between two requests to a player who answers in time.
    pub fn move_interval(&self) -> Duration {
        Duration::try_from_secs_f64(1.0 / self.pps).unwrap_or(Duration::from_secs(1))
    }
}

/// A bot that may play.
#[derive(Clone, Debug)]
pub struct Bot {
    /// Its name.
    pub name: String,
    /// The bot's token.
    pub token: Secret,
}

/// Who may join a room: two bots, and the key that both need.
#[derive(Clone, Debug)]
pub struct Admission {
    /// The key of the room.
    pub key: Secret,
    /// The bots.
    pub bots: [Bot; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_multiplier_goes_from_one_to_the_other() {
        let settings = RoomSettings {
            initial_multiplier: 1.0,
            final_multiplier: 3.0,
            start_margin: 10.0,
            end_margin: 20.0,
            ..RoomSettings::default()
        };
        let at = |seconds| settings.multiplier(seconds);
        assert_eq!(
            [at(0.0), at(10.0), at(15.0), at(20.0), at(99.0)],
            [1.0, 1.0, 2.0, 3.0, 3.0]
        );
        let sudden = RoomSettings {
            start_margin: 10.0,
            end_margin: 10.0,
            ..settings
        };
        assert_eq!(
            [sudden.multiplier(9.9), sudden.multiplier(10.0)],
            [1.0, 3.0]
        );
    }
}
