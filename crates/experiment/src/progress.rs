//! The progress of long work on stderr: a bar on a terminal, lines of text elsewhere.
//!
//! The bar is indicatif's. It is drawn a few times per second at most, and removed at the end.
//! Nothing goes to stdout.

use crate::locale::is_unicode;
use indicatif::{ProgressBar, ProgressFinish, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Time between two drawings of the bar while nothing is finished: the time left changes.
const TICK: Duration = Duration::from_secs(1);

/// The progress of one piece of work. Where stderr is no terminal, only [`Progress::log`] and
/// [`Progress::print`] write.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    total: Option<u64>,
    /// Units that were finished at the start.
    done_before: u64,
    /// Units that are finished.
    done: u64,
    started: Instant,
    log_interval: Duration,
    last_log: Instant,
}

impl Progress {
    /// Returns the progress of `total` units, such as `games`; `None` if the number is unknown.
    pub fn new(unit: &str, total: Option<u64>) -> Progress {
        let (bar, template) = match total {
            Some(total) => (
                ProgressBar::new(total),
                format!("{{bar:24}} {{pos}}/{{len}} {unit}, {{rate}}, {{left}} left  {{wide_msg}}"),
            ),
            None => (
                ProgressBar::no_length(),
                format!("{{spinner}} {{pos}} {unit}, {{rate}}  {{wide_msg}}"),
            ),
        };
        Progress::with_bar(bar, &template, total)
    }

    /// Returns a line that shows the last status and counts nothing.
    pub fn status_line() -> Progress {
        Progress::with_bar(ProgressBar::no_length(), "{wide_msg}", None)
    }

    fn with_bar(bar: ProgressBar, template: &str, total: Option<u64>) -> Progress {
        let bar = bar
            .with_style(style(template))
            .with_finish(ProgressFinish::AndClear);
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        let now = Instant::now();
        Progress {
            bar,
            total,
            done_before: 0,
            done: 0,
            started: now,
            log_interval: Duration::ZERO,
            last_log: now,
        }
    }

    /// Sets how many units were finished before; rates do not count them.
    pub fn starting_at(mut self, done: u64) -> Progress {
        (self.done_before, self.done) = (done, done);
        self.bar.set_position(done);
        self.bar.reset_eta();
        self
    }

    /// Sets the least time between two lines of [`Progress::log`].
    pub fn with_log_interval(mut self, interval: Duration) -> Progress {
        self.log_interval = interval;
        self
    }

    /// Moves the bar to `done` finished units, but not below the units that were finished before,
    /// and sets its status.
    pub fn advance_to(&mut self, done: u64, status: impl FnOnce() -> String) {
        self.done = done.max(self.done_before);
        self.bar.set_position(self.done);
        self.set_status(status);
    }

    /// Shows a status beside the bar. `status` is called only if there is a bar.
    pub fn set_status(&self, status: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(status());
        }
    }

    /// Writes a line if there is no bar, unless the last line was less than the log interval ago.
    pub fn log(&mut self, line: impl FnOnce(&Progress) -> String) {
        if self.bar.is_hidden() && self.is_log_due(Instant::now()) {
            write_line(&line(self));
        }
    }

    fn is_log_due(&mut self, now: Instant) -> bool {
        let is_due = now.saturating_duration_since(self.last_log) >= self.log_interval;
        if is_due {
            self.last_log = now;
        }
        is_due
    }

    /// Writes a line that stays, above the bar if there is one.
    pub fn print(&self, line: &str) {
        self.suspend(|| write_line(line));
    }

    /// Hides the bar while `write` writes to the terminal.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Returns the units finished per second since the start.
    pub fn per_second(&self) -> f64 {
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        (self.done - self.done_before) as f64 / seconds
    }

    /// Returns the seconds that are left at that rate, if there is a total.
    pub fn seconds_left(&self) -> Option<f64> {
        let left = self.total?.saturating_sub(self.done) as f64;
        Some(left / self.per_second().max(1e-9))
    }
}

/// Writes a line to stderr; a closed stderr is no error.
fn write_line(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn style(template: &str) -> ProgressStyle {
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = out.write_str(&format_rate(state.per_sec()));
    };
    let left = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = out.write_str(&format_duration(state.eta().as_secs_f64()));
    };
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = match is_unicode(|name| std::env::var(name).ok()) {
        true => style,
        false => style.progress_chars("#>-").tick_chars(r"|/-\ "),
    };
    style.with_key("rate", rate).with_key("left", left)
}

/// Formats a rate: `2.5/s` or, below 1/s, `36/h`.
fn format_rate(per_second: f64) -> String {
    if per_second >= 1.0 {
        format!("{per_second:.1}/s")
    } else {
        format!("{:.0}/h", per_second * 3_600.0)
    }
}

/// Formats a time: `50 s`, `4 min 10 s`, `3 h 20 min`.
pub fn format_duration(seconds: f64) -> String {
    match seconds as u64 {
        s @ 0..60 => format!("{s} s"),
        s @ 60..3_600 => format!("{} min {} s", s / 60, s % 60),
        s => format!("{} h {} min", s / 3_600, s / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_lines_keep_their_interval() {
        let interval = Duration::from_secs(30);
        let mut progress = Progress::new("games", Some(9)).with_log_interval(interval);
        let start = progress.last_log;
        let due = [29, 30, 59, 60, 100].map(|seconds| {
            let now = start + Duration::from_secs(seconds);
            progress.is_log_due(now)
        });
        assert_eq!(due, [false, true, false, true, true]);
    }

    #[test]
    fn rates_do_not_count_earlier_units() {
        let mut progress = Progress::new("games", Some(100)).starting_at(40);
        progress.advance_to(1, String::new);
        assert_eq!(progress.per_second(), 0.0);
        progress.advance_to(70, String::new);
        progress.started -= Duration::from_secs(10);
        let (rate, left) = (progress.per_second(), progress.seconds_left());
        assert!((2.0..=3.0).contains(&rate), "{rate}");
        assert!(
            left.is_some_and(|left| (10.0..=15.0).contains(&left)),
            "{left:?}"
        );
        assert_eq!(Progress::new("games", None).seconds_left(), None);
    }

    #[test]
    fn rates_and_times_are_readable() {
        assert_eq!(format_rate(2.5), "2.5/s");
        assert_eq!(format_rate(0.01), "36/h");
        let texts = [59.9, 250.0, 12_000.0].map(format_duration);
        assert_eq!(texts, ["59 s", "4 min 10 s", "3 h 20 min"]);
    }
}
