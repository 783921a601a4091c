//! Coloured cells: the wrapped picture, in which a period shows as columns, and the heat map of two coordinates.

use super::palette::{BEFORE, EDGE, FAINT, INK, MARK, ZERO, is_bright};
use super::scale::{grouped, step, ticks};
use super::scene::{Anchor, Area, Colour, Grid, Item, Scene};
use super::{LEFT, Legend, MOST_COLUMNS, Numbers, RIGHT, Repeats, WIDTH};

/// The height of a panel at most.
const HEIGHT: f64 = 560.0;
/// A cell is at most so wide …
const WIDEST: f64 = 56.0;
/// … and so high, in a heat map as high as wide.
const HIGHEST: f64 = 20.0;
/// A picture with a title is not narrower than this.
const NARROWEST: f64 = 480.0;
/// Rows of one period each, as long as they are no more than this.
const ROWS: u64 = 120;
/// So many cells may have their numbers written in them.
const WRITTEN: usize = 1500;

/// How many cells a row has.
///
/// The period, or a small multiple where there would be too many rows; where none is known or it is too long, about
/// as many as there are rows, in round numbers.
fn columns(count: u64, width: Option<u64>, repeats: Option<Repeats>) -> u64 {
    if let Some(width) = width {
        return width.clamp(1, MOST_COLUMNS);
    }
    if let Some(period) = repeats.map(|r| r.period)
        && period <= MOST_COLUMNS
        && period.saturating_mul(2) <= count
    {
        // 1 and 2 alone would be towers
        let fewest = if period < 4 { 8u64.div_ceil(period) } else { 1 };
        let times = count.div_ceil(period).div_ceil(ROWS).max(fewest);
        let side = (count as f64).sqrt() as u64;
        let times = times.min((side.max(8) / period).max(1)).max(1);
        return (period * times).min(MOST_COLUMNS / period * period).max(period);
    }
    let side = (count as f64 * 1.3).sqrt().ceil() as u64;
    let round = [8, 10, 16, 20, 32, 40, 50, 64, 80, 100];
    let fits = round.into_iter().find(|r| *r >= side);
    fits.unwrap_or(side.next_multiple_of(step(side, 10))).clamp(1, MOST_COLUMNS).min(count.max(1))
}

/// As many half units as fit.
fn halves(size: f64) -> f64 {
    ((size * 2.0).floor() / 2.0).max(0.5)
}

/// Adds the wrapped picture below what is there. At least one number.
pub(super) fn wrapped(
    scene: &mut Scene,
    numbers: &[u64],
    legend: &Legend,
    first: u64,
    width: Option<u64>,
    repeats: Option<Repeats>,
) {
    let columns = columns(numbers.len() as u64, width, repeats);
    let per_row = columns as usize;
    // rows beyond the panel: the last ones, where a period is, if anywhere
    let most_rows = (HEIGHT * 2.0) as usize;
    let dropped = numbers.len().div_ceil(per_row).saturating_sub(most_rows) * per_row;
    let numbers = &numbers[dropped.min(numbers.len())..];
    let first = first.saturating_add(dropped as u64);
    let rows = numbers.len().div_ceil(per_row);
    let across = halves((WIDTH - LEFT - RIGHT) / columns as f64).min(WIDEST);
    let down = halves((HEIGHT / rows as f64).min(HIGHEST).min((across * 2.0).max(4.0)));
    let panel =
        Area { left: LEFT, top: scene.height + 16.0, width: across * columns as f64, height: down * rows as f64 };
    let grid = Grid {
        at: (panel.left, panel.top),
        cell: (across, down),
        columns: per_row,
        palette: legend.colours(),
        cells: numbers.iter().map(|n| legend.index(*n)).collect(),
    };
    let colours = grid.palette.clone();
    // what is not known is not white
    scene.items.push(Item::Fill(panel, BEFORE));
    scene.items.push(Item::Grid(grid));
    if matches!(legend, Legend::Values(_)) && numbers.len() <= WRITTEN {
        let places = numbers.iter().zip(0usize..).map(|(n, i)| (*n, (i % per_row) as f64, (i / per_row) as f64));
        write(scene, &panel, (across, down), places, legend, &colours);
    }
    scene.items.push(Item::Frame(panel, EDGE));
    if let Some(repeats) = repeats {
        boundary(scene, &panel, (across, down), repeats.preperiod, first, numbers.len() as u64, columns);
    }
    let row_step = step(rows as u64, (panel.height / 22.0) as u64);
    for row in (0..rows as u64).step_by(row_step.max(1) as usize) {
        let y = panel.top + (row as f64 + 0.5) * down;
        scene.fill(panel.left - 5.0, y - 0.5, 5.0, 1.0, EDGE);
        let heap = first.saturating_add(row * columns);
        scene.text((panel.left - 8.0, y + 4.0), 12, Anchor::End, FAINT, grouped(heap));
    }
    let most = (panel.width / 70.0) as u64;
    for column in ticks(0, columns - 1, most) {
        let x = panel.left + (column as f64 + 0.5) * across;
        scene.fill(x - 0.5, panel.bottom(), 1.0, 5.0, EDGE);
        let words = if column == 0 { "+0".to_owned() } else { format!("+{}", grouped(column)) };
        scene.text((x, panel.bottom() + 18.0), 12, Anchor::Middle, FAINT, words);
    }
    let periods = repeats.filter(|r| columns.is_multiple_of(r.period)).map(|r| columns / r.period);
    let note = match periods {
        Some(1) => format!("one period, {} heaps, a row", grouped(columns)),
        Some(many) => format!("{many} periods, {} heaps, a row", grouped(columns)),
        None => format!("{} heaps a row", grouped(columns)),
    };
    let note = if dropped > 0 { format!("{note}; the last {} rows", grouped(rows as u64)) } else { note };
    scene.text((panel.left, panel.bottom() + 34.0), 10, Anchor::Start, FAINT, note);
    let bottom = key(scene, legend, panel.right() + 20.0, panel.top);
    scene.height = (panel.bottom() + 46.0).max(bottom + 20.0);
}

