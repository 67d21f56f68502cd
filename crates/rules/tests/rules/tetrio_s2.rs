//! The league of TETR.IO, second season: what clears send, as computed by the game's own engine.

use landfall_rules::board::FULL_ROW;
use landfall_rules::lock::{ClearState, lock_times};
use landfall_rules::rulesets::TETRIO_S2;
use landfall_rules::{Board, Clear, Piece, Placement, Rotation, Spin};

/// A clear: its rows, its spin, and what is special about it.
#[derive(Clone, Copy)]
struct Kind {
    lines: u32,
    spin: Spin,
    all_clear: bool,
    garbage_rows: u8,
    multiplier: f64,
}

const fn kind(lines: u32, spin: Spin) -> Kind {
    Kind {
        lines,
        spin,
        all_clear: false,
        garbage_rows: 0,
        multiplier: 1.0,
    }
}

const SINGLE: Kind = kind(1, Spin::None);
const DOUBLE: Kind = kind(2, Spin::None);
const TRIPLE: Kind = kind(3, Spin::None);
const QUAD: Kind = kind(4, Spin::None);
const TSS: Kind = kind(1, Spin::Full);
const TSD: Kind = kind(2, Spin::Full);
const TST: Kind = kind(3, Spin::Full);
const MINI_SINGLE: Kind = kind(1, Spin::Mini);
const MINI_DOUBLE: Kind = kind(2, Spin::Mini);
const MINI_TRIPLE: Kind = kind(3, Spin::Mini);

impl Kind {
    const fn all_clear(self) -> Kind {
        Kind {
            all_clear: true,
            ..self
        }
    }

    const fn through_garbage(self, garbage_rows: u8) -> Kind {
        Kind {
            garbage_rows,
            ..self
        }
    }

    const fn times(self, multiplier: f64) -> Kind {
        Kind { multiplier, ..self }
    }

    /// Plays it after `back_to_back` clears that kept back-to-back and `combo` clears in a row.
    fn play(self, back_to_back: u16, combo: u16) -> (Clear, ClearState) {
        // Rows that lack the leftmost cells, and a block above them unless all is to be cleared.
        let (wide, rotation, x, y) = match (self.all_clear, self.lines) {
            (true, 1) => (4, Rotation::North, 1, 0),
            (true, 2) => (2, Rotation::North, 0, 0),
            _ => (1, Rotation::West, 0, 1),
        };
        let piece = if wide == 2 { Piece::O } else { Piece::I };
        let mut board: Board = Board::EMPTY;
        board.raise(&vec![FULL_ROW & !((1 << wide) - 1); self.lines as usize]);
        if !self.all_clear {
            board.fill(5, 9);
        }
        let mut counters = ClearState {
            combo,
            back_to_back,
            garbage_rows: self.garbage_rows,
            ..ClearState::default()
        };
        let placement = Placement {
            piece,
            rotation,
            x,
            y,
            spin: self.spin,
        };
        let multiplier = self.multiplier;
        let clear = lock_times(
            &TETRIO_S2,
            &mut board,
            &mut counters,
            &placement,
            multiplier,
        );
        assert_eq!((clear.lines, clear.perfect), (self.lines, self.all_clear));
        (clear, counters)
    }

    fn packets(self, back_to_back: u16, combo: u16) -> Vec<u32> {
        self.play(back_to_back, combo).0.packets().to_vec()
    }
}

