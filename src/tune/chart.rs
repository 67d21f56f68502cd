//! Line charts over generations as SVG, for the page of a run and for use outside of it.
//!
//! Each chart contains its own style, light and dark. It is as wide as its container, but its text
//! keeps its size in pixels: positions are percentages, and only the lines are stretched.

use landfall_replay::page::escape_html;
use std::fmt::Write;

/// One line of a chart.
pub struct Series {
    /// Its name in the legend.
    pub label: String,
    /// Its class in the style: `a`, `b` or `c`.
    pub class: char,
    /// Its points: generation and value.
    pub points: Vec<(f64, f64)>,
}

/// The titles of a chart and its axes.
pub struct Titles<'a> {
    /// The title of the chart.
    pub chart: &'a str,
    /// The title of the horizontal axis.
    pub x: &'a str,
    /// The title of the vertical axis, with the unit.
    pub y: &'a str,
}

/// Height of a chart in pixels.
const HEIGHT: f64 = 300.0;

/// Pixels around the plot for titles, legend and numbers: left, top, right, bottom.
const MARGIN: [f64; 4] = [64.0, 52.0, 16.0, 46.0];

/// The side of the square in which the lines are drawn before they are stretched to the plot.
const PLOT_UNITS: f64 = 1000.0;

/// Width and height of a sparkline, in its own units.
const SPARKLINE: (f64, f64) = (160.0, 48.0);

/// The style, with colors for the reader's choice of light or dark.
const STYLE: &str = "<style>text{font:12px system-ui,sans-serif;fill:#333}\
.t{font-size:14px;font-weight:600}.g{stroke:#8884;stroke-width:1}\
path{fill:none;stroke-width:1.6;stroke-linejoin:round;vector-effect:non-scaling-stroke}\
path.a{stroke:#0b62c4}path.b{stroke:#c4560b}path.c{stroke:#888}\
tspan.a{fill:#0b62c4}tspan.b{fill:#c4560b}tspan.c{fill:#777}\
@media(prefers-color-scheme:dark){text{fill:#ccc}\
path.a{stroke:#6db3ff}path.b{stroke:#ffa866}\
tspan.a{fill:#6db3ff}tspan.b{fill:#ffa866}tspan.c{fill:#999}}</style>";

/// Returns a chart with axes. Series without points appear only in the legend.
pub fn chart(titles: &Titles, series: &[Series]) -> String {
    let [left, top, right, bottom] = MARGIN;
    let plot_height = HEIGHT - top - bottom;
    let percent = PlotArea::new(series, (0.0, 0.0), (100.0, 100.0));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" height=\"{HEIGHT}\" \
         style=\"width:calc(100% - {4}px);margin:0 {right}px 0 {left}px;overflow:visible\" role=\"img\" aria-label=\"{0}\">{STYLE}\
         <text class=\"t\" y=\"18\">{0}</text>{1}\
         <text transform=\"translate({5} {2}) rotate(-90)\" text-anchor=\"middle\">{3}</text>\
         <svg width=\"100%\" y=\"{top}\" height=\"{plot_height}\" overflow=\"visible\">",
        escape_html(titles.chart),
        legend(series),
        top + plot_height / 2.0,
        escape_html(titles.y),
        left + right,
        14.0 - left,
    );
    for value in ticks(percent.low.1, percent.high.1, 0.0) {
        let y = percent.project((percent.low.0, value)).1;
        let _ = write!(
            svg,
            "<line class=\"g\" x2=\"100%\" y1=\"{y:.2}%\" y2=\"{y:.2}%\"/>\
             <text x=\"-6\" y=\"{y:.2}%\" dy=\"4\" text-anchor=\"end\">{}</text>",
            format_number(value)
        );
    }
    // Generations are whole numbers.
    for value in ticks(percent.low.0, percent.high.0, 1.0) {
        let x = percent.project((value, percent.low.1)).0;
        let _ = write!(
            svg,
            "<text x=\"{x:.2}%\" y=\"100%\" dy=\"17\" text-anchor=\"middle\">{}</text>",
            format_number(value)
        );
    }
    let _ = write!(
        svg,
        "<text x=\"50%\" y=\"100%\" dy=\"38\" text-anchor=\"middle\">{}</text>\
         <svg width=\"100%\" height=\"100%\" viewBox=\"0 0 {PLOT_UNITS} {PLOT_UNITS}\" \
         preserveAspectRatio=\"none\" overflow=\"visible\">",
        escape_html(titles.x)
    );
    let lines = PlotArea::new(series, (0.0, 0.0), (PLOT_UNITS, PLOT_UNITS));
    for line in series {
        svg += &lines.path(line);
    }
    svg + "</svg></svg></svg>"
}

