//! Positions of games that 34677c96 lost to combos of single rows (`weights/four-wide.json`):
//! garbage had arrived, more was on its way, and 34677c96 cleared nothing.

use crate::tetris::{search_on, state};
use landfall_rules::Piece;
use landfall_rules::rulesets::GUIDELINE;

/// Board, held piece and queue of each; the first in the queue is in play.
const POSITIONS: [(&str, Piece, &str); 5] = [
    (
        "#.........
         #.........
         ####......
         ####....##
         ####...###
         ####...###
         #####...##
         ######.###
         ######.###
         ######.###
         ##.#######",
        Piece::I,
        "ZILOT",
    ),
    (
        "...###....
         ######....
         ######....
         ######....
         ######....
         ######....
         ######....
         ######....
         #######...
         ########.#
         ########.#
         ########.#
         ########.#",
        Piece::I,
        "OZJST",
    ),
    (
        "....#.....
         ....##....
         ....####..
         ....######
         ....######
         ....######
         ....######
         ##..######
         ##.#######",
        Piece::Z,
        "JOSIL",
    ),
    (
        "###.......
         ###......#
         ###......#
         ####..####
         ####...###
         #####.####
         #####.####",
        Piece::T,
        "IOSLI",
    ),
    (
        "......#...
         .....##...
         ....######
         ....######
         ....######
         ....######
         ....######
         ....######
         ....######
         ...#######
         ##.#######
         ##.#######",
        Piece::T,
        "JTOIL",
    ),
];

/// At 1,000 nodes, with which 34677c96 clears nothing, and at 20,000.
#[test]
fn garbage_is_cleared_before_a_rush_buries_it() {
    for (board, hold, queue) in POSITIONS {
        for nodes in [1_000, 20_000] {
            let mut state = state(board, Some(hold), queue);
            let best = search_on(1, &state, nodes).root_moves[0].mv;
            let clear = state.play(&GUIDELINE, &best);
            assert!(clear.lines > 0, "{nodes} nodes clear nothing:\n{board}");
        }
    }
}
