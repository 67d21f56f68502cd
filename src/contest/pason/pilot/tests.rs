//! The pilot on scripted states, without sockets: what it sends, and when it does not.

use super::*;
use crate::contest::pason::linear::Linear;
use crate::contest::pason::messages::{Board, PieceKind};
use crate::contest::pason::plan::apply;
use crate::tbp::wire::{BotMessage, FrontendMessage};

const TEAM: &str = "Team 148";

/// A pilot, the true state of the game, and the messages that tell of it.
struct Table {
    pilot: Pilot,
    sequence: u64,
    grid: Grid,
    pose: Pose,
    number: i64,
    /// Kept back until the test lets them go.
    unsent: Vec<StateMessage>,
}

fn pose(piece: PieceName, orient: usize) -> Pose {
    Pose {
        piece,
        row: 0,
        col: 5,
        orient,
    }
}

fn kind(piece: PieceName) -> PieceKind {
    let found = PieceKind::ALL
        .into_iter()
        .find(|kind| adapter::names(&[*kind]) == [piece]);
    found.expect("every piece has a name")
}

impl Table {
    /// A game that begins with a piece on a board.
    fn begin(grid: Grid, pose: Pose) -> Table {
        let mut table = Table {
            pilot: Pilot::new(TEAM),
            sequence: 0,
            grid,
            pose,
            number: 1,
            unsent: Vec::new(),
        };
        table.show_board();
        table.show_piece();
        table
    }

    fn header(&mut self) -> Header {
        self.sequence += 1;
        Header {
            sequence: Some(self.sequence),
            timestamp: Some(1e9 + self.sequence as f64),
            ..Header::default()
        }
    }

    fn board_message(&mut self) -> StateMessage {
        let report = BoardReport {
            board: Board {
                rows: self.grid.rows,
            },
            piece_number: Some(self.number),
            cleared_rows: Vec::new(),
        };
        StateMessage::GameBoardState {
            header: self.header(),
            states: BTreeMap::from([(TEAM.to_string(), report)]),
        }
    }

    fn piece_message(&mut self) -> StateMessage {
        let falling = FallingPiece {
            piece: kind(self.pose.piece),
            orient: self.pose.orient as u8,
            number: self.number,
            row: self.pose.row,
            col: self.pose.col,
        };
        StateMessage::GamePieceState {
            header: self.header(),
            states: BTreeMap::from([(TEAM.to_string(), Some(falling)), ("x".to_string(), None)]),
            queue: vec![PieceKind::O, PieceKind::T],
        }
    }

    fn show_board(&mut self) {
        let message = self.board_message();
        self.pilot.hear(&message);
    }

    fn show_piece(&mut self) {
        let message = self.piece_message();
        self.pilot.hear(&message);
    }

    /// What the pilot sends next, with advice from the linear player where it is wanted.
    fn order(&mut self) -> Option<Order> {
        loop {
            match self.pilot.wish() {
                Wish::Send(order) => return Some(order),
                Wish::Advice(start) => {
                    let mut linear = Linear::default();
                    linear.on(FrontendMessage::Start(start.clone()));
                    let answers = linear.on(FrontendMessage::Suggest);
                    let Some(BotMessage::Suggestion { moves, .. }) = answers.first() else {
                        panic!("no suggestion");
                    };
                    self.pilot.advise(&start, moves.clone());
                }
                _ => return None,
            }
        }
    }

    /// Lets the pilot send one move, which the server takes and does.
    fn step(&mut self) -> Option<Move> {
        let order = self.order()?;
        self.pilot.sent(order);
        assert_eq!(order.piece_number, self.number);
        self.pose = apply(&self.grid, self.pose, order.mv);
        if order.mv == Move::Drop {
            self.lock(PieceName::O);
        }
        self.pilot.answered(Answer::Accepted);
        Some(order.mv)
    }

    fn lock(&mut self, next: PieceName) {
        self.grid = self.grid.lock(&self.pose.cells()).grid;
        self.number += 1;
        self.pose = pose(next, 0);
    }

