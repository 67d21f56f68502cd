//! One match: who plays it, its games one after another, its clock and its messages.
//!
//! Pure: the time is an argument, and messages and news pile up until they are taken.

mod report;

use super::settings::{Booking, Settings, check_team_name};
use super::sim::{Game, Reason};
use super::tokens::Allowance;
use crate::contest::pason::messages::{Move, StateMessage};
use crate::game::{Seed, mix};
use std::time::Duration;

/// Between two moves of the practice opponent.
const PRACTICE_PACE: Duration = Duration::from_millis(500);

/// How often everything is said again when nothing falls, for who missed it.
const REFRESH: Duration = Duration::from_secs(1);

/// Name of the practice opponent, that of the organisers' one.
pub const PRACTICE_NAME: &str = "Test Client";

/// Where the clock stands: since the server began, and its beginning in Unix seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Now {
    /// Since the server began.
    pub elapsed: Duration,
    /// The beginning.
    pub epoch: f64,
}

impl Now {
    /// Unix seconds.
    pub fn timestamp(self) -> f64 {
        self.epoch + self.elapsed.as_secs_f64()
    }
}

/// A match.
#[derive(Debug)]
pub struct Match {
    token: String,
    name: String,
    settings: Settings,
    booking: Booking,
    seats: Vec<Seat>,
    phase: Phase,
    began: Option<Duration>,
    /// The game that is played, or was last, from 1.
    game_number: u32,
    games_played: u32,
    wins: [u32; 2],
    points: [i64; 2],
    next_numbers: [i64; 2],
    sequence: u64,
    seed: Seed,
    /// When a match that nobody comes to is given up.
    abandon: Option<Duration>,
    outbox: Vec<StateMessage>,
    news: Vec<String>,
}

/// A player of a match.
#[derive(Debug)]
struct Seat {
    team: String,
    password: String,
    client_token: String,
    allowance: Allowance,
    /// When the practice opponent moves next; `None` if somebody real plays.
    practice: Option<Duration>,
}

#[derive(Debug)]
enum Phase {
    /// Not everybody is there.
    Waiting,
    /// The next game begins then.
    Pause(Duration),
    Playing(Box<Playing>),
    /// The winner is known; MatchEnd is sent then.
    Closing(Duration),
    Over,
}

#[derive(Debug)]
struct Playing {
    game: Game,
    began: Duration,
    next_step: Duration,
}

/// Why somebody cannot join, or a move is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The name cannot be used.
    Name(&'static str),
    /// The team or its password is not the right one.
    Password,
    /// Two other teams play.
    Full,
    /// The match has ended.
    Over,
    /// More moves than anybody needs.
    TooMany,
}

impl Match {
    /// A match that waits for its players. `abandon` is when it stops to wait.
    pub fn new(
        token: String,
        name: String,
        settings: Settings,
        booking: Booking,
        seed: u64,
        abandon: Option<Duration>,
    ) -> Match {
        Match {
            token,
            name,
            settings,
            booking,
            seats: Vec::new(),
            phase: Phase::Waiting,
            began: None,
            game_number: 0,
            games_played: 0,
            wins: [0; 2],
            points: [0; 2],
            next_numbers: [1; 2],
            sequence: 0,
            seed: Seed::new(mix(seed)),
            abandon,
            outbox: Vec::new(),
            news: Vec::new(),
        }
    }

    /// Seats the practice opponent, which needs no invitation.
    pub fn seat_practice(&mut self) {
        self.seats.push(Seat {
            team: PRACTICE_NAME.into(),
            password: String::new(),
            client_token: String::new(),
            allowance: Allowance::new(Duration::ZERO),
            practice: Some(Duration::ZERO),
        });
    }

