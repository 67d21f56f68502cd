//! Whole games against a random mover on a server whose states arrive late, in another order,
//! twice, or not at all. Time is counted in commands: the tests do not depend on a clock.

use super::*;
use crate::coordinates::placement;
use crate::messages::{BoardReport, BoardState, Header, StateMessage};
use crate::server::game::{Game, GameRules};
use landfall_rules::rng::SplitMix64;

/// How a server delivers its states.
#[derive(Clone, Copy, Debug, Default)]
struct Delivery {
    /// Whether states are published only at locks.
    locks_alone: bool,
    /// One message in this many arrives; 0 and 1 deliver all.
    one_in: u32,
    /// The longest delay of a message, in commands; each message has its own delay.
    delay: u32,
    /// Whether messages may overtake each other.
    overtaking: bool,
    /// Whether every message is delivered again later.
    twice: bool,
    /// How many messages are lost at the start.
    lost_first: u32,
    /// One command in this many gets no reply; every second one of these was not performed.
    reply_lost: u32,
    /// One command in this many is refused.
    refused: u32,
    /// Whether the server does not perform moves above the board.
    closed_top: bool,
    /// Commands per row of gravity; 0: no gravity.
    gravity: u32,
}

/// The outcome of the controller's drops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    drops: u32,
    /// Drops that did not land on the target.
    misdrops: u32,
    won: u32,
    lost: u32,
    lines: u32,
}

struct Server {
    delivery: Delivery,
    game: Game,
    rng: SplitMix64,
    /// Messages on their way, each with the number of the command at which it arrives.
    on_their_way: Vec<(u32, StateMessage)>,
    commands: u32,
    published: u32,
    /// Number of the game.
    games: u32,
    totals: Totals,
}

impl Server {
    fn new(delivery: Delivery, seed: u64) -> Server {
        let mut server = Server {
            delivery,
            game: new_game(delivery, seed, [1, 1]),
            rng: SplitMix64::new(seed),
            on_their_way: Vec::new(),
            commands: 0,
            published: 0,
            games: 1,
            totals: Totals::default(),
        };
        server.publish(true);
        server
    }

    /// Plays until this many pieces have been dropped.
    fn play(mut self, drops: u32) -> Totals {
        let mut controller = Controller::new(TEAM);
        while self.totals.drops < drops {
            self.commands += 1;
            assert!(self.commands < drops * 500, "{:?}", self.totals);
            self.deliver(&mut controller);
            match next_move(&mut controller) {
                Some(order) => self.answer(&mut controller, order),
                None if controller.next_action() == Action::AwaitState => controller.on_timeout(),
                None => {}
            }
            let mv = Move::ALL[self.rng.below(6) as usize];
            let lock = self.game.apply(1, mv, None);
            self.publish(lock.is_some());
            if self.delivery.gravity > 0 && self.commands.is_multiple_of(self.delivery.gravity) {
                let locks = !self.game.gravity_step().is_empty();
                self.publish(locks);
            }
            if self.game.result().is_some() {
                self.next_game();
            }
            // The client never waits for ever: without messages it joins again.
            if self.commands.is_multiple_of(250) {
                self.publish(true);
            }
        }
        self.totals
    }

    fn deliver(&mut self, controller: &mut Controller) {
        let now = self.commands;
        let (due, later) = std::mem::take(&mut self.on_their_way)
            .into_iter()
            .partition(|(arrives, _)| *arrives <= now);
        self.on_their_way = later;
        for (_, message) in due {
            controller.update(&message);
        }
    }

    fn answer(&mut self, controller: &mut Controller, order: PieceMove) {
        controller.on_move_sent(order);
        let every = |n: u32| n > 0 && self.commands.is_multiple_of(n);
        if every(self.delivery.refused) {
            return controller.on_reply(MoveReply::Refused);
        }
        let reply_lost = every(self.delivery.reply_lost);
        if !reply_lost || self.rng.below(2) == 0 {
            self.perform(controller, order);
        }
        controller.on_reply(match reply_lost {
            true => MoveReply::Lost,
            false => MoveReply::Accepted,
        });
    }

    fn perform(&mut self, controller: &Controller, order: PieceMove) {
        let side = &self.game.players()[0];
        let falling = side.piece.filter(|it| it.number == order.piece_number);
        if let Some(falling) = falling.filter(|_| order.mv == Move::Drop) {
            let from = placement(&falling).expect("near the board");
            let rest = PASON.rotation.canonical(dropped(&side.board, from));
            let target = controller.active.as_ref().and_then(|active| active.target);
            self.totals.drops += 1;
            self.totals.misdrops += u32::from(target != Some(rest));
        }
        let lines = self.game.players()[0].lines;
        let lock = self.game.apply(0, order.mv, Some(order.piece_number));
        self.totals.lines += self.game.players()[0].lines - lines;
        self.publish(lock.is_some());
    }

    /// Publishes the state after a command.
    fn publish(&mut self, locked: bool) {
        if self.delivery.locks_alone && !locked {
            return;
        }
        if locked {
            let board = self.board_message();
            self.send(board);
        }
        let pieces = self.piece_message();
        self.send(pieces);
    }

