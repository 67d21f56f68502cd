//! What the shared queue says of the next pieces, by the opponent's pace.

use super::*;

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
