//! `landfall fumen`: positions and games for fumen editors, and back.

mod source;

use super::CliError;
use clap::Args;
use landfall_command::print;
use landfall_fumen::{COLUMNS, Cell, Quiz, decode_all, encode};
use landfall_tbp::convert::piece_name;
use landfall_tbp::messages::{FrontendMessage, Start};
use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::ExitCode;

/// The largest input in bytes; the rest is not read.
const MAX_INPUT_BYTES: u64 = 64 << 20;

/// Options of `landfall fumen`.
#[derive(Debug, Args)]
pub struct FumenArgs {
    /// The file to read; without it stdin
    ///
    /// It contains TBP messages, of which the first `start` is used; a drawn board, top row
    /// first, with `.` for empty cells, letters of pieces, and anything else for garbage; or a
    /// replay of the arena.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The side of a replay, 0 for the left one
    #[arg(long, value_name = "N", default_value_t = 0)]
    seat: usize,
    /// Write the position before this move of a replay, from 1; without it the whole game
    #[arg(long = "move", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    mv: Option<u32>,
    /// Read a fumen, and print one of its pages as a `start` message
    ///
    /// The text may be a link or a message with links.
    #[arg(long)]
    decode: bool,
    /// Which fumen of the text to read, from 1; default 1
    #[arg(long, value_name = "N", requires = "decode", value_parser = clap::value_parser!(u32).range(1..))]
    fumen: Option<u32>,
    /// The page to print, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "decode", value_parser = clap::value_parser!(u32).range(1..))]
    page: u32,
}

/// Encodes a fumen, or decodes one.
pub fn run(args: &FumenArgs) -> Result<ExitCode, CliError> {
    let text = read_input(args)?;
    let line = if args.decode {
        decode_page(&text, args)?
    } else {
        encode(&source::read_pages(&text, args.seat, args.mv).map_err(CliError::failed)?)
    };
    print(&format!("{line}\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn read_input(args: &FumenArgs) -> Result<String, CliError> {
    let mut text = String::new();
    let read = match &args.file {
        Some(path) => fs::File::open(path)
            .and_then(|file| file.take(MAX_INPUT_BYTES).read_to_string(&mut text)),
        None => io::stdin()
            .lock()
            .take(MAX_INPUT_BYTES)
            .read_to_string(&mut text),
    };
    let source = match &args.file {
        Some(path) => path.display().to_string(),
        None => "stdin".into(),
    };
    read.map_err(|error| CliError::Message(format!("{source} cannot be read: {error}")))?;
    Ok(text)
}

/// Returns a page as a `start` message: the position before its piece locks.
fn decode_page(text: &str, args: &FumenArgs) -> Result<String, CliError> {
    let fumens = decode_all(text).map_err(CliError::failed)?;
    let count = fumens.len();
    if count > 1 && args.fumen.is_none() {
        log::warn!("the text has {count} fumens; this is the first, --fumen N selects another");
    }
    let number = args.fumen.unwrap_or(1) as usize;
    let Some(pages) = fumens.get(number - 1) else {
        return Err(CliError::Message(format!(
            "--fumen {number}: the text has {count} fumens"
        )));
    };
    let number = args.page as usize;
    let Some(page) = pages.get(number - 1) else {
        let count = pages.len();
        return Err(CliError::Message(format!(
            "--page {number}: the fumen has {count} pages"
        )));
    };
    let quiz = Quiz::at(&pages[..number]);
    let start = FrontendMessage::Start(Start {
        hold: quiz.hold.map(piece_name),
        queue: quiz.queue().into_iter().map(piece_name).collect(),
        board: (0..page.field.height())
            .map(|y| (0..COLUMNS).map(|x| cell(page.field.get(x, y))).collect())
            .collect(),
        ..Start::default()
    });
    serde_json::to_string(&start).map_err(|error| {
        CliError::Message(format!("the position cannot be written as JSON: {error}"))
    })
}

fn cell(cell: Cell) -> Option<String> {
    match cell {
        Cell::Empty => None,
        Cell::Piece(piece) => Some(piece.to_string()),
        Cell::Grey => Some("G".into()),
    }
}
