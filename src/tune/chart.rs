//! Lines over generations as SVG, for the page and for whoever takes a picture out of it.
//!
//! Each picture brings its own style, light and dark, and needs nothing else.

use std::fmt::Write;

/// A line.
pub struct Series {
    /// What it is.
    pub label: String,
    /// Its class in the style: `a`, `b` or `c`.
    pub class: char,
    /// Its points, by generation.
    pub points: Vec<(f64, f64)>,
}

/// The size of a chart, in its own units.
const SIZE: (f64, f64) = (480.0, 270.0);

/// The room around the lines: left, top, right, bottom.
const MARGIN: [f64; 4] = [44.0, 52.0, 14.0, 30.0];

/// The size of a small one.
const SMALL: (f64, f64) = (160.0, 48.0);

/// Colours, which follow the reader's choice of light or dark.
const STYLE: &str = "<style>text{font:14px system-ui,sans-serif;fill:#333}\
.g{stroke:#8884;stroke-width:1}path{fill:none;stroke-width:1.6;stroke-linejoin:round}\
.a{stroke:#0b62c4}.b{stroke:#c4560b}.c{stroke:#888}text.a{fill:#0b62c4;stroke:none}\
text.b{fill:#c4560b;stroke:none}text.c{fill:#777;stroke:none}\
@media(prefers-color-scheme:dark){text{fill:#ccc}.a{stroke:#6db3ff}.b{stroke:#ffa866}\
text.a{fill:#6db3ff}text.b{fill:#ffa866}text.c{fill:#999}}</style>";

/// A chart with axes; lines without points are left out.
pub fn chart(title: &str, lines: &[Series]) -> String {
    let (width, height) = SIZE;
    let [left, top, right, bottom] = MARGIN;
    let frame = PlotArea::new(
        lines,
        (left, top),
        (width - left - right, height - top - bottom),
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{0}\">{STYLE}<text x=\"{left}\" y=\"18\">{0}</text>",
        escape_html(title)
    );
    for value in ticks(frame.low.1, frame.high.1) {
        let y = frame.project((frame.low.0, value)).1;
        let _ = write!(
            svg,
            "<line class=\"g\" x1=\"{left}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            width - right,
            left - 6.0,
            y + 4.0,
            format_number(value)
        );
    }
    for value in ticks(frame.low.0, frame.high.0) {
        let x = frame.project((value, frame.low.1)).0;
        let _ = write!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            height - 10.0,
            format_number(value)
        );
    }
    // The legend has a row of its own, so that it has room on any screen.
    let mut x = left;
    for line in lines {
        let _ = write!(
            svg,
            "<text class=\"{}\" x=\"{x:.1}\" y=\"38\">{}</text>",
            line.class,
            escape_html(&line.label)
        );
        x += 7.5 * line.label.chars().count() as f64 + 14.0;
    }
    for line in lines {
        svg += &frame.path(line);
    }
    svg + "</svg>"
}

/// A line without axes, for a page with many of them.
pub fn sparkline(line: &Series) -> String {
    let (width, height) = SMALL;
    let lines = std::slice::from_ref(line);
    let frame = PlotArea::new(lines, (2.0, 3.0), (width - 4.0, height - 6.0));
    let zero = frame.project((frame.low.0, 0.0)).1;
    let mut svg = format!("<svg viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\">{STYLE}");
    if (0.0..=height).contains(&zero) {
        let _ = write!(
            svg,
            "<line class=\"g\" x1=\"0\" x2=\"{width}\" y1=\"{zero:.1}\" y2=\"{zero:.1}\"/>"
        );
    }
    svg + &frame.path(line) + "</svg>"
}

/// Text that is safe between tags and in quotes.
pub fn escape_html(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c => out.push(c),
        }
    }
    out
}

/// What is seen, and where on the picture.
struct PlotArea {
    low: (f64, f64),
    high: (f64, f64),
    corner: (f64, f64),
    size: (f64, f64),
}

impl PlotArea {
    fn new(lines: &[Series], corner: (f64, f64), size: (f64, f64)) -> PlotArea {
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for &(x, y) in lines.iter().flat_map(|line| &line.points) {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        if low.0 > high.0 {
            (low, high) = ((0.0, 0.0), (1.0, 1.0));
        }
        // A line that stands still has a picture, too.
        if high.0 - low.0 < 1e-9 {
            high.0 = low.0 + 1.0;
        }
        if high.1 - low.1 < 1e-9 {
            (low.1, high.1) = (low.1 - 0.5, high.1 + 0.5);
        }
        PlotArea {
            low,
            high,
            corner,
            size,
        }
    }

    fn project(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let across = (x - self.low.0) / (self.high.0 - self.low.0);
        let up = (y - self.low.1) / (self.high.1 - self.low.1);
        (
            self.corner.0 + across * self.size.0,
            self.corner.1 + (1.0 - up) * self.size.1,
        )
    }

    fn path(&self, line: &Series) -> String {
        let mut path = format!("<path class=\"{}\" d=\"", line.class);
        for (i, &point) in line.points.iter().enumerate() {
            let (x, y) = self.project(point);
            let _ = write!(path, "{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' });
        }
        path + "\"/>"
    }
}

/// Round numbers between two others, about five.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let raw = (high - low) / 5.0;
    let power = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|&step| step >= raw)
        .unwrap_or(raw);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|i| i as f64 * step).collect()
}

/// A number without a tail of zeros.
fn format_number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_string(),
        text => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[(f64, f64)]) -> Series {
        Series {
            label: "a <line>".to_string(),
            class: 'a',
            points: points.to_vec(),
        }
    }

    #[test]
    fn points_go_where_they_belong() {
        let frame = PlotArea::new(
            &[line(&[(0.0, -1.0), (10.0, 3.0)])],
            (50.0, 20.0),
            (100.0, 40.0),
        );
        assert_eq!(frame.project((0.0, -1.0)), (50.0, 60.0));
        assert_eq!(frame.project((10.0, 3.0)), (150.0, 20.0));
        assert_eq!(frame.project((5.0, 1.0)), (100.0, 40.0));
    }

    #[test]
    fn odd_lines_have_a_picture() {
        for points in [&[][..], &[(0.0, 2.0)], &[(0.0, 2.0), (1.0, 2.0)]] {
            let svg = chart("t", &[line(points)]) + &sparkline(&line(points));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert!(svg.contains("a &lt;line&gt;"), "{svg}");
        }
    }

    #[test]
    fn ticks_are_round() {
        let texts = |low, high| -> Vec<String> {
            ticks(low, high).into_iter().map(format_number).collect()
        };
        assert_eq!(texts(0.0, 10.0), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(texts(-0.13, 0.11), ["-0.1", "-0.05", "0", "0.05", "0.1"]);
        assert_eq!(texts(3.0, 4.0), ["3", "3.2", "3.4", "3.6", "3.8", "4"]);
    }
}
