//! A scene as SVG 1.1. Cells become runs of one colour in one path a colour, or an embedded image where that is
//! shorter; so a picture of 10^5 points has some hundred kilobytes.

use std::fmt::Write as _;
use std::io::{self, Write};

use grundy_form::markup::{escape, short};

use super::scene::{Anchor, Area, Colour, Grid, Item, Scene};

mod embedded;

/// Paths are not longer than this where an image would be shorter: they stay sharp on paper.
const PATHS: usize = 1 << 16;

fn hex(colour: Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

/// Writes the scene.
pub(crate) fn svg(out: &mut dyn Write, scene: &Scene) -> io::Result<()> {
    let (width, height) = (short(scene.width), short(scene.height));
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">"
    )?;
    writeln!(out, "<title>{}</title>", escape(&scene.title))?;
    writeln!(
        out,
        "<style>text{{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;white-space:pre}}.t10{{font-size:10px}}\
         .t12{{font-size:12px}}.t16{{font-size:17px;font-weight:600}}</style>"
    )?;
    for item in &scene.items {
        match item {
            Item::Fill(area, colour) => rectangle(out, area, &format!("fill=\"{}\"", hex(*colour)))?,
            Item::Frame(area, colour) => rectangle(out, area, &format!("fill=\"none\" stroke=\"{}\"", hex(*colour)))?,
            Item::Dots { radius, colour, places } => {
                // a line of no length with a round end is a dot
                let mut path = String::new();
                for (x, y) in places {
                    let _ = write!(path, "M{} {}h0", short(*x), short(*y));
                }
                writeln!(
                    out,
                    "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" d=\"{path}\"/>",
                    hex(*colour),
                    short(radius * 2.0)
                )?;
            }
            Item::Text { at, size, anchor, colour, words } => {
                let anchor = match anchor {
                    Anchor::Start => "",
                    Anchor::Middle => " text-anchor=\"middle\"",
                    Anchor::End => " text-anchor=\"end\"",
                };
                let (x, y) = (short(at.0), short(at.1));
                writeln!(
                    out,
                    "<text class=\"t{size}\" x=\"{x}\" y=\"{y}\"{anchor} fill=\"{}\">{}</text>",
                    hex(*colour),
                    escape(words)
                )?;
            }
            Item::Grid(grid) => cells(out, grid)?,
        }
    }
    writeln!(out, "</svg>")
}

fn rectangle(out: &mut dyn Write, area: &Area, ink: &str) -> io::Result<()> {
    let (x, y) = (short(area.left), short(area.top));
    writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" {ink}/>", short(area.width), short(area.height))
}

fn cells(out: &mut dyn Write, grid: &Grid) -> io::Result<()> {
    let place = format!(
        "transform=\"translate({} {}) scale({} {})\"",
        short(grid.at.0),
        short(grid.at.1),
        short(grid.cell.0),
        short(grid.cell.1)
    );
    let paths = runs(grid);
    let size: usize = paths.iter().map(String::len).sum();
    // base64 of the bits, about
    let image = grid.cells.len() * 4 / 3 * embedded::bits(grid.palette.len()) / 8;
    if size > PATHS && size > image {
        let (columns, rows) = (grid.columns, grid.rows());
        return writeln!(
            out,
            "<image {place} width=\"{columns}\" height=\"{rows}\" preserveAspectRatio=\"none\" \
             style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,{}\"/>",
            embedded::base64(&embedded::png(grid))
        );
    }
    writeln!(out, "<g {place} shape-rendering=\"crispEdges\" fill=\"none\">")?;
    for (path, colour) in paths.iter().zip(&grid.palette).filter(|(path, _)| !path.is_empty()) {
        writeln!(out, "<path stroke=\"{}\" d=\"{path}\"/>", hex(*colour))?;
    }
    writeln!(out, "</g>")
}

/// For each colour its runs as strokes one cell high through the middles of the rows.
fn runs(grid: &Grid) -> Vec<String> {
    let mut paths = vec![String::new(); grid.palette.len()];
    // where the pen of each colour is: column and row
    let mut pens: Vec<Option<(usize, usize)>> = vec![None; grid.palette.len()];
    for (row, cells) in grid.cells.chunks(grid.columns.max(1)).enumerate() {
        let mut column = 0;
        for run in cells.chunk_by(|a, b| a == b) {
            let colour = usize::from(run[0]).wrapping_sub(1);
            if let (Some(path), Some(pen)) = (paths.get_mut(colour), pens.get_mut(colour)) {
                let _ = match *pen {
                    None => write!(path, "M{column} {row}.5h{}", run.len()),
                    Some((x, y)) => {
                        write!(path, "m{} {}h{}", column as i64 - x as i64, row - y, run.len())
                    }
                };
                *pen = Some((column + run.len(), row));
            }
            column += run.len();
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(items: Vec<Item>, title: &str) -> String {
        let mut out = Vec::new();
        svg(&mut out, &Scene { width: 100.0, height: 50.0, title: title.to_owned(), items }).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn names_stay_text() {
        for hostile in ["</title><script>alert(1)</script>", "\"onload=\"x\"", "a\u{0}b\u{ffff}\u{1b}[2J", "]]>&amp;'<"]
        {
            let words = Item::Text {
                at: (1.0, 2.0),
                size: 12,
                anchor: Anchor::Start,
                colour: Colour(0, 0, 0),
                words: hostile.to_owned(),
            };
            let text = scene(vec![words], hostile);
            assert!(!text.contains("<script") && !text.contains("\"onload"), "{text}");
            assert!(text.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{ffff}'));
            assert_eq!(text.matches('<').count(), text.matches('>').count());
            assert_eq!(text.matches("<title>").count(), 1);
        }
    }

    #[test]
    fn runs_cover_the_cells() {
        let grid = Grid {
            at: (0.0, 0.0),
            cell: (2.0, 3.0),
            columns: 4,
            palette: vec![Colour(1, 2, 3), Colour(4, 5, 6)],
            cells: vec![1, 1, 2, 0, 2, 1, 1, 1, 2],
        };
        assert_eq!(runs(&grid), ["M0 0.5h2m-1 1h3", "M2 0.5h1m-3 1h1m-1 1h1"]);
        let text = scene(vec![Item::Grid(grid)], "");
        assert!(text.contains("scale(2 3)") && text.contains("stroke=\"#010203\" d=\"M0 0.5h2m-1 1h3\""), "{text}");
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!(["1", "0.5", "0", "-3.25"], [1.0, 0.5, -0.001, -3.25].map(short).as_slice());
    }
}
