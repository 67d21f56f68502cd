//! An input, such as stdin, that ends when the program is asked to stop.

use std::io::{self, BufRead, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// Most bytes that are read at once.
const CHUNK_BYTES: usize = 64 * 1024;

/// Most chunks that wait to be consumed.
const WAITING_CHUNKS: usize = 4;

/// Time between two checks of the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// An input that is read on a thread of its own. It ends when the input ends or when a flag is set,
/// even while a read waits.
pub struct StoppableInput {
    chunks: Receiver<io::Result<Vec<u8>>>,
    stop: Arc<AtomicBool>,
    chunk: Vec<u8>,
    used: usize,
}

impl StoppableInput {
    /// Wraps a reader. The input ends when `stop` is set.
    pub fn new(mut input: impl Read + Send + 'static, stop: Arc<AtomicBool>) -> StoppableInput {
        let (sender, chunks) = sync_channel(WAITING_CHUNKS);
        thread::spawn(move || {
            loop {
                let mut chunk = vec![0; CHUNK_BYTES];
                let read = match input.read(&mut chunk) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    Ok(0) => return,
                    Ok(bytes) => {
                        chunk.truncate(bytes);
                        Ok(chunk)
                    }
                    Err(error) => Err(error),
                };
                let failed = read.is_err();
                if sender.send(read).is_err() || failed {
                    return;
                }
            }
        });
        StoppableInput {
            chunks,
            stop,
            chunk: Vec::new(),
            used: 0,
        }
    }
}

impl BufRead for StoppableInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.used == self.chunk.len() && !self.stop.load(Ordering::Relaxed) {
            match self.chunks.recv_timeout(POLL_INTERVAL) {
                Ok(chunk) => (self.chunk, self.used) = (chunk?, 0),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        if self.stop.load(Ordering::Relaxed) {
            self.used = self.chunk.len();
        }
        Ok(&self.chunk[self.used..])
    }

    fn consume(&mut self, bytes: usize) {
        self.used = (self.used + bytes).min(self.chunk.len());
    }
}

impl Read for StoppableInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?.read(buffer)?;
        self.consume(bytes);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};

    /// An input whose reads wait for bytes from a channel.
    struct ChannelInput(Receiver<Vec<u8>>);

    impl Read for ChannelInput {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let bytes = self.0.recv().unwrap_or_default();
            buffer[..bytes.len()].copy_from_slice(&bytes);
            Ok(bytes.len())
        }
    }

    fn input() -> (StoppableInput, Sender<Vec<u8>>, Arc<AtomicBool>) {
        let (sender, receiver) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let input = StoppableInput::new(ChannelInput(receiver), Arc::clone(&stop));
        (input, sender, stop)
    }

    #[test]
    fn everything_is_read_until_the_end() {
        let (mut input, sender, _) = input();
        for part in ["one\ntw", "o\n"] {
            sender.send(part.into()).unwrap();
        }
        drop(sender);
        let mut text = String::new();
        input.read_to_string(&mut text).unwrap();
        assert_eq!(text, "one\ntwo\n");
    }

    #[test]
    fn the_flag_ends_a_read_that_waits() {
        let (mut input, sender, stop) = input();
        sender.send("one\nt".into()).unwrap();
        let mut line = String::new();
        input.read_line(&mut line).unwrap();
        assert_eq!(line, "one\n");
        stop.store(true, Ordering::Relaxed);
        assert_eq!(input.read_line(&mut line).unwrap(), 0);
    }
}