    /// Plays the piece to its drop, with every state shown at once.
    fn play_piece(&mut self) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(mv) = self.step() {
            moves.push(mv);
            if mv == Move::Drop {
                break;
            }
            self.show_piece();
        }
        moves
    }
}

/// All but a well of one column at the left is filled, four rows high.
fn well() -> Grid {
    let mut grid = Grid::default();
    grid.rows[16..].fill(0b11_1111_1110);
    grid
}

#[test]
fn a_piece_goes_where_it_was_wanted_and_the_next_follows() {
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    let moves = table.play_piece();
    assert_eq!(moves.last(), Some(&Move::Drop));
    assert_eq!(table.grid, Grid::default(), "{moves:?}");
    // The new piece comes before the new board: the board is foreseen.
    table.show_piece();
    let Wish::Advice(start) = table.pilot.wish() else {
        panic!("{:?}", table.pilot.wish());
    };
    assert!(start.board.is_empty());
    assert_eq!(
        (table.pilot.tally().lines, table.pilot.tally().points),
        (4, 800)
    );
    table.show_board();
    assert_eq!(table.pilot.wish(), Wish::Advice(start));
}

#[test]
fn every_initial_orientation_is_played() {
    for orient in 0..4 {
        let mut table = Table::begin(Grid::default(), pose(PieceName::L, orient));
        table.play_piece();
        assert_eq!(table.number, 2, "{orient}");
        assert_eq!(table.grid.height(), 2, "{orient}");
    }
}

#[test]
fn a_piece_is_dropped_only_where_a_state_has_shown_it() {
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    let mut sent = Vec::new();
    while let Some(mv) = table.step() {
        sent.push(mv);
    }
    assert!(!sent.is_empty() && !sent.contains(&Move::Drop), "{sent:?}");
    assert_eq!(table.pilot.wish(), Wish::Proof);
    table.show_piece();
    assert_eq!(table.step(), Some(Move::Drop));
}

#[test]
fn stale_and_duplicated_states_change_nothing() {
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    let old_board = table.board_message();
    let old_piece = table.piece_message();
    table.pilot.hear(&old_board);
    table.pilot.hear(&old_piece);
    table.play_piece();
    table.show_board();
    table.show_piece();
    let wish = table.pilot.wish();
    for _ in 0..2 {
        table.pilot.hear(&old_piece);
        table.pilot.hear(&old_board);
    }
    assert_eq!(table.pilot.wish(), wish);
    assert_eq!(table.step().map(|_| table.number), Some(2));
}

#[test]
fn states_that_lag_behind_do_not_disturb() {
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    while let Some(mv) = table.step() {
        assert_ne!(mv, Move::Drop);
        let message = table.piece_message();
        table.unsent.push(message);
    }
    // All but the last: the pilot still waits and sends nothing twice.
    let last = table.unsent.pop().expect("some moves");
    for message in std::mem::take(&mut table.unsent) {
        table.pilot.hear(&message);
        assert_eq!(table.pilot.wish(), Wish::Proof);
    }
    table.pilot.hear(&last);
    assert_eq!(table.step(), Some(Move::Drop));
    assert_eq!(table.grid, Grid::default());
}

#[test]
fn gravity_in_between_is_followed() {
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    for _ in 0..3 {
        table.step();
        table.pose.row += 1;
        table.show_piece();
    }
    table.play_piece();
    assert_eq!(table.grid, Grid::default());
}

#[test]
fn a_refused_turn_at_the_top_is_done_lower() {
    // This server wants turned pieces to stay below the first row.
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    let mut refused = 0;
    for _ in 0..100 {
        let Some(order) = table.order() else {
            table.show_piece();
            table.pilot.lose_patience();
            continue;
        };
        table.pilot.sent(order);
        let moved = apply(&table.grid, table.pose, order.mv);
        if moved.top() < 1 && moved.orient != table.pose.orient {
            refused += 1;
        } else {
            table.pose = moved;
        }
        table.pilot.answered(Answer::Accepted);
        if order.mv == Move::Drop {
            break;
        }
        table.show_piece();
    }
    assert!(refused > 0);
    table.grid = table.grid.lock(&table.pose.cells()).grid;
    assert_eq!(table.grid, Grid::default());
}

