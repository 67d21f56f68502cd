//! How games and matches end: who wins, and the messages and lines about it.

use super::{Match, Phase, ServerTime};
use crate::messages::StateMessage;
use crate::server::game::EndReason;
use std::cmp::Ordering;

impl Match {
    /// Ends the game if it has a result, and the match if the result decides it.
    pub(super) fn check_end(&mut self, now: ServerTime) {
        let Phase::Playing(playing) = &self.phase else {
            return;
        };
        let Some(ending) = playing.game.result() else {
            return;
        };
        let [one, other] = playing.game.players().clone();
        let seconds = (now.elapsed - playing.began).as_secs_f64();
        self.games_played += 1;
        self.wins[ending.winner] += 1;
        self.points[0] += one.points;
        self.points[1] += other.points;
        self.next_numbers = [one.next_number, other.next_number];
        let reason = match ending.reason {
            EndReason::TopOut => "the other went over the top",
            EndReason::Points => "more points when time was up",
            EndReason::CoinFlip => "a coin flip at equal points when time was up",
        };
        self.events.push(format!(
            "game {} of {}: \"{}\" wins ({reason}); {} {} : {} {}, pieces {} : {}, lines {} : {}, {seconds:.1} s",
            self.games_played,
            self.settings.games,
            self.participants[ending.winner].team,
            self.participants[0].team,
            one.points,
            other.points,
            self.participants[1].team,
            one.pieces,
            other.pieces,
            one.lines,
            other.lines,
        ));
        let header = self.header(now);
        self.outbox.push(StateMessage::GameEnd {
            header,
            scores: [(0, one.points), (1, other.points)]
                .map(|(seat, points)| (self.participants[seat].team.clone(), points))
                .into(),
            winner: Some(self.participants[ending.winner].team.clone()),
            match_token: self.token.clone(),
        });
        let due = now.elapsed + self.settings.pause;
        self.phase = if self.is_decided(now) {
            Phase::Closing(due)
        } else {
            Phase::Pause(due)
        };
    }

    fn is_decided(&self, now: ServerTime) -> bool {
        let most = self.wins[0].max(self.wins[1]);
        most * 2 > self.settings.games
            || self.games_played >= self.settings.games
            || self.match_ends().is_some_and(|end| end <= now.elapsed)
    }

    pub(super) fn close(&mut self, now: ServerTime) {
        if self.games_played > 0 {
            let line = self.result_line();
            self.events.push(line);
        }
        self.outbox.push(StateMessage::MatchEnd {
            match_name: self.name.clone(),
            match_token: self.token.clone(),
            status: "ENDED".into(),
        });
        self.phase = Phase::Over(now.elapsed);
    }

    /// Returns the line about the winner: by games, then points, then a coin flip. The winner's
    /// figures come first.
    fn result_line(&mut self) -> String {
        let ([a, b], [p, q]) = (self.wins, self.points);
        let (first, reason) = match (a.cmp(&b), p.cmp(&q)) {
            (Ordering::Equal, Ordering::Equal) => (self.rng.below(2) == 0, "a coin flip"),
            (Ordering::Equal, points) => (points.is_gt(), "more points"),
            (games, _) => (games.is_gt(), "more games"),
        };
        let [winner, loser] = if first { [0, 1] } else { [1, 0] };
        format!(
            "\"{}\" wins the match ({reason}); games {} : {}, points {} : {}",
            self.participants[winner].team,
            self.wins[winner],
            self.wins[loser],
            self.points[winner],
            self.points[loser],
        )
    }
}