/// The line between preperiod and period, as stairs.
fn boundary(scene: &mut Scene, panel: &Area, cell: (f64, f64), preperiod: u64, first: u64, count: u64, columns: u64) {
    let Some(at) = preperiod.checked_sub(first).filter(|at| *at > 0 && *at < count) else { return };
    let (row, column) = ((at / columns) as f64, (at % columns) as f64);
    let thick = if cell.1 < 4.0 { 1.0 } else { 2.0 };
    let x = panel.left + column * cell.0;
    let y = panel.top + row * cell.1;
    let line = |scene: &mut Scene, left: f64, top: f64, width: f64, height: f64| {
        scene.fill(left - thick / 2.0, top - thick / 2.0, width + thick, height + thick, MARK);
    };
    if column > 0.0 {
        line(scene, panel.left, y + cell.1, x - panel.left, 0.0);
        line(scene, x, y, 0.0, cell.1);
    }
    line(scene, x, y, panel.right() - x, 0.0);
}

/// Adds the heat map of a table, the first coordinate to the right, the second up.
pub(super) fn heat(scene: &mut Scene, numbers: &Numbers, from: (u64, u64)) {
    let legend = &numbers.legend;
    // a picture has room for so many cells; a larger table shows the corner
    let (wide, high) = (MOST_COLUMNS as usize, (HEIGHT * 2.0) as usize);
    let columns = numbers.rows.len().min(wide);
    let rows = numbers.rows.iter().map(Vec::len).max().unwrap_or(0).min(high);
    if columns == 0 || rows == 0 {
        return;
    }
    let side = halves(((WIDTH - LEFT - RIGHT) / columns as f64).min(HEIGHT / rows as f64).min(32.0));
    let panel = Area { left: LEFT, top: scene.height, width: side * columns as f64, height: side * rows as f64 };
    let cell = |a: usize, b: usize| numbers.rows.get(a).and_then(|r| r.get(b)).copied();
    let cells: Vec<u8> = (0..rows)
        .rev()
        .flat_map(|b| (0..columns).map(move |a| (a, b)))
        .map(|(a, b)| cell(a, b).map_or(0, |n| legend.index(n)))
        .collect();
    let palette = legend.colours();
    let colours = palette.clone();
    scene.items.push(Item::Fill(panel, BEFORE));
    scene.items.push(Item::Grid(Grid { at: (panel.left, panel.top), cell: (side, side), columns, palette, cells }));
    if matches!(legend, Legend::Values(_)) && columns * rows <= WRITTEN {
        let places = (0..columns).flat_map(|a| (0..rows).map(move |b| (a, b)));
        let places = places.filter_map(|(a, b)| Some((cell(a, b)?, a as f64, (rows - 1 - b) as f64)));
        write(scene, &panel, (side, side), places, legend, &colours);
    }
    scene.items.push(Item::Frame(panel, EDGE));
    for tick in ticks(from.0, from.0.saturating_add(columns as u64 - 1), (panel.width / 45.0) as u64) {
        let x = panel.left + ((tick - from.0) as f64 + 0.5) * side;
        scene.fill(x - 0.5, panel.bottom(), 1.0, 5.0, EDGE);
        scene.text((x, panel.bottom() + 18.0), 12, Anchor::Middle, FAINT, grouped(tick));
    }
    for tick in ticks(from.1, from.1.saturating_add(rows as u64 - 1), (panel.height / 30.0) as u64) {
        let y = panel.bottom() - ((tick - from.1) as f64 + 0.5) * side;
        scene.fill(panel.left - 5.0, y - 0.5, 5.0, 1.0, EDGE);
        scene.text((panel.left - 8.0, y + 4.0), 12, Anchor::End, FAINT, grouped(tick));
    }
    let shown = if columns < numbers.rows.len() || rows < numbers.rows.iter().map(Vec::len).max().unwrap_or(0) {
        "first coordinate to the right, second up; only the corner that fits"
    } else {
        "first coordinate to the right, second up"
    };
    scene.text((panel.left, panel.bottom() + 34.0), 10, Anchor::Start, FAINT, shown);
    let bottom = key(scene, legend, panel.right() + 20.0, panel.top);
    scene.height = (panel.bottom() + 46.0).max(bottom + 20.0);
    scene.width = (panel.right() + RIGHT).max(NARROWEST);
}

