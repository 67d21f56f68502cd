//! The faults that docs/faults.md lists: signals, full disks, small machines, and kills. Some are
//! tested beside the command that they concern.
#![cfg(unix)]

mod ends;
mod files;
mod kills;
mod limits;
mod stdout;
