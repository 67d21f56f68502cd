//! Pages compared with what they should look like.

use super::*;
use crate::watch::game::LockedPiece;
use landfall_rules::{GUIDELINE, PASON, Spin};

/// A game in which the piece in play went to the left wall, `pieces` times.
fn game(pieces: usize, garbage: Option<u64>) -> (Game, Option<LockedPiece>) {
    let mut game = Game::new(&GUIDELINE, 42, 5, garbage);
    let mut lock = None;
    for _ in 0..pieces {
        let placement = game.state().placements(&GUIDELINE)[0];
        lock = game.play(placement).ok();
    }
    (game, lock)
}

fn view<'a>(game: &'a Game, stats: &'a Stats, info: &'a MoveInfo) -> View<'a> {
    View {
        bot: "landfall 0.1.0",
        seed: 42,
        game,
        stats,
        time: Duration::from_secs(65),
        search_info: info,
        last_clear: None,
        flash: None,
        pace: Pace::DEFAULT,
        paused: false,
        end_reason: None,
    }
}

const PAGE: &str = "
  landfall 0.1.0                                                       seed 42
    HOLD         │ . . . . .[] . . . .│  NEXT        pieces                 1
                 │ . . .[][][] . . . .│              lines                  2
                 │ . . . . . . . . . .│  [][]        attack                 6
                 │ . . . . . . . . . .│  [][]        attack/piece       6.000
                 │ . . . . . . . . . .│              pieces/s            0.02
                 │ . . . . . . . . . .│  [][]        time                1:05
    B2B          │ . . . . . . . . . .│    [][]
    T-SPIN       │ . . . . . . . . . .│              single    0  TSD       1
    DOUBLE       │ . . . . . . . . . .│  []          double    0  TST       0
    COMBO 2      │ . . . . . . . . . .│  [][][]      triple    0  mini S    0
    +6           │ . . . . . . . . . .│              tetris    0  mini D    0
                 │ . . . . . . . . . .│    [][]      TSS       0
                 │ . . . . . . . . . .│  [][]
                 │ . . . . . . . . . .│              perfect clears         0
                 │ . . . . . . . . . .│    []        longest B2B            1
                 │ .[] . . . . . . . .│  [][][]      max combo              2
                 │[][][] . . . . . . .│
                 │[][][][] . . . . . .│              depth                 12
                 │ .[][] . . . . . . .│              nodes               123k
                 │[][] . . . . . . . .│              nodes/s            2.35M
                 │ .[][][][][][][][][]│              beam 400
                 └────────────────────┘
  q quit   space pause   + - speed                                       2.5/s
";

#[test]
fn a_page_of_80_by_24_shows_everything() {
    let (game, _) = game(3, Some(3));
    let mut stats = Stats::default();
    let clear = Clear {
        lines: 2,
        spin: Spin::Full,
        back_to_back: true,
        combo: 3,
        attack: 6,
        perfect: false,
        ..Clear::default()
    };
    stats.record(&clear);
    let info = MoveInfo {
        nodes: Some(123_456.0),
        nps: Some(2_345_678.0),
        depth: Some(12.0),
        extra: Some("beam 400".into()),
    };
    let mut view = view(&game, &stats, &info);
    view.last_clear = Some(&clear);
    assert_eq!(
        draw(&view, 80, 24).plain_text(),
        PAGE.trim_start_matches('\n')
    );
}

#[test]
fn a_locked_piece_lights_up_until_its_rows_go() {
    let (game, lock) = game(4, None);
    let lock = lock.unwrap();
    let (stats, info) = (Stats::default(), MoveInfo::default());
    let mut view = view(&game, &stats, &info);
    let lit = |view: &View| draw(view, 80, 24).plain_text().matches("##").count();
    assert_eq!(lit(&view), 0);
    view.flash = Some(Flash {
        field: &lock.field,
        cells: &lock.cells,
    });
    assert_eq!(lit(&view), 4);
}

#[test]
fn a_high_stack_makes_the_page_grow_or_is_cut_with_a_word() {
    let (mut game, _) = game(0, Some(1));
    while game.field().height() < 24 {
        let moves = game.state().placements(&GUIDELINE);
        let highest = moves.into_iter().max_by_key(|p| p.y).unwrap();
        game.play(highest).unwrap();
    }
    let (stats, info) = (Stats::default(), MoveInfo::default());
    let view = view(&game, &stats, &info);
    let above = format!(" {} rows above ", game.field().height() - FIELD_ROWS);
    assert!(draw(&view, 80, 24).plain_text().contains(&above));
    let tall = draw(&view, 80, 60).plain_text();
    assert!(!tall.contains("above"));
    let walls = tall.lines().filter(|line| line.contains('│')).count();
    assert_eq!(walls, game.field().height());
}

#[test]
fn a_small_terminal_gets_a_message_and_no_size_a_panic() {
    let (game, _) = game(1, None);
    let (stats, info) = (Stats::default(), MoveInfo::default());
    let view = view(&game, &stats, &info);
    let text = draw(&view, 60, 10).plain_text();
    assert!(text.starts_with("The terminal is too small:\n78 x 24 needed"));
    for width in [0, 1, 77, 78, 79, 300] {
        for height in [0, 1, 23, 24, 25, 300] {
            draw(&view, width, height);
        }
    }
}

#[test]
fn many_previews_are_letters_where_pieces_find_no_room() {
    let (stats, info) = (Stats::default(), MoveInfo::default());
    let game = Game::new(&GUIDELINE, 42, 30, None);
    let page = draw(&view(&game, &stats, &info), 80, 24).plain_text();
    let letters = |line: &str| line.chars().filter(|c| "IOTLJSZ".contains(*c)).count();
    let counts: Vec<usize> = page.lines().skip(18).map(letters).collect();
    assert_eq!(counts, [10, 10, 5, 0, 0, 0], "{page}");
}

#[test]
fn numbers_stay_short() {
    for (number, text) in [
        (7.0, "7"),
        (7.25, "7.2"),
        (12_345.0, "12.3k"),
        (123_456.0, "123k"),
        (2_345_678.0, "2.35M"),
        (1e12, "1.00e12"),
        (f64::NAN, "-"),
    ] {
        assert_eq!(short(number), text);
    }
}

#[test]
fn other_rules_have_their_own_page() {
    let mut game = Game::new(&PASON, 42, 5, None);
    for _ in 0..2 {
        let placement = game.state().placements(&PASON)[0];
        game.play(placement).unwrap();
    }
    let stats = Stats {
        points: 1_300,
        ..Stats::default()
    };
    let info = MoveInfo::default();
    let page = draw(&view(&game, &stats, &info), WIDTH, HEIGHT).plain_text();
    assert!(!page.contains("HOLD"), "{page}");
    let points = page.lines().find(|line| line.contains("points"));
    assert!(points.is_some_and(|line| line.contains("1300")), "{page}");
    // Twenty rows, and an empty one above them in which a piece may turn.
    let rows: Vec<&str> = page.lines().filter(|line| line.contains('│')).collect();
    assert_eq!(rows.len(), 21);
    assert!(rows[0].contains(&format!("│{}│", " ".repeat(20))), "{page}");
    assert!(rows[1].contains("[]"), "{page}");
}
