//! Tests of the referee in constructed games: the times of requests, garbage, and results.

use super::*;
use crate::preset::Preset;
use landfall_rules::{Piece, Playfield, Rotation, Spin, State};

fn preset(name: &str) -> Preset {
    Preset::by_name(name).unwrap()
}

/// Sets the position of a side.
fn set_position(referee: &mut Referee, seat: usize, drawn: &str, queue: &[Piece]) {
    let mut state: State = referee.sides[seat].state().clone();
    state.board = drawn.parse().unwrap();
    state.queue = queue.iter().copied().collect();
    let field = Playfield::from(&state.board);
    referee.sides[seat].set_position(state, field);
}

/// An upright I in the rightmost column.
const WELL: Placement = Placement {
    piece: Piece::I,
    rotation: Rotation::East,
    x: 9,
    y: 2,
    spin: Spin::None,
};

const TETRIS: &str = "
    ##........
    #########.
    #########.
    #########.
    #########.";

/// Returns the lowest and leftmost of the legal moves.
fn lowest(referee: &Referee, seat: usize) -> Placement {
    let side = referee.side(seat);
    let moves = side.state().legal_placements(&referee.preset.rules);
    moves.into_iter().min_by_key(|mv| (mv.y, mv.x)).unwrap()
}

#[test]
fn requests_follow_the_times_of_each_seat() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    assert_eq!(referee.next_frame(), Some(180));
    assert_eq!(
        [referee.next_event(), referee.next_event()],
        [Event::RequestMove(0), Event::RequestMove(1)]
    );
    assert_eq!(referee.next_event(), Event::Wait);
    let o = |x| Placement {
        piece: Piece::O,
        rotation: Rotation::North,
        x,
        y: 0,
        spin: Spin::None,
    };
    for seat in 0..2 {
        set_position(&mut referee, seat, "..........", &[Piece::O, Piece::T]);
    }
    // Seat 0 makes four shifts of two frames, seat 1 none; an answer takes one frame, a spawn seven.
    let (_, path_frames) = referee.play(0, o(0), 0).unwrap();
    assert_eq!(path_frames, 8);
    referee.play(1, o(4), 0).unwrap();
    assert_eq!(
        (referee.next_event(), referee.now()),
        (Event::RequestMove(1), 180 + 1 + 7)
    );
    assert_eq!(
        (referee.next_event(), referee.now()),
        (Event::RequestMove(0), 180 + 1 + 8 + 7)
    );
}

#[test]
fn a_late_move_begins_at_the_frame_of_its_answer() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    referee.next_event();
    referee.next_event();
    let mv = lowest(&referee, 0);
    let (_, path_frames) = referee.play(0, mv, 300).unwrap();
    assert_eq!(referee.next_frame(), Some(300 + path_frames));
}

#[test]
fn pieces_depend_on_the_seed_and_not_on_the_seat() {
    let pieces = |seed| {
        let referee = Referee::new(&preset("ppt"), seed);
        [0, 1].map(|seat| referee.side(seat).state().queue.clone())
    };
    let [left, right] = pieces(5);
    assert_eq!((left.len(), &left), (5, &right));
    assert_eq!(pieces(5), [left, right]);
    assert!((0..20).any(|seed| pieces(seed) != pieces(5)));
}

