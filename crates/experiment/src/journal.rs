//! Journals: a header that says what is run, then a line for each finished piece of work.
//! JSON lines, so that a run that was interrupted goes on where it stopped.
//!
//! Owns the file and its format. What stands in header and records, and whether they fit
//! together, is said by [`Header`].

mod lock;

use self::lock::open_locked;
use crate::files::{read_limited, write_atomic};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The longest journal that is read, in bytes: a hundred times that of a million games.
pub const MAX_BYTES: u64 = 1 << 30;

/// The longest first line, in bytes.
const MAX_HEADER_BYTES: u64 = 1 << 20;

/// The first line of a journal: everything that its records depend on.
pub trait Header: Serialize + DeserializeOwned {
    /// The further lines.
    type Record: Serialize + DeserializeOwned;

    /// Checks what the types do not say.
    ///
    /// # Errors
    /// What is wrong and what to do.
    fn check(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(())
    }

    /// Checks the record that follows `before` others.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check_record(
        &self,
        _before: usize,
        _record: &Self::Record,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(())
    }

    /// Returns the first thing in which a journal with the header `other` is of another
    /// series: a clause that calls this journal's value "here" and that of `other` "there".
    fn difference(&self, other: &Self) -> Option<String>;

    /// Returns the number of a record, which is in the journals of a series once, and its
    /// name for people, as in `game 7`.
    fn identify(record: &Self::Record) -> (u64, String);
}

/// A journal that is being written. No other process can write it meanwhile, where the file
/// system has locks.
#[derive(Debug)]
pub struct Journal<H> {
    file: File,
    /// Length of the whole lines in bytes.
    length: u64,
    header: PhantomData<H>,
}

/// A journal that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalContents<H, R> {
    /// The first line.
    pub header: H,
    /// The others, in the order of the file.
    pub records: Vec<R>,
}

/// Journals of one series, put together.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged<H: Header> {
    /// What they have in common.
    pub header: H,
    /// All records, by number, each once.
    pub records: Vec<H::Record>,
    /// How many records were there again.
    pub duplicates: usize,
}

/// What [`Journal`] reads.
type Contents<H> = JournalContents<H, <H as Header>::Record>;

