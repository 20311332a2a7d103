//! Charts as SVG, in the colours of the page. Values are drawn with their intervals.

use super::figure::Figure;
use crate::paper::escape;
use std::fmt::Write;

/// Sizes in units of the drawing, which the page scales.
const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 46.0;
const BOTTOM: f64 = 30.0;
const TOP: f64 = 10.0;
const RIGHT: f64 = 8.0;

/// What is drawn of one subject: the class of its colour, and its points.
pub struct Series<'a> {
    /// 0 or 1.
    pub colour: usize,
    /// One for each label; with an interval.
    pub points: &'a [Option<Figure>],
}

/// Vertical axis.
#[derive(Clone, Copy)]
pub struct Axis {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Whether values are shares, written in per cent.
    pub percent: bool,
}

impl Axis {
    /// From 0 to 100 %.
    pub const SHARES: Axis = Axis { low: 0.0, high: 1.0, percent: true };

    /// From 0 to the largest of these, and a little more.
    pub fn up_to(values: impl Iterator<Item = f64>) -> Axis {
        let most = values.fold(1.0, f64::max);
        let step = nice(most / 4.0);
        Axis { low: 0.0, high: (most / step).ceil() * step, percent: false }
    }

    fn y(&self, value: f64) -> f64 {
        let share = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        TOP + (1.0 - share) * (HEIGHT - TOP - BOTTOM)
    }

    fn label(&self, value: f64) -> String {
        match self.percent {
            true => format!("{:.0} %", 100.0 * value),
            false if self.high < 3.0 => format!("{value:.1}"),
            false => format!("{value:.0}"),
        }
    }

    fn frame(&self, svg: &mut String) {
        for line in 0..=4 {
            let value = self.low + (self.high - self.low) * f64::from(line) / 4.0;
            let y = self.y(value);
            let _ = write!(
                svg,
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{}\"/><text class=\"tick end\" x=\"{}\" y=\"{y:.1}\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                self.label(value)
            );
        }
    }
}

/// 1, 2 or 5 times a power of ten, at least the value.
fn nice(value: f64) -> f64 {
    let power = 10f64.powf(value.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|&step| step >= value).unwrap_or(10.0 * power)
}

fn svg(title: &str, content: &str) -> String {
    format!(
        "<figure class=\"chart\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{0}\">{content}</svg>\
         <figcaption>{0}</figcaption></figure>\n",
        escape(title)
    )
}

fn x_of(place: usize, count: usize) -> f64 {
    LEFT + (WIDTH - LEFT - RIGHT) * (place as f64 + 0.5) / count as f64
}

/// Points with their intervals, joined by lines. Nothing where none of them is known.
pub fn points(title: &str, labels: &[String], axis: Axis, series: &[Series]) -> String {
    if series.iter().all(|one| one.points.iter().all(Option::is_none)) {
        return String::new();
    }
    let mut content = String::new();
    axis.frame(&mut content);
    for (place, label) in labels.iter().enumerate() {
        let _ = write!(
            content,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{}\">{}</text>",
            x_of(place, labels.len()),
            HEIGHT - BOTTOM + 16.0,
            escape(label)
        );
    }
    for Series { colour, points } in series {
        // Beside each other, so that intervals do not hide one another.
        let shift = if series.len() > 1 { 8.0 * (*colour as f64 - 0.5) } else { 0.0 };
        let mut line = String::new();
        for (place, point) in points.iter().enumerate() {
            let Some(Figure { value, low, high, .. }) = point else { continue };
            let (x, y) = (x_of(place, labels.len()) + shift, axis.y(*value));
            let _ = write!(line, "{}{x:.1} {y:.1}", if line.is_empty() { 'M' } else { 'L' });
            let _ = write!(
                content,
                "<path class=\"error s{colour}\" d=\"M{x:.1} {:.1}V{:.1}\"/><circle class=\"point s{colour}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>",
                axis.y(*low),
                axis.y(*high)
            );
        }
        let _ = write!(content, "<path class=\"line s{colour}\" d=\"{line}\"/>");
    }
    svg(title, &content)
}

