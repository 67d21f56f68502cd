//! `landfall review`: reviews finished games move by move.

mod output;
mod source;
mod text;

use super::CliError;
use super::error::journal_error;
use clap::Args;
use landfall_command::{
    StopFlag, interrupted, names, parse_duration, read_text, threads_parser, weights_file,
};
use landfall_experiment::hash::{fnv1a, fnv1a_hex};
use landfall_experiment::progress::{Progress, format_duration};
use landfall_replay::{FileKind, ReadOptions, RecordedGame, read_with};
use landfall_review::journal::{ReviewHeader, ReviewJournal};
use landfall_review::judge::{DEFAULT_NODES, JudgeOptions, MAX_DEPTH, MIN_NODES, NODES_RANGE};
use landfall_review::players::Players;
use landfall_review::report::Report;
use landfall_review::reviewer::review_game;
use landfall_review::{GameReview, NoMoves, Player, ReviewOptions};
use landfall_rules::Ruleset;
use output::Outputs;
use source::Source;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::Duration;

/// Time between two lines of progress if stderr is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// Options of `landfall review`.
#[derive(Debug, Args)]
pub struct ReviewArgs {
    /// Finished games: files, fumens (v115@...), links to fumens; `-` is stdin
    ///
    /// TETR.IO replays (.ttrm, .ttr), replays of the arena, fumens, or logs of TBP messages. The
    /// format is recognised by the content of a file.
    #[arg(value_name = "GAME", required = true)]
    games: Vec<PathBuf>,
    /// Write the page here; for several games, a folder with a page for each and a summary
    ///
    /// Without --html, --json and --fumen the page is GAME-review.html, or the folder `review`, in the
    /// current folder.
    #[arg(long, value_name = "PATH")]
    html: Option<PathBuf>,
    /// Write the reviews as JSON to this file; `-` is stdout
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the ten worst positions of each game as fumens to this file; `-` is stdout
    #[arg(long, value_name = "FILE")]
    fumen: Option<PathBuf>,
    /// The rules of games that do not name theirs: fumens, and logs without `rules`
    #[arg(long, value_name = "NAME", default_value = "guideline", value_parser = names::ruleset())]
    rules: Ruleset,
    /// Review the moves of one player: a number from 1, or a name as the file has it
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// Show the names of players and files
    #[arg(long)]
    names: bool,
    /// Nodes to search for each position; fewer than 20000 are 20000, so that accuracies compare
    #[arg(long, value_name = "N", default_value_t = DEFAULT_NODES, value_parser = clap::value_parser!(u64).range(NODES_RANGE))]
    nodes: u64,
    /// Look at most this many pieces ahead; without it as many as the player saw
    #[arg(long, value_name = "PIECES", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Search for about this long per game, such as 90s or 5m, regardless of --nodes
    ///
    /// The depth of the search then depends on the machine.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,
    /// Threads; the default is all processors
    #[arg(long, value_name = "N", value_parser = threads_parser())]
    threads: Option<usize>,
    /// Keep the reviewed moves in this file, and continue from it if it exists
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Read the weights of the evaluation from this file
    #[arg(long = "weights", value_name = "FILE")]
    weights_file: Option<PathBuf>,
}

impl ReviewArgs {
    fn options(&self) -> Result<ReviewOptions, CliError> {
        let weights = match &self.weights_file {
            Some(path) => Some(Arc::new(weights_file::read(path)?)),
            None => None,
        };
        Ok(ReviewOptions {
            judge: JudgeOptions {
                nodes: if self.time.is_some() {
                    u64::MAX
                } else {
                    self.nodes
                },
                depth: self.depth,
                weights,
                ..JudgeOptions::default()
            },
            time: self.time,
            player: self.player()?,
            names: self.names,
            program: format!("landfall {}", crate::version()),
        })
    }

    fn threads(&self) -> usize {
        let all = || available_parallelism().map_or(1, |n| n.get());
        self.threads.unwrap_or_else(all)
    }

    fn player(&self) -> Result<Option<Player>, CliError> {
        let Some(player) = &self.player else {
            return Ok(None);
        };
        match player.parse::<usize>() {
            Ok(0) => Err(CliError::Message("--player 0: players count from 1".into())),
            Ok(number) => Ok(Some(Player::Number(number - 1))),
            Err(_) => Ok(Some(Player::Name(player.clone()))),
        }
    }

    fn open_journal(&self, options: &ReviewOptions) -> Result<Option<ReviewJournal>, CliError> {
        let Some(path) = &self.journal else {
            return Ok(None);
        };
        let hash = |path: &PathBuf| Ok(fnv1a_hex(read_text(path)?.as_bytes()));
        let weights = self.weights_file.as_ref().map(hash).transpose()?;
        let header = ReviewHeader::new(&options.program, weights, &options.settings());
        let opened = ReviewJournal::open(path, &header);
        opened
            .map(Some)
            .map_err(|error| journal_error(error, &[FileKind::REVIEW_JOURNAL]))
    }
}

