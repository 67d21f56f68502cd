//! Journals: JSON lines, first a header that identifies the run, then a record for each finished job.
//! An interrupted run continues from its journal.
//!
//! Owns the file and its format. An implementation of [`Header`] defines the contents of header and
//! records, and checks that they fit together.

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

/// The longest journal that is read, in bytes.
pub const MAX_BYTES: u64 = 1 << 30;

/// Most bytes that [`first_line`] reads.
const MAX_HEADER_BYTES: u64 = 1 << 20;

/// The first line of a journal: everything that its records depend on.
pub trait Header: Serialize + DeserializeOwned {
    /// A further line.
    type Record: Serialize + DeserializeOwned;

    /// Checks the values of the header beyond their types.
    ///
    /// # Errors
    /// A value is invalid; the error says what to do.
    fn check(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(())
    }

    /// Checks the record that follows `before` others.
    ///
    /// # Errors
    /// The record is invalid.
    fn check_record(
        &self,
        _before: usize,
        _record: &Self::Record,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(())
    }

    /// Returns the first difference that makes a journal with the header `other` one of another
    /// series: a clause that calls this journal's value "here" and that of `other` "there".
    fn difference(&self, other: &Self) -> Option<String>;

    /// Returns the number of a record, which is unique in a series, and its name for people, such
    /// as `game 7`.
    fn identify(record: &Self::Record) -> (u64, String);
}

/// A journal open for writing. Where the file system has locks, no other process can write it
/// meanwhile.
#[derive(Debug)]
pub struct Journal<H> {
    file: File,
    /// Length of the whole lines in bytes.
    length: u64,
    header: PhantomData<H>,
}

/// The contents of a journal.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalContents<H, R> {
    /// The first line.
    pub header: H,
    /// The others, in the order of the file.
    pub records: Vec<R>,
}

/// The contents of several journals of one series.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged<H: Header> {
    /// The header of the first journal.
    pub header: H,
    /// All records, by number, each once.
    pub records: Vec<H::Record>,
    /// The number of records that were left out because they were there already.
    pub duplicates: usize,
}

/// The contents of a journal with the header `H`.
type Contents<H> = JournalContents<H, <H as Header>::Record>;

impl<H: Header> Journal<H> {
    /// Opens a journal: creates it if there is no file, or only a header that was cut off, and
    /// otherwise continues it. Returns it with its records.
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
        let (journal, contents) = Journal::continue_file(path, file, &bytes, Some(header))?;
        Ok((journal, contents.records))
    }

    /// Opens a journal to continue it. It must be of the same series as `expected`, if that is
    /// given. A last line that was cut off is removed from the file.
    ///
    /// # Errors
    /// The file cannot be read or written, another process writes it, a line is invalid, or the
    /// journal is of another series. The file is then unchanged.
    pub fn resume(
        path: &Path,
        expected: Option<&H>,
    ) -> Result<(Journal<H>, Contents<H>), JournalError> {
        let mut file = open_locked(path, OpenOptions::new().read(true).write(true))?;
        let bytes = read_all(path, &mut file)?;
        Journal::continue_file(path, file, &bytes, expected)
    }

    /// Writes the header in place of the contents of a file.
    fn begin(path: &Path, file: File, header: &H) -> Result<Journal<H>, JournalError> {
        let mut journal = Journal {
            file,
            length: 0,
            header: PhantomData,
        };
        let written = journal
            .truncate()
            .and_then(|()| journal.write_line(header))
            .and_then(|()| journal.sync());
        written.map_err(|error| JournalError::file(path, error))?;
        Ok(journal)
    }

    /// Continues a file that has these bytes.
    fn continue_file(
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
        let truncated = journal.truncate();
        truncated.map_err(|error| JournalError::file(path, error))?;
        Ok((journal, contents))
    }

    /// Adds a record.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, record: &H::Record) -> io::Result<()> {
        self.write_line(record)
    }

    /// Waits until all lines are on the disk, which is worthwhile for records that took minutes.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Reads a journal, without a last line that was cut off.
    ///
    /// # Errors
    /// The file cannot be read, or a line is invalid.
    pub fn read(path: &Path) -> Result<Contents<H>, JournalError> {
        let bytes = File::open(path).and_then(|mut file| read_limited(&mut file, MAX_BYTES));
        let bytes = bytes.map_err(|error| JournalError::file(path, error))?;
        Journal::<H>::parse(path, &bytes)
    }

    /// Parses the bytes of a journal, without a last line that was cut off. `path` is the file that
    /// errors name.
    ///
    /// # Errors
    /// A line is invalid.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Contents<H>, JournalError> {
        parse::<H>(path, whole_lines(bytes))
    }

    /// Reads journals of one series and returns their records by number, each once.
    ///
    /// # Errors
    /// One cannot be read, they are of different series, two have different records of the
    /// same number, or there is none.
    pub fn merge(paths: &[impl AsRef<Path>]) -> Result<Merged<H>, JournalError>
    where
        H::Record: PartialEq,
    {
        Journal::merge_with_headers(paths, |_| {})
    }

    /// Reads journals of one series as [`Journal::merge`] does, but applies `change` to each header
    /// first, which can remove values that may differ.
    ///
    /// # Errors
    /// Those of [`Journal::merge`].
    pub fn merge_with_headers(
        paths: &[impl AsRef<Path>],
        change: impl Fn(&mut H),
    ) -> Result<Merged<H>, JournalError>
    where
        H::Record: PartialEq,
    {
        let mut merged: Option<Merged<H>> = None;
        for path in paths {
            let path = path.as_ref();
            let mut contents = Journal::<H>::read(path)?;
            change(&mut contents.header);
            let merged = match &mut merged {
                None => merged.insert(Merged {
                    header: contents.header,
                    records: Vec::new(),
                    duplicates: 0,
                }),
                Some(merged) => {
                    if let Some(difference) = merged.header.difference(&contents.header) {
                        return Err(JournalError::other_series(path, difference));
                    }
                    merged
                }
            };
            merged.records.extend(contents.records);
            merged.duplicates += sort_records::<H>(path, &mut merged.records)?;
        }
        merged.ok_or(JournalError::None)
    }

    /// Writes a line in one call, so that a reader rarely sees half a line. If that fails, for
    /// example because the disk is full, the part that was written is removed.
    fn write_line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let line = json_line(value)?;
        if let Err(error) = self.file.write_all(&line) {
            return self.truncate().and(Err(error));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Removes the bytes after the whole lines.
    fn truncate(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(drop)
    }
}