/// A curve over moves.
pub fn curve(title: &str, axis: Axis, series: &[(usize, &[f64])]) -> String {
    let mut content = String::new();
    axis.frame(&mut content);
    let most = series.iter().map(|(_, values)| values.len()).max().unwrap_or(0).max(2);
    ticks(&mut content, most);
    for (colour, values) in series {
        let mut line = String::new();
        for (place, &value) in values.iter().enumerate() {
            let x = LEFT + (WIDTH - LEFT - RIGHT) * place as f64 / (most - 1) as f64;
            let _ = write!(line, "{}{x:.1} {:.1}", if place == 0 { 'M' } else { 'L' }, axis.y(value));
        }
        let _ = write!(content, "<path class=\"line s{colour}\" d=\"{line}\"/>");
    }
    svg(title, &content)
}

/// How often values occur, in at most 24 equal classes.
pub fn histogram(title: &str, series: &[(usize, &[usize])]) -> String {
    let most = series.iter().flat_map(|(_, values)| values.iter()).max().copied().unwrap_or(0) + 1;
    let width = (most as f64 / 24.0).ceil().max(1.0) as usize;
    let classes = most.div_ceil(width);
    let shares = |values: &[usize]| {
        let mut counts = vec![0usize; classes];
        values.iter().for_each(|value| counts[value / width] += 1);
        Vec::from_iter(counts.iter().map(|&count| count as f64 / values.len().max(1) as f64))
    };
    let shares: Vec<(usize, Vec<f64>)> = series.iter().map(|(colour, values)| (*colour, shares(values))).collect();
    let tallest = shares.iter().flat_map(|(_, shares)| shares.iter().copied()).fold(0.01, f64::max);
    let step = nice(tallest / 4.0);
    let axis = Axis { low: 0.0, high: (tallest / step).ceil() * step, percent: true };
    let mut content = String::new();
    axis.frame(&mut content);
    ticks(&mut content, classes * width);
    let bar = (WIDTH - LEFT - RIGHT) / classes as f64;
    for (colour, shares) in &shares {
        let part = bar / series.len() as f64;
        for (place, &share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let x = LEFT + bar * place as f64 + part * (colour % series.len()) as f64;
            let y = axis.y(share);
            let _ = write!(
                content,
                "<rect class=\"bar s{colour}\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                x + 0.5,
                (part - 1.0).max(0.5),
                axis.y(0.0) - y
            );
        }
    }
    svg(title, &content)
}

/// Numbers of moves below the horizontal axis.
fn ticks(content: &mut String, most: usize) {
    let step = nice(most as f64 / 6.0).max(1.0) as usize;
    for at in (0..most).step_by(step) {
        let x = LEFT + (WIDTH - LEFT - RIGHT) * at as f64 / most as f64;
        let _ = write!(content, "<text class=\"tick\" x=\"{x:.1}\" y=\"{}\">{at}</text>", HEIGHT - BOTTOM + 16.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (value, step) in [(0.3, 0.5), (1.0, 1.0), (1.1, 2.0), (24.0, 50.0), (70.0, 100.0)] {
            assert!((nice(value) - step).abs() < 1e-9, "{value}: {}", nice(value));
        }
        let axis = Axis::up_to([3.0, 130.0].into_iter());
        assert_eq!((axis.low, axis.high), (0.0, 150.0));
    }

    #[test]
    fn what_is_drawn_lies_within_the_chart() {
        let figure = |value| Some(Figure { value, low: value - 0.2, high: value + 0.2, count: 9 });
        let labels = ["a<b".to_owned(), "c".to_owned()];
        let chart = points("t", &labels, Axis::SHARES, &[Series { colour: 0, points: &[figure(0.0), figure(1.0)] }]);
        assert!(chart.contains("a&lt;b") && chart.matches("<circle").count() == 2);
        assert!(chart.contains("cy=\"10.0\"") && chart.contains(&format!("cy=\"{:.1}\"", HEIGHT - BOTTOM)));
        let bars = histogram("t", &[(0, &[1, 1, 2, 700])]);
        assert_eq!(bars.matches("<rect").count(), 2);
        assert!(!curve("t", Axis::SHARES, &[(0, &[])]).contains("NaN"));
    }
}
