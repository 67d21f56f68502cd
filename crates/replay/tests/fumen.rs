//! Fumens as recorded games.

use landfall_fumen::{Cell, Field, Flags, Page, Quiz, encode};
use landfall_replay::{
    ReadError, ReadOptions, RecordedGame, RecordedSide, Recording, Trust, read, read_with,
};
use landfall_rules::board::CellKind;
use landfall_rules::rotation::SRS;
use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};
use landfall_rules::{Clear, Piece, Placement, Rotation, Spin};

const GUIDELINE_GAME: &str = include_str!("files/arena-ppt.jsonl");
const LEAGUE_GAME: &str = include_str!("files/arena-tetrio-s2.jsonl");

/// Returns one page per move, and the final field.
fn pages(side: &RecordedSide) -> Vec<Page> {
    let mut dealt: Vec<Piece> = side.moves[0].state.queue.iter().copied().collect();
    for (mv, next) in side.moves.iter().zip(&side.moves[1..]) {
        let used = 1 + usize::from(mv.held && mv.state.hold.is_none());
        let kept = mv.state.queue.len() - used;
        dealt.extend(next.state.queue.iter().skip(kept));
    }
    let quiz = Quiz::new(None, dealt);
    let moves = side.moves.iter().map(|mv| Page {
        field: Field::from(&mv.field),
        piece: side.rules.rotation.translate(mv.placement, &SRS),
        ..Page::default()
    });
    let end = Page {
        field: Field::from(&side.end.field),
        ..Page::default()
    };
    let mut pages: Vec<Page> = moves.chain([end]).collect();
    pages[0].comment = Some(quiz.to_string());
    pages
}

fn game(pages: &[Page]) -> RecordedGame {
    read(encode(pages).as_bytes()).expect("a game")
}

fn o(x: i8, y: i8) -> Option<Placement> {
    Some(Placement::new(Piece::O, Rotation::North, x, y))
}

/// Returns a field of rows, floor first: `G` garbage, otherwise pieces.
fn field(rows: &[&str]) -> Field {
    let mut field = Field::default();
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate().filter(|(_, letter)| *letter != '.') {
            field.set(
                x,
                y,
                Piece::try_from(letter).ok().map_or(Cell::Grey, Cell::Piece),
            );
        }
    }
    field
}

/// The fumen of a game gives the same moves, with hold, queue, garbage and colours.
#[test]
fn a_game_survives_as_a_fumen() {
    for (text, rules) in [(GUIDELINE_GAME, &GUIDELINE), (LEAGUE_GAME, &TETRIO_S2)] {
        for side in &read(text.as_bytes()).unwrap().rounds[0].sides {
            let options = ReadOptions {
                rules: *rules,
                previews: side.previews,
            };
            let fumen = encode(&pages(side));
            let game = read_with(fumen.as_bytes(), &options).unwrap();
            assert_eq!((&game.recording, game.rounds.len()), (&Recording::Fumen, 1));
            let own = &game.rounds[0].sides[0];
            assert_eq!(
                (own.moves.len(), &own.trust),
                (side.moves.len(), &Trust::Unchecked)
            );
            for (own, other) in own.moves.iter().zip(&side.moves) {
                assert_eq!(
                    own.clear,
                    Clear {
                        spin: own.clear.spin,
                        ..other.clear
                    }
                );
                assert!(own.clear.lines == 0 || own.clear.spin == other.clear.spin);
                let cells = |placement: Placement| placement.cells(&side.rules);
                assert_eq!(cells(own.placement), cells(other.placement));
                assert_eq!(
                    (own.held, &own.raised, &own.field),
                    (other.held, &other.raised, &other.field)
                );
                assert_eq!(
                    (own.state.hold, own.state.clear_state),
                    (other.state.hold, other.state.clear_state)
                );
                let seen = own.state.queue.len();
                assert!(
                    seen > 0
                        && own
                            .state
                            .queue
                            .iter()
                            .eq(other.state.queue.iter().take(seen))
                );
            }
            assert_eq!(own.end.field, side.end.field);
        }
    }
}

