//! A scene drawn with characters: a few columns a cell, a line a row.
//!
//! ```text
//! nim(3) ●●●
//! nim(5) ●●●●●
//! nim(7) ●●●●● ●●
//! ```

use grundy::game::drawing::{Form, Part};
use grundy::scene::{Scene, Way};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr};

use crate::terminal::mask;

/// How a character is set off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Look {
    /// A thing on the board.
    #[default]
    Plain,
    /// Squares, lines, labels.
    Faint,
    /// A token.
    Strong,
    /// What the move would take.
    Ghost,
}

/// One character of the drawing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Letter {
    /// `'\0'`: nothing, for the second half of a wide character.
    pub(crate) sign: char,
    pub(crate) look: Look,
    /// The part that it belongs to, by its place in the scene.
    pub(crate) part: Option<usize>,
}

const BLANK: Letter = Letter { sign: ' ', look: Look::Plain, part: None };

/// A drawing, and where each part stands in it.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    pub(crate) lines: Vec<Vec<Letter>>,
    /// Line and column of each part of the scene.
    pub(crate) spots: Vec<(usize, usize)>,
}

impl Drawing {
    /// The drawing as lines of text.
    pub(crate) fn text(&self) -> Vec<String> {
        let line = |letters: &Vec<Letter>| {
            let text: String = letters.iter().map(|letter| letter.sign).filter(|sign| *sign != '\0').collect();
            text.trim_end().to_owned()
        };
        self.lines.iter().map(line).collect()
    }

    /// The part at or near this place that `wanted` allows.
    pub(crate) fn near(&self, line: usize, column: usize, wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let distance = |part: &usize| {
            let (y, x) = self.spots[*part];
            y.abs_diff(line) * 4 + x.abs_diff(column)
        };
        (0..self.spots.len()).filter(|part| wanted(*part)).min_by_key(distance).filter(|part| distance(part) <= 4)
    }

    fn put(&mut self, line: usize, column: usize, text: &str, look: Look, part: Option<usize>) {
        if self.lines.len() <= line {
            self.lines.resize(line + 1, Vec::new());
        }
        let row = &mut self.lines[line];
        let mut at = column;
        for sign in text.chars() {
            let wide = sign.width().unwrap_or(0);
            if wide == 0 {
                continue;
            }
            if row.len() < at + wide {
                row.resize(at + wide, BLANK);
            }
            row[at] = Letter { sign, look, part };
            if wide == 2 {
                row[at + 1] = Letter { sign: '\0', look, part };
            }
            at += wide;
        }
    }
}

/// Turns cells into lines and columns.
struct Scale {
    across: f64,
    left: usize,
    /// Where the names of components end: before the numbers of rows.
    names: usize,
    top: f64,
    /// The heights at which things stand, where a line is made of each; none for pictures with vertices.
    rows: Vec<f64>,
    down: f64,
}

impl Scale {
    fn of(scene: &Scene, width: usize) -> Scale {
        let parts = &scene.parts;
        let vertices = parts.iter().any(|part| part.form == Form::Node);
        let widest = |tone: &str| {
            let labels = parts.iter().filter(|part| part.form == Form::Text && part.tone == Some(tone));
            labels.filter_map(|part| part.text.as_deref()).map(|text| text.width().min(20) + 1).max().unwrap_or(0)
        };
        let names = widest("label");
        let left = names + widest("row");
        let things = parts.iter().filter(|part| part.form != Form::Text);
        let ends = things.flat_map(|part| [Some(part.at), part.to]).flatten();
        let right = ends.map(|at| at[0]).fold(0.0, f64::max);
        let choices: &[f64] = if vertices { &[4.0, 3.0, 2.0, 1.0] } else { &[2.0, 1.0] };
        let fits = |across: &&f64| left as f64 + right * **across + 2.0 <= width as f64;
        let across = choices.iter().find(fits).copied().unwrap_or(1.0);
        let mut rows: Vec<f64> = Vec::new();
        if !vertices {
            rows = parts.iter().map(|part| part.at[1]).collect();
            rows.sort_by(f64::total_cmp);
            rows.dedup_by(|a, b| (*a - *b).abs() < 0.05);
        }
        Scale { across, left, names, top: scene.bounds[1], rows, down: 1.25 }
    }

    fn spot(&self, [x, y]: [f64; 2]) -> (usize, usize) {
        let line = match self.rows.is_empty() {
            true => ((y - self.top - 0.5) * self.down).round().max(0.0) as usize,
            false => self.rows.iter().position(|row| (row - y).abs() < 0.05).unwrap_or(0),
        };
        (line, self.left + ((x - 0.5) * self.across).round().max(0.0) as usize)
    }
}

