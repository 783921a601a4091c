//! The Cayley graph of a misère quotient as a picture: which element each generator leads to.
//!
//! ```text
//!        1          the rows are the lengths of words: 1, then the generators, then products of two …
//!      a╱ ╲b        an arrow of the colour of g goes from x to xg; a line without a head, where g leads back as well
//!      a   b        elements of P have a thick edge
//!       ╲ ╱
//!        ab
//! ```
//!
//! Cost: one arrow for each element and generator.

use std::io::{self, Write};

use grundy::answer::MisereQuotient;

use crate::markup::{escape, short};
use crate::sheet;

/// A quotient of more elements is not drawn.
pub const MOST: usize = 120;

const STEP: f64 = 92.0;
const ROOM: f64 = 26.0;
const HEIGHT: f64 = 30.0;
const MARGIN: f64 = 30.0;
const TOP: f64 = 84.0;
/// One for each generator, in turns; readable on light and on dark paper.
const COLOURS: [&str; 8] = ["#2a78d6", "#d1541b", "#1f9464", "#a546b8", "#b58a00", "#d0397b", "#3aa5b5", "#7d7d78"];

const STYLE: &str = ".grundy-cayley{--box:#ffffff;--p:#b34700}
@media (prefers-color-scheme:dark){.grundy-cayley{--box:#26282b;--p:#ffa666}}
.grundy-cayley text{font-size:13px}.grundy-cayley .e{text-anchor:middle}
.grundy-cayley rect.x{fill:var(--box);stroke:var(--edge)}
.grundy-cayley rect.P{fill:var(--box);stroke:var(--p);stroke-width:3}.grundy-cayley path.g{fill:none;stroke-width:1.6}";

/// Where the box of an element stands.
#[derive(Debug, Clone, Copy)]
struct Spot {
    x: f64,
    y: f64,
    width: f64,
}

/// Draws the elements and what the generators do with them.
///
/// # Errors
/// What writing to `out` failed with.
pub fn svg(out: &mut dyn Write, title: &str, quotient: &MisereQuotient) -> io::Result<()> {
    let told = &quotient.presentation;
    let names: Vec<String> = (0..quotient.monoid.order() as u32).map(|x| raised(&told.name(x))).collect();
    let (spots, width, height) = layout(&names, &told.words);
    sheet::open(out, "grundy-cayley", [width, height], title, STYLE)?;
    for (at, colour) in COLOURS.iter().enumerate() {
        sheet::arrow_head(out, &format!("grundy-g{at}"), 8, Some(colour))?;
    }
    let (order, lost) = (quotient.monoid.order(), quotient.monoid.portion().len());
    let below = format!("{order} elements; the {lost} with a thick edge are classes of P-positions");
    sheet::heading(out, MARGIN, title, &below)?;
    let mut x = MARGIN;
    for (g, &element) in told.generators.iter().enumerate() {
        let name = &names[element as usize];
        writeln!(
            out,
            "<path class=\"g\" stroke=\"{}\" d=\"M{} 61h22\"/><text x=\"{}\" y=\"66\">{}</text>",
            COLOURS[g % COLOURS.len()],
            short(x),
            short(x + 27.0),
            escape(name)
        )?;
        x += 44.0 + 8.0 * name.chars().count() as f64;
    }
    for (g, &generator) in told.generators.iter().enumerate() {
        for from in 0..order as u32 {
            let to = quotient.monoid.times(from, generator);
            let is_line = to != from && quotient.monoid.times(to, generator) == from;
            if is_line && to < from {
                continue;
            }
            let head =
                if is_line { String::new() } else { format!(" marker-end=\"url(#grundy-g{})\"", g % COLOURS.len()) };
            let path = path(spots[from as usize], spots[to as usize], g);
            writeln!(out, "<path class=\"g\" stroke=\"{}\" d=\"{path}\"{head}/>", COLOURS[g % COLOURS.len()])?;
        }
    }
    for (x, (name, spot)) in names.iter().zip(&spots).enumerate() {
        let class = if quotient.monoid.is_p(x as u32) { "P" } else { "x" };
        writeln!(
            out,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{HEIGHT}\" rx=\"6\"/>\
             <text class=\"e\" x=\"{}\" y=\"{}\">{}</text>",
            short(spot.x - spot.width / 2.0),
            short(spot.y - HEIGHT / 2.0),
            short(spot.width),
            short(spot.x),
            short(spot.y + 4.5),
            escape(name)
        )?;
    }
    writeln!(out, "</svg>")
}

/// A row for each length of words, centred; the places, the width and the height.
fn layout(names: &[String], words: &[Vec<u32>]) -> (Vec<Spot>, f64, f64) {
    let row = |word: &[u32]| word.iter().sum::<u32>() as usize;
    let box_width = |name: &str| 20.0 + 8.0 * name.chars().count() as f64;
    let rows = words.iter().map(|word| row(word) + 1).max().unwrap_or(1);
    let mut used = vec![0.0; rows];
    let mut spots = Vec::with_capacity(names.len());
    for (name, word) in names.iter().zip(words) {
        let (at, width) = (row(word), box_width(name));
        spots.push(Spot { x: used[at] + width / 2.0, y: TOP + HEIGHT / 2.0 + at as f64 * STEP, width });
        used[at] += width + ROOM;
    }
    let widest = used.iter().copied().fold(440.0, f64::max);
    for (spot, word) in spots.iter_mut().zip(words) {
        spot.x += MARGIN + (widest - used[row(word)] + ROOM) / 2.0;
    }
    (spots, widest + 2.0 * MARGIN, TOP + (rows - 1) as f64 * STEP + HEIGHT + MARGIN)
}

/// A bow from box to box; bows of different generators bend differently, so that none hides another.
fn path(from: Spot, to: Spot, generator: usize) -> String {
    let bend = 10.0 + 7.0 * generator as f64;
    let half = HEIGHT / 2.0;
    if (from.x, from.y) == (to.x, to.y) {
        let (x, y) = (from.x + from.width / 2.0, from.y);
        let reach = 12.0 + 5.0 * generator as f64;
        return format!("M{} {}c{reach} -{reach} {reach} {reach} 0 8", short(x), short(y - 4.0),);
    }
    // leave and enter at the facing edges
    let down = (to.y - from.y).signum();
    let (y1, y2) = (from.y + down * half, to.y - down * half);
    let side = if generator.is_multiple_of(2) { 1.0 } else { -1.0 };
    let (x1, x2) = (from.x + side * 4.0, to.x + side * 4.0);
    let (middle, height) = ((x1 + x2) / 2.0 + side * bend, (y1 + y2) / 2.0);
    // of one row: below the boxes
    let height = if down == 0.0 { height + half + bend } else { height };
    let (y1, y2) = if down == 0.0 { (from.y + half, to.y + half) } else { (y1, y2) };
    format!("M{} {}Q{} {} {} {}", short(x1), short(y1), short(middle), short(height), short(x2), short(y2))
}

/// `ab^12` with the exponent raised: `ab¹²`.
fn raised(word: &str) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let mut exponent = false;
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        match c.to_digit(10) {
            _ if c == '^' => exponent = true,
            Some(digit) if exponent => out.push(DIGITS[digit as usize]),
            _ => {
                exponent = false;
                out.push(c);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use grundy::{Context, Convention, QuotientOptions, Session};

    use super::*;

    #[test]
    fn every_product_has_an_arrow() {
        for (game, heaps) in [("0.75", None), ("kayles", None), ("nim", Some(3)), ("0.00", None)] {
            let question = Session::new().game(game).unwrap().game.under(Convention::Misere);
            let wanted = QuotientOptions::default().with_heaps(heaps);
            let answer = question.quotient_with(&wanted, &Context::default()).unwrap();
            let mut out = Vec::new();
            svg(&mut out, "0 < 1", &answer).unwrap();
            let text = String::from_utf8(out).unwrap();
            let (order, lost) = (answer.monoid.order(), answer.monoid.portion().len());
            assert_eq!(text.matches("<rect class=\"P\"").count(), lost, "{game}");
            assert_eq!(text.matches("<rect class=\"x\"").count(), order - lost, "{game}");
            // a line stands for two products
            let generators = answer.presentation.generators.len();
            let arrows = text.matches("marker-end").count();
            let lines = text.matches("<path class=\"g\"").count() - generators - arrows;
            assert_eq!(arrows + 2 * lines, order * generators, "{game}");
            assert!(text.contains("0 &lt; 1") && text.ends_with("</svg>\n"));
        }
    }

    #[test]
    fn exponents_are_raised() {
        assert_eq!(raised("ab^12c^3"), "ab¹²c³");
        assert_eq!(raised("g1 g2^2"), "g1 g2²");
    }
}
