//! The outputs of a review: pages, JSON, fumens, and text for people.

use super::source::Source;
use super::{ReviewArgs, text};
use crate::cli::CliError;
use landfall_command::print;
use landfall_experiment::files::{check_output, write_atomic};
use landfall_replay::RecordedGame;
use landfall_review::fumens::worst_fumens;
use landfall_review::page::{review_page, summary_page};
use landfall_review::report::{Report, Reviews};
use landfall_review::summary::SummaryRow;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The number of positions of a game that become fumens.
const FUMENS: usize = 10;

/// The default folder for the pages of several games.
const FOLDER: &str = "review";

/// The outputs of all games: pages are written per game, the rest at the end.
pub struct Outputs<'a> {
    args: &'a ReviewArgs,
    /// The destination of the pages.
    pages: Option<Pages>,
    reports: Vec<Report>,
    fumens: Vec<String>,
    rows: Vec<SummaryRow>,
    /// The first error of printing; files are written nevertheless.
    print_error: Option<CliError>,
}

/// The destination of pages.
enum Pages {
    /// One file.
    File(PathBuf),
    /// A folder, and the names of pages that are taken, in lower case.
    Folder(PathBuf, BTreeSet<String>),
}

/// Checks that there can be a file at the path of an option.
fn check_file(option: &str, path: &Path) -> Result<(), CliError> {
    check_output(path)
        .map_err(|problem| CliError::Message(format!("{option} {}: {problem}", path.display())))
}

/// Returns the absolute path of a file that need not exist, without links and `..`.
fn canonical(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize().or_else(|_| {
        let folder = path.parent().unwrap_or(path);
        let folder = Path::new(".").join(folder).canonicalize()?;
        Ok(folder.join(path.file_name().unwrap_or_default()))
    })
}

/// Returns the file of the page of the only game; `None` if there is none.
fn page_file(args: &ReviewArgs) -> Option<PathBuf> {
    let [game] = &args.games[..] else { return None };
    let default = || PathBuf::from(format!("{}-review.html", stem(game)));
    let by_default = (args.json.is_none() && args.fumen.is_none()).then(default);
    args.html.clone().or(by_default)
}

/// Checks that no output would replace a file that the review reads, or another output.
fn check_distinct(args: &ReviewArgs) -> Result<(), CliError> {
    let read = args.games.iter().chain(&args.weights_file);
    // A file that is not there has no canonical path, and is none that is read.
    let mut taken: Vec<(String, PathBuf)> = read
        .filter_map(|path| Some(("a file to read".into(), path.canonicalize().ok()?)))
        .collect();
    for (option, path) in [
        ("--journal", &args.journal),
        ("--html", &page_file(args).or_else(|| args.html.clone())),
        ("--json", &args.json),
        ("--fumen", &args.fumen),
    ] {
        let Some(path) = path.as_ref().filter(|path| !is_dash(path)) else {
            continue;
        };
        let Ok(place) = canonical(path) else { continue };
        if let Some((other, _)) = taken.iter().find(|(_, taken)| *taken == place) {
            return Err(CliError::Message(format!(
                "{option} {}: this is {other}; give the name of another file",
                path.display()
            )));
        }
        taken.push((format!("the file of {option}"), place));
    }
    Ok(())
}

