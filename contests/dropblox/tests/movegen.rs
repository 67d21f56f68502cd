//! Compares the move generator and the shortest paths with a plain search that moves one block cell
//! by cell, as the framework does, on seeded random boards and blocks of 1 to 10 cells, with holes
//! and loose cells too.

use landfall_dropblox::convert::{DropbloxBoard, FallingBlock, HEIGHT, falling_block};
use landfall_dropblox::messages::{BlockMessage, COLUMNS, CellMessage, ROWS};
use landfall_dropblox::movegen::resting_poses;
use landfall_dropblox::path::{Command, path_to};
use landfall_rules::rng::SplitMix64;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// A block in the framework's coordinates: rows from the top.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Plain {
    center: (i32, i32),
    offsets: Vec<(i32, i32)>,
}

type Bitmap = [[bool; COLUMNS]; ROWS];

impl Plain {
    fn cells(&self) -> BTreeSet<(i32, i32)> {
        let (i, j) = self.center;
        self.offsets.iter().map(|o| (i + o.0, j + o.1)).collect()
    }

    fn is_legal(&self, bitmap: &Bitmap) -> bool {
        let free = |&(i, j): &(i32, i32)| {
            (0..ROWS as i32).contains(&i)
                && (0..COLUMNS as i32).contains(&j)
                && !bitmap[i as usize][j as usize]
        };
        self.cells().iter().all(free)
    }

    fn moved(&self, command: Command) -> Plain {
        let (i, j) = self.center;
        let shifted = |center| Plain {
            center,
            ..self.clone()
        };
        match command {
            Command::Left => shifted((i, j - 1)),
            Command::Right => shifted((i, j + 1)),
            Command::Up => shifted((i - 1, j)),
            Command::Down => shifted((i + 1, j)),
            Command::Rotate => Plain {
                center: self.center,
                offsets: self.offsets.iter().map(|&(i, j)| (j, -i)).collect(),
            },
        }
    }

    fn dropped(&self, bitmap: &Bitmap) -> BTreeSet<(i32, i32)> {
        let mut block = self.clone();
        loop {
            let below = block.moved(Command::Down);
            if !below.is_legal(bitmap) {
                return block.cells();
            }
            block = below;
        }
    }

    fn message(&self) -> BlockMessage {
        let cell = |&(i, j): &(i32, i32)| CellMessage { i, j };
        BlockMessage {
            center: cell(&self.center),
            offsets: self.offsets.iter().map(cell).collect(),
        }
    }
}

/// Returns every resting place, with the fewest commands to it.
fn resting_places(bitmap: &Bitmap, block: &Plain) -> BTreeMap<BTreeSet<(i32, i32)>, usize> {
    let mut found = BTreeMap::new();
    let mut steps = HashMap::from([(block.clone(), 0)]);
    let mut queue = VecDeque::from([block.clone()]);
    while let Some(block) = queue.pop_front() {
        let here = steps[&block];
        found.entry(block.dropped(bitmap)).or_insert(here);
        for command in Command::ALL {
            let next = block.moved(command);
            if next.is_legal(bitmap) && !steps.contains_key(&next) {
                steps.insert(next.clone(), here + 1);
                queue.push_back(next);
            }
        }
    }
    found
}

/// A random block of `size` cells; one in eight has a cell that touches only a corner.
fn random_block(dice: &mut SplitMix64, size: usize) -> Vec<(i32, i32)> {
    let mut cells = vec![(0, 0)];
    while cells.len() < size {
        let (i, j) = cells[dice.below(cells.len() as u32) as usize];
        let loose = dice.below(8) == 0;
        let next = match (dice.below(4), loose) {
            (0, false) => (i + 1, j),
            (1, false) => (i - 1, j),
            (2, false) => (i, j + 1),
            (_, false) => (i, j - 1),
            (_, true) => (i + 1, j + 1),
        };
        let spread = |of: fn(&(i32, i32)) -> i32, new: i32| {
            let all = cells.iter().map(of).chain([new]);
            all.clone().max().unwrap() - all.min().unwrap()
        };
        if !cells.contains(&next) && spread(|c| c.0, next.0) < 10 && spread(|c| c.1, next.1) < 10 {
            cells.push(next);
        }
    }
    cells
}

/// A ring around a hole, with the rest of ten cells attached.
fn ring(dice: &mut SplitMix64) -> Vec<(i32, i32)> {
    let mut cells = vec![
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 2),
        (2, 0),
        (2, 1),
        (2, 2),
    ];
    if dice.below(2) == 0 {
        cells.push((3, dice.below(3) as i32));
    }
    cells
}