    fn send(&mut self, message: StateMessage) {
        let delivery = self.delivery;
        // Each end of a game is delivered: without it the client could not count games.
        let is_end = matches!(message, StateMessage::GameEnd { .. });
        let thinned = delivery.one_in > 1 && self.rng.below(delivery.one_in) > 0;
        if !is_end && (self.published <= delivery.lost_first || thinned) {
            return;
        }
        for _ in 0..=u32::from(delivery.twice) {
            let mut arrives = self.commands + self.rng.below(delivery.delay + 1);
            if !delivery.overtaking {
                let last = self.on_their_way.last();
                arrives = last.map_or(arrives, |(last, _)| arrives.max(*last));
            }
            self.on_their_way.push((arrives, message.clone()));
        }
    }

    fn next_game(&mut self) {
        let result = self.game.result().expect("it has ended");
        let won = result.winner == 0;
        self.totals.won += u32::from(won);
        self.totals.lost += u32::from(!won);
        let end = StateMessage::GameEnd {
            header: self.header(),
            scores: BTreeMap::from([(TEAM.to_string(), 0), (OTHER.to_string(), 0)]),
            winner: Some([TEAM, OTHER][result.winner].to_string()),
            match_token: String::new(),
        };
        self.send(end);
        let numbers = self.game.players().each_ref().map(|side| side.next_number);
        let seed = self.rng.next_u64();
        self.games += 1;
        self.game = new_game(self.delivery, seed, numbers);
        self.publish(true);
    }

    fn header(&mut self) -> Header {
        self.published += 1;
        Header {
            game_name: format!("game {}", self.games),
            sequence: Some(self.published.into()),
            timestamp: Some(f64::from(self.published)),
        }
    }

    fn board_message(&mut self) -> StateMessage {
        let header = self.header();
        let report = |index: usize| {
            let side = &self.game.players()[index];
            BoardReport {
                board: BoardState::from(&side.board),
                piece_number: side.piece.map(|piece| piece.number),
                cleared_rows: Vec::new(),
            }
        };
        let states = [TEAM, OTHER].into_iter().enumerate();
        let states = states.map(|(index, team)| (team.to_string(), report(index)));
        StateMessage::GameBoardState {
            header,
            states: states.collect(),
        }
    }

    fn piece_message(&mut self) -> StateMessage {
        let header = self.header();
        let states = [TEAM, OTHER].into_iter().zip(self.game.players());
        StateMessage::GamePieceState {
            header,
            states: states
                .map(|(team, side)| (team.to_string(), side.piece))
                .collect(),
            queue: self.game.queue(),
        }
    }
}

fn new_game(delivery: Delivery, seed: u64, numbers: [i64; 2]) -> Game {
    let rules = GameRules {
        closed_top: delivery.closed_top,
        ..GameRules::default()
    };
    Game::new(rules, seed, numbers)
}

/// Plays 40 pieces with each of two seeds.
fn play(delivery: Delivery) -> Totals {
    let mut sum = Totals::default();
    for seed in 1..=2 {
        let totals = Server::new(delivery, seed).play(40);
        sum.drops += totals.drops;
        sum.misdrops += totals.misdrops;
        sum.won += totals.won;
        sum.lost += totals.lost;
        sum.lines += totals.lines;
    }
    sum
}

/// Asserts that every piece lands on its target, and that no game is lost.
#[track_caller]
fn assert_no_blind_drop(delivery: Delivery) {
    let totals = play(delivery);
    assert_eq!((totals.misdrops, totals.lost), (0, 0), "{delivery:?}");
}

#[test]
fn states_at_locks_alone_are_enough() {
    for delay in [0, 3, 30] {
        assert_no_blind_drop(Delivery {
            locks_alone: true,
            delay,
            ..Delivery::default()
        });
    }
}

#[test]
fn late_and_repeated_states_are_enough() {
    for delay in [1, 5, 40] {
        for twice in [false, true] {
            assert_no_blind_drop(Delivery {
                delay,
                twice,
                ..Delivery::default()
            });
        }
    }
}

#[test]
fn states_in_another_order_are_enough() {
    for delay in [1, 2, 5, 12] {
        assert_no_blind_drop(Delivery {
            delay,
            overtaking: true,
            twice: delay == 5,
            ..Delivery::default()
        });
    }
}

#[test]
fn few_states_are_enough() {
    for one_in in [2, 5, 9] {
        for (delay, lost_first) in [(0, 0), (0, 20), (12, 0)] {
            assert_no_blind_drop(Delivery {
                one_in,
                delay,
                lost_first,
                ..Delivery::default()
            });
        }
    }
}

#[test]
fn refused_moves_and_lost_replies_are_survived() {
    for (reply_lost, refused) in [(7, 0), (0, 5), (11, 7)] {
        assert_no_blind_drop(Delivery {
            reply_lost,
            refused,
            ..Delivery::default()
        });
    }
}

/// The first lock shows that the server does not perform moves above the board.
#[test]
fn a_closed_top_is_learnt_from_locks() {
    let totals = play(Delivery {
        locks_alone: true,
        closed_top: true,
        ..Delivery::default()
    });
    assert!(totals.misdrops <= 2 && totals.lost == 0, "{totals:?}");
}

/// If states show no fall, a piece can be one row lower than expected, but never in another column.
#[test]
fn unseen_gravity_costs_few_pieces() {
    let totals = play(Delivery {
        locks_alone: true,
        gravity: 10,
        ..Delivery::default()
    });
    assert!(
        totals.misdrops <= totals.drops / 20 && totals.lost == 0,
        "{totals:?}"
    );
}