    /// Seats a team, or finds its seat again: who lost the answer, or the connection, asks
    /// again and gets the same token. `fresh` is the token of a new seat.
    pub fn join(
        &mut self,
        team: &str,
        password: &str,
        fresh: &str,
        now: Now,
    ) -> Result<(usize, String), Refusal> {
        check_team_name(team).map_err(Refusal::Name)?;
        if matches!(self.phase, Phase::Over) {
            return Err(Refusal::Over);
        }
        let at = self.seats.iter().position(|seat| seat.team == team);
        if let Some((index, seat)) = at.map(|index| (index, &self.seats[index])) {
            if seat.practice.is_some() || seat.password != password {
                return Err(Refusal::Password);
            }
            let token = seat.client_token.clone();
            // Whoever joins again may have missed how things are.
            if self.seats[index].allowance.take(now.elapsed) {
                self.report_boards(&[], now);
                self.report_pieces(now);
            }
            return Ok((index, token));
        }
        let expected = self.booking.teams.get(team);
        if !self.booking.teams.is_empty() && expected.is_none_or(|right| right != password) {
            return Err(Refusal::Password);
        }
        if self.seats.len() == 2 {
            return Err(Refusal::Full);
        }
        self.seats.push(Seat {
            team: team.into(),
            password: password.into(),
            client_token: fresh.into(),
            allowance: Allowance::new(now.elapsed),
            practice: None,
        });
        self.news.push(format!("\"{team}\" joins"));
        if self.seats.len() == 2 {
            self.phase = Phase::Pause(now.elapsed + self.settings.pause);
        }
        Ok((self.seats.len() - 1, fresh.into()))
    }

    /// Takes a move of a seat. Whether it is performed is the game's to say.
    pub fn on_move(
        &mut self,
        seat: usize,
        mv: Move,
        number: Option<i64>,
        now: Now,
    ) -> Result<(), Refusal> {
        if matches!(self.phase, Phase::Over) {
            return Err(Refusal::Over);
        }
        if !self.seats[seat].allowance.take(now.elapsed) {
            return Err(Refusal::TooMany);
        }
        self.make_move(seat, mv, number, now);
        Ok(())
    }

    /// Does what is due.
    pub fn tick(&mut self, now: Now) {
        match &self.phase {
            Phase::Waiting if self.abandon.is_some_and(|due| due <= now.elapsed) => {
                self.news.push("nobody came".into());
                self.close();
            }
            Phase::Pause(due) if *due <= now.elapsed => self.begin_game(now),
            Phase::Closing(due) if *due <= now.elapsed => self.close(),
            Phase::Playing(_) => self.tick_game(now),
            _ => {}
        }
    }

    /// When [`Match::tick`] has something to do.
    pub fn due(&self) -> Option<Duration> {
        match &self.phase {
            Phase::Waiting => self.abandon,
            Phase::Pause(due) | Phase::Closing(due) => Some(*due),
            Phase::Playing(playing) => {
                let practice = self.seats.iter().filter_map(|seat| seat.practice);
                let limits = [self.game_ends(playing.began), self.match_ends()];
                let others = practice.chain(limits.into_iter().flatten());
                others.chain([playing.next_step]).min()
            }
            Phase::Over => None,
        }
    }

    /// Whether MatchEnd has been said.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// The token that the match is known by.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Whether only named teams may play.
    pub fn is_by_invitation(&self) -> bool {
        self.abandon.is_none() && !self.booking.teams.is_empty()
    }

    /// The password that a team is named with.
    pub fn password_of(&self, team: &str) -> Option<&str> {
        self.booking.teams.get(team).map(String::as_str)
    }

    /// Takes the messages that have piled up.
    pub fn take_messages(&mut self) -> Vec<StateMessage> {
        std::mem::take(&mut self.outbox)
    }

    /// Takes the lines for people that have piled up, with the name of the match.
    pub fn take_news(&mut self) -> Vec<String> {
        let news = std::mem::take(&mut self.news);
        let named = |line| format!("{}: {line}", self.name);
        news.into_iter().map(named).collect()
    }

    fn begin_game(&mut self, now: Now) {
        self.began.get_or_insert(now.elapsed);
        self.game_number = self.games_played + 1;
        let seed = self.seed.next_u64();
        let game = Game::new(self.settings.rules, seed, self.next_numbers);
        for seat in &mut self.seats {
            let practice = seat.practice.as_mut();
            practice.into_iter().for_each(|next| *next = now.elapsed);
        }
        self.phase = Phase::Playing(Box::new(Playing {
            next_step: now.elapsed + self.interval(&game),
            began: now.elapsed,
            game,
        }));
        self.report_boards(&[], now);
        self.report_pieces(now);
    }

    fn tick_game(&mut self, now: Now) {
        self.practice(now);
        let interval = match &self.phase {
            Phase::Playing(playing) => self.interval(&playing.game),
            _ => return,
        };
        let Phase::Playing(playing) = &mut self.phase else {
            return;
        };
        if playing.next_step <= now.elapsed {
            // A step that comes late is not made up for.
            playing.next_step = (playing.next_step + interval).max(now.elapsed);
            match self.settings.gravity {
                Some(_) => {
                    let locks = playing.game.step();
                    if !locks.is_empty() {
                        self.report_boards(&locks, now);
                    }
                }
                None => self.report_boards(&[], now),
            }
            self.report_pieces(now);
        }
        self.check_time(now);
        self.check_end(now);
    }

