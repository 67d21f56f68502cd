//! What goes wrong around the program, as docs/faults.md lists it: signals, full disks, small
//! machines, and ends without notice. Some of that is tested beside the command that it concerns.
#![cfg(unix)]

mod ends;
mod files;
mod kills;
mod limits;
mod stdout;