/// Draws the names of the series in their colors, in a row below the title.
fn legend(series: &[Series]) -> String {
    let mut text = String::from("<text y=\"38\">");
    for (number, line) in series.iter().enumerate() {
        let gap = if number == 0 { 0 } else { 16 };
        let _ = write!(
            text,
            "<tspan class=\"{}\" dx=\"{gap}\">{}</tspan>",
            line.class,
            escape_html(&line.label)
        );
    }
    text + "</text>"
}

/// Returns a line without axes, for a page with many of them.
pub fn sparkline(series: &Series) -> String {
    let (width, height) = SPARKLINE;
    let area = PlotArea::new(
        std::slice::from_ref(series),
        (2.0, 3.0),
        (width - 4.0, height - 6.0),
    );
    let zero = area.project((area.low.0, 0.0)).1;
    let mut svg = format!("<svg viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\">{STYLE}");
    if (0.0..=height).contains(&zero) {
        let _ = write!(
            svg,
            "<line class=\"g\" x1=\"0\" x2=\"{width}\" y1=\"{zero:.1}\" y2=\"{zero:.1}\"/>"
        );
    }
    svg + &area.path(series) + "</svg>"
}

/// The range of the points, and the rectangle that they are drawn in.
struct PlotArea {
    low: (f64, f64),
    high: (f64, f64),
    corner: (f64, f64),
    size: (f64, f64),
}

impl PlotArea {
    /// Returns the area whose range contains all points of the series.
    fn new(series: &[Series], corner: (f64, f64), size: (f64, f64)) -> PlotArea {
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for &(x, y) in series.iter().flat_map(|line| &line.points) {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        if low.0 > high.0 {
            (low, high) = ((0.0, 0.0), (1.0, 1.0));
        }
        // A range without length would cause a division by zero.
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

    /// Returns the position of a point in the picture.
    fn project(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let x_share = (x - self.low.0) / (self.high.0 - self.low.0);
        let y_share = (y - self.low.1) / (self.high.1 - self.low.1);
        (
            self.corner.0 + x_share * self.size.0,
            self.corner.1 + (1.0 - y_share) * self.size.1,
        )
    }

    fn path(&self, series: &Series) -> String {
        let mut path = format!("<path class=\"{}\" d=\"", series.class);
        for (i, &point) in series.points.iter().enumerate() {
            let (x, y) = self.project(point);
            let _ = write!(path, "{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' });
        }
        path + "\"/>"
    }
}

/// Returns about five round numbers from `low` to `high`, at least `min_step` apart.
fn ticks(low: f64, high: f64, min_step: f64) -> Vec<f64> {
    let raw = ((high - low) / 5.0).max(min_step);
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

/// Formats a number with at most three decimals and without trailing zeros.
fn format_number(value: f64) -> String {
    let text = format!("{value:.3}");
    match text.trim_end_matches('0').trim_end_matches('.') {
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
    fn points_are_projected_into_the_rectangle() {
        let area = PlotArea::new(
            &[line(&[(0.0, -1.0), (10.0, 3.0)])],
            (50.0, 20.0),
            (100.0, 40.0),
        );
        assert_eq!(area.project((0.0, -1.0)), (50.0, 60.0));
        assert_eq!(area.project((10.0, 3.0)), (150.0, 20.0));
        assert_eq!(area.project((5.0, 1.0)), (100.0, 40.0));
    }

    #[test]
    fn series_without_a_range_are_drawn() {
        for points in [&[][..], &[(0.0, 2.0)], &[(0.0, 2.0), (1.0, 2.0)]] {
            let titles = Titles {
                chart: "t",
                x: "x",
                y: "y",
            };
            let svg = chart(&titles, &[line(points)]) + &sparkline(&line(points));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert!(svg.contains("a &lt;line&gt;"), "{svg}");
        }
    }

    /// The content of a `viewBox` is stretched with the chart.
    #[test]
    fn text_is_not_stretched_and_axes_have_titles() {
        let titles = Titles {
            chart: "Search",
            x: "generation",
            y: "step length",
        };
        let svg = chart(&titles, &[line(&[(0.0, 0.0), (1.0, 2.0)])]);
        let (_, stretched) = svg.split_once("viewBox").expect("the lines");
        assert!(!stretched.contains("<text"), "{svg}");
        assert!(!svg[..60].contains("viewBox"), "{svg}");
        for title in ["Search", "generation", "step length"] {
            assert!(svg.contains(&format!(">{title}</text>")), "{title}: {svg}");
        }
    }

    #[test]
    fn ticks_are_round() {
        let texts = |low, high, min_step| -> Vec<String> {
            ticks(low, high, min_step)
                .into_iter()
                .map(format_number)
                .collect()
        };
        assert_eq!(texts(0.0, 10.0, 0.0), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(
            texts(-0.13, 0.11, 0.0),
            ["-0.1", "-0.05", "0", "0.05", "0.1"]
        );
        assert_eq!(texts(3.0, 4.0, 0.0), ["3", "3.2", "3.4", "3.6", "3.8", "4"]);
        assert_eq!(texts(0.0, 2.0, 1.0), ["0", "1", "2"]);
    }
}
