//! A scene as PNG, two pixels a unit. Letters come with the program (Noto Sans Mono, drawn beforehand), so that no
//! font of the system is needed; letters it does not have are shown as an empty box.

use std::io::{self, Write};

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

use super::scene::{Anchor, Area, Colour, Grid, Item, Scene};

/// Pixels a unit.
const SCALE: f64 = 2.0;

/// Rows of pixels, three bytes each.
struct Canvas {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, height, bytes: vec![255; width * height * 3] }
    }

    /// Colours a pixel, `part` of 255; outside nothing happens.
    fn put(&mut self, x: i64, y: i64, colour: Colour, part: u8) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if x >= self.width || y >= self.height {
            return;
        }
        let at = (y * self.width + x) * 3;
        for (byte, ink) in self.bytes[at..at + 3].iter_mut().zip([colour.0, colour.1, colour.2]) {
            let (old, new, part) = (u32::from(*byte), u32::from(ink), u32::from(part));
            *byte = ((old * (255 - part) + new * part + 127) / 255) as u8;
        }
    }

    fn fill(&mut self, left: f64, top: f64, width: f64, height: f64, colour: Colour) {
        let edge = |place: f64| (place * SCALE).round() as i64;
        // what is thinner than a pixel is still seen
        let (x, y) = (edge(left), edge(top));
        let (right, bottom) = (edge(left + width).max(x + 1), edge(top + height).max(y + 1));
        for y in y.max(0)..bottom.min(self.height as i64) {
            for x in x.max(0)..right.min(self.width as i64) {
                self.put(x, y, colour, 255);
            }
        }
    }

    fn frame(&mut self, area: &Area, colour: Colour) {
        let Area { left, top, width, height } = *area;
        for (x, y, w, h) in [
            (left - 0.5, top - 0.5, width + 1.0, 1.0),
            (left - 0.5, top + height - 0.5, width + 1.0, 1.0),
            (left - 0.5, top - 0.5, 1.0, height + 1.0),
            (left + width - 0.5, top - 0.5, 1.0, height + 1.0),
        ] {
            self.fill(x, y, w, h, colour);
        }
    }

    fn dot(&mut self, place: (f64, f64), radius: f64, colour: Colour) {
        let (x, y, radius) = (place.0 * SCALE, place.1 * SCALE, radius * SCALE);
        for row in (y - radius).floor() as i64..=(y + radius).ceil() as i64 {
            for column in (x - radius).floor() as i64..=(x + radius).ceil() as i64 {
                let distance = (column as f64 + 0.5 - x).hypot(row as f64 + 0.5 - y);
                let part = (radius + 0.5 - distance).clamp(0.0, 1.0);
                self.put(column, row, colour, (part * 255.0) as u8);
            }
        }
    }

    fn grid(&mut self, grid: &Grid) {
        for (at, cell) in grid.cells.iter().enumerate() {
            let Some(colour) = usize::from(*cell).checked_sub(1).and_then(|k| grid.palette.get(k)) else { continue };
            let (column, row) = ((at % grid.columns) as f64, (at / grid.columns) as f64);
            let (width, height) = grid.cell;
            self.fill(grid.at.0 + column * width, grid.at.1 + row * height, width, height, *colour);
        }
    }

    fn text(&mut self, at: (f64, f64), size: u8, anchor: Anchor, colour: Colour, words: &str) {
        let height = match size {
            0..=10 => RasterHeight::Size20,
            11..=12 => RasterHeight::Size24,
            _ => RasterHeight::Size32,
        };
        let step = get_raster_width(FontWeight::Regular, height) as i64;
        let letters: Vec<char> = words.chars().collect();
        let whole = step * letters.len() as i64;
        let mut x = (at.0 * SCALE) as i64
            - match anchor {
                Anchor::Start => 0,
                Anchor::Middle => whole / 2,
                Anchor::End => whole,
            };
        // the base line is about four fifths down
        let top = (at.1 * SCALE) as i64 - (height.val() as i64 * 4) / 5;
        for letter in letters {
            match get_raster(letter, FontWeight::Regular, height) {
                Some(raster) => {
                    for (y, row) in (top..).zip(raster.rows()) {
                        for (x, part) in (x..).zip(row) {
                            self.put(x, y, colour, *part);
                        }
                    }
                }
                None => {
                    let (left, high) = (x as f64 / SCALE + 1.0, height.val() as f64 / SCALE);
                    let width = step as f64 / SCALE - 2.0;
                    let area = Area { left, top: at.1 - high * 0.6, width, height: high * 0.6 };
                    self.frame(&area, colour);
                }
            }
            x += step;
        }
    }
}

/// Writes the scene.
///
/// # Errors
/// Those of the writer.
pub(crate) fn png(out: &mut dyn Write, scene: &Scene) -> io::Result<()> {
    let pixels = |length: f64| (length * SCALE).ceil().clamp(1.0, 1e5) as usize;
    let mut canvas = Canvas::new(pixels(scene.width), pixels(scene.height));
    for item in &scene.items {
        match item {
            Item::Fill(area, colour) => canvas.fill(area.left, area.top, area.width, area.height, *colour),
            Item::Frame(area, colour) => canvas.frame(area, *colour),
            Item::Dots { radius, colour, places } => {
                for place in places {
                    canvas.dot(*place, *radius, *colour);
                }
            }
            Item::Text { at, size, anchor, colour, words } => canvas.text(*at, *size, *anchor, *colour, words),
            Item::Grid(grid) => canvas.grid(grid),
        }
    }
    let mut encoder = ::png::Encoder::new(out, canvas.width as u32, canvas.height as u32);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.add_itxt_chunk("Title".to_owned(), scene.title.clone())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.bytes)?;
    writer.finish()?;
    Ok(())
}
