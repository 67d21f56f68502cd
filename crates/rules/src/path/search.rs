//! The search: Dijkstra's algorithm with a bucket for each cost, breadth first where all costs are
//! 1.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;

/// How a piece moves: poses, inputs, and where each input leads.
///
/// ```
/// use landfall_rules::path::{self, MoveModel};
///
/// /// A point on a line of ten cells that goes right, one cell or three.
/// struct Line;
///
/// impl MoveModel for Line {
///     type Pose = usize;
///     type Input = usize;
///
///     fn inputs(&self) -> &[usize] {
///         &[1, 3]
///     }
///
///     fn apply(&self, pose: usize, input: usize) -> Option<usize> {
///         Some(pose + input)
///     }
///
///     fn index(&self, pose: usize) -> Option<usize> {
///         (pose < 10).then_some(pose)
///     }
/// }
///
/// let route = path::shortest(&Line, 0, |pose| pose == 7).unwrap();
/// assert_eq!(route.inputs, [1, 3, 3]);
/// assert_eq!(route.cost, 3);
/// ```
pub trait MoveModel {
    /// Where a piece can be, for example state, column and row.
    type Pose: Copy;

    /// What a player can do with it.
    type Input: Copy;

    /// Returns the inputs in the order in which they are tried. Of routes that cost the same,
    /// the search keeps the one found first.
    fn inputs(&self) -> &[Self::Input];

    /// Returns the pose after an input, or `None` if it is refused. The same pose counts as
    /// refused.
    fn apply(&self, pose: Self::Pose, input: Self::Input) -> Option<Self::Pose>;

    /// Returns what an input costs: its frames, or 1 to count inputs.
    fn cost(&self, _input: Self::Input) -> u32 {
        1
    }

    /// Returns a small number that no other pose has, or `None` for poses that the search
    /// must not enter. The first pose is entered all the same.
    fn index(&self, pose: Self::Pose) -> Option<usize>;
}

/// A pose that a search has reached, and by which route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached<P, I> {
    /// The pose.
    pub pose: P,
    /// The cost of its route.
    pub cost: u32,
    /// The number of the pose before it, in the order in which poses were reached, and the
    /// input between; `None` for the first.
    pub from: Option<(usize, I)>,
}

/// Inputs in order, and their cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route<I> {
    /// The inputs, the first one first.
    pub inputs: Vec<I>,
    /// The sum of their costs.
    pub cost: u32,
}

/// Writes the inputs with a space between.
impl<I: fmt::Display> fmt::Display for Route<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, input) in self.inputs.iter().enumerate() {
            let space = if number > 0 { " " } else { "" };
            write!(f, "{space}{input}")?;
        }
        Ok(())
    }
}

/// The poses reached from one pose, in order of cost and, at the same cost, in the order in
/// which they were found.
#[derive(Clone, Debug)]
pub struct Routes<P, I> {
    reached: Vec<Reached<P, I>>,
}

impl<P: Copy, I: Copy> Routes<P, I> {
    /// Returns every pose that was reached, the first one first.
    pub fn reached(&self) -> &[Reached<P, I>] {
        &self.reached
    }

    /// Returns the cheapest route to a pose that `goal` accepts.
    pub fn shortest(&self, mut goal: impl FnMut(P) -> bool) -> Option<Route<I>> {
        let number = self.reached.iter().position(|at| goal(at.pose))?;
        Some(self.route(number))
    }

    /// Returns the route to the pose of a number in [`Routes::reached`].
    ///
    /// # Panics
    /// If there is no pose of that number.
    pub fn route(&self, number: usize) -> Route<I> {
        let cost = self.reached[number].cost;
        let mut inputs = Vec::new();
        let mut at = number;
        while let Some((before, input)) = self.reached[at].from {
            inputs.push(input);
            at = before;
        }
        inputs.reverse();
        Route { inputs, cost }
    }
}

/// A search in progress: an iterator over poses, cheapest first, each of them once.
pub struct Search<'m, M: MoveModel> {
    model: &'m M,
    routes: Routes<M::Pose, M::Input>,
    /// Poses to expand, by their cost above `cost`.
    buckets: VecDeque<VecDeque<Reached<M::Pose, M::Input>>>,
    /// The cost of the first bucket.
    cost: u32,
    /// The least cost found so far, by index of the pose.
    least: Vec<u32>,
}