/// A clear, back-to-back and combo before it, and the packets that it sends.
#[test]
fn clears_send_the_packets_of_the_game() {
    let rows: &[(Kind, u16, u16, &[u32])] = &[
        (SINGLE, 0, 0, &[]),
        (SINGLE, 0, 2, &[1]),
        (SINGLE, 0, 6, &[2]),
        (SINGLE, 0, 16, &[3]),
        (DOUBLE, 0, 0, &[1]),
        (DOUBLE, 0, 3, &[1]),
        (DOUBLE, 0, 4, &[2]),
        (DOUBLE, 0, 8, &[3]),
        (TRIPLE, 0, 0, &[2]),
        (TRIPLE, 0, 2, &[3]),
        (TRIPLE, 0, 5, &[4]),
        (QUAD, 0, 0, &[4]),
        (QUAD, 1, 0, &[5]),
        (QUAD, 1, 3, &[8]),
        (QUAD, 0, 7, &[11]),
        (TSS, 0, 0, &[2]),
        (TSS, 1, 0, &[3]),
        (TSS, 1, 3, &[5]),
        (TST, 0, 0, &[6]),
        (TST, 0, 1, &[7]),
        (TST, 1, 2, &[10]),
        (TST, 1, 4, &[14]),
        (MINI_SINGLE, 0, 0, &[]),
        (MINI_SINGLE, 1, 0, &[1]),
        (MINI_SINGLE, 1, 4, &[2]),
        (MINI_DOUBLE, 0, 0, &[1]),
        (MINI_DOUBLE, 1, 0, &[2]),
        (MINI_DOUBLE, 1, 2, &[3]),
        (MINI_TRIPLE, 0, 0, &[2]),
        (MINI_TRIPLE, 1, 3, &[5]),
        (SINGLE, 4, 0, &[]),
        (SINGLE, 5, 0, &[1, 1, 2]),
        (SINGLE, 6, 0, &[2, 2, 1]),
        (SINGLE, 7, 0, &[2, 2, 2]),
        (SINGLE, 8, 0, &[2, 2, 3]),
        (SINGLE, 9, 0, &[3, 3, 2]),
        (SINGLE, 10, 0, &[3, 3, 3]),
        (SINGLE, 12, 0, &[4, 4, 3]),
        (SINGLE, 15, 0, &[5, 5, 4]),
        (DOUBLE, 5, 0, &[1, 1, 2, 1]),
        (DOUBLE, 8, 3, &[2, 2, 3, 1]),
        (SINGLE, 12, 5, &[4, 4, 3, 1]),
        (TRIPLE, 10, 1, &[3, 3, 3, 2]),
        (QUAD.all_clear(), 0, 0, &[4, 5]),
        (QUAD.all_clear(), 3, 0, &[5, 5]),
        (SINGLE.all_clear(), 0, 0, &[5]),
        (DOUBLE.all_clear(), 0, 0, &[1, 5]),
        (DOUBLE.all_clear(), 1, 0, &[2, 5]),
        (DOUBLE.all_clear(), 6, 2, &[3, 5]),
        (TSD.all_clear(), 4, 0, &[5, 5]),
        (QUAD.through_garbage(1), 0, 0, &[5]),
        (TSD.through_garbage(1), 2, 0, &[6]),
        (MINI_SINGLE.through_garbage(1), 0, 0, &[1]),
        (SINGLE.through_garbage(1), 0, 0, &[]),
        (MINI_DOUBLE.through_garbage(2), 1, 2, &[4]),
        (QUAD.times(1.5), 0, 0, &[6]),
        (SINGLE.times(1.5), 8, 0, &[3, 3, 4]),
        (QUAD.all_clear().times(1.3), 0, 0, &[5, 6]),
        (TSD.times(1.1), 1, 1, &[6]),
    ];
    for (number, &(kind, back_to_back, combo, packets)) in rows.iter().enumerate() {
        let found = kind.packets(back_to_back, combo);
        assert_eq!(found, packets, "line {number}: {back_to_back}, {combo}");
    }
}

#[test]
fn t_spin_doubles_grow_by_quarters() {
    let sent = |back_to_back| (0..=6).flat_map(move |combo| TSD.packets(back_to_back, combo));
    assert_eq!(Vec::from_iter(sent(0)), [4, 5, 6, 7, 8, 9, 10]);
    for back_to_back in 1..=12 {
        assert_eq!(Vec::from_iter(sent(back_to_back)), [5, 6, 7, 8, 10, 11, 12]);
    }
}

/// A surge comes before the clear that ends the chain, and an all clear never releases it.
#[test]
fn chains_are_counted_and_end() {
    let after = |kind: Kind, before| kind.play(before, 0).1.back_to_back;
    for keeper in [QUAD, TSS, MINI_TRIPLE, SINGLE.all_clear()] {
        assert_eq!([after(keeper, 0), after(keeper, 6)], [1, 7]);
    }
    for breaker in [SINGLE, TRIPLE] {
        assert_eq!([after(breaker, 0), after(breaker, 9)], [0, 0]);
    }
    assert_eq!(DOUBLE.all_clear().play(9, 0).0.surge, 0);
    assert_eq!(DOUBLE.play(9, 0).0.surge, 8);
}

/// The next step of the logarithm comes after 42 clears in a row.
#[test]
fn long_combos_of_singles_send_the_logarithm() {
    let sent = |combo| SINGLE.play(0, combo).0.attack;
    let steps: Vec<u16> = (1..50).filter(|&n| sent(n) != sent(n - 1)).collect();
    assert_eq!(steps, [2, 6, 16, 43]);
    for combo in 2..2000 {
        let expected = (1.0 + 1.25 * f64::from(combo)).ln() * 1.7;
        assert_eq!(SINGLE.times(1.7).play(0, combo).0.attack, expected as u32);
    }
}

/// Garbage rows are the lowest ones; those that are cleared are no longer counted.
#[test]
fn garbage_rows_are_counted_down() {
    let (clear, counters) = TRIPLE.through_garbage(5).play(0, 0);
    assert_eq!((clear.garbage_lines, counters.garbage_rows), (3, 2));
}