/// Draws a scene at most so many columns wide where that is possible; `ghost` is the way whose changes are shown.
pub(crate) fn draw(scene: &Scene, width: usize, ghost: Option<usize>) -> Drawing {
    let scale = Scale::of(scene, width);
    let mut drawing = Drawing { lines: Vec::new(), spots: vec![(0, 0); scene.parts.len()] };
    let press = ghost.and_then(|way| scene.moves.get(way)).map(|way| &way.press);
    let goes = |part: &Part| press.is_some_and(|press| press.takes.contains(&part.id));
    let lines = |part: &Part| matches!(part.form, Form::Arc | Form::Stroke | Form::Ground);
    // lines lie below everything else
    for (at, part) in scene.parts.iter().enumerate().filter(|(_, part)| lines(part)) {
        let Some(to) = part.to else { continue };
        drawing.spots[at] = line(&mut drawing, &scale, part, to, at, goes(part));
    }
    for (at, part) in scene.parts.iter().enumerate().filter(|(_, part)| !lines(part)) {
        drawing.spots[at] = one(&mut drawing, &scale, scene, part, Some(at), goes(part));
    }
    for part in press.into_iter().flat_map(|press| &press.puts) {
        let (y, x) = scale.spot(part.at);
        let free = drawing.lines.get(y).and_then(|row| row.get(x)).is_none_or(|l| matches!(l.sign, ' ' | '·' | '◌'));
        if free && !lines(part) {
            drawing.put(y, x, "◌", Look::Ghost, None);
        }
    }
    drawing
}

/// The drawing as lines of text; below each line a mark for every part that the move presses.
pub(crate) fn marked(scene: &Scene, width: usize, way: Option<&Way>) -> Vec<String> {
    let drawing = draw(scene, width, None);
    let pressed = |part: usize| way.is_some_and(|way| way.press.press.contains(&scene.parts[part].id));
    let spots: Vec<(usize, usize)> =
        (0..scene.parts.len()).filter(|&part| pressed(part)).map(|part| drawing.spots[part]).collect();
    let mut lines = Vec::new();
    for (at, text) in drawing.text().into_iter().enumerate() {
        lines.push(text);
        let columns: Vec<usize> = spots.iter().filter(|(line, _)| *line == at).map(|(_, column)| *column).collect();
        if let Some(last) = columns.iter().max() {
            lines.push((0..=*last).map(|column| if columns.contains(&column) { '▲' } else { ' ' }).collect());
        }
    }
    lines
}

/// Draws one part; gives where it stands.
fn one(
    drawing: &mut Drawing,
    scale: &Scale,
    scene: &Scene,
    part: &Part,
    at: Option<usize>,
    goes: bool,
) -> (usize, usize) {
    let (y, mut x) = scale.spot(part.at);
    let text = part.text.as_deref().map(mask);
    let mut y = y;
    let (sign, look) = match (part.form, part.tone) {
        (Form::Stone | Form::Pin | Form::Coin | Form::Token, _) if goes => ("◌".to_owned(), Look::Ghost),
        (Form::Stone, Some("o")) => ("○".to_owned(), Look::Plain),
        (Form::Stone, _) => ("●".to_owned(), Look::Plain),
        (Form::Pin, _) => ("▮".to_owned(), Look::Plain),
        (Form::Coin, Some("tails")) => ("T".to_owned(), Look::Faint),
        (Form::Coin, _) => ("H".to_owned(), Look::Strong),
        (Form::Cell, Some("blocked")) => ("▒".to_owned(), Look::Faint),
        (Form::Cell, _) if goes => ("◌".to_owned(), Look::Ghost),
        (Form::Cell, _) => (text.unwrap_or_else(|| "·".to_owned()), Look::Plain),
        (Form::Gap, _) => {
            x = x.saturating_sub(0);
            ("┊".to_owned(), Look::Faint)
        }
        (Form::Node, tone) => {
            let look = if tone == Some("visited") || goes { Look::Faint } else { Look::Plain };
            (text.unwrap_or_default(), look)
        }
        (Form::Token, _) => {
            // beside the vertex that it stands on
            let near = |p: &&Part| {
                p.form == Form::Node && (p.at[0] - part.at[0]).abs() < 1.0 && (p.at[1] - part.at[1]).abs() < 0.6
            };
            if let Some(node) = scene.parts.iter().find(near) {
                let (row, column) = scale.spot(node.at);
                let beside = ((part.at[0] - node.at[0]) / 0.3).round().max(0.0) as usize;
                let name = node.text.as_deref().map_or(1, UnicodeWidthStr::width);
                (y, x) = (row, column + name + beside);
            }
            (text.unwrap_or_else(|| "◉".to_owned()), Look::Strong)
        }
        (Form::Bar, _) => (format!("▬ {} ▬", text.unwrap_or_default()), Look::Faint),
        (Form::Domino, _) => ("▒".to_owned(), Look::Plain),
        (Form::Joint, _) => ("•".to_owned(), Look::Plain),
        (Form::Text, Some("label")) => {
            let mut text = text.unwrap_or_default();
            if text.width() > 20 {
                text = text.chars().take(19).chain(['…']).collect();
            }
            x = scale.names.saturating_sub(text.width() + 1);
            (text, Look::Faint)
        }
        (Form::Text, Some("row")) => {
            let text = text.unwrap_or_default();
            x = scale.left.saturating_sub(text.width() + 1);
            (text, Look::Faint)
        }
        (Form::Text, Some("column")) => {
            // where numbers would touch, every second one is left out
            let touched = x > 0 && drawing.lines.get(y).and_then(|row| row.get(x - 1)).is_some_and(|l| l.sign != ' ');
            (if touched { String::new() } else { text.unwrap_or_default() }, Look::Faint)
        }
        (_, _) => (text.unwrap_or_default(), Look::Plain),
    };
    drawing.put(y, x, &sign, look, at);
    (y, x)
}

