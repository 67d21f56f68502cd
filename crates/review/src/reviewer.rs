//! The review of a game: every move is judged, on several threads, and written to the journal at
//! once. `judge` has the judgement, `totals` the sums.

use crate::finesse::fewest_keys;
use crate::journal::ReviewJournal;
use crate::judge::{JudgeOptions, PlayedMove};
use crate::move_report::judge_move;
use crate::opponent::Opponent;
use crate::report::{
    LossUnit, MoveReport, PlayerReport, Report, RoundReport, Settings, SideReport, TimeReport,
    Totals, TrustReport, VERSION,
};
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_replay::{Goal, RecordedGame, RecordedSide, Round, Trust};
use landfall_search::Weights;
use landfall_search::game::ShouldStop;
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How games are reviewed.
#[derive(Clone, Debug)]
pub struct ReviewOptions {
    /// How moves are judged.
    pub judge: JudgeOptions,
    /// About how long the review of a game may take; `None` where the nodes are the limit.
    pub time: Option<Duration>,
    /// Threads.
    pub threads: usize,
    /// Whose moves are reviewed; `None` for everybody's.
    pub player: Option<Player>,
    /// Whether the report has the names of players.
    pub names: bool,
    /// The program, with its version.
    pub program: String,
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

/// Returns how many moves of a game are reviewed.
pub fn move_count(game: &RecordedGame, options: &ReviewOptions) -> usize {
    tasks(game, options).count()
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

/// Reviews a game. `hash` is that of its file and identifies it in the journal. `on_move` gets the
/// number of moves done. Returns `None` if `stop` has ended the review; the journal then has the
/// moves done.
///
/// # Errors
/// The journal cannot be written; told when all moves are judged.
pub fn review_game(
    game: &RecordedGame,
    hash: u64,
    options: &ReviewOptions,
    mut journal: Option<&mut ReviewJournal>,
    stop: &AtomicBool,
    on_move: &mut dyn FnMut(usize),
) -> io::Result<Option<Report>> {
    let tasks: Vec<Task> = tasks(game, options).collect();
    let judge = judge_options(game.goal, &options.judge);
    let mut known = journal
        .as_mut()
        .map_or_else(BTreeMap::new, |journal| journal.take(hash));
    known.retain(|&index, _| index < tasks.len() as u64);
    let mut done = known.len();
    on_move(done);
    let clock = Mutex::new(TimeShare::new(options, tasks.len() - done));
    let jobs = Jobs {
        done: known
            .into_iter()
            .map(|(index, judged)| (index, (index, judged)))
            .collect(),
        ..Jobs::new(0..tasks.len() as u64, options.threads, stop)
    };
    let mut judged = Vec::with_capacity(tasks.len());
    let mut written = Ok(());
    let mut finished = |&(index, ref judged): &(u64, MoveReport)| {
        done += 1;
        on_move(done);
        if let Some(journal) = journal.as_mut() {
            let line = journal.add(hash, index, judged);
            if written.is_ok() {
                written = line;
            }
        }
    };
    run_jobs(
        jobs,
        || Ok::<(), io::Error>(()),
        |(), index, signal| {
            let until = clock
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .begin_move();
            let late = || until.is_some_and(|until| Instant::now() >= until);
            let task = &tasks[index as usize];
            let report = task.judge(&judge, &late, &|| signal.is_set());
            Ok(report.map(|report| (index, report)))
        },
        &mut finished,
        |_, (_, report)| {
            judged.push(report);
            ControlFlow::Continue(())
        },
    )?;
    written?;
    if judged.len() < tasks.len() {
        return Ok(None);
    }
    Ok(Some(report(game, options, judged)))
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

/// The time of a game, divided among its moves.
struct TimeShare {
    until: Option<Instant>,
    threads: usize,
    moves_left: usize,
}

impl TimeShare {
    fn new(options: &ReviewOptions, moves: usize) -> TimeShare {
        TimeShare {
            until: options
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            threads: options.threads.max(1),
            moves_left: moves,
        }
    }

    /// Returns when the next move should be done: it gets its share of what is left.
    fn begin_move(&mut self) -> Option<Instant> {
        let now = Instant::now();
        let left = self.until?.saturating_duration_since(now);
        let moves = self.moves_left.max(1) as u32;
        self.moves_left = self.moves_left.saturating_sub(1);
        Some(now + left * self.threads.min(moves as usize) as u32 / moves)
    }
}

/// Returns the report of judged moves, which are in the order of the tasks.
fn report(game: &RecordedGame, options: &ReviewOptions, judged: Vec<MoveReport>) -> Report {
    let unit = LossUnit::of_goal(game.goal);
    let mut judged = judged.into_iter();
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
