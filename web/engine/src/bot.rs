//! The bot that a Web Worker runs.

use crate::clock;
use crate::json::{
    JsonError, ReadJson, from_json, js_error, object, optional_text, optional_whole, to_json,
};
use landfall_bot::{DriverOptions, LineSession, Reply, Session, Settings, SlicedSearch};
use landfall_search::SearchOptions;
use landfall_tbp::messages::BotMessage;
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// Bytes that the search uses by default.
const DEFAULT_MEMORY_MIB: u32 = 128;

/// Most bytes that the search may use: those of a 32-bit module as `web/build` makes it.
const MAX_MEMORY_MIB: u32 = 768;

/// A session of the Tetris Bot Protocol that searches in slices, when [`Bot::think`] is called.
#[wasm_bindgen]
pub struct Bot {
    session: Session<SlicedSearch>,
}

/// The options of a bot.
#[derive(Debug)]
struct BotOptions {
    /// Most memory of the search, in MiB, at most [`MAX_MEMORY_MIB`].
    memory: u32,
    /// Nodes to search for each suggestion; by default all the time until it is requested.
    nodes: Option<u64>,
    /// Name in `info`.
    name: Option<String>,
    /// The rules until the frontend names others.
    ruleset: Option<String>,
}

impl ReadJson for BotOptions {
    fn read(what: &'static str, value: &Value) -> Result<BotOptions, JsonError> {
        let given = object(what, value, &["memory", "nodes", "name", "ruleset"])?;
        let memory = optional_whole(given, "memory")?;
        Ok(BotOptions {
            memory: memory.map_or(DEFAULT_MEMORY_MIB, |memory| {
                memory.clamp(1, MAX_MEMORY_MIB.into()) as u32
            }),
            nodes: optional_whole(given, "nodes")?,
            name: optional_text(given, "name")?,
            ruleset: optional_text(given, "ruleset")?,
        })
    }
}

/// What the bot answers to one message.
#[derive(Debug, Serialize)]
struct Answer {
    messages: Vec<BotMessage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
    ended: bool,
}

#[wasm_bindgen]
impl Bot {
    /// Returns a bot with options as JSON: `memory` in MiB, `nodes` for each suggestion, `name`,
    /// `ruleset` if the frontend names none.
    ///
    /// # Errors
    /// The options cannot be read, or there is no such ruleset.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<Bot, JsError> {
        let options: BotOptions = from_json("the options of the bot", options).map_err(js_error)?;
        let search = DriverOptions {
            search: SearchOptions {
                memory: (options.memory as usize) << 20,
                ..SearchOptions::default()
            },
            nodes: options.nodes,
            ..DriverOptions::default()
        };
        let mut settings = Settings::new(search);
        settings.name = options.name.unwrap_or(settings.name);
        if let Some(name) = options.ruleset {
            settings.rules = name.parse().map_err(js_error)?;
        }
        Ok(Bot {
            session: Session::with_driver(settings),
        })
    }

    /// Returns the `info` message, which is sent first, as JSON.
    pub fn greeting(&self) -> String {
        to_json(&self.session.greeting())
    }

    /// Handles one message, as JSON. Returns `{"messages": [...], "warning": "...", "ended": false}`.
    pub fn receive(&mut self, message: &str) -> String {
        let Reply {
            messages,
            warning,
            ended,
        } = self.session.handle_line(message.as_bytes());
        to_json(&Answer {
            messages,
            warning,
            ended,
        })
    }

    /// Searches for a number of milliseconds. Returns whether there is more to search.
    pub fn think(&mut self, milliseconds: f64) -> bool {
        let begun = clock::now();
        let slice_is_over = || clock::now() - begun >= milliseconds;
        self.session.search_slice(u64::MAX, &slice_is_over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(options: &str) -> Result<BotOptions, String> {
        from_json("the options of the bot", options).map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_read_within_their_limits() {
        let usual = read("{}").unwrap();
        assert_eq!((usual.memory, usual.nodes), (DEFAULT_MEMORY_MIB, None));
        // As JavaScript writes the parameters of the worker's address.
        let large =
            read(r#"{"memory":1e+300,"nodes":1e+300,"name":"x","ruleset":"pason"}"#).unwrap();
        assert_eq!(
            (large.memory, large.nodes),
            (MAX_MEMORY_MIB, Some(u64::MAX))
        );
        assert_eq!(read(r#"{"memory":0}"#).unwrap().memory, 1);
    }

    #[test]
    fn options_that_cannot_be_used_get_plain_words() {
        for (options, expected) in [
            (
                r#"{"nodes":-1}"#,
                "`nodes` is -1: it must be a whole number, 0 or more",
            ),
            (
                r#"{"nodes":1.5}"#,
                "`nodes` is 1.5: it must be a whole number, 0 or more",
            ),
            (r#"{"name":7}"#, "`name` is 7: it must be a text"),
            (
                "[]",
                "`the options of the bot` is a list of 0: it must be an object",
            ),
            (
                "{",
                "the options of the bot: this is no JSON, see line 1, byte 1",
            ),
            (
                r#"{"threads":2}"#,
                "the options of the bot: there is no attribute \"threads\", there are: memory, nodes, name, ruleset",
            ),
        ] {
            assert_eq!(read(options).unwrap_err(), expected);
        }
    }
}
