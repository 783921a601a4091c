//! A text that was put into other words, and which piece of it came from where.
//!
//! `nim 3 4` becomes `nim(3, 4)`: what is wrong with the `4` of the second is told of the `4` of the first.

use super::Span;

/// The strict form of a text that was typed leniently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Respelt {
    text: String,
    /// Pieces of the new text in order: where each ends, and what it was before.
    pieces: Vec<(usize, Span)>,
}

impl Respelt {
    /// With room for so many pieces.
    pub(super) fn with_room(pieces: usize) -> Self {
        Respelt { text: String::with_capacity(4 * pieces), pieces: Vec::with_capacity(pieces) }
    }

    /// Adds a piece that was read from `from`.
    pub(super) fn push(&mut self, piece: &str, from: Span) {
        self.text.push_str(piece);
        self.pieces.push((self.text.len(), from));
    }

    /// The strict text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a place of the strict text stands in the text as it was typed.
    #[must_use]
    pub fn original(&self, place: Span) -> Span {
        let start = self.piece(place.start);
        let end = if place.end > place.start { self.piece(place.end - 1).1 } else { start.1 };
        let end = Span::new(end.start, end.end);
        if place.end > place.start {
            // of a piece that kept its length every letter keeps its place
            let kept = start.0.1 - start.0.0 == start.1.end - start.1.start;
            let from = if kept { start.1.start + (place.start - start.0.0) } else { start.1.start };
            Span::new(from.min(end.end), end.end.max(from))
        } else {
            let at = if place.start >= start.0.1 { start.1.end } else { start.1.start };
            Span::new(at, at)
        }
    }

    /// Numbers that were typed as a sum of others, `3+4`, and may have been meant as several: the sum and its terms.
    #[must_use]
    pub fn sums<'t>(&self, typed: &'t str) -> Vec<(&'t str, Vec<&'t str>)> {
        let of = |&(_, from): &(usize, Span)| {
            let sum = typed.get(from.start..from.end)?;
            let terms: Vec<&str> = sum.split('+').map(str::trim).collect();
            let is_number = |term: &&str| !term.is_empty() && term.bytes().all(|b| b.is_ascii_digit() || b == b'_');
            (terms.len() > 1 && terms.iter().all(is_number)).then_some((sum, terms))
        };
        self.pieces.iter().filter_map(of).collect()
    }

    /// The piece at a byte of the strict text: its own bounds, and what it was.
    fn piece(&self, at: usize) -> ((usize, usize), Span) {
        let number = self.pieces.partition_point(|p| p.0 <= at).min(self.pieces.len().saturating_sub(1));
        let Some(&(end, from)) = self.pieces.get(number) else { return ((0, 0), Span::new(0, 0)) };
        let start = number.checked_sub(1).map_or(0, |before| self.pieces[before].0);
        ((start, end), from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_led_back() {
        // nim 3 45 → nim(3, 45)
        let mut respelt = Respelt::with_room(0);
        for (piece, from) in
            [("nim", (0, 3)), ("(", (3, 3)), ("3", (4, 5)), (", ", (5, 6)), ("45", (6, 8)), (")", (8, 8))]
        {
            respelt.push(piece, Span::new(from.0, from.1));
        }
        assert_eq!(respelt.text(), "nim(3, 45)");
        let back = |start, end| {
            let span = respelt.original(Span::new(start, end));
            (span.start, span.end)
        };
        assert_eq!(back(0, 3), (0, 3));
        assert_eq!(back(4, 5), (4, 5));
        assert_eq!(back(7, 9), (6, 8));
        assert_eq!(back(4, 9), (4, 8));
        assert_eq!(back(10, 10), (8, 8));
        assert_eq!(Respelt::with_room(0).original(Span::new(3, 4)).start, 0);
    }
}
