//! The drawing of a position as a `tikzpicture`, for documents that load `tikz`.

use std::io::{self, Write};

use grundy::game::drawing::{Form, Part};
use grundy::scene::{Scene, Way};

use super::{in_order, pressed};
use crate::latex::escape;
use crate::markup::short;

/// A cell is so many centimetres wide.
const CELL: f64 = 0.8;

/// Draws the parts, and marks those that the move presses. The coordinates are cells, from the top.
///
/// # Errors
/// What writing to `out` failed with.
pub fn picture(out: &mut dyn Write, scene: &Scene, marked: Option<&Way>) -> io::Result<()> {
    writeln!(out, "% \\usepackage{{tikz}}\n\\begin{{tikzpicture}}[x={CELL}cm, y=-{CELL}cm]")?;
    for part in in_order(scene) {
        one(out, part)?;
    }
    for [x, y] in pressed(scene, marked) {
        let corner = |[x, y]: [f64; 2]| format!("({},{})", short(x), short(y));
        let (from, to) = (corner([x - 0.47, y - 0.47]), corner([x + 0.47, y + 0.47]));
        writeln!(out, "\\draw[very thick, rounded corners=3pt] {from} rectangle {to};")?;
    }
    writeln!(out, "\\end{{tikzpicture}}")
}

fn one(out: &mut dyn Write, part: &Part) -> io::Result<()> {
    let point = |[x, y]: [f64; 2]| format!("({},{})", short(x), short(y));
    let around = |half: [f64; 2]| {
        let corner = |sign: f64| point([part.at[0] + sign * half[0], part.at[1] + sign * half[1]]);
        format!("{} rectangle {}", corner(-1.0), corner(1.0))
    };
    let is_open = part.tone == Some("o") || part.form != Form::Stone;
    match (part.form, part.to) {
        (Form::Arc | Form::Stroke | Form::Ground | Form::Bar | Form::Domino, Some(to)) => {
            writeln!(out, "\\draw[thick] {} -- {};", point(part.at), point(to))?;
        }
        (Form::Cell, _) => {
            let fill = if part.tone.is_some() { "[fill=black!10]" } else { "" };
            writeln!(out, "\\draw{fill} {};", around([0.5, 0.5]))?;
        }
        (Form::Pin, _) => writeln!(out, "\\fill[rounded corners=2pt] {};", around([0.15, 0.38]))?,
        (Form::Joint, _) => writeln!(out, "\\fill {} circle (2pt);", point(part.at))?,
        (Form::Token, _) if part.text.is_none() => writeln!(out, "\\fill {} circle ({}cm);", point(part.at), 0.2)?,
        (Form::Stone | Form::Coin | Form::Token | Form::Node, _) => {
            let fill = if is_open { "[fill=white]" } else { "[fill=black]" };
            writeln!(out, "\\draw{fill} {} circle ({}cm);", point(part.at), 0.3)?;
        }
        _ => {}
    }
    let Some(text) = &part.text else { return Ok(()) };
    let is_right = matches!(part.tone, Some("label" | "row"));
    let anchor = if is_right { "[anchor=east]" } else { "" };
    let colour = if !is_open { "\\color{white}" } else { "" };
    writeln!(out, "\\node{anchor} at {} {{{colour}{}}};", point(part.at), escape(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::winning;

    fn drawn(text: &str) -> String {
        let position: grundy::Position = text.parse().unwrap();
        let scene = position.scene().unwrap().result;
        let mut out = Vec::new();
        picture(&mut out, &scene, winning(&scene)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn each_part_is_a_command_that_latex_reads() {
        let pins = drawn("kayles(7)");
        assert_eq!((pins.matches("\\fill[rounded").count(), pins.matches("very thick").count() > 0), (7, true));
        let coins = drawn("mockturtles(\"HTTH\")");
        assert_eq!((coins.matches("circle").count(), coins.matches("{H};").count()), (4, 2));
        // a dollar is no sign of LaTeX
        assert!(drawn("silverdollar[dollar](1, 4, 7)").contains("{\\$};"));
        for text in ["kayles(7)", "clobber(\"xoxo|oxox\")", "hackenbush(\"path:4\")", "cram(\"2x3\")"] {
            let drawn = drawn(text);
            let ended = drawn.lines().filter(|line| line.ends_with(';')).count();
            assert_eq!(ended + 3, drawn.lines().count(), "{drawn}");
        }
    }
}