#[test]
fn lines_sent_rise_after_their_travel_time() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    referee.next_event();
    referee.next_event();
    set_position(&mut referee, 0, TETRIS, &[Piece::I, Piece::O, Piece::O]);
    set_position(
        &mut referee,
        1,
        "..........",
        &[Piece::O, Piece::O, Piece::O],
    );
    let (lock, path_frames) = referee.play(0, WELL, 0).unwrap();
    assert_eq!(lock.clear.attack, 4);
    let locked = 180 + 1 + path_frames;
    let mv = lowest(&referee, 1);
    referee.play(1, mv, 0).unwrap();
    let raised = loop {
        match referee.next_event() {
            Event::GarbageRaised(seat, rows) => break (seat, rows),
            Event::RequestMove(seat) => {
                let mv = lowest(&referee, seat);
                referee.play(seat, mv, 0).unwrap();
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((raised.0, raised.1.len()), (1, 4));
    assert!(
        referee.now() >= locked + 30,
        "{} after {locked}",
        referee.now()
    );
    assert_eq!(
        referee.side(1).field().height() as u32,
        referee.side(1).state().board.max_height()
    );
}

/// Both clear four rows on the same frame. Nothing is cancelled, because neither was first.
#[test]
fn lines_sent_on_the_same_frame_do_not_cancel_each_other() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    referee.next_event();
    referee.next_event();
    for seat in 0..2 {
        set_position(&mut referee, seat, TETRIS, &[Piece::I, Piece::O, Piece::O]);
        referee.play(seat, WELL, 0).unwrap();
    }
    let raised = [0, 1].map(|_| match referee.next_event() {
        Event::GarbageRaised(seat, rows) => (seat, rows.len()),
        other => panic!("{other:?}"),
    });
    assert_eq!(raised, [(0, 4), (1, 4)]);
}

#[test]
fn lines_sent_cancel_garbage_that_waits_for_the_sender() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    referee.next_event();
    referee.next_event();
    referee.sides[0].garbage.push(3, 9_999);
    set_position(&mut referee, 0, TETRIS, &[Piece::I, Piece::O, Piece::O]);
    referee.play(0, WELL, 0).unwrap();
    while referee.phases[0] != Phase::Idle {
        referee.next_event();
    }
    let waiting = [0, 1].map(|seat| referee.side(seat).garbage.pending());
    assert_eq!(waiting, [0, 1]);
}

#[test]
fn clears_hold_garbage_back_if_the_preset_says_so() {
    for (name, raised) in [("ppt", true), ("guideline", false)] {
        let mut referee = Referee::new(&preset(name), 1);
        referee.next_event();
        referee.next_event();
        referee.sides[0].garbage.push(9, 0);
        set_position(&mut referee, 0, TETRIS, &[Piece::I, Piece::O, Piece::O]);
        referee.play(0, WELL, 0).unwrap();
        let event = referee.next_event();
        assert_eq!(
            matches!(event, Event::GarbageRaised(0, _)),
            raised,
            "{name}: {event:?}"
        );
    }
}

#[test]
fn a_side_without_room_for_a_piece_has_lost() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    let tower = "....##....\n".repeat(22);
    set_position(&mut referee, 0, &tower, &[Piece::O, Piece::O]);
    let Event::RequestMove(1) = referee.next_event() else {
        panic!("the other side still gets a request");
    };
    let Event::GameOver(result) = referee.next_event() else {
        panic!("not over");
    };
    assert_eq!(
        (result.winner, result.ends),
        (Some(1), [Some(EndReason::TopOut), None])
    );
}

#[test]
fn a_loss_of_both_on_the_same_frame_is_a_draw() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    let tower = "....##....\n".repeat(22);
    for seat in 0..2 {
        set_position(&mut referee, seat, &tower, &[Piece::O, Piece::O]);
    }
    let Event::GameOver(result) = referee.next_event() else {
        panic!("not over");
    };
    assert_eq!(result.winner, None);
}

#[test]
fn an_undecided_game_is_drawn_at_its_last_frame() {
    let short = Preset {
        longest: 500,
        ..preset("ppt")
    };
    let mut referee = Referee::new(&short, 1);
    let result = loop {
        match referee.next_event() {
            Event::RequestMove(seat) => {
                let mv = lowest(&referee, seat);
                referee.play(seat, mv, 0).unwrap();
            }
            Event::GameOver(result) => break result,
            Event::GarbageRaised(..) => {}
            Event::Wait => panic!("all requests are answered"),
        }
    };
    assert_eq!(
        (result.winner, result.frame, result.ends),
        (None, 500, [None; 2])
    );
}