#[test]
fn a_server_that_never_shows_moves_is_trusted() {
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    while let Some(mv) = table.step() {
        assert_ne!(mv, Move::Drop);
    }
    table.pilot.lose_patience();
    assert_eq!(table.step(), Some(Move::Drop));
    assert_eq!(table.grid, Grid::default());
}

#[test]
fn garbage_in_between_is_planned_for() {
    let mut table = Table::begin(Grid::default(), pose(PieceName::I, 0));
    table.step();
    table.show_piece();
    table.grid = well();
    table.show_board();
    table.play_piece();
    assert_eq!(table.grid, Grid::default());
}

#[test]
fn a_piece_that_arrives_early_gets_no_stale_move() {
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    let order = table.order().expect("a move");
    table.pilot.sent(order);
    // It locks by itself, and the next piece comes, before the answer does.
    table.grid = table.grid.lock(&table.grid.rest(table.pose).cells()).grid;
    table.number = 2;
    table.pose = pose(PieceName::T, 2);
    table.show_piece();
    assert_eq!(table.pilot.wish(), Wish::Rest);
    table.pilot.answered(Answer::Accepted);
    // Where the first one locked is not known before a board is seen.
    assert_eq!(table.pilot.wish(), Wish::Proof);
    table.show_board();
    let order = table.order().expect("a move");
    assert_eq!(order.piece_number, 2);
}

#[test]
fn no_piece_is_no_reason_to_move() {
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    let header = table.header();
    table.pilot.hear(&StateMessage::GamePieceState {
        header,
        states: BTreeMap::from([(TEAM.to_string(), None)]),
        queue: Vec::new(),
    });
    assert_eq!(table.pilot.wish(), Wish::Rest);
    let header = table.header();
    table.pilot.hear(&StateMessage::GamePieceState {
        header,
        states: BTreeMap::new(),
        queue: Vec::new(),
    });
    assert_eq!(table.pilot.wish(), Wish::Rest);
    table.number = 2;
    table.show_piece();
    table.show_board();
    table.grid.rows[0] = 1;
    table.show_board();
    assert!(table.order().is_some());
}

#[test]
fn a_lost_drop_is_sent_again_for_the_same_piece() {
    let mut table = Table::begin(Grid::default(), pose(PieceName::O, 0));
    let drop = loop {
        let order = table.order().expect("a move");
        table.pilot.sent(order);
        if order.mv == Move::Drop {
            break order;
        }
        table.pose = apply(&table.grid, table.pose, order.mv);
        table.pilot.answered(Answer::Accepted);
        table.show_piece();
    };
    table.pilot.answered(Answer::Lost);
    assert_eq!(table.pilot.wish(), Wish::Proof);
    table.pilot.lose_patience();
    assert_eq!(table.order(), Some(drop));
}

#[test]
fn refused_moves_are_tried_again() {
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    let order = table.order().expect("a move");
    table.pilot.sent(order);
    table.pilot.answered(Answer::Refused);
    assert_eq!(table.order(), Some(order));
    table.play_piece();
    assert_eq!(table.grid, Grid::default());
}

#[test]
fn a_piece_that_never_obeys_is_dropped_in_the_end() {
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    for _ in 0..100 {
        match table.order() {
            Some(order) if order.mv == Move::Drop => return,
            Some(order) => {
                table.pilot.sent(order);
                table.pilot.answered(Answer::Accepted);
                table.show_piece();
            }
            None => table.pilot.lose_patience(),
        }
    }
    panic!("never dropped");
}

#[test]
fn games_follow_each_other_and_the_match_ends() {
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    for winner in [TEAM, "x"] {
        let header = table.header();
        table.pilot.hear(&StateMessage::GameEnd {
            header,
            scores: BTreeMap::from([(TEAM.to_string(), 72), ("x".to_string(), 34)]),
            winner: Some(winner.to_string()),
            match_token: String::new(),
        });
        assert_eq!(table.pilot.wish(), Wish::Rest);
        table.show_piece();
        table.show_board();
        assert!(table.order().is_some());
    }
    assert_eq!(
        (table.pilot.tally().won(), table.pilot.tally().lost()),
        (1, 1)
    );
    table.pilot.hear(&StateMessage::MatchEnd {
        match_name: String::new(),
        match_token: String::new(),
        status: "ENDED".to_string(),
    });
    assert_eq!(table.pilot.wish(), Wish::Leave);
}

