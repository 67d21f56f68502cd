//! The game between two logged in players: passes messages and their times to the referee, and
//! sends the referee's messages.

use super::lobby::Connections;
use super::{Event, POLL_INTERVAL, ServedGame, WriteMode};
use crate::codec::Message;
use crate::connection::Received;
use crate::referee::{EndNotice, EndReason, Outgoing, Referee};
use crate::rules::Colour;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How long the players may take to disconnect after the end.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Pause between two bytes that are sent one by one.
const BYTE_PAUSE: Duration = Duration::from_millis(1);

/// The state of a game between two logged in players.
pub struct GameLoop<'a> {
    referee: Referee,
    connections: Connections,
    /// Numbers of black's and white's connections.
    seats: [usize; 2],
    write_mode: WriteMode,
    /// Bytes that wait for the next write, by player.
    unsent: [Vec<u8>; 2],
    /// When the last request was sent.
    requested_at: Instant,
    /// By colour, whether the connection is open.
    is_connected: [bool; 2],
    /// Whether a message of the end was sent.
    end_notice: EndNotice,
    inbox: &'a Receiver<(usize, Received)>,
    times: Vec<Duration>,
    on_event: &'a mut dyn FnMut(Event<'_>),
}

impl<'a> GameLoop<'a> {
    /// Returns the game of the players on the connections numbered `seats`.
    pub fn new(
        referee: Referee,
        connections: Connections,
        seats: [usize; 2],
        write_mode: WriteMode,
        inbox: &'a Receiver<(usize, Received)>,
        on_event: &'a mut dyn FnMut(Event<'_>),
    ) -> GameLoop<'a> {
        GameLoop {
            referee,
            connections,
            seats,
            write_mode,
            unsent: [Vec::new(), Vec::new()],
            requested_at: Instant::now(),
            is_connected: [true; 2],
            end_notice: EndNotice::Close,
            inbox,
            times: Vec::new(),
            on_event,
        }
    }

    /// Plays until the game is over and the players, who have these keys, have disconnected.
    pub fn play(mut self, keys: [u8; 2], stop: &AtomicBool) -> ServedGame {
        let out = self.referee.start();
        self.send(&out);
        let result = loop {
            if let Some(result) = self.referee.result() {
                break result.clone();
            }
            let out = match self.receive() {
                Some((connection, received)) => self.handle(connection, received),
                None if stop.load(Ordering::Relaxed) => self.referee.abort(),
                None if self.is_overdue() => self.referee.handle_timeout(),
                None => Outgoing::new(),
            };
            self.send(&out);
        };
        (self.on_event)(Event::Over(&result));
        self.wait_for_disconnects();
        ServedGame {
            keys,
            position: self.referee.position().clone(),
            result,
            times: self.times,
        }
    }

    fn receive(&self) -> Option<(usize, Received)> {
        match self.inbox.recv_timeout(POLL_INTERVAL) {
            Ok(received) => Some(received),
            Err(RecvTimeoutError::Timeout) => None,
            // All readers have ended and have reported it.
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(POLL_INTERVAL);
                None
            }
        }
    }

    fn is_overdue(&self) -> bool {
        let turn_due = self.referee.turn_due();
        turn_due.is_some_and(|(_, limit)| {
            self.requested_at.elapsed() > Duration::from_millis(limit.into())
        })
    }

    fn handle(&mut self, connection: usize, received: Received) -> Outgoing {
        let colour = match self.seats.iter().position(|&seat| seat == connection) {
            Some(0) => Colour::Black,
            Some(_) => Colour::White,
            // A refused connection was closed.
            None => return Outgoing::new(),
        };
        let (arrived, message) = match received {
            Received::Message(arrived, message) => (arrived, message),
            Received::Malformed(why) => {
                return self.referee.lose(colour, EndReason::Malformed(why));
            }
            Received::Closed | Received::Failed(_) => {
                self.mark_disconnected(connection);
                return self.referee.lose(colour, EndReason::Disconnected);
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

    /// Writes a player's unsent bytes. A lost connection is reported by its reader.
    fn flush(&mut self, to: Colour) {
        let bytes = std::mem::take(&mut self.unsent[to as usize]);
        let Some(connection) = self.connections.get(&self.seats[to as usize]) else {
            return;
        };
        let mut stream = &connection.stream;
        if self.write_mode != WriteMode::Bytes {
            let _ = stream.write_all(&bytes);
            return;
        }
        for byte in bytes {
            if stream.write_all(&[byte]).is_err() {
                return;
            }
            thread::sleep(BYTE_PAUSE);
        }
    }

    /// Waits until the players have disconnected, as they must after a message of the end; then
    /// closes all connections.
    fn wait_for_disconnects(&mut self) {
        let begun = Instant::now();
        while self.end_notice == EndNotice::Message
            && self.is_connected.contains(&true)
            && begun.elapsed() < DISCONNECT_TIMEOUT
        {
            if let Some((connection, Received::Closed | Received::Failed(_))) = self.receive() {
                self.mark_disconnected(connection);
            }
        }
        self.connections.clear();
    }

    fn mark_disconnected(&mut self, connection: usize) {
        for (is_connected, seat) in self.is_connected.iter_mut().zip(self.seats) {
            *is_connected &= seat != connection;
        }
    }
}