/// Reviews the games. One of several games that cannot be read is logged, and the others are
/// reviewed.
pub fn run(args: &ReviewArgs) -> Result<ExitCode, CliError> {
    let options = args.options()?;
    if args.time.is_none() && args.nodes < MIN_NODES {
        let nodes = args.nodes;
        log::warn!("--nodes {nodes}: each position is searched with {MIN_NODES}, the minimum");
    }
    let mut outputs = Outputs::new(args)?;
    let mut journal = args.open_journal(&options)?;
    let stop = StopFlag::install()?;
    let mut failed = false;
    let mut players = Players::default();
    for (number, path) in args.games.iter().enumerate() {
        let shown = source::shown(path);
        let read = read_game(path, &args.rules).and_then(|(mut game, hash)| {
            players.number(&mut game);
            let checked = check(&game, &options, &shown)?;
            Ok((game, hash, checked))
        });
        let (game, hash) = match read {
            Ok((game, hash, Content::Moves)) => (game, hash),
            Ok((.., Content::OtherPlayers)) => {
                log::info!("{}: no moves of the player of --player", shown.display());
                continue;
            }
            Err(error) if args.games.len() == 1 => return Err(error),
            Err(error) => {
                log::error!("{error}");
                failed = true;
                continue;
            }
        };
        for note in &game.notes {
            log::warn!("{}: {note}", shown.display());
        }
        // Only reviewed moves are numbered, so the journal must distinguish the players.
        let hash = { args.player.as_ref() }.map_or(hash, |player| hash ^ fnv1a(player.as_bytes()));
        let label = match args.games.len() {
            1 => "moves".to_string(),
            games => format!("moves of game {} of {games}", number + 1),
        };
        let game_review = GameReview::new(&game, &options);
        let threads = args.threads();
        let report = review(&game_review, hash, threads, journal.as_mut(), &stop, &label)?;
        let Some(report) = report else {
            let advice = match &args.journal {
                Some(_) => "the same command continues",
                None => "with --journal FILE a review can be continued",
            };
            eprintln!("landfall: stopped before the end; {advice}");
            return Ok(interrupted());
        };
        outputs.add(path, &game, report)?;
    }
    if outputs.is_empty() && failed {
        return Ok(ExitCode::from(2));
    }
    if let Some(player) = &args.player
        && outputs.is_empty()
    {
        return Err(no_such_player(player, &players));
    }
    outputs.finish()?;
    Ok(ExitCode::from(if failed { 2 } else { 0 }))
}

/// Reads a game. Returns it with a hash of its file and of the rules that it is read with.
fn read_game(path: &Path, rules: &Ruleset) -> Result<(RecordedGame, u64), CliError> {
    let bytes = Source::of(path)?.read()?;
    let shown = source::shown(path);
    let options = ReadOptions {
        rules: *rules,
        ..ReadOptions::default()
    };
    let game = read_with(&bytes, &options).map_err(|error| CliError::about(&shown, error))?;
    Ok((game, fnv1a(&bytes) ^ fnv1a(rules.name.as_bytes())))
}

/// Whether a game has moves to review.
enum Content {
    /// It has moves to review.
    Moves,
    /// The player of --player is not in the game.
    OtherPlayers,
}

/// Checks that a game has moves to review.
fn check(game: &RecordedGame, options: &ReviewOptions, path: &Path) -> Result<Content, CliError> {
    if GameReview::new(game, options).move_count() > 0 {
        return Ok(Content::Moves);
    }
    let sides = || game.rounds.iter().flat_map(|round| &round.sides);
    let is_other = |player: &Player| !sides().any(|side| player.is_of(side));
    if options.player.as_ref().is_some_and(is_other) {
        return Ok(Content::OtherPlayers);
    }
    Err(CliError::about(path, NoMoves::of(game)))
}

/// Returns the error of games without the player of --player.
fn no_such_player(player: &str, players: &Players) -> CliError {
    CliError::Message(format!(
        "--player {player}: no such player; there are {}",
        players.list()
    ))
}

/// Reviews a game, with progress on stderr.
fn review(
    review: &GameReview,
    hash: u64,
    threads: usize,
    journal: Option<&mut ReviewJournal>,
    stop: &AtomicBool,
    label: &str,
) -> Result<Option<Report>, CliError> {
    let moves = review.move_count();
    let mut progress: Option<Progress> = None;
    let report = review_game(review, hash, threads, journal, stop, &mut |done| {
        let progress = progress.get_or_insert_with(|| {
            Progress::new(label, Some(moves as u64))
                .starting_at(done as u64)
                .with_log_interval(LOG_INTERVAL)
        });
        progress.advance_to(done as u64, String::new);
        progress.log(|progress| {
            let left = progress.seconds_left().map(format_duration);
            let left = left.map_or(String::new(), |left| format!(", {left} left"));
            format!("{done}/{moves} {label}{left}")
        });
    });
    drop(progress);
    report.map_err(|error| CliError::Message(format!("the journal cannot be written: {error}")))
}
