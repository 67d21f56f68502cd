//! The review of a game as a list of moves to judge, and the report of those that are judged.
//! [`crate::judge`] has the judgement, `totals` the sums, [`crate::reviewer`] the threads.

use crate::finesse::fewest_keys;
use crate::judge::{JudgeOptions, PlayedMove};
use crate::move_report::judge_move;
use crate::opponent::Opponent;
use crate::report::{
    LossUnit, MoveReport, PlayerReport, Report, RoundReport, Settings, SideReport, TimeReport,
    Totals, TrustReport, VERSION,
};
use landfall_replay::{Goal, RecordedGame, RecordedSide, Round, Trust};
use landfall_search::Weights;
use landfall_search::game::ShouldStop;
use std::collections::BTreeMap;
use std::time::Duration;

/// A review of a game. Judges one move at a time, in any order, without threads, clocks and files.
///
/// ```
/// use landfall_review::report::Grade;
/// use landfall_review::{GameReview, ReviewOptions, words};
///
/// let log = r#"> {"type":"start","hold":null,"queue":["I","O","T","S","Z"],"combo":0,"back_to_back":false,"board":[]}
/// > {"type":"play","move":{"location":{"type":"I","orientation":"north","x":1,"y":0},"spin":"none"}}
/// "#;
/// let game = landfall_replay::read(log.as_bytes()).unwrap();
/// let review = GameReview::new(&game, &ReviewOptions::default());
/// let never = || false;
/// let moves: Vec<_> = (0..review.move_count()).filter_map(|n| review.judge(n, &never, &never)).collect();
/// assert!(moves[0].grade < Grade::Mistake);
/// println!("{}", words::verdict(&moves[0], review.unit()));
/// let report = review.report(moves);
/// assert_eq!(report.rounds[0].sides[0].totals.moves, 1);
/// ```
#[derive(Clone, Debug)]
pub struct GameReview<'a> {
    game: &'a RecordedGame,
    options: ReviewOptions,
    judge: JudgeOptions,
    tasks: Vec<Task<'a>>,
}

impl<'a> GameReview<'a> {
    /// Returns the review of a game.
    pub fn new(game: &'a RecordedGame, options: &ReviewOptions) -> GameReview<'a> {
        GameReview {
            game,
            options: options.clone(),
            judge: judge_options(game.goal, &options.judge),
            tasks: tasks(game, options).collect(),
        }
    }

    /// Returns how many moves are reviewed. They are numbered round by round, in a round side by side: all
    /// of the first side, then all of the next.
    pub fn move_count(&self) -> usize {
        self.tasks.len()
    }

    /// Returns what losses are counted in.
    pub fn unit(&self) -> LossUnit {
        LossUnit::of_goal(self.game.goal)
    }

    /// Returns how it is reviewed.
    pub fn options(&self) -> &ReviewOptions {
        &self.options
    }

    /// Judges a move, by its number from 0. The same number gives the same report, unless `enough`
    /// ends the search early. `None` if `stop` returned true first.
    ///
    /// # Panics
    /// The number is not below [`GameReview::move_count`].
    pub fn judge(&self, number: usize, enough: ShouldStop, stop: ShouldStop) -> Option<MoveReport> {
        self.tasks[number].judge(&self.judge, enough, stop)
    }

    /// Returns the report of judged moves, which are in the order of their numbers. If there are fewer
    /// than [`GameReview::move_count`], it has those alone.
    pub fn report(&self, moves: Vec<MoveReport>) -> Report {
        let (game, options) = (self.game, &self.options);
        let unit = self.unit();
        let mut judged = moves.into_iter();
        let rounds: Vec<RoundReport> = game
            .rounds
            .iter()
            .map(|round| RoundReport {
                round: round.number,
                winner: round
                    .winner
                    .and_then(|side| Some(round.sides.get(side)?.player)),
                sides: { round.sides.iter() }
                    .filter(|side| options.includes(side))
                    .map(|side| {
                        let moves = judged.by_ref().take(side.moves.len());
                        side_report(side, game.goal, moves.collect())
                    })
                    .collect(),
            })
            .collect();
        Report {
            review: VERSION,
            program: options.program.clone(),
            recording: game.recording.to_string(),
            notes: game.notes.clone(),
            unit,
            settings: options.settings(),
            most_loss: unit.most_loss(),
            players: player_reports(game, &rounds, options.names),
            rounds,
        }
    }
}

/// Why a game has no moves to review.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMoves {
    /// What was played could not be found out.
    #[error("none of its moves can be reviewed: {0}")]
    Stopped(String),
    /// Nothing was played.
    #[error("it has no moves")]
    Empty,
}