#[test]
fn another_field_begins_a_round_and_a_shown_piece_is_no_move() {
    let piece = |field: Field, piece| Page {
        field,
        piece,
        ..Page::default()
    };
    let puzzle = field(&["GGGG..GGGG"]);
    let game = game(&[
        piece(Field::default(), o(4, 6)),
        piece(Field::default(), o(4, 3)),
        piece(Field::default(), o(4, 0)),
        piece(puzzle.clone(), o(4, 0)),
        piece(field(&["....OO...."]), o(0, 0)),
    ]);
    let moves: Vec<usize> = game
        .rounds
        .iter()
        .map(|round| round.sides[0].moves.len())
        .collect();
    assert_eq!(
        moves,
        [1, 2],
        "the first two are shown, the fourth clears a row"
    );
    let cleared = &game.rounds[1].sides[0].moves[0];
    assert_eq!((cleared.clear.lines, cleared.pieces_placed), (1, 0));
    assert_eq!(cleared.field.get((0, 0)), Some(CellKind::Garbage));
}

/// Without a quiz only the piece is known; a quiz without the piece counts as none.
#[test]
fn the_queue_is_that_of_the_quiz() {
    let queue = |comment: Option<&str>| {
        let page = Page {
            piece: o(4, 0),
            comment: comment.map(str::to_string),
            ..Page::default()
        };
        let game = game(&[page]);
        let state = &game.rounds[0].sides[0].moves[0].state;
        let queue: String = state.queue.to_string();
        (state.hold.map(char::from), queue)
    };
    assert_eq!(queue(None), (None, "O".into()));
    assert_eq!(queue(Some("a fine move")), (None, "O".into()));
    assert_eq!(queue(Some("#Q=[T](O)SZLJI")), (Some('T'), "OSZLJI".into()));
    assert_eq!(queue(Some("#Q=[](S)OZLJITSZ")), (None, "SOZLJI".into()));
    assert_eq!(queue(Some("#Q=[O](T)SZ")), (Some('O'), "TSZ".into()));
    assert_eq!(queue(Some("#Q=[T](S)ZLJ")), (None, "O".into()));
}

/// Returns the visible queue of each move of a game of these pages, with the held piece before it.
fn queues(pages: &[Page]) -> Vec<String> {
    let game = game(pages);
    let moves = game.rounds.iter().flat_map(|round| &round.sides[0].moves);
    let seen = moves.map(|mv| {
        let hold = mv
            .state
            .hold
            .map(|piece| format!("[{}]", char::from(piece)));
        let queue: String = mv.state.queue.to_string();
        hold.unwrap_or_default() + &queue
    });
    seen.collect()
}

/// Returns pages on which pieces lock beside or above each other.
fn placed(comment: &str, pieces: &[(Piece, i8, i8)]) -> Vec<Page> {
    let mut field = Field::default();
    let mut pages = Vec::new();
    for &(piece, x, y) in pieces {
        let placement = Placement::new(piece, Rotation::North, x, y);
        pages.push(Page {
            field: field.clone(),
            piece: Some(placement),
            ..Page::default()
        });
        for (x, y) in placement.cells(&GUIDELINE) {
            field.set(x as usize, y as usize, Cell::Piece(piece));
        }
    }
    pages.push(Page {
        field,
        ..Page::default()
    });
    pages[0].comment = Some(comment.to_string());
    pages
}