impl<'a> Outputs<'a> {
    /// Creates the folder of the pages and checks where files are to be written, so that errors are
    /// found before the games are reviewed.
    ///
    /// # Errors
    /// The folder cannot be created, there can be no file at a path, or it would replace another.
    pub fn new(args: &'a ReviewArgs) -> Result<Outputs<'a>, CliError> {
        check_distinct(args)?;
        let wanted = args.html.is_some() || (args.json.is_none() && args.fumen.is_none());
        let pages = match page_file(args) {
            Some(file) => {
                check_file("--html", &file)?;
                Some(Pages::File(file))
            }
            None if !wanted => None,
            None => {
                let folder = args.html.clone().unwrap_or_else(|| FOLDER.into());
                fs::create_dir_all(&folder).map_err(|error| CliError::about(&folder, error))?;
                Some(Pages::Folder(folder, BTreeSet::from(["index".into()])))
            }
        };
        for (option, file) in [("--json", &args.json), ("--fumen", &args.fumen)] {
            if let Some(file) = file.as_ref().filter(|file| !is_dash(file)) {
                check_file(option, file)?;
            }
        }
        Ok(Outputs {
            args,
            pages,
            reports: Vec::new(),
            fumens: Vec::new(),
            rows: Vec::new(),
            print_error: None,
        })
    }

    /// Adds a game: writes its page, and prints its text.
    ///
    /// # Errors
    /// The page cannot be written.
    pub fn add(
        &mut self,
        path: &Path,
        game: &RecordedGame,
        report: Report,
    ) -> Result<(), CliError> {
        let number = self.rows.len() + 1;
        let title = match (self.args.names, self.args.games.len()) {
            (true, _) => stem(path),
            (false, 1) => "Review".to_string(),
            (false, _) => format!("Game {number}"),
        };
        let mut page = None;
        let written = match &mut self.pages {
            None => None,
            Some(Pages::File(file)) => Some(file.clone()),
            Some(Pages::Folder(folder, taken)) => {
                let name = free_name(&stem(path), taken);
                page = Some(name.clone());
                Some(folder.join(name))
            }
        };
        if let Some(file) = &written {
            write(file, &review_page(game, &report, &title))?;
        }
        if self.args.fumen.is_some() {
            self.fumens.extend(worst_fumens(&report, FUMENS));
        }
        self.rows
            .push(SummaryRow::new(title.clone(), page, &report));
        self.print(&text::game(&title, &report, written.as_deref()));
        if self.args.json.is_some() {
            self.reports.push(report);
        }
        Ok(())
    }

    /// Returns whether no game was reviewed.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Writes the summary, the fumens and the JSON of all games.
    ///
    /// # Errors
    /// A file cannot be written, or a text could not be printed.
    pub fn finish(mut self) -> Result<(), CliError> {
        if self.args.games.len() > 1 {
            self.print(&text::summary(&self.rows));
            if let Some(Pages::Folder(folder, _)) = &self.pages {
                let index = folder.join("index.html");
                write(&index, &summary_page(&self.rows))?;
                self.print(&format!("summary: {}\n", index.display()));
            }
        }
        if let Some(file) = &self.args.fumen {
            let lines: String = self
                .fumens
                .iter()
                .map(|fumen| format!("{fumen}\n"))
                .collect();
            write_or_print(file, &lines)?;
        }
        if let Some(file) = &self.args.json {
            let json = Reviews::new(self.reports, self.rows).to_json();
            let json = json.map_err(|error| CliError::about(file, error))?;
            write_or_print(file, &json)?;
        }
        self.print_error.map_or(Ok(()), Err)
    }

    /// Prints text for people, to stderr if JSON or fumens are printed to stdout.
    fn print(&mut self, text: &str) {
        let is_stdout = |file: &Option<PathBuf>| file.as_ref().is_some_and(|file| is_dash(file));
        if is_stdout(&self.args.json) || is_stdout(&self.args.fumen) {
            // stderr may be a closed terminal.
            let _ = io::stderr().write_all(text.as_bytes());
        } else if let Err(error) = print(text) {
            self.print_error.get_or_insert(error);
        }
    }
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the name of the game of an argument.
fn stem(argument: &Path) -> String {
    Source::of(argument).map_or_else(|_| "game".into(), |source| source.name())
}

/// Returns a file name for a page that is not taken, and marks it as taken.
fn free_name(stem: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name = stem.to_string();
    let mut number = 1;
    while !taken.insert(name.to_lowercase()) {
        number += 1;
        name = format!("{stem}-{number}");
    }
    name + ".html"
}

fn write_or_print(path: &Path, text: &str) -> Result<(), CliError> {
    if !is_dash(path) {
        return write(path, text);
    }
    print(text).map(drop)
}

fn write(path: &Path, text: &str) -> Result<(), CliError> {
    write_atomic(path, text).map_err(|error| CliError::about(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_the_same_name_do_not_overwrite_each_other() {
        let mut taken = BTreeSet::from(["index".to_string()]);
        let mut name = |stem| free_name(stem, &mut taken);
        assert_eq!(name("a"), "a.html");
        assert_eq!(name("A"), "A-2.html");
        assert_eq!(name("a-2"), "a-2-2.html");
        assert_eq!(name("index"), "index-2.html");
    }
}