impl<H: Header> Journal<H> {
    /// Opens a journal: begins it where there is no file, or nothing in it but a header that was
    /// cut off, and goes on with it elsewhere. Returns it with the records that it has.
    ///
    /// # Errors
    /// Those of [`Journal::resume`]; the file is then left as it is.
    pub fn open(path: &Path, header: &H) -> Result<(Journal<H>, Vec<H::Record>), JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = open_locked(path, &options)?;
        let bytes = read_all(path, &mut file)?;
        if is_unfinished(&bytes, header) {
            return Ok((Journal::begin(path, file, header)?, Vec::new()));
        }
        let (journal, found) = Journal::go_on(path, file, &bytes, Some(header))?;
        Ok((journal, found.records))
    }

    /// Opens a journal to go on with it: of the same series as `expected`, if that is given.
    /// A last line that was cut off is removed from the file.
    ///
    /// # Errors
    /// The file cannot be read or written, another process writes it, a line is not what it
    /// should be, or the journal is of another series. The file is then left as it is.
    pub fn resume(
        path: &Path,
        expected: Option<&H>,
    ) -> Result<(Journal<H>, Contents<H>), JournalError> {
        let mut file = open_locked(path, OpenOptions::new().read(true).write(true))?;
        let bytes = read_all(path, &mut file)?;
        Journal::go_on(path, file, &bytes, expected)
    }

    /// Writes the header, in place of what a file has.
    fn begin(path: &Path, file: File, header: &H) -> Result<Journal<H>, JournalError> {
        let mut journal = Journal {
            file,
            length: 0,
            header: PhantomData,
        };
        let written = journal
            .cut()
            .and_then(|()| journal.write_line(header))
            .and_then(|()| journal.sync());
        written.map_err(|error| JournalError::file(path, error))?;
        Ok(journal)
    }

    /// Goes on with a file that has these bytes.
    fn go_on(
        path: &Path,
        file: File,
        bytes: &[u8],
        expected: Option<&H>,
    ) -> Result<(Journal<H>, Contents<H>), JournalError> {
        let whole = whole_lines(bytes);
        let contents = parse::<H>(path, whole)?;
        if let Some(difference) = expected.and_then(|header| header.difference(&contents.header)) {
            return Err(JournalError::other_series(path, difference));
        }
        let mut journal = Journal {
            file,
            length: whole.len() as u64,
            header: PhantomData,
        };
        let cut = journal.cut();
        cut.map_err(|error| JournalError::file(path, error))?;
        Ok((journal, contents))
    }

    /// Adds a record.
    ///
    /// # Errors
    /// Those of the file.
    pub fn append(&mut self, record: &H::Record) -> io::Result<()> {
        self.write_line(record)
    }

    /// Waits until what was written is on the disk: for records that took minutes.
    ///
    /// # Errors
    /// Those of the file.
    pub fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Reads a journal, without a last line that was cut off.
    ///
    /// # Errors
    /// The file cannot be read, or a line is not what it should be.
    pub fn read(path: &Path) -> Result<Contents<H>, JournalError> {
        let bytes = File::open(path).and_then(|mut file| read_limited(&mut file, MAX_BYTES));
        let bytes = bytes.map_err(|error| JournalError::file(path, error))?;
        Journal::<H>::parse(path, &bytes)
    }

    /// Parses the bytes of a journal, without a last line that was cut off. `path` is where they are
    /// from.
    ///
    /// # Errors
    /// A line is not what it should be.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Contents<H>, JournalError> {
        parse::<H>(path, whole_lines(bytes))
    }

    /// Reads journals of one series: the records of all of them by number, each once.
    ///
    /// # Errors
    /// One cannot be read, they are of different series, two have different records of the
    /// same number, or there is none.
    pub fn merge(paths: &[impl AsRef<Path>]) -> Result<Merged<H>, JournalError>
    where
        H::Record: PartialEq,
    {
        Journal::merge_alike(paths, |_| {})
    }

    /// Reads journals of one series as [`Journal::merge`] does, after each header was changed: so
    /// that what may differ between them can be left out.
    ///
    /// # Errors
    /// As for [`Journal::merge`].
    pub fn merge_alike(
        paths: &[impl AsRef<Path>],
        change: impl Fn(&mut H),
    ) -> Result<Merged<H>, JournalError>
    where
        H::Record: PartialEq,
    {
        let mut merged: Option<Merged<H>> = None;
        for path in paths {
            let path = path.as_ref();
            let mut found = Journal::<H>::read(path)?;
            change(&mut found.header);
            let merged = match &mut merged {
                None => merged.insert(Merged {
                    header: found.header,
                    records: Vec::new(),
                    duplicates: 0,
                }),
                Some(merged) => {
                    if let Some(difference) = merged.header.difference(&found.header) {
                        return Err(JournalError::other_series(path, difference));
                    }
                    merged
                }
            };
            merged.records.extend(found.records);
            merged.duplicates += sort_records::<H>(path, &mut merged.records)?;
        }
        merged.ok_or(JournalError::None)
    }

    /// Writes a line in one piece, so that a reader never sees half a line for long. Where that
    /// fails, as on a full disk, nothing of the line stays: the next one begins at its place.
    fn write_line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let line = json_line(value)?;
        if let Err(error) = self.file.write_all(&line) {
            return self.cut().and(Err(error));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Removes what stands behind the whole lines.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(drop)
    }
}

impl<H: Header> Merged<H> {
    /// Writes the one journal that a run of all these records would have written, had they been
    /// finished in the order of their numbers. A file of that name is replaced.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), JournalError> {
        let io_error = |error| JournalError::file(path, error);
        let mut text = json_line(&self.header).map_err(io_error)?;
        for record in &self.records {
            text.append(&mut json_line(record).map_err(io_error)?);
        }
        write_atomic(path, text).map_err(io_error)
    }
}

/// Returns a value as a line of a journal.
fn json_line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

fn read_all(path: &Path, file: &mut File) -> Result<Vec<u8>, JournalError> {
    read_limited(file, MAX_BYTES).map_err(|error| JournalError::file(path, error))
}

/// Returns the lines that were not cut off.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let last = bytes.iter().rposition(|&byte| byte == b'\n');
    &bytes[..last.map_or(0, |end| end + 1)]
}