/// Each move sees the whole quiz that has its piece, and no other.
#[test]
fn a_quiz_after_another_is_seen_whole() {
    use Piece::{I, J, L, O, T};
    let pieces = [(O, 0, 0), (I, 3, 0), (L, 7, 0), (J, 3, 1), (T, 7, 2)];
    let pages = placed("#Q=[](O)I;#Q=[](L)JT", &pieces);
    assert_eq!(queues(&pages), ["OI", "I", "LJT", "JT", "T"]);
    let held = [(I, 3, 0), (O, 0, 0), (J, 7, 0), (L, 3, 1), (T, 7, 2)];
    let pages = placed("#Q=[](O)I;#Q=[](L)JT;done", &held);
    assert_eq!(queues(&pages), ["OI", "O", "LJT", "[L]T", "T"]);
}

/// A piece that is only shown is not a move, and does not use up a piece of the quiz.
#[test]
fn a_page_that_does_not_lock_is_no_move() {
    let page = |field: Field, lock: bool| Page {
        field,
        piece: o(4, 0),
        flags: Flags {
            lock,
            ..Flags::default()
        },
        ..Page::default()
    };
    let mut pages = [
        page(Field::default(), false),
        page(field(&["GGGG..GGGG"]), true),
    ];
    pages[0].comment = Some("#Q=[](O)SIZ".into());
    assert_eq!(queues(&pages), ["OSIZ"]);
}

#[test]
fn several_fumens_are_rounds_of_one_game() {
    let first = encode(&placed("#Q=[](O)I", &[(Piece::O, 0, 0), (Piece::I, 3, 0)]));
    let second = encode(&placed("#Q=[](T)S", &[(Piece::T, 1, 0)]));
    let text = format!("Mine: <https://fumen.zui.jp/?{first}>, and yours: `{second}`");
    let game = read(text.as_bytes()).expect("two rounds");
    let moves = game.rounds.iter().map(|round| round.sides[0].moves.len());
    assert_eq!(moves.collect::<Vec<_>>(), [2, 1]);
    let air = encode(&[Page {
        piece: o(0, 9),
        ..Page::default()
    }]);
    let error = read(format!("{air} v115@vhAAgH").as_bytes()).unwrap_err();
    assert!(error.to_string().contains("fumen 1, page 1: "), "{error}");
}

/// The cells of a T-spin count as one, although a fumen does not say so.
#[test]
fn a_spin_is_derived_from_the_cells() {
    let slot = field(&["GGG.GGGGGG", "GG...GGGGG", "GGG....GGG"]);
    let t = Placement::new(Piece::T, Rotation::South, 3, 1);
    let slot = Page {
        field: slot,
        piece: Some(t),
        ..Page::default()
    };
    let game = game(&[slot]);
    let mv = &game.rounds[0].sides[0].moves[0];
    assert_eq!((mv.clear.lines, mv.clear.spin), (2, mv.placement.spin));
    assert!(mv.placement.spin >= Spin::Mini, "{:?}", mv.placement);
}

#[test]
fn a_piece_in_the_air_ends_the_trust() {
    let page = |field, piece| Page {
        field,
        piece,
        ..Page::default()
    };
    let after = field(&["....OO....", "....OO...."]);
    let game = game(&[page(Field::default(), o(4, 0)), page(after, o(0, 9))]);
    let side = &game.rounds[0].sides[0];
    assert_eq!((game.rounds.len(), side.moves.len()), (1, 1));
    assert!(
        matches!(&side.trust, Trust::Stopped { left_out: 1, reason } if reason.starts_with("page 2: ")),
        "{:?}",
        side.trust
    );
}

#[test]
fn fumens_without_moves_are_refused() {
    let air = encode(&[Page {
        piece: o(0, 9),
        ..Page::default()
    }]);
    for (text, what) in [
        (encode(&[Page::default()]), "no page"),
        (air, "nothing can be played"),
        ("https://example.org/?v105@7eAA4G".into(), "version 105"),
        ("v115@vhAAgH v115@vh".into(), "fumen 2 of 2"),
        ("v115@vh".into(), "middle of page 1"),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        assert!(matches!(error, ReadError::Fumen(_)), "{error}");
        assert!(error.to_string().contains(what), "{error}");
    }
}
