//! Garbage that waits under the rules of TETR.IO's league, and what the game's seeds mean.

use landfall_rules::board::FULL_ROW;
use landfall_rules::garbage::{GarbageQueue, HoleGenerator, TetrioHoles};
use landfall_rules::lock::{ClearState, raise_garbage};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rulesets::TETRIO_S2;
use landfall_rules::{Board, Queue};

/// The first three bags of three seeds.
#[test]
fn seeds_deal_the_bags_of_the_game() {
    for (seed, bags) in [
        (1, "OJILSTZ TOLJSIZ LISOTZJ"),
        (42, "OTILJSZ IJZLOST IJSZLOT"),
        (12_345, "LOSTIJZ LOZTISJ OSTZJIL"),
    ] {
        let mut pieces = PieceSequence::new(&TETRIO_S2, seed);
        let mut next = || pieces.next_piece(TETRIO_S2.randomizer);
        let bag = |_| (0..7).map(|_| next()).collect::<Queue>().to_string();
        let dealt: Vec<String> = (0..3).map(bag).collect();
        assert_eq!(dealt.join(" "), bags, "{seed}");
    }
}

/// A lock's packets, and the garbage that waits for its player.
struct Lock {
    /// The number of the piece, from 1.
    piece: u32,
    /// Rows waiting, by packet.
    waiting: &'static [u32],
    /// Rows sent before, a packet a lock.
    sent: &'static [u32],
    /// The lock's packets.
    packets: &'static [u32],
}

/// Returns what is sent, and how many rows still wait.
fn cancel(lock: &Lock) -> (Vec<u32>, u32) {
    let (mut queue, mut holes) = (GarbageQueue::default(), TetrioHoles::new(1));
    for &rows in lock.sent {
        queue.cancel(&[rows], false, &mut holes);
    }
    for &rows in lock.waiting {
        queue.push(rows, 0);
    }
    let opener_pieces = TETRIO_S2.garbage_queue.expect("a queue").opener_pieces;
    let left = queue.cancel(lock.packets, lock.piece <= opener_pieces, &mut holes);
    (left.to_vec(), queue.waiting())
}

/// A quad sends 4, a surge of nine clears 3 3 2.
#[test]
fn packets_cancel_as_in_the_game() {
    let quad = |piece, waiting, sent| Lock {
        piece,
        waiting,
        sent,
        packets: &[4],
    };
    for (lock, sent, left) in [
        (quad(6, &[6], &[]), vec![], 0),
        (quad(14, &[6], &[]), vec![], 0),
        (quad(15, &[6], &[]), vec![], 2),
        (quad(4, &[12], &[]), vec![], 4),
        (quad(4, &[2, 2], &[]), vec![], 0),
        (quad(6, &[6], &[6]), vec![], 0),
        (quad(6, &[6], &[7]), vec![], 2),
        (quad(40, &[3], &[]), vec![1], 0),
    ] {
        assert_eq!(
            cancel(&lock),
            (sent, left),
            "{} {:?}",
            lock.piece,
            lock.waiting
        );
    }
    let surge = Lock {
        piece: 40,
        waiting: &[4, 4],
        sent: &[],
        packets: &[3, 3, 2],
    };
    assert_eq!(cancel(&surge), (vec![], 0));
}

/// Later packets of a lock do not count as sent.
#[test]
fn the_opener_counts_the_first_packet_of_each_lock() {
    let (mut queue, mut holes) = (GarbageQueue::default(), TetrioHoles::new(1));
    queue.cancel(&[2, 5], false, &mut holes);
    queue.push(4, 0);
    assert!(queue.cancel(&[2], true, &mut holes).is_empty());
    assert_eq!(
        queue.waiting(),
        0,
        "4 rows are no fewer than the 2 that count"
    );
}

/// All rows of a packet have one hole, and cancelled packets move the holes on like those that
/// rise.
#[test]
fn holes_change_with_the_packet() {
    let rise = |cancelled: &[u32]| {
        let (mut queue, mut holes) = (GarbageQueue::default(), TetrioHoles::new(17));
        for rows in [4, 3, 5] {
            queue.push(rows, 0);
        }
        queue.cancel(cancelled, false, &mut holes);
        queue.take_due(0, None, &mut holes)
    };
    let rows = rise(&[]);
    let packets = [&rows[..4], &rows[4..7], &rows[7..]];
    for packet in packets {
        assert!(packet.iter().all(|&row| row == packet[0]), "{packet:?}");
        assert_eq!((FULL_ROW & !packet[0]).count_ones(), 1);
    }
    assert_eq!(rise(&[2]).len(), 10);
    assert_eq!(
        rise(&[7])[0],
        rise(&[4, 3])[0],
        "packets used up count, not what used them up"
    );
    assert_ne!(rise(&[4])[0], rows[4], "rows that rise take numbers too");
}