#[test]
fn a_server_that_begins_anew_is_heard() {
    let mut table = Table::begin(well(), pose(PieceName::I, 0));
    table.sequence = 0;
    table.number = 7;
    let mut message = table.piece_message();
    if let StateMessage::GamePieceState { header, .. } = &mut message {
        header.timestamp = Some(2e9);
    }
    table.pilot.hear(&message);
    table.pilot.lose_patience();
    table.grid = Grid::default();
    let mut message = table.board_message();
    if let StateMessage::GameBoardState { header, .. } = &mut message {
        header.timestamp = Some(2e9);
    }
    table.pilot.hear(&message);
    assert_eq!(table.order().map(|order| order.piece_number), Some(7));
}

#[test]
fn the_next_piece_is_as_likely_as_the_opponents_pace_lets_it() {
    let (o, t, i, s) = (PieceName::O, PieceName::T, PieceName::I, PieceName::S);
    let queue = [o, t, i, s];
    let mut tally = Tally::default();
    assert_eq!(tally.coming(&queue).sure, queue);
    let mut number = 0;
    let mut play = |tally: &mut Tally, taken: i64| {
        for _ in 0..200 {
            for _ in 0..taken {
                number += 1;
                tally.opponent_piece("x", Some(number));
            }
            tally.own_lock(0);
        }
    };
    play(&mut tally, 1);
    assert_eq!(tally.coming(&queue).sure, []);
    assert_eq!(tally.coming(&queue).likely, [(o, 2), (t, 6), (i, 2)]);
    play(&mut tally, 2);
    assert_eq!(tally.coming(&queue).likely, [(t, 2), (i, 6), (s, 2)]);
    play(&mut tally, 9);
    assert_eq!(tally.coming(&queue).likely, []);
    play(&mut tally, 0);
    assert_eq!(tally.coming(&queue).sure, queue);
}

/// Games on the simulated server, in all the ways that the contest's document leaves open,
/// with gravity now and then: both pilots go on, and every drop lands where it was meant.
#[test]
fn simulated_games_are_played_whatever_the_server_allows() {
    use crate::contest::pason::server::sim::{Arrival, Ceiling, Game, Rules};
    for (seed, ceiling, arrival) in [
        (1, Ceiling::Open, Arrival::Upright),
        (2, Ceiling::Open, Arrival::Random),
        (3, Ceiling::Roof, Arrival::Upright),
        (4, Ceiling::Roof, Arrival::Random),
    ] {
        let mut game = Game::new(Rules { ceiling, arrival }, seed, [1, 1]);
        let mut tables = [(); 2].map(|()| Table::begin(Grid::default(), pose(PieceName::O, 0)));
        let mut actions: u32 = 0;
        while game.ending().is_none() && tables[0].pilot.tally().pieces < 100 {
            actions += 1;
            assert!(actions < 10_000, "the pilots have stopped playing");
            for (player, table) in tables.iter_mut().enumerate() {
                let side = &game.players()[player];
                table.grid.rows = side.board.rows;
                let shown = side.piece;
                let header = table.header();
                table.pilot.hear(&StateMessage::GamePieceState {
                    header,
                    states: BTreeMap::from([(TEAM.to_string(), shown)]),
                    queue: game.queue(),
                });
                table.show_board();
                let Some(order) = table.order() else {
                    table.pilot.lose_patience();
                    continue;
                };
                assert_eq!(Some(order.piece_number), shown.map(|piece| piece.number));
                table.pilot.sent(order);
                let lock = game.apply(player, order.mv, Some(order.piece_number));
                assert_eq!(lock.is_some(), order.mv == Move::Drop);
                table.pilot.answered(Answer::Accepted);
            }
            if actions.is_multiple_of(11) {
                game.step();
            }
        }
        let pieces = tables[0].pilot.tally().pieces;
        assert!(pieces >= 40, "{seed}: {pieces} pieces, {:?}", game.ending());
    }
}
