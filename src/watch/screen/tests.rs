//! Tests of drawn pages.

use super::*;
use crate::watch::game::LockedPiece;
use landfall_rules::Spin;
use landfall_rules::rulesets::{GUIDELINE, PASON};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// Returns a game in which the first legal move was played `pieces` times, and the last lock.
fn game(pieces: usize, garbage: Option<u64>) -> (Game, Option<LockedPiece>) {
    let mut game = Game::new(&GUIDELINE, 42, 5, garbage);
    let mut lock = None;
    for _ in 0..pieces {
        let placement = game.state().legal_placements(&GUIDELINE)[0];
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

/// Draws on a terminal of this size; returns its lines without trailing blanks.
fn page(view: &View, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let frame = terminal.draw(|frame| frame.render_widget(view, frame.area()));
    let buffer = frame.unwrap().buffer.clone();
    let mut text = String::new();
    for line in buffer.content.chunks(usize::from(width.max(1))) {
        let line: String = line.iter().map(|cell| cell.symbol()).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
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
                 │ . . . . . . . . . .│    [][]      TSS       0  mini T    0
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
    view.last_clear = Some((Piece::T, &clear));
    assert_eq!(page(&view, 80, 24), PAGE.trim_start_matches('\n'));
}

#[test]
fn a_locked_piece_flashes() {
    let (game, lock) = game(4, None);
    let lock = lock.unwrap();
    let (stats, info) = (Stats::default(), MoveInfo::default());
    let mut view = view(&game, &stats, &info);
    let flashing = |view: &View| page(view, 80, 24).matches("##").count();
    assert_eq!(flashing(&view), 0);
    view.flash = Some(Flash {
        field: &lock.field,
        cells: &lock.cells,
    });
    assert_eq!(flashing(&view), 4);
}

#[test]
fn rows_of_a_high_stack_are_shown_or_counted() {
    let (mut game, _) = game(0, Some(1));
    while game.field().height() < 24 {
        let moves = game.state().legal_placements(&GUIDELINE);
        let highest = moves.into_iter().max_by_key(|p| p.y).unwrap();
        game.play(highest).unwrap();
    }
    let (stats, info) = (Stats::default(), MoveInfo::default());
    let view = view(&game, &stats, &info);
    let above = format!(" {} rows above ", game.field().height() - FIELD_ROWS);
    assert!(page(&view, 80, 24).contains(&above));
    let tall = page(&view, 80, 60);
    assert!(!tall.contains("above"));
    let walls = tall.lines().filter(|line| line.contains('│')).count();
    assert_eq!(walls, game.field().height());
}

/// Returns the extent of the drawn part: left, right, top, bottom, of which right and bottom are one
/// after the last.
fn extent(page: &str) -> [usize; 4] {
    let used: Vec<(usize, &str)> = page
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let left = used
        .iter()
        .map(|(_, line)| line.chars().take_while(|c| *c == ' ').count());
    let right = used.iter().map(|(_, line)| line.chars().count());
    [
        left.min().unwrap_or(0),
        right.max().unwrap_or(0),
        used.first().map_or(0, |line| line.0),
        used.last().map_or(0, |line| line.0 + 1),
    ]
}

#[test]
fn a_large_terminal_has_larger_cells_in_the_middle() {
    let (game, _) = game(3, Some(3));
    let (stats, info) = (Stats::default(), MoveInfo::default());
    let page = page(&view(&game, &stats, &info), 200, 60);
    let [left, right, top, bottom] = extent(&page);
    assert!(left.abs_diff(200 - right) <= 3, "{left} {right}\n{page}");
    assert!(top.abs_diff(60 - bottom) <= 1, "{top} {bottom}\n{page}");
    assert!(page.contains(&format!("└{}┘", "─".repeat(40))), "{page}");
    assert!(page.contains("[  ]"), "{page}");
    let walls = page.lines().filter(|line| line.contains('│')).count();
    assert_eq!(walls, 2 * FIELD_ROWS);
}

#[test]
fn a_low_terminal_shows_the_field_in_half_lines_and_figures() {
    let (game, _) = game(3, Some(3));
    let (stats, info) = (Stats::default(), MoveInfo::default());
    let mut view = view(&game, &stats, &info);
    let text = page(&view, 60, 20);
    let walls = text.lines().filter(|line| line.contains('│')).count();
    assert_eq!(walls, FIELD_ROWS.div_ceil(2), "{text}");
    assert!(text.contains('█') || text.contains('▀'), "{text}");
    for figure in [
        "next", "hold", "pieces", "attack", "pieces/s", "time", "2.5/s",
    ] {
        assert!(text.contains(figure), "{figure}\n{text}");
    }
    // The longest name of a usual clear.
    let clear = Clear {
        lines: 2,
        spin: Spin::Full,
        back_to_back: true,
        combo: 11,
        attack: 12,
        ..Clear::default()
    };
    view.last_clear = Some((Piece::T, &clear));
    assert!(page(&view, 60, 20).contains("B2B T-SPIN DOUBLE COMBO 10 +12"));
    view.end_reason = Some(GameEnd::TopOut);
    assert!(page(&view, 60, 20).contains("TOPPED OUT"));
    view.end_reason = None;
    let narrow = page(&view, 60, 24);
    assert!(
        narrow.contains("[]") && narrow.contains("pieces/s"),
        "{narrow}"
    );
    let low = page(&view, 20, 5);
    assert!(low.contains('│') && low.contains("0 pieces"), "{low}");
}

#[test]
fn every_size_is_drawn_without_a_panic() {
    let (game, lock) = game(4, Some(2));
    let lock = lock.unwrap();
    let (stats, info) = (Stats::default(), MoveInfo::default());
    let mut view = view(&game, &stats, &info);
    for flash in [false, true] {
        view.flash = flash.then_some(Flash {
            field: &lock.field,
            cells: &lock.cells,
        });
        for width in [0, 1, 2, 11, 12, 13, 20, 22, 60, 77, 78, 79, 200, 300] {
            for height in [0, 1, 2, 4, 5, 6, 12, 20, 23, 24, 25, 60, 300] {
                let text = page(&view, width, height);
                let empty = text.trim().is_empty();
                assert_eq!(empty, width == 0 || height == 0, "{width} x {height}");
            }
        }
    }
}

#[test]
fn previews_that_do_not_fit_are_letters() {
    let (stats, info) = (Stats::default(), MoveInfo::default());
    let game = Game::new(&GUIDELINE, 42, 30, None);
    let page = page(&view(&game, &stats, &info), 80, 24);
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
        let placement = game.state().legal_placements(&PASON)[0];
        game.play(placement).unwrap();
    }
    let stats = Stats {
        points: 1_300,
        ..Stats::default()
    };
    let info = MoveInfo::default();
    let page = page(&view(&game, &stats, &info), 78, 24);
    assert!(!page.contains("HOLD"), "{page}");
    let points = page.lines().find(|line| line.contains("points"));
    assert!(points.is_some_and(|line| line.contains("1300")), "{page}");
    // Twenty rows, and an empty row above them in which a piece may rotate.
    let rows: Vec<&str> = page.lines().filter(|line| line.contains('│')).collect();
    assert_eq!(rows.len(), 21);
    assert!(rows[0].contains(&format!("│{}│", " ".repeat(20))), "{page}");
    assert!(rows[1].contains("[]"), "{page}");
}
