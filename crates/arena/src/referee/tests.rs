//! Games by hand: who is asked when, what garbage does, and how games end.

use super::*;
use crate::preset::Preset;
use landfall_rules::{Board, Piece, Playfield, Rotation, Spin, State};

fn preset(name: &str) -> Preset {
    Preset::by_name(name).unwrap()
}

/// Puts a position onto a side.
fn set(referee: &mut Referee, seat: usize, drawn: &str, queue: &[Piece]) {
    let mut state: State = referee.sides[seat].state().clone();
    state.board = Board::parse(drawn).unwrap();
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

/// The lowest and leftmost of the moves.
fn lowest(referee: &Referee, seat: usize) -> Placement {
    let side = referee.side(seat);
    let moves = side.state().placements(referee.preset.ruleset());
    moves.into_iter().min_by_key(|mv| (mv.y, mv.x)).unwrap()
}

#[test]
fn both_are_asked_at_the_start_and_go_their_own_ways_then() {
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
        set(&mut referee, seat, "..........", &[Piece::O, Piece::T]);
    }
    // Four shifts of two frames against none; one frame to answer and seven to spawn.
    let (_, way) = referee.play(0, o(0), 0).unwrap();
    assert_eq!(way, 8);
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
fn a_late_answer_counts_from_when_it_came() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    referee.next_event();
    referee.next_event();
    let mv = lowest(&referee, 0);
    let (_, way) = referee.play(0, mv, 300).unwrap();
    assert_eq!(referee.next_frame(), Some(300 + way));
}

#[test]
fn both_seats_get_the_same_pieces_and_the_same_seed_the_same_game() {
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
fn lines_sent_come_up_after_travel_and_the_end_of_a_clear() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    referee.next_event();
    referee.next_event();
    set(&mut referee, 0, TETRIS, &[Piece::I, Piece::O, Piece::O]);
    set(
        &mut referee,
        1,
        "..........",
        &[Piece::O, Piece::O, Piece::O],
    );
    let (lock, way) = referee.play(0, WELL, 0).unwrap();
    assert_eq!(lock.clear.attack, 4);
    let locked = 180 + 1 + way;
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

/// Both clear four rows on the same frame: nobody was first, so nothing is cancelled and
/// both get four.
#[test]
fn what_is_sent_on_the_same_frame_crosses() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    referee.next_event();
    referee.next_event();
    for seat in 0..2 {
        set(&mut referee, seat, TETRIS, &[Piece::I, Piece::O, Piece::O]);
        referee.play(seat, WELL, 0).unwrap();
    }
    let steps: Vec<Event> = (0..2).map(|_| referee.next_event()).collect();
    let waiting = [0, 1].map(|seat| match &steps[seat] {
        Event::GarbageRaised(at, rows) => (*at, rows.len()),
        other => panic!("{other:?}"),
    });
    assert_eq!(waiting, [(0, 4), (1, 4)]);
}

#[test]
fn lines_sent_cancel_what_waits_for_the_sender() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    referee.next_event();
    referee.next_event();
    referee.sides[0].garbage.push(3, 9_999);
    set(&mut referee, 0, TETRIS, &[Piece::I, Piece::O, Piece::O]);
    referee.play(0, WELL, 0).unwrap();
    while referee.phases[0] != Phase::Idle {
        referee.next_event();
    }
    let waiting = [0, 1].map(|seat| referee.side(seat).garbage.pending());
    assert_eq!(waiting, [0, 1]);
}

#[test]
fn garbage_that_clears_hold_back_waits_for_a_piece_without() {
    for (name, raised) in [("ppt", true), ("guideline", false)] {
        let mut referee = Referee::new(&preset(name), 1);
        referee.next_event();
        referee.next_event();
        referee.sides[0].garbage.push(9, 0);
        set(&mut referee, 0, TETRIS, &[Piece::I, Piece::O, Piece::O]);
        referee.play(0, WELL, 0).unwrap();
        let step = referee.next_event();
        assert_eq!(
            matches!(step, Event::GarbageRaised(0, _)),
            raised,
            "{name}: {step:?}"
        );
    }
}

#[test]
fn whoever_cannot_place_a_piece_has_lost() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    let tower = "....##....\n".repeat(22);
    set(&mut referee, 0, &tower, &[Piece::O, Piece::O]);
    let Event::RequestMove(1) = referee.next_event() else {
        panic!("the other is asked nevertheless");
    };
    let Event::GameOver(verdict) = referee.next_event() else {
        panic!("not over");
    };
    assert_eq!(
        (verdict.winner, verdict.ends),
        (Some(1), [Some(EndReason::TopOut), None])
    );
}

