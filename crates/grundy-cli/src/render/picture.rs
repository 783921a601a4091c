//! Tables as pictures: values against the heap, the wrapped picture in which a period shows as columns, and heat maps
//! of two coordinates. One [`Scene`] is written as SVG (`svg`) or, in builds with the feature, as PNG (`raster`).
//!
//! Why not a library of charts: 10^5 points have to become cells of a grid (a plain SVG of them is 8 MB, ours is a
//! tenth of one), and PNG has to show text where the system has no fonts. Both leave little for a library to do.

mod cells;
mod palette;
mod plot;
#[cfg(feature = "png")]
mod raster;
mod scale;
mod scene;
mod svg;
#[cfg(test)]
mod tests;

use grundy::answer::{Answer, CellRows, Cells, Table};
use grundy::loopy::Value;
use grundy::period::NatPeriod;
use grundy::{Diagnostic, Nat, Outcome};

use super::grid::title;
use crate::terminal::{mask, readable};
use palette::{DRAW, FAINT, INK, NEXT, PAPER, Palette, ZERO};
use scale::grouped;
use scene::Anchor;

#[cfg(feature = "png")]
pub(crate) use raster::png;
pub(crate) use scene::Scene;
pub(crate) use svg::svg;

/// The width of every picture.
const WIDTH: f64 = 960.0;
/// Room on the left, for numbers.
const LEFT: f64 = 76.0;
/// Room on the right, for the legend.
const RIGHT: f64 = 104.0;
/// Where the first panel begins.
const TOP: f64 = 78.0;
/// The title for readers of the screen has at most so many characters.
const TITLE: usize = 1000;
/// Cells in a row at most.
pub(crate) const MOST_COLUMNS: u64 = 1500;

/// What is known about the repetition of the values, as heap numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Repeats {
    /// The preperiod.
    pub(crate) preperiod: u64,
    /// The period.
    pub(crate) period: u64,
    /// How much the values grow in a period.
    pub(crate) saltus: u64,
    /// Is it more than seen?
    pub(crate) proved: bool,
}

impl Repeats {
    /// Of numbers that fit on an axis.
    pub(crate) fn of(period: &NatPeriod, proved: bool) -> Option<Repeats> {
        let small = |n: &Nat| u64::try_from(n).ok().filter(|n| *n < 1 << 60);
        let (preperiod, period, saltus) = (small(&period.preperiod)?, small(&period.period)?, small(&period.saltus)?);
        Some(Repeats { preperiod, period, saltus, proved })
    }

    fn words(&self) -> String {
        let saltus = if self.saltus == 0 { String::new() } else { format!(", saltus {}", grouped(self.saltus)) };
        let proved = if self.proved { "" } else { " (repeats, not proved)" };
        format!("period {}{saltus} from {}{proved}", grouped(self.period), grouped(self.preperiod))
    }
}

/// The numbers of a table, ready to be drawn.
struct Numbers {
    /// Row by row as in the table.
    rows: Vec<Vec<u64>>,
    /// The colours of the numbers, and what the legend says.
    legend: Legend,
}

/// What the colours mean.
enum Legend {
    /// Grundy values.
    Values(Palette),
    /// 0: P, 1: N, 2: a draw, if there are any.
    Outcomes { draws: bool },
}

impl Legend {
    fn index(&self, number: u64) -> u8 {
        match self {
            Legend::Values(palette) => palette.index(number),
            Legend::Outcomes { .. } => number.min(2) as u8 + 1,
        }
    }

    fn colours(&self) -> Vec<scene::Colour> {
        match self {
            Legend::Values(palette) => palette.colours.clone(),
            Legend::Outcomes { .. } => vec![ZERO, NEXT, DRAW],
        }
    }
}

/// Can this table be drawn, with rows of `width` cells?
pub(crate) fn fits(table: &Answer<Table>, width: Option<u64>) -> Result<(), Diagnostic> {
    if table.from.len() > 2 {
        return Err(Diagnostic::unsupported("a picture shows one or two coordinates, and this game has more"));
    }
    if width.is_some_and(|w| w > MOST_COLUMNS) && table.from.len() < 2 {
        return Err(Diagnostic::input(format!("a row of a picture holds at most {MOST_COLUMNS} cells"))
            .suggest("a smaller --width"));
    }
    table.must_be_whole()?;
    match &table.cells {
        Cells::Values(rows) if rows.iter().any(|v| u64::try_from(&v).is_err()) => {
            Err(Diagnostic::input("a value is too large for a picture").suggest("--format csv"))
        }
        Cells::Loopy(rows) if rows.iter().flatten().any(|v| v.finite().is_none()) => {
            Err(Diagnostic::input("a picture shows numbers, and some values are infinite").suggest("--show outcomes"))
        }
        Cells::Genera(_) => Err(Diagnostic::input("a picture shows numbers, not genera").suggest("--show outcomes")),
        _ => Ok(()),
    }
}