impl NoMoves {
    /// Returns why a game without moves has none.
    pub fn of(game: &RecordedGame) -> NoMoves {
        let mut sides = game.rounds.iter().flat_map(|round| &round.sides);
        match sides.find_map(|side| side.trust.reason()) {
            Some(reason) => NoMoves::Stopped(reason.to_string()),
            None => NoMoves::Empty,
        }
    }
}

/// How games are reviewed.
#[derive(Clone, Debug)]
pub struct ReviewOptions {
    /// How moves are judged.
    pub judge: JudgeOptions,
    /// About how long the review of a game may take, for callers with a clock; `None` where the nodes
    /// are the limit.
    pub time: Option<Duration>,
    /// Whose moves are reviewed; `None` for everybody's.
    pub player: Option<Player>,
    /// Whether the report has the names of players.
    pub names: bool,
    /// The program, with its version.
    pub program: String,
}

impl Default for ReviewOptions {
    /// Returns the default judgement of everybody's moves, without names and without a limit of time.
    fn default() -> ReviewOptions {
        ReviewOptions {
            judge: JudgeOptions::default(),
            time: None,
            player: None,
            names: false,
            program: concat!("landfall-review ", env!("CARGO_PKG_VERSION")).into(),
        }
    }
}

/// One of the players of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// By number, from 0.
    Number(usize),
    /// By name, as the file has it; case does not matter.
    Name(String),
}

impl Player {
    /// Returns whether a side is this player's.
    pub fn is_of(&self, side: &RecordedSide) -> bool {
        match self {
            Player::Number(number) => side.player == *number,
            Player::Name(name) => {
                let own = side.name.as_ref().map(|own| own.to_lowercase());
                own.is_some_and(|own| own == name.to_lowercase())
            }
        }
    }
}

impl ReviewOptions {
    /// Returns the limits of the search.
    pub fn settings(&self) -> Settings {
        Settings {
            nodes: self.time.is_none().then_some(self.judge.searched_nodes()),
            depth: self.judge.depth,
            seconds: self.time.map(|time| time.as_secs_f64()),
        }
    }

    fn includes(&self, side: &RecordedSide) -> bool {
        self.player.as_ref().is_none_or(|player| player.is_of(side))
    }
}

/// A move of a game to judge.
#[derive(Clone, Debug)]
struct Task<'a> {
    goal: Goal,
    round: &'a Round,
    side: usize,
    mv: usize,
}