#[test]
fn both_lost_on_the_same_frame_is_a_draw() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    let tower = "....##....\n".repeat(22);
    for seat in 0..2 {
        set(&mut referee, seat, &tower, &[Piece::O, Piece::O]);
    }
    let Event::GameOver(verdict) = referee.next_event() else {
        panic!("not over");
    };
    assert_eq!(verdict.winner, None);
}

#[test]
fn a_game_that_nobody_wins_is_drawn_at_its_last_frame() {
    let short = Preset {
        longest: 500,
        ..preset("ppt")
    };
    let mut referee = Referee::new(&short, 1);
    let verdict = loop {
        match referee.next_event() {
            Event::RequestMove(seat) => {
                let mv = lowest(&referee, seat);
                referee.play(seat, mv, 0).unwrap();
            }
            Event::GameOver(verdict) => break verdict,
            Event::GarbageRaised(..) => {}
            Event::Wait => panic!("everybody answered"),
        }
    };
    assert_eq!(
        (verdict.winner, verdict.frame, verdict.ends),
        (None, 500, [None; 2])
    );
}

#[test]
fn the_lines_of_a_sprint_win() {
    let four = Preset {
        goal: Some(4),
        ..preset("sprint")
    };
    let mut referee = Referee::new(&four, 1);
    referee.next_event();
    referee.next_event();
    set(&mut referee, 1, TETRIS, &[Piece::I, Piece::O, Piece::O]);
    let (_, way) = referee.play(1, WELL, 0).unwrap();
    let Event::GameOver(verdict) = referee.next_event() else {
        panic!("not over");
    };
    assert_eq!((verdict.winner, verdict.frame), (Some(1), 180 + 1 + way));
    assert_eq!(verdict.ends, [None, Some(EndReason::Goal)]);
}

#[test]
fn rows_at_a_pace_come_faster_and_faster() {
    let mut referee = Referee::new(&preset("cheese"), 1);
    let mut rows_at = |frame| {
        referee.now = frame;
        referee.add_timed_garbage(0);
        referee.side(0).garbage.pending()
    };
    // The first after 120 frames, the next after 119 more, down to 20 after a hundred rows.
    assert_eq!([299, 300, 418, 419].map(&mut rows_at), [0, 1, 1, 2]);
    let hundred = 300 + (119 + 20) * 100 / 2;
    let later = [hundred, hundred + 20, hundred + 39, hundred + 40];
    assert_eq!(later.map(&mut rows_at), [101, 102, 102, 103]);
}

#[test]
fn an_illegal_move_leaves_the_seat_asked() {
    let mut referee = Referee::new(&preset("ppt"), 1);
    referee.next_event();
    referee.next_event();
    set(&mut referee, 0, "..........", &[Piece::O, Piece::T]);
    assert!(referee.play(0, WELL, 0).is_err());
    assert_eq!(referee.phases[0], Phase::Idle);
    let mv = lowest(&referee, 0);
    assert!(referee.play(0, mv, 0).is_ok());
}

/// Under the rules of the league a surge crosses in three packets, which wait 20 frames.
#[test]
fn a_surge_travels_in_packets() {
    let mut referee = Referee::new(&preset("tetrio-s2"), 1);
    referee.next_event();
    referee.next_event();
    set(
        &mut referee,
        1,
        "#########.",
        &[Piece::I, Piece::O, Piece::O],
    );
    let mut state = referee.side(1).state().clone();
    state.clear_state.back_to_back = 9;
    let field = Playfield::from(&state.board);
    referee.sides[1].set_position(state, field);
    let (lock, way) = referee.play(1, WELL, 0).unwrap();
    assert_eq!((lock.clear.surge, lock.clear.attack), (8, 8));
    assert_eq!(referee.next_event(), Event::RequestMove(1));
    assert_eq!(referee.side(0).garbage.packets(), [3, 3, 2]);
    // Seat 0 locks when the first is old enough, and takes all eight rows.
    let mv = lowest(&referee, 0);
    referee.play(0, mv, 180 + 1 + way + 20).unwrap();
    let Event::GarbageRaised(0, rows) = referee.next_event() else {
        panic!("nothing came up");
    };
    assert_eq!(rows.len(), 8);
    assert!(rows[..3].iter().all(|&row| row == rows[0]), "{rows:?}");
    assert_eq!(referee.side(0).state().clear_state.garbage_rows, 8);
}

/// The pieces are those of the game's own seed.
#[test]
fn the_league_deals_by_the_seed_of_the_game() {
    let referee = Referee::new(&preset("tetrio-s2"), 42);
    for seat in 0..2 {
        let queue = &referee.side(seat).state().queue;
        let letters: String = queue.iter().map(|piece| piece.letter()).collect();
        assert_eq!(letters, "OTILJS");
    }
}

/// A pair of games is no mirror image: each seat has holes of its own.
#[test]
fn the_seats_of_the_league_have_other_holes() {
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