/// A line of strokes between two ends, with a head where it is an arc; gives its middle.
fn line(drawing: &mut Drawing, scale: &Scale, part: &Part, to: [f64; 2], at: usize, goes: bool) -> (usize, usize) {
    let ((y1, x1), (y2, x2)) = (scale.spot(part.at), scale.spot(to));
    let (dx, dy) = (x2 as f64 - x1 as f64, y2 as f64 - y1 as f64);
    let steps = dx.abs().max(dy.abs() * 2.0).max(1.0);
    let sign = match (dx.abs() < 1.0, dy.abs() < 1.0) {
        (_, true) => "─",
        (true, _) => "│",
        _ if (dx > 0.0) == (dy > 0.0) => "╲",
        _ => "╱",
    };
    let look = if goes { Look::Ghost } else { Look::Faint };
    let point = |k: f64| ((y1 as f64 + dy * k / steps).round() as usize, (x1 as f64 + dx * k / steps).round() as usize);
    let last = steps - 1.0;
    for k in 1..steps as usize {
        let (y, x) = point(k as f64);
        let head = part.form == Form::Arc && (k as f64 - (last - 1.0)).abs() < 1.0;
        let sign = match (head, dx.abs() >= dy.abs()) {
            (false, _) => sign,
            (true, true) => {
                if dx > 0.0 {
                    "▸"
                } else {
                    "◂"
                }
            }
            (true, false) => {
                if dy > 0.0 {
                    "▾"
                } else {
                    "▴"
                }
            }
        };
        drawing.put(y, x, sign, look, Some(at));
    }
    point((steps / 2.0).floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(position: &str) -> String {
        let position: grundy::Position = position.parse().unwrap();
        draw(&position.scene().unwrap().result, 80, None).text().join("\n")
    }

    #[test]
    fn boards_are_drawn_with_characters() {
        assert_eq!(text("nim(3, 5, 7)"), "nim(3) ● ● ●\nnim(5) ● ● ● ● ●\nnim(7) ● ● ● ● ●  ● ●");
        assert_eq!(text("chomp(\"2x3\")"), "  1 2 3\n1 · · ·\n2 · · ·");
        assert_eq!(text("wythoff(1, 2)"), "  0 1 2\n0 · · ·\n1 · · ◉");
        assert_eq!(text("turtles(\"HTT\")"), "H T T");
        assert_eq!(text("silverdollar(0, 2, 5)"), "0 1 2 3 4 5\n◉ · ◉ · · ◉");
        assert_eq!(text("silverdollar[dollar](1, 4)"), "0 1 2 3 4\n∪ ◉ · · $");
        assert!(text("nimble(12)").starts_with("0 1 2 3 4 5 6 7 8 9 10  12\n· · "), "{}", text("nimble(12)"));
        let scene = "turtles(\"HTTH\")".parse::<grundy::Position>().unwrap().scene().unwrap().result;
        let way = scene.moves.iter().find(|way| way.mv.wins());
        assert_eq!(marked(&scene, 80, way), ["H T T H", "▲     ▲"]);
        // the ground is the lowest line, and the bush stands on it
        let bush = text("hackenbush(\"edges:0-1,1-2,1-3,3-4,4-1\")");
        let lines: Vec<&str> = bush.lines().collect();
        assert!(lines[0].starts_with('2') && lines[0].contains('3') && lines[0].contains('4'), "{bush}");
        assert_eq!(lines.iter().position(|line| line.contains('1')), Some(2), "{bush}");
        assert!(lines.len() == 5 && lines[4].contains("─0─"), "{bush}");
        // a gap among pins would be a pin that is gone
        assert_eq!(text("kayles(7)"), "▮ ▮ ▮ ▮ ▮ ▮ ▮\n        5");
        assert_eq!(text("kayles(4)"), "▮ ▮ ▮ ▮");
        assert!(text("nodekayles(\"path:3\")").starts_with("0─"), "{}", text("nodekayles(\"path:3\")"));
    }
}
