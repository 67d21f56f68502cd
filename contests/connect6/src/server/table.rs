//! The game with both players there: what arrives goes to the referee with its time, what he
//! says is written.

use super::lobby::Guest;
use super::{Event, NAP, Segments, Served};
use crate::codec::Message;
use crate::referee::{Farewell, Out, Referee};
use crate::rules::Colour;
use crate::wire::Heard;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// After the end the players have so long to disconnect.
const LEAVING: Duration = Duration::from_secs(5);

/// Between two bytes that are sent by themselves.
const BYTE_PAUSE: Duration = Duration::from_millis(1);

/// The game with both players there.
pub struct Table<'a> {
    referee: Referee,
    guests: Vec<Guest>,
    /// The connections of black and white.
    seats: [usize; 2],
    segments: Segments,
    /// Bytes that wait for the next write.
    held: [Vec<u8>; 2],
    /// When the last request was sent.
    asked: Instant,
    /// Whose connections are open.
    present: [bool; 2],
    /// How the players learn of the end: by a message once one is sent.
    farewell: Farewell,
    inbox: &'a Receiver<(usize, Heard)>,
    times: Vec<Duration>,
    tell: &'a mut dyn FnMut(Event<'_>),
}

impl<'a> Table<'a> {
    /// Both are there: their connections, and those of who was refused.
    pub fn new(
        referee: Referee,
        guests: Vec<Guest>,
        seats: [usize; 2],
        segments: Segments,
        inbox: &'a Receiver<(usize, Heard)>,
        tell: &'a mut dyn FnMut(Event<'_>),
    ) -> Table<'a> {
        Table {
            referee,
            guests,
            seats,
            segments,
            held: [Vec::new(), Vec::new()],
            asked: Instant::now(),
            present: [true; 2],
            farewell: Farewell::Close,
            inbox,
            times: Vec::new(),
            tell,
        }
    }

    /// Plays until the verdict, and until the players, who have these keys, have gone.
    pub fn play(mut self, keys: [u8; 2], stop: &AtomicBool) -> Served {
        let out = self.referee.begin();
        self.send(&out);
        let verdict = loop {
            if let Some(verdict) = self.referee.verdict() {
                break verdict.clone();
            }
            let out = match self.next() {
                Some((guest, heard)) => self.take(guest, heard),
                None if stop.load(Ordering::Relaxed) => self.referee.abort(),
                None if self.overdue() => self.referee.late(),
                None => Out::new(),
            };
            self.send(&out);
        };
        (self.tell)(Event::Over(&verdict));
        self.part();
        Served {
            keys,
            position: self.referee.position().clone(),
            verdict,
            times: self.times,
        }
    }

    fn next(&self) -> Option<(usize, Heard)> {
        match self.inbox.recv_timeout(NAP) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            // The readers have told that they end before they did.
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(NAP);
                None
            }
        }
    }

    fn overdue(&self) -> bool {
        let due = self.referee.due();
        due.is_some_and(|(_, limit)| self.asked.elapsed() > Duration::from_millis(limit.into()))
    }

    fn take(&mut self, guest: usize, heard: Heard) -> Out {
        let colour = match self.seats.iter().position(|&seat| seat == guest) {
            Some(0) => Colour::Black,
            Some(_) => Colour::White,
            // Somebody who was refused closes his connection.
            None => return Out::new(),
        };
        let (arrived, message) = match heard {
            Heard::Message(arrived, message) => (arrived, message),
            Heard::Malformed(why) => return self.referee.malformed(colour, why),
            Heard::Closed | Heard::Broken(_) => {
                self.leave(guest);
                return self.referee.gone(colour);
            }
        };
        (self.tell)(Event::Heard(colour, message));
        let spent = arrived.saturating_duration_since(self.asked);
        let before = self.referee.position().turns().len();
        let out = self.referee.hear(colour, message, spent);
        let position = self.referee.position();
        if position.turns().len() > before {
            self.times.push(spent);
            (self.tell)(Event::Turn { spent, position });
        }
        out
    }

    fn send(&mut self, out: &Out) {
        for &(to, message) in out {
            (self.tell)(Event::Sent(to, message));
            self.held[to as usize].extend(message.encode());
            let acts = matches!(message, Message::Request { .. } | Message::End { .. });
            if acts || self.segments != Segments::Merged {
                self.flush(to);
            }
            match message {
                Message::Request { .. } => self.asked = Instant::now(),
                Message::End { .. } => self.farewell = Farewell::End,
                _ => {}
            }
        }
    }

    /// Writes what waits for a player. Whoever is gone will be missed by the reader.
    fn flush(&mut self, to: Colour) {
        let held = std::mem::take(&mut self.held[to as usize]);
        let mut stream = &self.guests[self.seats[to as usize]].stream;
        if self.segments != Segments::Bytes {
            let _ = stream.write_all(&held);
            return;
        }
        for byte in held {
            if stream.write_all(&[byte]).is_err() {
                return;
            }
            thread::sleep(BYTE_PAUSE);
        }
    }

    /// Waits until the players have disconnected, as they must once they are told of the
    /// end; then, or where they were not told, closes the connections.
    fn part(&mut self) {
        let begun = Instant::now();
        while self.farewell == Farewell::End
            && self.present.contains(&true)
            && begun.elapsed() < LEAVING
        {
            if let Some((guest, Heard::Closed | Heard::Broken(_))) = self.next() {
                self.leave(guest);
            }
        }
        self.guests.clear();
    }

    fn leave(&mut self, guest: usize) {
        for (present, seat) in self.present.iter_mut().zip(self.seats) {
            *present &= seat != guest;
        }
    }
}