/// The block at its entry: its lowest row is row 9, its centre near the middle.
fn entering(dice: &mut SplitMix64, cells: Vec<(i32, i32)>) -> Plain {
    let lowest = cells.iter().map(|cell| cell.0).max().unwrap();
    let left = cells.iter().map(|cell| cell.1).min().unwrap();
    let right = cells.iter().map(|cell| cell.1).max().unwrap();
    let column = (6 - (right - left) / 2).clamp(0, COLUMNS as i32 - 1 - (right - left));
    let (ci, cj) = (dice.below(5) as i32 - 2, dice.below(5) as i32 - 2);
    Plain {
        center: (9 - lowest + ci, column - left + cj),
        offsets: cells.iter().map(|&(i, j)| (i - ci, j - cj)).collect(),
    }
}

/// Stacks up to any height with caves, overhangs and floating cells.
fn random_bitmap(dice: &mut SplitMix64) -> Bitmap {
    let mut bitmap = [[false; COLUMNS]; ROWS];
    let top = ROWS as u32 - dice.below(27);
    let density = 20 + dice.below(70);
    for row in bitmap.iter_mut().skip(top as usize) {
        row.fill_with(|| dice.below(100) < density);
        row[dice.below(COLUMNS as u32) as usize] = false;
    }
    bitmap
}

fn field_of(bitmap: &Bitmap) -> DropbloxBoard {
    let mut field = DropbloxBoard::EMPTY;
    for (i, row) in bitmap.iter().enumerate() {
        for (j, _) in row.iter().enumerate().filter(|(_, filled)| **filled) {
            field.fill(j as i8, (ROWS - 1 - i) as i8);
        }
    }
    field
}

fn compare(dice: &mut SplitMix64, cells: Vec<(i32, i32)>) -> usize {
    let bitmap = random_bitmap(dice);
    let block = entering(dice, cells);
    let field = field_of(&bitmap);
    let entrant: FallingBlock = falling_block(&block.message()).expect("a block on the board");
    let mut poses = Vec::new();
    resting_poses(&field, HEIGHT, &entrant.shape, entrant.spawn, &mut poses);
    if !block.is_legal(&bitmap) {
        assert!(poses.is_empty());
        return 0;
    }
    let expected = resting_places(&bitmap, &block);
    let covered = |pose| -> BTreeSet<(i32, i32)> {
        let cells = entrant.shape.cells(pose);
        cells
            .map(|(x, y)| (ROWS as i32 - 1 - i32::from(y), i32::from(x)))
            .collect()
    };
    let found: BTreeSet<_> = poses.iter().map(|&pose| covered(pose)).collect();
    assert_eq!(found.len(), poses.len(), "listed twice: {block:?}\n{field}");
    assert!(found.iter().eq(expected.keys()), "{block:?}\n{field}");
    for _ in 0..3 {
        let target = poses[dice.below(poses.len() as u32) as usize];
        let way = path_to(&field, &entrant, target).expect("a way");
        let end = way.iter().fold(block.clone(), |block, &command| {
            let next = block.moved(command);
            assert!(next.is_legal(&bitmap), "{command:?} is not legal");
            next
        });
        assert_eq!(end.dropped(&bitmap), covered(target));
        assert_eq!(
            way.len(),
            expected[&covered(target)],
            "not the shortest way"
        );
    }
    poses.len()
}

#[test]
fn every_resting_place_is_found_with_the_fewest_commands() {
    let mut reached = 0;
    for number in 0..2000 {
        let mut dice = SplitMix64::new(number);
        let size = number as usize % 10 + 1;
        let cells = random_block(&mut dice, size);
        reached += compare(&mut dice, cells);
    }
    assert!(reached > 60_000, "{reached}");
}

#[test]
fn blocks_with_holes_are_blocks() {
    let mut reached = 0;
    for number in 0..300 {
        let mut dice = SplitMix64::new(number);
        let cells = ring(&mut dice);
        reached += compare(&mut dice, cells);
    }
    assert!(reached > 3_000, "{reached}");
}

#[test]
fn a_block_that_cannot_enter_goes_nowhere() {
    let single = falling_block(&BlockMessage {
        center: CellMessage { i: 9, j: 6 },
        offsets: vec![CellMessage { i: 0, j: 0 }],
    })
    .expect("a block");
    let mut field = DropbloxBoard::EMPTY;
    field.fill(6, 23);
    let mut poses = Vec::new();
    resting_poses(&field, HEIGHT, &single.shape, single.spawn, &mut poses);
    assert!(poses.is_empty());
    assert_eq!(path_to(&field, &single, single.spawn), None);
}
