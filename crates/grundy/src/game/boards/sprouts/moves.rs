//! The moves of Sprouts, on boundaries.
//!
//! ```text
//! x of one boundary x α, y of another y β     x α y β  →  x α x z y β y z       one boundary, z is met twice
//! x and y of one boundary x α y β             two regions with x α y z and y β x z; the other boundaries go to either
//! x to itself, x α                            two regions with x z and x α x z
//! ```
//!
//! A spot without lives is not written. Boundaries that are alike go in numbers, so n spots are shared out in n ways, not 2ⁿ.

use std::ops::{ControlFlow, Range};

use super::position::{AGAIN, BOUNDARY, END, FREE, LETTER, REGION, Spots, is_letter, lives};

/// What a move joins: two places of tokens, and the first places of the boundaries on the one side of a curve that
/// encloses something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) ends: [usize; 2],
    pub(super) inside: Vec<usize>,
}

/// Visits every move of a position: what is joined, and what is left as a draft.
pub(super) fn each(spots: &Spots, visit: &mut dyn FnMut(&Choice, &mut Vec<u16>) -> ControlFlow<()>) -> ControlFlow<()> {
    let (draft, next) = spots.draft();
    for region in spots.regions() {
        Region::new(spots, &draft, next, &region).each(visit)?;
    }
    ControlFlow::Continue(())
}

/// A region in which a move is made.
struct Region<'a> {
    draft: &'a [u16],
    /// Three numbers from here on are free.
    next: u16,
    /// Its tokens.
    span: Range<usize>,
    /// Boundaries that are alike.
    kinds: Vec<Vec<Range<usize>>>,
    /// So many places of a boundary of this kind differ.
    periods: Vec<usize>,
}

impl<'a> Region<'a> {
    fn new(spots: &Spots, draft: &'a [u16], next: u16, boundaries: &[Range<usize>]) -> Self {
        let tokens = |boundary: &Range<usize>| &spots.0[boundary.clone()];
        let has_capital = |tokens: &[u16]| tokens.iter().any(|token| (LETTER..AGAIN).contains(token));
        let mut kinds: Vec<Vec<Range<usize>>> = Vec::new();
        for boundary in boundaries {
            // boundaries that are alike are neighbours in a canonical form
            match kinds.last_mut() {
                Some(kind) if tokens(&kind[0]) == tokens(boundary) && !has_capital(tokens(boundary)) => {
                    kind.push(boundary.clone());
                }
                _ => kinds.push(vec![boundary.clone()]),
            }
        }
        let period = |kind: &Vec<Range<usize>>| {
            let tokens = tokens(&kind[0]);
            let turns = |p: usize| (0..tokens.len()).all(|at| tokens[at] == tokens[(at + p) % tokens.len()]);
            if has_capital(tokens) { tokens.len() } else { (1..=tokens.len()).find(|&p| turns(p)).unwrap_or_default() }
        };
        let periods = kinds.iter().map(period).collect();
        let span = boundaries[0].start..boundaries[boundaries.len() - 1].end + 1;
        Region { draft, next, span, kinds, periods }
    }