#[test]
fn the_side_that_reaches_the_goal_wins() {
    let four = Preset {
        goal: Some(4),
        ..preset("sprint")
    };
    let mut referee = Referee::new(&four, 1);
    referee.next_event();
    referee.next_event();
    set_position(&mut referee, 1, TETRIS, &[Piece::I, Piece::O, Piece::O]);
    let (_, path_frames) = referee.play(1, WELL, 0).unwrap();
    let Event::GameOver(result) = referee.next_event() else {
        panic!("not over");
    };
    assert_eq!(
        (result.winner, result.frame),
        (Some(1), 180 + 1 + path_frames)
    );
    assert_eq!(result.ends, [None, Some(EndReason::Goal)]);
}

#[test]
fn the_interval_of_timed_rows_shrinks() {
    let mut referee = Referee::new(&preset("cheese"), 1);
    let mut rows_at = |frame| {
        referee.now = frame;
        referee.add_timed_garbage(0);
        referee.side(0).garbage.pending()
    };
    // The first row comes after 120 frames, the next 119 later, down to 20 after a hundred rows.
    assert_eq!([299, 300, 418, 419].map(&mut rows_at), [0, 1, 1, 2]);
    let hundred = 300 + (119 + 20) * 100 / 2;
    let later = [hundred, hundred + 20, hundred + 39, hundred + 40];
    assert_eq!(later.map(&mut rows_at), [101, 102, 102, 103]);
}

#[test]
fn an_illegal_move_leaves_the_request_open() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    referee.next_event();
    referee.next_event();
    set_position(&mut referee, 0, "..........", &[Piece::O, Piece::T]);
    assert!(referee.play(0, WELL, 0).is_err());
    assert_eq!(referee.phases[0], Phase::Idle);
    let mv = lowest(&referee, 0);
    assert!(referee.play(0, mv, 0).is_ok());
}

/// In the league a surge is sent in three packets, which travel 20 frames.
#[test]
fn a_surge_travels_in_packets() {
    let mut referee = Referee::new(&preset("tetrio-s2"), 1);
    referee.next_event();
    referee.next_event();
    set_position(
        &mut referee,
        1,
        "#########.",
        &[Piece::I, Piece::O, Piece::O],
    );
    let mut state = referee.side(1).state().clone();
    state.clear_state.back_to_back = 9;
    let field = Playfield::from(&state.board);
    referee.sides[1].set_position(state, field);
    let (lock, path_frames) = referee.play(1, WELL, 0).unwrap();
    assert_eq!((lock.clear.surge, lock.clear.attack), (8, 8));
    assert_eq!(referee.next_event(), Event::RequestMove(1));
    assert_eq!(
        referee.side(0).garbage.packets().collect::<Vec<_>>(),
        [3, 3, 2]
    );
    // Seat 0 locks when the travel time is over, and gets all eight rows.
    let mv = lowest(&referee, 0);
    referee.play(0, mv, 180 + 1 + path_frames + 20).unwrap();
    let Event::GarbageRaised(0, rows) = referee.next_event() else {
        panic!("no garbage rose");
    };
    assert_eq!(rows.len(), 8);
    assert!(rows[..3].iter().all(|&row| row == rows[0]), "{rows:?}");
    assert_eq!(referee.side(0).state().clear_state.garbage_rows, 8);
}

/// The pieces are those that the game itself deals with this seed.
#[test]
fn the_league_deals_by_the_seed_of_the_game() {
    let referee = Referee::new(&preset("tetrio-s2"), 42);
    for seat in 0..2 {
        let queue = &referee.side(seat).state().queue;
        let letters: String = queue.to_string();
        assert_eq!(letters, "OTILJS");
    }
}

/// Otherwise the two games of a pair would be mirror images.
#[test]
fn the_seats_of_the_league_have_different_holes() {
    let mut referee = Referee::new(&preset("tetrio-s2"), 42);
    let mut holes = |seat: usize| {
        for _ in 0..30 {
            referee.sides[seat].garbage.push(1, 0);
        }
        (0..4)
            .flat_map(|_| referee.sides[seat].raise_garbage(0))
            .collect::<Vec<_>>()
    };
    let [left, right] = [holes(0), holes(1)];
    assert_eq!((left.len(), right.len()), (30, 30));
    assert_ne!(left, right);
}
