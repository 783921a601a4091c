//! Values against heaps. Few values are dots; many are counted in the pixels they fall on, and the darker a pixel, the
//! more often it was met.

use super::palette::{BEFORE, EDGE, FAINT, LINE, MARK, PERIOD, POINT, mix};
use super::scale::{grouped, ticks};
use super::scene::{Anchor, Area, Grid, Item, Scene};
use super::{LEFT, Repeats, WIDTH};

/// The height of the panel.
const HEIGHT: f64 = 240.0;
/// Room on its right.
const RIGHT: f64 = 36.0;
/// More values than this are counted.
const DOTS: usize = 2500;
/// Shades of a pixel.
const SHADES: u8 = 14;

/// Where heaps and values lie.
struct Axes {
    panel: Area,
    first: u64,
    /// How many heaps.
    count: u64,
    most: u64,
}

impl Axes {
    /// The middle of a heap's column, for numbers beyond the panel as well.
    fn x(&self, heap: f64) -> f64 {
        self.panel.left + (heap - self.first as f64 + 0.5) / self.count as f64 * self.panel.width
    }

    fn y(&self, value: f64) -> f64 {
        self.panel.bottom() - (value + 0.5) / (self.most as f64 + 1.0) * self.panel.height
    }
}

/// Adds the panel below what is there. At least one value.
pub(super) fn scatter(scene: &mut Scene, values: &[u64], first: u64, repeats: Option<Repeats>) {
    let panel = Area { left: LEFT, top: scene.height + 14.0, width: WIDTH - LEFT - RIGHT, height: HEIGHT };
    let most = values.iter().copied().max().unwrap_or(0);
    let axes = Axes { panel, first, count: values.len() as u64, most };
    if let Some(repeats) = repeats {
        bands(scene, &axes, repeats);
    }
    for tick in ticks(0, most, 6) {
        let y = axes.y(tick as f64);
        scene.fill(panel.left, y - 0.5, panel.width, 1.0, LINE);
        scene.text((panel.left - 8.0, y + 4.0), 12, Anchor::End, FAINT, grouped(tick));
    }
    if values.len() <= DOTS {
        let places = values.iter().zip(0u64..).map(|(v, n)| (axes.x((first + n) as f64), axes.y(*v as f64))).collect();
        let radius = if values.len() <= 600 { 2.5 } else { 1.5 };
        scene.items.push(Item::Dots { radius, colour: POINT, places });
    } else {
        scene.items.push(Item::Grid(counted(values, &axes)));
    }
    scene.items.push(Item::Frame(panel, EDGE));
    let last = first.saturating_add(axes.count - 1);
    for tick in ticks(first, last, 10) {
        let x = axes.x(tick as f64);
        scene.fill(x - 0.5, panel.bottom(), 1.0, 5.0, EDGE);
        scene.text((x, panel.bottom() + 18.0), 12, Anchor::Middle, FAINT, grouped(tick));
    }
    scene.text((panel.left, panel.bottom() + 34.0), 10, Anchor::Start, FAINT, "value against heap");
    scene.height = panel.bottom() + 44.0;
}

/// The preperiod and the first period behind the points, with their names above.
fn bands(scene: &mut Scene, axes: &Axes, repeats: Repeats) {
    let panel = axes.panel;
    // a heap's column begins half a column before its middle
    let edge = |heap: f64| axes.x(heap - 0.5).clamp(panel.left, panel.right());
    let start = edge(repeats.preperiod as f64);
    let end = edge(repeats.preperiod.saturating_add(repeats.period) as f64);
    let width = start - panel.left;
    if width > 0.0 {
        scene.fill(panel.left, panel.top, width, panel.height, BEFORE);
    }
    if end > start {
        scene.fill(start, panel.top, end - start, panel.height, PERIOD);
        scene.fill(start, panel.top - 4.0, end - start, 3.0, MARK);
    }
    let words = format!("period {}", grouped(repeats.period));
    let wide = words.len() as f64 * 6.5;
    if end > start {
        let middle = f64::midpoint(start, end).clamp(panel.left + wide / 2.0, panel.right() - wide / 2.0);
        scene.text((middle, panel.top - 8.0), 10, Anchor::Middle, MARK, words);
        let before = format!("preperiod {}", grouped(repeats.preperiod));
        let room = middle - wide / 2.0 - 8.0 - panel.left;
        if width > 0.0 && room > before.len() as f64 * 6.5 {
            scene.text((panel.left, panel.top - 8.0), 10, Anchor::Start, FAINT, before);
        }
    }
}

/// How often each pixel is met, as shades.
fn counted(values: &[u64], axes: &Axes) -> Grid {
    // where there is room, points of two units
    let size = if axes.most < 100 { 2.0 } else { 1.0 };
    let (columns, rows) = ((axes.panel.width / size) as usize, (axes.panel.height / size) as usize);
    let mut counts = vec![0u32; columns * rows];
    let column = |n: usize| (n as u128 * columns as u128 / values.len() as u128) as usize;
    for (n, value) in values.iter().enumerate() {
        // the pixel of the middle of the value's band
        let up = (u128::from(*value) * 2 + 1) * rows as u128 / (2 * (u128::from(axes.most) + 1));
        let row = rows - 1 - (up as usize).min(rows - 1);
        let count = &mut counts[row * columns + column(n)];
        *count = count.saturating_add(1);
    }
    // the share of a pixel in what its column would give each pixel that is met
    let mut met: Vec<u32> = counts.iter().copied().filter(|c| *c > 0).collect();
    met.sort_unstable();
    let full = f64::from(met.get(met.len() * 19 / 20).copied().unwrap_or(1));
    let shade = |count: u32| match count {
        0 => 0,
        c if full < 1.5 => SHADES.min(c.min(255) as u8 + SHADES / 2),
        c => (2.0 + (f64::from(c) / full).sqrt().min(1.0) * f64::from(SHADES - 2)).round() as u8,
    };
    let palette =
        (1..=SHADES).map(|k| mix(super::palette::PAPER, POINT, 0.15 + 0.85 * f64::from(k) / f64::from(SHADES)));
    Grid {
        at: (axes.panel.left, axes.panel.top),
        cell: (size, size),
        columns,
        palette: palette.collect(),
        cells: counts.into_iter().map(shade).collect(),
    }
}