/// The numbers in their cells, if they have room.
fn write(
    scene: &mut Scene,
    panel: &Area,
    cell: (f64, f64),
    places: impl Iterator<Item = (u64, f64, f64)>,
    legend: &Legend,
    colours: &[Colour],
) {
    let Legend::Values(palette) = legend else { return };
    let digits = palette.most().to_string().len() as f64;
    if cell.0 < 6.5 * digits + 5.0 || cell.1 < 12.0 {
        return;
    }
    for (number, column, row) in places {
        let middle = (panel.left + (column + 0.5) * cell.0, panel.top + (row + 0.5) * cell.1 + 3.5);
        let colour = colours.get(usize::from(legend.index(number)) - 1).copied().unwrap_or(ZERO);
        let ink = if is_bright(colour) { INK } else { ZERO };
        scene.text(middle, 10, Anchor::Middle, ink, number.to_string());
    }
}

/// What the colours mean; the lower end of it.
fn key(scene: &mut Scene, legend: &Legend, left: f64, top: f64) -> f64 {
    let swatch = 14.0;
    let mut entries: Vec<(Colour, String)> = Vec::new();
    match legend {
        Legend::Outcomes { draws } => {
            let colours = legend.colours();
            entries.extend(colours.iter().copied().zip(["P", "N", "draw"].map(str::to_owned)));
            entries.truncate(if *draws { 3 } else { 2 });
        }
        Legend::Values(palette) if palette.most() <= 16 => {
            entries.extend(
                palette
                    .colours
                    .iter()
                    .copied()
                    .zip((0..).map(|n: u64| if n == 0 { "0: P".to_owned() } else { n.to_string() })),
            );
        }
        Legend::Values(palette) => {
            // zero for itself, then a bar from 1 to the largest value
            entries.push((ZERO, "0: P".to_owned()));
            let bar = Area { left, top: top + 28.0, width: swatch, height: 168.0 };
            let steps = 168usize;
            let most = palette.most();
            let value = |step: usize| 1 + (u128::from(most - 1) * step as u128 / (steps as u128 - 1)) as u64;
            let cells = (0..steps).rev().map(|step| palette.index(value(step))).collect();
            let at = (bar.left, bar.top);
            let cell = (swatch, 1.0);
            scene.items.push(Item::Grid(Grid { at, cell, columns: 1, palette: palette.colours.clone(), cells }));
            scene.items.push(Item::Frame(bar, EDGE));
            for tick in ticks(1, most, 6) {
                let y = bar.bottom() - (tick - 1) as f64 / (most - 1) as f64 * bar.height;
                scene.fill(bar.right(), y - 0.5, 4.0, 1.0, EDGE);
                scene.text((bar.right() + 8.0, y + 4.0), 12, Anchor::Start, FAINT, grouped(tick));
            }
        }
    }
    let mut y = top;
    for (colour, words) in &entries {
        scene.fill(left, y, swatch, swatch, *colour);
        scene.items.push(Item::Frame(Area { left, top: y, width: swatch, height: swatch }, EDGE));
        scene.text((left + swatch + 8.0, y + 11.0), 12, Anchor::Start, FAINT, words.as_str());
        y += swatch + 6.0;
    }
    if matches!(legend, Legend::Values(palette) if palette.most() > 16) { top + 200.0 } else { y }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_whole_periods() {
        let repeats = |period| Some(Repeats { preperiod: 5, period, saltus: 0, proved: true });
        assert_eq!(columns(301, None, repeats(12)), 12);
        assert_eq!(columns(101, None, repeats(7)), 7);
        assert_eq!(columns(100_001, None, repeats(1)) % 4, 0);
        for count in [2, 50, 301, 10_000, 1 << 20, 1 << 30] {
            for period in [1, 2, 3, 7, 12, 34, 442, 1180, 149_459] {
                let found = columns(count, None, repeats(period));
                assert!((1..=MOST_COLUMNS).contains(&found), "{count} {period}: {found}");
                if period <= MOST_COLUMNS && 2 * period <= count {
                    assert!(found.is_multiple_of(period), "{count} {period}: {found}");
                }
            }
            assert!((1..=MOST_COLUMNS).contains(&columns(count, None, None)));
        }
        assert_eq!(columns(301, Some(20), repeats(12)), 20);
    }
}