#[test]
fn no_more_rows_rise_than_the_cap_and_none_before_its_time() {
    let (mut queue, mut holes) = (GarbageQueue::default(), TetrioHoles::new(1));
    queue.push(6, 20);
    queue.push(6, 21);
    assert!(queue.take_due(19, Some(8), &mut holes).is_empty());
    assert_eq!(queue.take_due(20, Some(8), &mut holes).len(), 6);
    queue.push(6, 21);
    assert_eq!(queue.take_due(21, Some(8), &mut holes).len(), 8);
    assert_eq!(queue.packets().collect::<Vec<_>>(), [4]);
}

/// The caller's holes see where packets begin and end.
#[test]
fn hole_generators_are_told_of_packets() {
    #[derive(Default)]
    struct Log(Vec<&'static str>);
    impl HoleGenerator for Log {
        fn next_row(&mut self, first: bool) -> u16 {
            self.0.push(if first { "first" } else { "row" });
            1
        }
        fn packet_used_up(&mut self) {
            self.0.push("end");
        }
    }
    let (mut queue, mut log) = (GarbageQueue::default(), Log::default());
    queue.push(2, 0);
    queue.push(3, 0);
    queue.push(0, 0);
    queue.cancel(&[1], false, &mut log);
    queue.take_due(0, Some(2), &mut log);
    queue.cancel(&[9], false, &mut log);
    assert_eq!(log.0, ["first", "end", "first", "end"]);
}

/// Raised rows are counted only where clearing them is paid.
#[test]
fn raised_rows_are_counted_where_clearing_them_is_paid() {
    let raised = |rules| {
        let (mut board, mut counters) = (Board::EMPTY, ClearState::default());
        assert!(!raise_garbage(
            rules,
            &mut board,
            &mut counters,
            &[0x1ff; 3]
        ));
        (board.max_height(), counters.garbage_rows)
    };
    assert_eq!(raised(&TETRIO_S2), (3, 3));
    assert_eq!(raised(&landfall_rules::rulesets::GUIDELINE), (3, 0));
    let (mut board, mut counters) = (Board::EMPTY, ClearState::default());
    assert!(raise_garbage(
        &TETRIO_S2,
        &mut board,
        &mut counters,
        &[0x1ff; 41]
    ));
}

/// The multiplier is the sum of all frames to the last bit, whatever each of them adds.
#[test]
fn the_growth_of_attacks_is_added_up_frame_by_frame() {
    let half = f64::EPSILON / 2.0;
    for each_frame in [
        0.008 / 60.0,
        0.001,
        100.0 / 60.0,
        1.0,
        0.0,
        half,
        1e-16,
        0.25 + half,
        0.25 - half,
        -0.001,
    ] {
        let margin = landfall_rules::attack::MarginTime {
            frames: 10,
            each_frame,
        };
        let mut sum = 1.0;
        for frame in 10..60_000 {
            if frame < 300 || frame % 97 == 0 {
                assert_eq!(margin.multiplier(frame), sum, "{each_frame} at {frame}");
            }
            sum += each_frame;
        }
    }
}

/// 0.008/s from the third minute on, added up frame by frame.
#[test]
fn attacks_grow_after_three_minutes() {
    let at = |frame| TETRIO_S2.attack_multiplier(frame);
    assert_eq!([at(0), at(10_800)], [1.0, 1.0]);
    assert_eq!(at(10_801), 1.0 + 0.008 / 60.0);
    assert!((at(14_400) - 1.48).abs() < 1e-9);
    // The sum is not the product in the last bit: at this frame a surge of 2 2 3 shows it.
    assert_ne!(at(13_800), 1.0 + 3_000.0 * (0.008 / 60.0));
    assert_eq!(
        landfall_rules::rulesets::GUIDELINE.attack_multiplier(1_000_000),
        1.0
    );
}