impl<'a> Task<'a> {
    fn side(&self) -> &'a RecordedSide {
        &self.round.sides[self.side]
    }

    /// Returns the judgement; `None` if `stop` returned true first.
    fn judge(
        &self,
        options: &JudgeOptions,
        enough: ShouldStop,
        stop: ShouldStop,
    ) -> Option<MoveReport> {
        let side = self.side();
        let recorded = &side.moves[self.mv];
        let played = PlayedMove {
            rules: &side.rules,
            recorded,
            opponents: &Opponent::all_at(self.round, self.side, recorded.appeared),
        };
        let report = judge_move(&played, options, enough, stop)?;
        let report = match self.ends_the_game() {
            true => report.into_best(),
            false => report,
        };
        let keys = side.keys.get(self.mv).copied();
        let counted = keys.filter(|_| self.goal != Goal::Versus);
        Some(MoveReport {
            number: self.mv as u32 + 1,
            keys,
            fewest_keys: counted.and_then(|_| fewest_keys(&side.rules, recorded)),
            ..report
        })
    }

    /// Returns whether the move clears the last of the wanted lines. Nothing is better then; the search,
    /// which does not know the end, may prefer a later clear.
    fn ends_the_game(&self) -> bool {
        let moves = &self.side().moves[..=self.mv];
        let lines: u32 = moves.iter().map(|mv| mv.clear.lines).sum();
        matches!(self.goal, Goal::Lines(wanted) if lines >= wanted)
    }
}

fn tasks<'a>(game: &'a RecordedGame, options: &ReviewOptions) -> impl Iterator<Item = Task<'a>> {
    game.rounds.iter().flat_map(move |round| {
        let sides = round.sides.iter().enumerate();
        let included = sides.filter(|(_, side)| options.includes(side));
        included.flat_map(move |(number, side)| {
            (0..side.moves.len()).map(move |mv| Task {
                goal: game.goal,
                round,
                side: number,
                mv,
            })
        })
    })
}

impl LossUnit {
    /// Returns what the losses of a game are counted in.
    pub fn of_goal(goal: Goal) -> LossUnit {
        match goal {
            Goal::Versus => LossUnit::Lines,
            Goal::Lines(_) => LossUnit::Points,
        }
    }
}

/// Returns how the moves of a game are judged: in a game for lines by the weights for that, unless
/// there are others.
fn judge_options(goal: Goal, options: &JudgeOptions) -> JudgeOptions {
    let weights = options.weights.clone();
    JudgeOptions {
        weights: match goal {
            Goal::Versus => weights,
            Goal::Lines(_) => Some(weights.unwrap_or_else(Weights::for_lines)),
        },
        unit: LossUnit::of_goal(goal),
        ..options.clone()
    }
}

fn side_report(side: &RecordedSide, goal: Goal, moves: Vec<MoveReport>) -> SideReport {
    let unit = LossUnit::of_goal(goal);
    SideReport {
        player: side.player,
        rules: side.rules.name.to_string(),
        trust: match &side.trust {
            Trust::Verified { compared } => TrustReport::Verified {
                compared: compared.iter().map(ToString::to_string).collect(),
            },
            Trust::Unchecked => TrustReport::Unchecked,
            Trust::Stopped { left_out, reason } => TrustReport::Stopped {
                left_out: *left_out,
                reason: reason.clone(),
            },
        },
        time: match goal {
            Goal::Versus => None,
            Goal::Lines(wanted) => Some(TimeReport::of(wanted, &moves)),
        },
        totals: Totals::of(unit, &moves),
        phases: Totals::of_phases(unit, &moves),
        moves,
    }
}

fn player_reports(game: &RecordedGame, rounds: &[RoundReport], names: bool) -> Vec<PlayerReport> {
    let mut players: BTreeMap<usize, Vec<&SideReport>> = BTreeMap::new();
    for side in rounds.iter().flat_map(|round| &round.sides) {
        players.entry(side.player).or_default().push(side);
    }
    let sides = || game.rounds.iter().flat_map(|round| &round.sides);
    let unit = LossUnit::of_goal(game.goal);
    let name = |player: usize| sides().find(|side| side.player == player)?.name.clone();
    players
        .into_iter()
        .map(|(player, sides)| {
            let moves = sides.iter().flat_map(|side| &side.moves);
            PlayerReport {
                player,
                name: name(player).filter(|_| names),
                won: rounds
                    .iter()
                    .filter(|round| round.winner == Some(player))
                    .count() as u32,
                totals: Totals::of(unit, moves.clone()),
                phases: Totals::of_phases(unit, moves),
            }
        })
        .collect()
}