    fn each(&self, visit: &mut dyn FnMut(&Choice, &mut Vec<u16>) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut left = Vec::with_capacity(self.draft.len() + 16);
        for first in 0..self.kinds.len() {
            for second in first..self.kinds.len() {
                self.joins(first, second, &mut left, visit)?;
            }
        }
        for kind in 0..self.kinds.len() {
            self.curves(kind, &mut left, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Curves from one boundary to another.
    fn joins(
        &self,
        first: usize,
        second: usize,
        left: &mut Vec<u16>,
        visit: &mut dyn FnMut(&Choice, &mut Vec<u16>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(b) = self.kinds[second].get(usize::from(first == second)) else { return ControlFlow::Continue(()) };
        let a = &self.kinds[first][0];
        for x in 0..self.periods[first] {
            for y in if first == second { x } else { 0 }..self.periods[second] {
                let ends = [a.start + x, b.start + y];
                let gone = ends.map(|end| self.draft[end]);
                self.others(gone, left);
                for boundary in self.kinds.iter().flatten().filter(|&other| other != a && other != b) {
                    self.copy(boundary.clone(), gone, left);
                    left.push(BOUNDARY);
                }
                self.around(a, ends[0], self.next + 1, gone, left);
                left.push(self.next);
                self.around(b, ends[1], self.next + 2, gone, left);
                left.extend([self.next, BOUNDARY, REGION]);
                visit(&Choice { ends, inside: Vec::new() }, left)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Curves from a boundary to itself.
    fn curves(
        &self,
        kind: usize,
        left: &mut Vec<u16>,
        visit: &mut dyn FnMut(&Choice, &mut Vec<u16>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let boundary = &self.kinds[kind][0];
        for x in boundary.clone().take(self.periods[kind]) {
            for y in x..boundary.end {
                let gone = [self.draft[x], self.draft[y]];
                let joins_itself =
                    if x == y { lives(gone[0]) > 1 } else { !(is_letter(gone[0]) && gone[0] == gone[1]) };
                if !joins_itself {
                    continue;
                }
                // nothing tells the sides of a loop at a spot alone
                let is_even = x == y && boundary.len() == 1;
                let mut inside: Vec<usize> = vec![0; self.kinds.len()];
                let most = |of: usize| self.kinds[of].len() - usize::from(of == kind);
                loop {
                    let outside: Vec<usize> = (0..inside.len()).map(|of| most(of) - inside[of]).collect();
                    if !is_even || inside <= outside {
                        self.curve(kind, [x, y], &inside, left);
                        let chosen = |of: usize| self.kinds[of].iter().skip(usize::from(of == kind)).take(inside[of]);
                        let chosen = (0..inside.len()).flat_map(chosen).map(|boundary| boundary.start).collect();
                        visit(&Choice { ends: [x, y], inside: chosen }, left)?;
                    }
                    // the next way to share the others out
                    let Some(more) = (0..inside.len()).find(|&of| inside[of] < most(of)) else { break };
                    inside[more] += 1;
                    inside[..more].fill(0);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A curve from x to y of a boundary with so many of each kind inside.
    fn curve(&self, kind: usize, [x, y]: [usize; 2], inside: &[usize], left: &mut Vec<u16>) {
        let boundary = &self.kinds[kind][0];
        let gone = [self.draft[x], self.draft[y]];
        let (z, left_of_x, left_of_y) = (self.next, self.next + 1, self.next + 2);
        // a spot with a life left is met on both sides
        let met = |spot: u16, name: u16| (spot == END).then_some(name);
        self.others(gone, left);
        for side in [true, false] {
            for (of, boundaries) in self.kinds.iter().enumerate() {
                let rest = &boundaries[usize::from(of == kind)..];
                let (in_it, out_of_it) = rest.split_at(inside[of]);
                for other in if side { in_it } else { out_of_it } {
                    self.copy(other.clone(), gone, left);
                    left.push(BOUNDARY);
                }
            }
            if x == y {
                left.extend((gone[0] == FREE).then_some(left_of_x));
                if !side {
                    self.copy(x + 1..boundary.end, gone, left);
                    self.copy(boundary.start..x, gone, left);
                }
            } else if side {
                left.extend(met(gone[0], left_of_x));
                self.copy(x + 1..y, gone, left);
                left.extend(met(gone[1], left_of_y));
            } else {
                left.extend(met(gone[1], left_of_y));
                self.copy(y + 1..boundary.end, gone, left);
                self.copy(boundary.start..x, gone, left);
                left.extend(met(gone[0], left_of_x));
            }
            left.extend([z, BOUNDARY, REGION]);
        }
    }

    /// The way around a boundary from a spot back to it; `name`: its number if it is met twice now.
    fn around(&self, boundary: &Range<usize>, spot: usize, name: u16, gone: [u16; 2], left: &mut Vec<u16>) {
        match self.draft[spot] {
            FREE => left.push(END),
            token => {
                let met = (token == END).then_some(name);
                left.extend(met);
                self.copy(spot + 1..boundary.end, gone, left);
                self.copy(boundary.start..spot, gone, left);
                left.extend(met);
            }
        }
    }

    /// All other regions.
    fn others(&self, gone: [u16; 2], left: &mut Vec<u16>) {
        left.clear();
        self.copy(0..self.span.start, gone, left);
        // the end of this region is written by the move
        self.copy(self.span.end + 1..self.draft.len(), gone, left);
    }

    /// Tokens without the spots that have no lives left.
    fn copy(&self, places: Range<usize>, gone: [u16; 2], left: &mut Vec<u16>) {
        let stays = |token: &u16| !(is_letter(*token) && gone.contains(token));
        left.extend(self.draft[places].iter().copied().filter(stays));
    }
}

/// The greatest number of moves: each takes two lives and gives one.
pub(super) fn longest(spots: &Spots) -> u32 {
    spots.lives().saturating_sub(1)
}