fn parse<H: Header>(path: &Path, bytes: &[u8]) -> Result<Contents<H>, JournalError> {
    let unreadable = |line: usize, error: serde_json::Error| JournalError::Syntax {
        path: path.to_path_buf(),
        line,
        reason: error,
    };
    let unusable = |line: usize, reason: Box<dyn Error + Send + Sync>| JournalError::Content {
        path: path.to_path_buf(),
        line,
        reason,
    };
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let mut lines = lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line));
    let first = lines.next().ok_or_else(|| JournalError::Empty {
        path: path.to_path_buf(),
    })?;
    let header: H = serde_json::from_slice(first).map_err(|error| unreadable(1, error))?;
    header.check().map_err(|why| unusable(1, why))?;
    let mut records = Vec::new();
    for (before, line) in lines.enumerate() {
        let number = before + 2;
        let record = serde_json::from_slice(line).map_err(|error| unreadable(number, error))?;
        let checked = header.check_record(before, &record);
        checked.map_err(|why| unusable(number, why))?;
        records.push(record);
    }
    Ok(JournalContents { header, records })
}

/// Returns the first line of a file, with its end if it has one; of a line of more than a MiB the
/// beginning.
///
/// # Errors
/// Those of the file.
pub fn first_line(path: &Path) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    let file = File::open(path)?.take(MAX_HEADER_BYTES);
    BufReader::new(file).read_until(b'\n', &mut line)?;
    Ok(line)
}

/// Returns whether a file has nothing but the beginning of a journal's header: no line is whole,
/// and what is there stands in the header that is to be written. Anything else is not overwritten.
fn is_unfinished(bytes: &[u8], header: &impl Serialize) -> bool {
    let line = serde_json::to_vec(header);
    line.is_ok_and(|line| !bytes.contains(&b'\n') && line.starts_with(bytes))
}

/// Sorts records by number and drops what is there twice. Returns how many those were.
fn sort_records<H: Header>(path: &Path, records: &mut Vec<H::Record>) -> Result<usize, JournalError>
where
    H::Record: PartialEq,
{
    let number = |record: &H::Record| H::identify(record).0;
    let before = records.len();
    records.sort_by_key(number);
    records.dedup();
    let twice = records
        .windows(2)
        .find(|pair| number(&pair[0]) == number(&pair[1]));
    if let Some(pair) = twice {
        let name = H::identify(&pair[0]).1;
        let difference = format!("{name} has another result there");
        return Err(JournalError::other_series(path, difference));
    }
    Ok(before - records.len())
}

/// What can be wrong with a journal.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("the journal {path}: {error}", path = path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// What the system said.
        #[source]
        error: io::Error,
    },
    /// Another process writes it.
    #[error("the journal {path} is being written by another process: wait for its end, or name another file", path = path.display())]
    InUse {
        /// Its path.
        path: PathBuf,
    },
    /// Not even its header is there.
    #[error("the journal {path} has no header: remove it, and begin anew", path = path.display())]
    Empty {
        /// Its path.
        path: PathBuf,
    },
    /// A line is not the JSON that it should be.
    #[error("the journal {path}, line {line}, cannot be read: {reason}", path = path.display())]
    Syntax {
        /// Its path.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        #[source]
        reason: serde_json::Error,
    },
    /// A line says what cannot be.
    #[error("the journal {path}, line {line}, cannot be used: {reason}", path = path.display())]
    Content {
        /// Its path.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        #[source]
        reason: Box<dyn Error + Send + Sync>,
    },
    /// It is of another series.
    #[error("the journal {path} is of another series: {difference}", path = path.display())]
    OtherSeries {
        /// Its path.
        path: PathBuf,
        /// What is different.
        difference: String,
    },
    /// There is none to merge.
    #[error("no journal was named")]
    None,
}

impl JournalError {
    /// Returns the path of a file whose first line is no header of this journal: it may be another
    /// file.
    pub fn path_without_header(&self) -> Option<&Path> {
        match self {
            JournalError::Syntax { path, line: 1, .. }
            | JournalError::Content { path, line: 1, .. } => Some(path),
            _ => None,
        }
    }

    fn file(path: &Path, error: io::Error) -> JournalError {
        JournalError::File {
            path: path.to_path_buf(),
            error,
        }
    }

    fn other_series(path: &Path, difference: String) -> JournalError {
        JournalError::OtherSeries {
            path: path.to_path_buf(),
            difference,
        }
    }
}

#[cfg(test)]
mod tests;
