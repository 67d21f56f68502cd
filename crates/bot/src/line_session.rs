//! The interface of sessions of all protocols for transports of lines.

use crate::driver::SearchDriver;
use crate::sbp::{SbpSession, warn};
use crate::session::{Reply, Session};
use landfall_tbp::messages::BotMessage;
use landfall_tbp::parse::ParseError;
use landfall_tbp::{parse, sbp};
use serde::Serialize;

/// A session that is fed with lines of bytes: [`Session`] and [`SbpSession`].
pub trait LineSession {
    /// A message that it sends.
    type Message: Serialize;

    /// Returns the message that is sent first.
    fn greeting(&self) -> Self::Message;

    /// Handles a line. The reply to a blank line is empty.
    fn handle_line(&mut self, line: &[u8]) -> Reply<Self::Message>;

    /// Returns the reply to a line that cannot be used.
    fn refuse(&self, error: &ParseError) -> Reply<Self::Message>;
}

impl<D: SearchDriver> LineSession for Session<D> {
    type Message = BotMessage;

    fn greeting(&self) -> BotMessage {
        Session::greeting(self)
    }

    fn handle_line(&mut self, line: &[u8]) -> Reply {
        match parse(line) {
            Ok(Some(message)) => self.handle(message),
            Ok(None) => Reply::default(),
            Err(error) => self.refuse(&error),
        }
    }

    fn refuse(&self, error: &ParseError) -> Reply {
        Reply {
            warning: Some(line_warning(error)),
            ..Reply::default()
        }
    }
}

impl<D: SearchDriver> LineSession for SbpSession<D> {
    type Message = sbp::messages::BotMessage;

    fn greeting(&self) -> Self::Message {
        SbpSession::greeting(self)
    }

    fn handle_line(&mut self, line: &[u8]) -> Reply<Self::Message> {
        match sbp::parse(line) {
            Ok(Some(message)) => self.handle(message),
            Ok(None) => Reply::default(),
            Err(error) => self.refuse(&error),
        }
    }

    fn refuse(&self, error: &ParseError) -> Reply<Self::Message> {
        let mut reply = Reply::default();
        warn(&mut reply, line_warning(error));
        reply
    }
}

fn line_warning(error: &ParseError) -> String {
    format!("ignored a line: {error}")
}
