//! Perft counts against the published tables.
use landfall::game::{Board, GUIDELINE, HoldUse, Perft, Piece, reach::CountSpins};

#[test]
fn quick() {
    for (q, spins) in [
        ("I", 0),
        ("O", 0),
        ("T", 0),
        ("IO", 0),
        ("IOL", 0),
        ("IOLJ", 0),
        ("IOLJS", 0),
        ("TTTT", 0),
        ("SZSZ", 0),
        ("TT", 1),
        ("TTT", 1),
        ("TTTT", 1),
    ] {
        let queue: Vec<Piece> = q.chars().map(|c| Piece::from_letter(c).unwrap()).collect();
        let p = Perft {
            spins: if spins == 1 {
                CountSpins::Apart
            } else {
                CountSpins::Together
            },
            hold: HoldUse::Never,
        };
        let t = std::time::Instant::now();
        println!(
            "{q} {spins} {} {:?}",
            p.count(&GUIDELINE, &Board::EMPTY, &queue, queue.len()),
            t.elapsed()
        );
    }
    for b in [
        ".........#\n.........#\n##......##\n###....###\n###...####\n####..####\n####...###\n#####.####",
        "##........\n####..####\n####...###\n######.###\n#####..###\n#####...##\n######.###\n#####.####",
        "..########\n..########\n.........#\n.........#\n#######..#\n#######..#\n#........#\n#........#\n#..#######\n#..#######\n#.........\n#.........",
    ] {
        let board = Board::parse(b).unwrap();
        for p in Piece::ALL {
            print!(
                "{:?} {} {} ",
                p,
                landfall::game::reach::count(&GUIDELINE, &board, p, CountSpins::Together),
                landfall::game::reach::count(&GUIDELINE, &board, p, CountSpins::Apart)
            );
        }
        println!();
    }
}
