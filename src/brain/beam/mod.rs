//! A beam search that gets wider the longer it runs, on as many threads as there are.
//!
//! It begins as one strand. When that is wide enough, its candidates are dealt out to
//! several, the best in turn; from there on each strand is a search of its own that shares
//! nothing with the others, so that threads neither wait for each other nor touch what the
//! other one wrote. The root moves stand by the best that any strand has found. How many
//! strands there are does not depend on the number of threads, and so neither does what
//! is found.
//!
//! Knows no clock, and no threads but the crew that it is lent.

mod abreast;
mod carry;
mod collector;
mod frontier;
mod layer;
mod part;
mod ranking;
mod strand;
#[cfg(test)]
mod tests;

use super::crew::Crew;
use super::game::{Game, Stop};
use frontier::Entry;
use layer::Node;
use std::sync::Arc;
use strand::Strand;

/// Strands that a wide search has: more would find more positions twice.
const STRANDS: usize = 2;

/// Nodes that a strand spends at least before it hears what the others have found, unless
/// somebody waits for what comes of every round.
const BEFORE_MEETING: u64 = 50_000;

/// Rounds after which a search has strands: before, there is not enough to deal out.
const BEFORE_PARTING: usize = 9;

/// A search from one root.
pub struct Beam<G: Game> {
    game: Arc<G>,
    strands: Vec<Strand<G>>,
}

/// How much a search may hold.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Positions in all layers together.
    pub positions: usize,
    /// Candidates in one frontier.
    pub frontier: usize,
}

impl Limits {
    /// Limits that keep a search of `G` within `bytes`, with up to 16 layers. Lists that
    /// grow hold twice what is in them for a moment, hence the thirds; a position stands in
    /// a table of its strand and in one of the others.
    pub fn within<G: Game>(bytes: usize) -> Limits {
        let node = size_of::<Node<G>>() + 2 * 24;
        let entry = size_of::<Entry<G::Move>>();
        Limits {
            positions: (bytes / 3 / node).max(1_000),
            frontier: (bytes / 3 / entry / 16).max(1_000),
        }
    }

    /// The limits of each of so many strands.
    fn shared_by(self, strands: usize) -> Limits {
        Limits {
            positions: self.positions / strands,
            frontier: self.frontier / strands,
        }
    }
}

/// A root move and how it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing<M> {
    /// Plies of the deepest line that was found from it; a deeper view counts before a
    /// shallower one, whatever their values.
    pub depth: u32,
    /// Value of the best line of that depth.
    pub value: i32,
    /// The move.
    pub mv: M,
}

/// What a round came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to look at.
    More,
    /// There is not, or no room for it.
    Done,
}

impl<G: Game> Beam<G> {
    /// A search that has not looked at anything yet.
    pub fn new(game: G, root: G::Position, limits: Limits) -> Beam<G> {
        let game = Arc::new(game);
        let first = Strand::new(Arc::clone(&game), root, limits);
        Beam {
            game,
            strands: vec![first],
        }
    }

    /// The game that is searched.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The root position.
    pub fn root(&self) -> &G::Position {
        self.strands[0].root()
    }

    /// Positions evaluated since the search was made or rerooted.
    pub fn nodes(&self) -> u64 {
        self.strands.iter().map(|strand| strand.nodes).sum()
    }

    /// One round of every strand, or a part of it when `until` nodes are reached or `stop`
    /// says so.
    pub fn round(&mut self, crew: &Crew, until: u64, stop: Stop) -> Progress {
        self.rounds(0, crew, until, stop)
    }

    /// Rounds until `until` nodes are reached, `stop` says so, or there is no more to look
    /// at. Strands meet more seldom than after each round, so this is quicker than to ask
    /// for one after the other.
    pub fn run(&mut self, crew: &Crew, until: u64, stop: Stop) -> Progress {
        let mut progress = Progress::More;
        while progress == Progress::More && self.nodes() < until && !stop() {
            progress = self.rounds(BEFORE_MEETING, crew, until, stop);
        }
        progress
    }

    /// A round of every strand, and more until it has spent `nodes`, each for itself; then
    /// they meet.
    fn rounds(&mut self, nodes: u64, crew: &Crew, until: u64, stop: Stop) -> Progress {
        self.part();
        if let [strand] = &mut self.strands[..] {
            return strand.round(Crew::ALONE, until, stop);
        }
        let goals = self.goals(until);
        let inner = crew.within(self.strands.len());
        let progress = crew.each(&mut self.strands, |i, strand| {
            let enough = goals[i].min(strand.nodes + nodes);
            loop {
                let progress = strand.round(inner, goals[i], stop);
                if progress == Progress::Done || strand.nodes >= enough || stop() {
                    return progress;
                }
            }
        });
        self.exchange(crew);
        if progress.contains(&Progress::More) {
            Progress::More
        } else {
            Progress::Done
        }
    }

