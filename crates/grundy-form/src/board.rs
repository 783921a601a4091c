//! The drawing of a position as a picture, with a winning move marked: a row of coins with those to turn, a strip, a board.
//!
//! ```text
//! H   T   T   H      mockturtles("HTTH"), the coins of the move under a bar of their own
//! ▔           ▔
//! ```
//!
//! What to draw comes from [`grundy::scene`]; nothing is known of any game here. [`tikz`] draws the same for LaTeX.
//!
//! Cost: one shape a part.

pub mod tikz;

use std::io::{self, Write};

use grundy::game::drawing::{Form, Part};
use grundy::scene::{Scene, Way};

use crate::explanation::Spoken;
use crate::markup::{escape, short};
use crate::sheet;

/// Width and height of a cell.
const CELL: f64 = 34.0;
const MARGIN: f64 = 30.0;
const TOP: f64 = 66.0;
/// So wide is the heading at least.
const HEADING: f64 = 420.0;

const STYLE: &str = ".grundy-board{--face:#ffffff;--fill:#4a6fa5;--faded:#e4e4e0;--mark:#b34700}
@media (prefers-color-scheme:dark){.grundy-board{--face:#26282b;--fill:#86a8d8;--faded:#34373b;--mark:#ffa666}}
.grundy-board text{font-size:14px}.grundy-board .c{text-anchor:middle}.grundy-board .r{text-anchor:end}
.grundy-board .x{fill:var(--face);stroke:var(--edge)}.grundy-board .d{fill:var(--fill);stroke:var(--fill)}
.grundy-board .q{fill:var(--faded);stroke:var(--edge)}.grundy-board .l{fill:none;stroke:var(--edge);stroke-width:2}
.grundy-board .m{fill:none;stroke:var(--mark);stroke-width:3}";

/// The first way to press a winning move.
#[must_use]
pub fn winning(scene: &Scene) -> Option<&Way> {
    scene.moves.iter().find(|way| way.mv.wins())
}

/// What is said of the move that is marked.
#[must_use]
pub fn below(way: &Way, spoken: Spoken) -> String {
    format!("{}{}", spoken.say("marked: the move to ", "标出的走法：走到 "), way.mv.to)
}

/// Draws the parts, and marks those that the move presses. Without a line to be said below the title there is no heading: a page has
/// its own.
///
/// # Errors
/// What writing to `out` failed with.
pub fn svg(
    out: &mut dyn Write,
    title: &str,
    scene: &Scene,
    marked: Option<&Way>,
    below: Option<&str>,
) -> io::Result<()> {
    let [left, top, width, height] = scene.bounds;
    let (head, least) = if below.is_some() { (TOP, HEADING) } else { (MARGIN, 0.0) };
    let size = [(width * CELL + 2.0 * MARGIN).max(least), height * CELL + head + MARGIN];
    sheet::open(out, "grundy-board", size, title, STYLE)?;
    match below {
        Some(below) => sheet::heading(out, MARGIN, title, below)?,
        None => sheet::paper(out)?,
    }
    let spot = |[x, y]: [f64; 2]| [MARGIN + (x - left) * CELL, head + (y - top) * CELL];
    for part in in_order(scene) {
        one(out, part, spot(part.at), part.to.map(spot))?;
    }
    for middle in pressed(scene, marked) {
        let [x, y] = spot(middle);
        let (x, y, side) = (x - CELL / 2.0 + 1.0, y - CELL / 2.0 + 1.0, short(CELL - 2.0));
        let (x, y) = (short(x), short(y));
        writeln!(out, "<rect class=\"m\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"6\"/>")?;
    }
    writeln!(out, "</svg>")
}

/// The parts, lines before what stands on them.
fn in_order(scene: &Scene) -> impl Iterator<Item = &Part> {
    let is_line = |part: &&Part| matches!(part.form, Form::Arc | Form::Stroke | Form::Ground);
    scene.parts.iter().filter(is_line).chain(scene.parts.iter().filter(move |part| !is_line(part)))
}

/// The middles of the parts that the move presses.
fn pressed<'a>(scene: &'a Scene, marked: Option<&'a Way>) -> impl Iterator<Item = [f64; 2]> + 'a {
    let is_pressed = move |part: &&Part| marked.is_some_and(|way| way.press.press.contains(&part.id));
    let middle = |part: &Part| part.to.map_or(part.at, |to| [(part.at[0] + to[0]) / 2.0, (part.at[1] + to[1]) / 2.0]);
    scene.parts.iter().filter(is_pressed).map(middle)
}

fn one(out: &mut dyn Write, part: &Part, at: [f64; 2], to: Option<[f64; 2]>) -> io::Result<()> {
    let [x, y] = at.map(short);
    let class = match (part.form, part.tone) {
        (Form::Stone, Some("o")) | (Form::Coin | Form::Node, _) | (Form::Cell, None) => "x",
        (Form::Cell, _) => "q",
        _ => "d",
    };
    match (part.form, to) {
        (Form::Arc | Form::Stroke | Form::Ground | Form::Bar | Form::Domino, Some(to)) => {
            let to = to.map(short);
            writeln!(out, "<path class=\"l\" d=\"M{x} {y}L{} {}\"/>", to[0], to[1])?;
        }
        (Form::Cell, _) => {
            let [left, top] = at.map(|middle| short(middle - CELL / 2.0));
            writeln!(out, "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\"/>")?;
        }
        (Form::Pin, _) => {
            let (left, top) = (short(at[0] - 5.0), short(at[1] - 13.0));
            writeln!(out, "<rect class=\"d\" x=\"{left}\" y=\"{top}\" width=\"10\" height=\"26\" rx=\"5\"/>")?;
        }
        (Form::Stone | Form::Coin | Form::Token | Form::Node | Form::Joint, _) => {
            let radius = match part.form {
                Form::Joint => 3,
                Form::Token if part.text.is_none() => 9,
                _ => 13,
            };
            let class = if part.form == Form::Token && part.text.is_some() { "x" } else { class };
            writeln!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")?;
        }
        _ => {}
    }
    let Some(text) = &part.text else { return Ok(()) };
    let anchor = if matches!(part.tone, Some("label" | "row")) { "r" } else { "c" };
    writeln!(out, "<text class=\"{anchor}\" x=\"{x}\" y=\"{}\">{}</text>", short(at[1] + 5.0), escape(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(text: &str) -> String {
        let position: grundy::Position = text.parse().unwrap();
        let scene = position.scene().unwrap().result;
        let mut out = Vec::new();
        let way = winning(&scene);
        let said = way.map_or_else(String::new, |way| below(way, Spoken::English));
        svg(&mut out, text, &scene, way, Some(&said)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_coins_to_turn_are_marked() {
        let row = picture("mockturtles(\"HTTH\")");
        assert_eq!((row.matches("<circle").count(), row.matches(">H</text>").count()), (4, 2));
        // the only winning moves of coins 0 and 3 turn them both, or both with another
        assert!(row.matches("class=\"m\"").count() >= 2, "{row}");
        assert!(row.contains("marked: the move to mockturtles("));
        let lost = picture("turtles(\"TTTT\")");
        assert_eq!(lost.matches("class=\"m\"").count(), 0);
        let board = picture("tartan[turtles, ruler](\"HT|TH\")");
        assert_eq!(board.matches("<circle").count(), 4);
    }

    #[test]
    fn strips_show_the_bag_and_the_dollar() {
        let strip = picture("silverdollar[dollar](1, 4, 7)");
        assert!(strip.contains(">∪</text>") && strip.contains(">$</text>"), "{strip}");
        assert_eq!(strip.matches("<circle").count(), 3);
        // the coin, and the square that it goes to
        assert_eq!(strip.matches("class=\"m\"").count(), 2);
    }
}