impl<H: Header> Merged<H> {
    /// Writes a journal with all records in the order of their numbers, as one run of all of them
    /// would have written it. A file of that name is replaced.
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

/// Returns the bytes up to the end of the last whole line.
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
    header.check().map_err(|reason| unusable(1, reason))?;
    let mut records = Vec::new();
    for (before, line) in lines.enumerate() {
        let number = before + 2;
        let record = serde_json::from_slice(line).map_err(|error| unreadable(number, error))?;
        let checked = header.check_record(before, &record);
        checked.map_err(|reason| unusable(number, reason))?;
        records.push(record);
    }
    Ok(JournalContents { header, records })
}

/// Returns the first line of a file, with its line end if it has one, but at most 1 MiB of it.
///
/// # Errors
/// The file cannot be read.
pub fn first_line(path: &Path) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    let file = File::open(path)?.take(MAX_HEADER_BYTES);
    BufReader::new(file).read_until(b'\n', &mut line)?;
    Ok(line)
}

/// Returns whether a file has only the beginning of this header, without a line end, or nothing.
/// Other files are not overwritten.
fn is_unfinished(bytes: &[u8], header: &impl Serialize) -> bool {
    let line = serde_json::to_vec(header);
    line.is_ok_and(|line| !bytes.contains(&b'\n') && line.starts_with(bytes))
}

/// Sorts records by number and removes duplicates. Returns the number of duplicates.
fn sort_records<H: Header>(path: &Path, records: &mut Vec<H::Record>) -> Result<usize, JournalError>
where
    H::Record: PartialEq,
{
    let number = |record: &H::Record| H::identify(record).0;
    let before = records.len();
    records.sort_by_key(number);
    records.dedup();
    let contradiction = records
        .windows(2)
        .find(|pair| number(&pair[0]) == number(&pair[1]));
    if let Some(pair) = contradiction {
        let name = H::identify(&pair[0]).1;
        let difference = format!("{name} has another result there");
        return Err(JournalError::other_series(path, difference));
    }
    Ok(before - records.len())
}

/// Why a journal cannot be read or written.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("the journal {path}: {error}", path = path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// Another process writes it.
    #[error("the journal {path} is being written by another process: wait for its end, or name another file", path = path.display())]
    InUse {
        /// Its path.
        path: PathBuf,
    },
    /// It has no header.
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
    /// A line has an impossible value.
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
    /// Returns the path of a file whose first line is no header of this journal: it may be a file of
    /// another kind.
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