impl<'m, M: MoveModel> Search<'m, M> {
    /// Begins a search. `start` may be a pose that must not be entered.
    pub fn new(model: &'m M, start: M::Pose) -> Search<'m, M> {
        let first = Reached {
            pose: start,
            cost: 0,
            from: None,
        };
        let mut search = Search {
            model,
            routes: Routes {
                reached: Vec::new(),
            },
            buckets: VecDeque::from([VecDeque::from([first])]),
            cost: 0,
            least: Vec::new(),
        };
        search.improves(start, 0);
        search
    }

    /// Returns what has been reached so far.
    pub fn routes(&self) -> &Routes<M::Pose, M::Input> {
        &self.routes
    }

    /// Records a cost; returns whether it is less than any before it.
    fn improves(&mut self, pose: M::Pose, cost: u32) -> bool {
        let Some(index) = self.model.index(pose) else {
            return false;
        };
        if self.least.len() <= index {
            self.least.resize(index + 1, u32::MAX);
        }
        let improves = cost < self.least[index];
        if improves {
            self.least[index] = cost;
        }
        improves
    }

    /// Returns whether a cheaper route to the pose was found after this one.
    fn outdated(&self, at: &Reached<M::Pose, M::Input>) -> bool {
        let index = self.model.index(at.pose);
        index.is_some_and(|index| self.least[index] < at.cost)
    }

    fn pop(&mut self) -> Option<Reached<M::Pose, M::Input>> {
        loop {
            match self.buckets.front_mut()?.pop_front() {
                Some(at) if self.outdated(&at) => {}
                Some(at) => return Some(at),
                None => {
                    self.buckets.pop_front();
                    self.cost += 1;
                }
            }
        }
    }

    fn expand(&mut self, pose: M::Pose, number: usize) {
        let model = self.model;
        for &input in model.inputs() {
            let Some(next) = model.apply(pose, input) else {
                continue;
            };
            let step = model.cost(input);
            let cost = self.cost + step;
            if self.improves(next, cost) {
                let bucket = step as usize;
                if self.buckets.len() <= bucket {
                    self.buckets.resize_with(bucket + 1, VecDeque::new);
                }
                self.buckets[bucket].push_back(Reached {
                    pose: next,
                    cost,
                    from: Some((number, input)),
                });
            }
        }
    }
}

impl<M: MoveModel> Iterator for Search<'_, M> {
    type Item = Reached<M::Pose, M::Input>;

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.pop()?;
        let number = self.routes.reached.len();
        self.routes.reached.push(at);
        self.expand(at.pose, number);
        Some(at)
    }
}

/// Returns the routes to everything that can be reached from `start`.
pub fn explore<M: MoveModel>(model: &M, start: M::Pose) -> Routes<M::Pose, M::Input> {
    let mut search = Search::new(model, start);
    search.by_ref().for_each(drop);
    search.routes
}

/// Returns the cheapest route from `start` to a pose that `goal` accepts, or `None` if there is
/// none. Stops at the first one.
pub fn shortest<M: MoveModel>(
    model: &M,
    start: M::Pose,
    mut goal: impl FnMut(M::Pose) -> bool,
) -> Option<Route<M::Input>> {
    let mut search = Search::new(model, start);
    search.find(|at| goal(at.pose))?;
    let last = search.routes.reached.len() - 1;
    Some(search.routes.route(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points 0 to 11; inputs add 1 at a cost of 5, or 3 at a cost of 6, or take 1 for free.
    struct Weighted;

    impl MoveModel for Weighted {
        type Pose = i32;
        type Input = i32;

        fn inputs(&self) -> &[i32] {
            &[1, 3, -1]
        }

        fn apply(&self, pose: i32, input: i32) -> Option<i32> {
            Some(pose + input)
        }

        fn cost(&self, input: i32) -> u32 {
            match input {
                1 => 5,
                3 => 6,
                _ => 0,
            }
        }

        fn index(&self, pose: i32) -> Option<usize> {
            (0..12).contains(&pose).then_some(pose as usize)
        }
    }

    #[test]
    fn cheapest_route_wins_over_the_shorter_and_the_earlier() {
        // 2 = 3 - 1 costs 6, 1 + 1 would cost 10.
        let route = shortest(&Weighted, 0, |pose| pose == 2).unwrap();
        assert_eq!((route.inputs, route.cost), (vec![3, -1], 6));
        // 1 directly costs 5, 3 - 1 - 1 costs 6.
        let route = shortest(&Weighted, 0, |pose| pose == 1).unwrap();
        assert_eq!((route.inputs, route.cost), (vec![1], 5));
        assert_eq!(shortest(&Weighted, 0, |pose| pose == 12), None);
    }

    #[test]
    fn every_pose_comes_once_and_in_order_of_cost() {
        let routes = explore(&Weighted, 0);
        let mut poses: Vec<i32> = routes.reached().iter().map(|at| at.pose).collect();
        assert!(routes.reached().is_sorted_by_key(|at| at.cost));
        poses.sort_unstable();
        assert_eq!(poses, (0..12).collect::<Vec<_>>());
        for (number, at) in routes.reached().iter().enumerate() {
            let route = routes.route(number);
            assert_eq!(route.cost, at.cost);
            assert_eq!(route.inputs.iter().sum::<i32>(), at.pose);
        }
    }

    #[test]
    fn first_pose_may_be_one_that_cannot_be_entered() {
        let routes = explore(&Weighted, 12);
        assert_eq!(routes.reached()[0].pose, 12);
        assert_eq!(routes.reached()[1].pose, 11);
        assert_eq!(
            routes.reached().iter().filter(|at| at.pose == 12).count(),
            1
        );
    }
}