    /// Lets the strands tell each other which positions they have.
    fn exchange(&mut self, crew: &Crew) {
        let news = crew.each(&mut self.strands, |_, strand| strand.news());
        crew.each(&mut self.strands, |own, strand| strand.hear(own, &news));
    }

    /// How many nodes each strand may have come to when all together have come to `until`.
    fn goals(&self, until: u64) -> Vec<u64> {
        let left = until.saturating_sub(self.nodes());
        let share = left.div_ceil(self.strands.len() as u64);
        let strands = self.strands.iter();
        strands.map(|s| s.nodes.saturating_add(share)).collect()
    }

    /// Makes several strands of one that is wide enough.
    fn part(&mut self) {
        if let [strand] = &mut self.strands[..]
            && strand.round >= BEFORE_PARTING
        {
            let others = strand.part(STRANDS);
            self.strands.extend(others);
        }
    }

    /// Takes expectations of two unknown pieces, of the `count` positions of the last layer
    /// that stand best, the best first, until `stop` says so. However wide the beam still
    /// could be: what follows it ranks before all that has seen less.
    pub fn look_beyond(&mut self, count: usize, crew: &Crew, stop: Stop) {
        let count = count.div_ceil(self.strands.len());
        for strand in &mut self.strands {
            strand.look_beyond(count, crew, stop);
        }
    }

    /// The root moves, the best first.
    pub fn standings(&self) -> Vec<Standing<G::Move>> {
        self.merged(Strand::standings)
    }

    /// The moves of the `most` best lines of the deepest layer that has any, the best line
    /// first.
    pub fn lines(&self, most: usize) -> Vec<Vec<G::Move>> {
        let mut lines: Vec<_> = self.strands.iter().flat_map(|s| s.lines(most)).collect();
        lines.sort_unstable_by(|a, b| {
            (b.moves.len(), b.total)
                .cmp(&(a.moves.len(), a.total))
                .then_with(|| a.moves.cmp(&b.moves))
        });
        // What was known before they parted, several strands know.
        lines.dedup_by(|a, b| a.moves == b.moves);
        let deepest = lines.first().map_or(0, |line| line.moves.len());
        let lines = lines.into_iter().map(|line| line.moves);
        lines
            .take_while(|moves| moves.len() == deepest)
            .take(most)
            .collect()
    }

    /// Puts lines into a fresh search, so that it looks at them first. Each is followed as
    /// far as its moves are possible.
    pub fn plant(&mut self, lines: &[Vec<G::Move>]) {
        self.strands[0].plant(lines);
    }

    /// Whether a position is a child of the root that has been looked at.
    pub fn has_child(&self, position: &G::Position) -> bool {
        self.strands.iter().any(|s| s.has_child(position))
    }

    /// The moves from a child of the root, the best first, as far as they have been looked
    /// at: what a search rerooted there would say, without the work of rerooting.
    pub fn standings_after(&self, child: &G::Position) -> Vec<Standing<G::Move>> {
        self.merged(|strand| strand.standings_after(child))
    }

    /// Makes this a search of `game` from `root`, keeping all that was found below it.
    /// `root` must be the root of this search or a child of it, and the pieces of `game`
    /// must go on from there as this search knows them. Gives nothing when `root` was
    /// never looked at.
    pub fn rerooted(self, game: G, root: &G::Position) -> Option<Beam<G>> {
        let game = Arc::new(game);
        let strands = self.strands.into_iter();
        let strands: Vec<_> = strands
            .filter_map(|strand| strand.rerooted(Arc::clone(&game), root))
            .collect();
        (!strands.is_empty()).then_some(Beam { game, strands })
    }

    /// Forgets all expectations, because the odds of the unknown pieces have changed.
    pub fn forget_expectations(&mut self) {
        self.strands
            .iter_mut()
            .for_each(Strand::forget_expectations);
    }

    /// Of what the strands say about each move, the best.
    fn merged(
        &self,
        said: impl Fn(&Strand<G>) -> Vec<Standing<G::Move>>,
    ) -> Vec<Standing<G::Move>> {
        let mut standings: Vec<_> = self.strands.iter().flat_map(said).collect();
        standings.sort_unstable_by(|a, b| {
            (a.mv.cmp(&b.mv)).then_with(|| (b.depth, b.value).cmp(&(a.depth, a.value)))
        });
        standings.dedup_by_key(|standing| standing.mv);
        best_first(standings)
    }
}

fn best_first<M: Ord>(mut standings: Vec<Standing<M>>) -> Vec<Standing<M>> {
    standings.sort_unstable_by(|a, b| {
        (b.depth, b.value)
            .cmp(&(a.depth, a.value))
            .then_with(|| a.mv.cmp(&b.mv))
    });
    standings
}
