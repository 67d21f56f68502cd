//! The game with both players there: what arrives goes to the referee with its time, what he
//! says is written.

use super::lobby::Connection;
use super::{Event, POLL_INTERVAL, ServedGame, WriteMode};
use crate::codec::Message;
use crate::connection::Received;
use crate::referee::{EndNotice, Outgoing, Referee};
use crate::rules::Colour;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// After the end the players have so long to disconnect.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Between two bytes that are sent by themselves.
const BYTE_PAUSE: Duration = Duration::from_millis(1);

/// The game with both players there.
pub struct GameLoop<'a> {
    referee: Referee,
    connections: Vec<Connection>,
    /// The connections of black and white.
    seats: [usize; 2],
    write_mode: WriteMode,
    /// Bytes that wait for the next write.
    unsent: [Vec<u8>; 2],
    /// When the last request was sent.
    requested_at: Instant,
    /// Whose connections are open.
    is_connected: [bool; 2],
    /// How the players learn of the end: by a message once one is sent.
    end_notice: EndNotice,
    inbox: &'a Receiver<(usize, Received)>,
    times: Vec<Duration>,
    on_event: &'a mut dyn FnMut(Event<'_>),
}

impl<'a> GameLoop<'a> {
    /// Both are there: their connections, and those of who was refused.
    pub fn new(
        referee: Referee,
        guests: Vec<Connection>,
        seats: [usize; 2],
        segments: WriteMode,
        inbox: &'a Receiver<(usize, Received)>,
        tell: &'a mut dyn FnMut(Event<'_>),
    ) -> GameLoop<'a> {
        GameLoop {
            referee,
            connections: guests,
            seats,
            write_mode: segments,
            unsent: [Vec::new(), Vec::new()],
            requested_at: Instant::now(),
            is_connected: [true; 2],
            end_notice: EndNotice::Close,
            inbox,
            times: Vec::new(),
            on_event: tell,
        }
    }

    /// Plays until the verdict, and until the players, who have these keys, have gone.
    pub fn play(mut self, keys: [u8; 2], stop: &AtomicBool) -> ServedGame {
        let out = self.referee.start();
        self.send(&out);
        let verdict = loop {
            if let Some(verdict) = self.referee.verdict() {
                break verdict.clone();
            }
            let out = match self.receive() {
                Some((guest, heard)) => self.handle(guest, heard),
                None if stop.load(Ordering::Relaxed) => self.referee.abort(),
                None if self.is_overdue() => self.referee.handle_timeout(),
                None => Outgoing::new(),
            };
            self.send(&out);
        };
        (self.on_event)(Event::Over(&verdict));
        self.wait_for_disconnects();
        ServedGame {
            keys,
            position: self.referee.position().clone(),
            verdict,
            times: self.times,
        }
    }

    fn receive(&self) -> Option<(usize, Received)> {
        match self.inbox.recv_timeout(POLL_INTERVAL) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            // The readers have told that they end before they did.
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(POLL_INTERVAL);
                None
            }
        }
    }

    fn is_overdue(&self) -> bool {
        let due = self.referee.turn_due();
        due.is_some_and(|(_, limit)| {
            self.requested_at.elapsed() > Duration::from_millis(limit.into())
        })
    }

    fn handle(&mut self, guest: usize, heard: Received) -> Outgoing {
        let colour = match self.seats.iter().position(|&seat| seat == guest) {
            Some(0) => Colour::Black,
            Some(_) => Colour::White,
            // Somebody who was refused closes his connection.
            None => return Outgoing::new(),
        };
        let (arrived, message) = match heard {
            Received::Message(arrived, message) => (arrived, message),
            Received::Malformed(why) => return self.referee.handle_malformed(colour, why),
            Received::Closed | Received::Failed(_) => {
                self.mark_disconnected(guest);
                return self.referee.handle_disconnect(colour);
            }
        };
        (self.on_event)(Event::Received(colour, message));
        let spent = arrived.saturating_duration_since(self.requested_at);
        let before = self.referee.position().turns().len();
        let out = self.referee.handle(colour, message, spent);
        let position = self.referee.position();
        if position.turns().len() > before {
            self.times.push(spent);
            (self.on_event)(Event::Turn { spent, position });
        }
        out
    }

    fn send(&mut self, out: &Outgoing) {
        for &(to, message) in out {
            (self.on_event)(Event::Sent(to, message));
            self.unsent[to as usize].extend(message.encode());
            let acts = matches!(
                message,
                Message::TurnRequest { .. } | Message::GameOver { .. }
            );
            if acts || self.write_mode != WriteMode::Merged {
                self.flush(to);
            }
            match message {
                Message::TurnRequest { .. } => self.requested_at = Instant::now(),
                Message::GameOver { .. } => self.end_notice = EndNotice::Message,
                _ => {}
            }
        }
    }

    /// Writes what waits for a player. Whoever is gone will be missed by the reader.
    fn flush(&mut self, to: Colour) {
        let held = std::mem::take(&mut self.unsent[to as usize]);
        let mut stream = &self.connections[self.seats[to as usize]].stream;
        if self.write_mode != WriteMode::Bytes {
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
    fn wait_for_disconnects(&mut self) {
        let begun = Instant::now();
        while self.end_notice == EndNotice::Message
            && self.is_connected.contains(&true)
            && begun.elapsed() < DISCONNECT_TIMEOUT
        {
            if let Some((guest, Received::Closed | Received::Failed(_))) = self.receive() {
                self.mark_disconnected(guest);
            }
        }
        self.connections.clear();
    }

    fn mark_disconnected(&mut self, guest: usize) {
        for (present, seat) in self.is_connected.iter_mut().zip(self.seats) {
            *present &= seat != guest;
        }
    }
}
