//! What is on a picture, in units that are two pixels wide in PNG: rectangles, dots, text, and grids of coloured cells.

/// A colour of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// Which point of a text lies at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A rectangle: left, top, width, height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    /// The left edge.
    pub(crate) left: f64,
    /// The upper edge; numbers grow downwards.
    pub(crate) top: f64,
    /// The width.
    pub(crate) width: f64,
    /// The height.
    pub(crate) height: f64,
}

impl Area {
    /// The right edge.
    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    /// The lower edge.
    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

/// Cells of equal size, row by row from the top.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grid {
    /// The left upper corner.
    pub(crate) at: (f64, f64),
    /// Width and height of a cell.
    pub(crate) cell: (f64, f64),
    /// Cells in a row.
    pub(crate) columns: usize,
    /// At most 255 colours.
    pub(crate) palette: Vec<Colour>,
    /// 0: nothing is drawn; k: the k-th colour, from 1.
    pub(crate) cells: Vec<u8>,
}

impl Grid {
    /// How many rows.
    pub(crate) fn rows(&self) -> usize {
        self.cells.len().div_ceil(self.columns.max(1))
    }
}

/// A thing on the picture; later ones lie above earlier ones.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Item {
    /// A filled rectangle.
    Fill(Area, Colour),
    /// The edge of a rectangle, one unit wide.
    Frame(Area, Colour),
    /// Round dots of one size.
    Dots {
        /// Their radius.
        radius: f64,
        /// Their colour.
        colour: Colour,
        /// Their middles.
        places: Vec<(f64, f64)>,
    },
    /// One line of text.
    Text {
        /// Where, on the base line.
        at: (f64, f64),
        /// The size of the font: 10, 12 or 16.
        size: u8,
        /// Which point lies there.
        anchor: Anchor,
        /// Its colour.
        colour: Colour,
        /// The words, not escaped.
        words: String,
    },
    /// Coloured cells.
    Grid(Grid),
}

/// A whole picture.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scene {
    /// Its width.
    pub(crate) width: f64,
    /// Its height.
    pub(crate) height: f64,
    /// For readers of the screen and for a mouse: what it shows, not escaped.
    pub(crate) title: String,
    /// The things on it, from the back to the front.
    pub(crate) items: Vec<Item>,
}

impl Scene {
    /// Adds a text.
    pub(crate) fn text(&mut self, at: (f64, f64), size: u8, anchor: Anchor, colour: Colour, words: impl Into<String>) {
        self.items.push(Item::Text { at, size, anchor, colour, words: words.into() });
    }

    /// Adds a rectangle.
    pub(crate) fn fill(&mut self, left: f64, top: f64, width: f64, height: f64, colour: Colour) {
        self.items.push(Item::Fill(Area { left, top, width, height }, colour));
    }
}
