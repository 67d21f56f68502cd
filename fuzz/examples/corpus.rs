//! Copies inputs between the packed files and the folders of cargo-fuzz; `fuzz/run` calls it.
//!
//! ```text
//! corpus names                 prints the targets, a line each
//! corpus unpack NAME FOLDER    writes the packed inputs and the seeds of a target into a folder
//! corpus pack NAME FOLDER      packs the inputs of a folder
//! ```

#[path = "corpus/seeds.rs"]
mod seeds;

use landfall_experiment::files::write_atomic;
use landfall_experiment::hash::fnv1a;
use landfall_fuzz::{TARGETS, corpus};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result: Result<(), Box<dyn Error>> = match words[..] {
        ["names"] => {
            TARGETS.iter().for_each(|(name, _)| println!("{name}"));
            Ok(())
        }
        ["unpack", name, folder] => unpack(name, Path::new(folder)),
        ["pack", name, folder] => pack(name, Path::new(folder)),
        _ => Err("corpus names | unpack NAME FOLDER | pack NAME FOLDER".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("corpus: {error}");
            ExitCode::from(2)
        }
    }
}

fn packed_path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    folder.join(format!("{name}.pack"))
}

fn unpack(name: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let mut inputs = seeds::seeds(name)?;
    if let Ok(packed) = fs::read(packed_path(name)) {
        let packed = corpus::unpack(&packed).ok_or("the packed file is incomplete")?;
        inputs.extend(packed.into_iter().map(<[u8]>::to_vec));
    }
    for input in inputs {
        fs::write(folder.join(format!("{:016x}", fnv1a(&input))), input)?;
    }
    Ok(())
}

fn pack(name: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut inputs = Vec::new();
    for entry in fs::read_dir(folder)? {
        inputs.push(fs::read(entry?.path())?);
    }
    Ok(write_atomic(&packed_path(name), corpus::pack(inputs))?)
}