/// Draws a table that [`fits`]: with one coordinate values against heaps and the wrapped picture below, with two a
/// heat map.
pub(crate) fn draw(table: &Answer<Table>, width: Option<u64>, repeats: Option<Repeats>) -> Scene {
    let numbers = numbers(table);
    let title = title(table, &mask(&table.query)).english;
    let mut scene = Scene { width: WIDTH, height: TOP, title: cut(&title, TITLE), items: Vec::new() };
    let count: usize = numbers.rows.iter().map(Vec::len).sum();
    let incomplete = if table.stopped.is_some() { ", not complete" } else { "" };
    let from = |at: usize| table.from.get(at).copied().unwrap_or(0);
    if table.from.len() == 2 {
        let line = format!("{} places{incomplete}; P-positions are white", grouped(count as u64));
        scene.text((LEFT, 56.0), 12, Anchor::Start, FAINT, line);
        cells::heat(&mut scene, &numbers, (from(0), from(1)));
    } else {
        let first = from(0);
        let last = first.saturating_add(count as u64).saturating_sub(1);
        let mut line = format!("heaps {} to {}{incomplete}; P-positions are white", grouped(first), grouped(last));
        if let Some(repeats) = &repeats {
            line = format!("{}; {line}", repeats.words());
        }
        scene.text((LEFT, 56.0), 12, Anchor::Start, FAINT, line);
        if count > 0 {
            let row = numbers.rows.first().map_or(&[][..], Vec::as_slice);
            if matches!(numbers.legend, Legend::Values(_)) {
                plot::scatter(&mut scene, row, first, repeats);
            }
            cells::wrapped(&mut scene, row, &numbers.legend, first, width, repeats);
        }
    }
    // about nine units a letter
    let room = ((scene.width - LEFT - 24.0) / 9.0) as usize;
    scene.text((LEFT, 34.0), 16, Anchor::Start, INK, cut(&readable(&title), room));
    let paper = scene::Area { left: 0.0, top: 0.0, width: scene.width, height: scene.height };
    scene.items.insert(0, scene::Item::Fill(paper, PAPER));
    scene
}

/// The cells of a table as numbers. P-positions that were listed become a table of outcomes again.
fn numbers(table: &Answer<Table>) -> Numbers {
    match &table.cells {
        Cells::Values(rows) => {
            let all: &dyn CellRows<Nat> = rows;
            let row = |row| all.row(row).map(|v| u64::try_from(&*v).unwrap_or(u64::MAX)).collect();
            let rows: Vec<Vec<u64>> = (0..all.height()).map(row).collect();
            let palette = Palette::new(rows.iter().flatten().copied());
            Numbers { rows, legend: Legend::Values(palette) }
        }
        Cells::Loopy(rows) => {
            let value = |v: &Value| v.finite().and_then(|v| u64::try_from(v).ok()).unwrap_or(u64::MAX);
            let rows: Vec<Vec<u64>> = rows.iter().map(|r| r.iter().map(value).collect()).collect();
            let palette = Palette::new(rows.iter().flatten().copied());
            Numbers { rows, legend: Legend::Values(palette) }
        }
        Cells::Outcomes(rows) => {
            let number = |o: &Outcome| match o {
                Outcome::Previous => 0,
                Outcome::Next => 1,
                Outcome::Draw => 2,
            };
            let draws = rows.iter().flatten().any(|o| *o == Outcome::Draw);
            Numbers {
                rows: rows.iter().map(|r| r.iter().map(number).collect()).collect(),
                legend: Legend::Outcomes { draws },
            }
        }
        // genera and what has empty cells do not fit
        Cells::SomeValues(_) | Cells::SomeLoopy(_) | Cells::SomeOutcomes(_) | Cells::Genera(_) => {
            Numbers { rows: Vec::new(), legend: Legend::Outcomes { draws: false } }
        }
        Cells::Previous(places) => {
            let two = table.from.len() == 2;
            let side = |at: usize| table.to.get(at).zip(table.from.get(at)).map_or(1, |(to, from)| to - from + 1);
            let (rows, columns) = if two { (side(0), side(1)) } else { (1, side(0)) };
            let (mut rows, columns) = (rows as usize, columns as usize);
            let offset = |place: &[u64]| -> Option<(usize, usize)> {
                let at: Vec<u64> = place.iter().zip(&table.from).filter_map(|(p, f)| p.checked_sub(*f)).collect();
                match at.as_slice() {
                    [n] => Some((0, usize::try_from(*n).ok()?)),
                    [a, b] => Some((usize::try_from(*a).ok()?, usize::try_from(*b).ok()?)),
                    _ => None,
                }
            };
            // what lies behind the last one found is not known if the search was stopped
            let mut columns = columns;
            if table.stopped.is_some() {
                let last = places.last().and_then(|p| offset(p)).unwrap_or((0, 0));
                if two {
                    rows = last.0;
                } else {
                    columns = last.1 + 1;
                }
            }
            let mut cells = vec![vec![1; columns]; rows];
            for (a, b) in places.iter().filter_map(|p| offset(p)) {
                if let Some(cell) = cells.get_mut(a).and_then(|row| row.get_mut(b)) {
                    *cell = 0;
                }
            }
            Numbers { rows: cells, legend: Legend::Outcomes { draws: false } }
        }
    }
}

/// The text, or its beginning.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(most.saturating_sub(3)).collect();
    out.push_str("...");
    out
}