    fn practice(&mut self, now: Now) {
        for index in 0..self.seats.len() {
            let Some(due) = self.seats[index].practice else {
                continue;
            };
            if due <= now.elapsed {
                self.seats[index].practice = Some(now.elapsed + PRACTICE_PACE);
                let mv = Move::ALL[self.seed.below(6) as usize];
                self.make_move(index, mv, None, now);
            }
        }
    }

    fn make_move(&mut self, seat: usize, mv: Move, number: Option<i64>, now: Now) {
        let Phase::Playing(playing) = &mut self.phase else {
            return;
        };
        if let Some(lock) = playing.game.apply(seat, mv, number) {
            self.report_boards(&[lock], now);
        }
        self.report_pieces(now);
        self.check_end(now);
    }

    fn check_time(&mut self, now: Now) {
        let match_ends = self.match_ends();
        let Phase::Playing(playing) = &self.phase else {
            return;
        };
        let ends = self.game_ends(playing.began).into_iter().chain(match_ends);
        let up = ends.min().is_some_and(|end| end <= now.elapsed);
        if let Phase::Playing(playing) = &mut self.phase
            && up
        {
            playing.game.time_is_up();
        }
    }

    fn game_ends(&self, began: Duration) -> Option<Duration> {
        self.settings.game_limit.map(|limit| began + limit)
    }

    fn match_ends(&self) -> Option<Duration> {
        let limit = self.settings.match_limit?;
        self.began.map(|began| began + limit)
    }

    fn interval(&self, game: &Game) -> Duration {
        match self.settings.gravity {
            Some(gravity) => game.level().interval(gravity),
            None => REFRESH,
        }
    }

    /// Ends the game if it has an ending, and the match if that decides it.
    fn check_end(&mut self, now: Now) {
        let Phase::Playing(playing) = &self.phase else {
            return;
        };
        let Some(ending) = playing.game.ending() else {
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
            Reason::TopOut => "the other went over the top",
            Reason::Points => "more points when time was up",
            Reason::CoinFlip => "a coin flip at equal points when time was up",
        };
        self.news.push(format!(
            "game {} of {}: \"{}\" wins ({reason}); {} {} : {} {}, pieces {} : {}, lines {} : {}, {seconds:.1} s",
            self.games_played,
            self.settings.games,
            self.seats[ending.winner].team,
            self.seats[0].team,
            one.points,
            other.points,
            self.seats[1].team,
            one.pieces,
            other.pieces,
            one.lines,
            other.lines,
        ));
        let header = self.header(now);
        self.outbox.push(StateMessage::GameEnd {
            header,
            scores: [(0, one.points), (1, other.points)]
                .map(|(seat, points)| (self.seats[seat].team.clone(), points))
                .into(),
            winner: Some(self.seats[ending.winner].team.clone()),
            match_token: self.token.clone(),
        });
        let due = now.elapsed + self.settings.pause;
        self.phase = match self.decided(now) {
            true => Phase::Closing(due),
            false => Phase::Pause(due),
        };
    }

    fn decided(&self, now: Now) -> bool {
        let most = self.wins[0].max(self.wins[1]);
        most * 2 > self.settings.games
            || self.games_played >= self.settings.games
            || self.match_ends().is_some_and(|end| end <= now.elapsed)
    }

    fn close(&mut self) {
        if self.games_played > 0 {
            let line = self.verdict();
            self.news.push(line);
        }
        self.outbox.push(StateMessage::MatchEnd {
            match_name: self.name.clone(),
            match_token: self.token.clone(),
            status: "ENDED".into(),
        });
        self.phase = Phase::Over;
    }

    /// Games won, then points, then a coin.
    fn verdict(&mut self) -> String {
        let ([a, b], [p, q]) = (self.wins, self.points);
        let (winner, reason) = match (a.cmp(&b), p.cmp(&q)) {
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Equal) => {
                (self.seed.below(2) as usize, "a coin flip")
            }
            (std::cmp::Ordering::Equal, points) => (usize::from(points.is_lt()), "more points"),
            (games, _) => (usize::from(games.is_lt()), "more games"),
        };
        format!(
            "\"{}\" wins the match ({reason}); games {a} : {b}, points {p} : {q}",
            self.seats[winner].team
        )
    }
}
