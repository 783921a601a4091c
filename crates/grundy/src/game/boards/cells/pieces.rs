//! A game on connected pieces of a board of one width, as words.
//!
//! A piece is a connected set of free cells, moved to the corner, one bit a cell and a fixed number of bits a row. Of its
//! images by reflection and rotation the least number stands for all:
//!
//! ```text
//! stride 4      . x x .        bits 0..3   row 0      0110       moved     11
//!               . x . .        bits 4..7   row 1      0010       to the    10   → 0b0001_0011
//!               . . . .                                          corner
//! ```
//!
//! The half turn of a box is the word read backwards and moved down. A move leaves parts that all touch what it took, so
//! they are found by flooding from there, and the last one needs no flooding.
//!
//! | game | takes | symmetry |
//! |---|---|---|
//! | [`Taking::Dominoes`] (Cram) | two neighbours | nothing is free at the centre: 0; a domino is: not 0 |
//! | [`Taking::Around`] (Node Kayles) | a cell and its neighbours | nothing is free at the centre: 0; one cell is: not 0 |
//!
//! **Symmetry**, of a piece that is its own half turn: who answers every move by its image wins. The image is another move
//! and is still there, unless the move is at the centre: a cell is next to its image only if the two are the middle of a box
//! of even × odd cells, and a domino meets its image only if it holds the centre.
//!
//! **Stars**, of dominoes: a *leaf* has one neighbour, a *star*. A cell with stars for all its neighbours changes no value,
//! unless it is a star or the last leaf of one, and is dropped:
//!
//! ```text
//! x          the stars are s: of the leaves x one is kept for each,
//! s b s x    and the bridge b between them falls away
//! x
//! ```
//!
//! Proof, by induction: drop b. A move elsewhere leaves stars around b, for a star has its leaf as long as it is there. To
//! take b and s is as good as to take x and s: what is left differs by b, which is dropped, and by x, which has no neighbour.
//!
//! Cost: some five hundred instructions an option: flooding (a third), the images (a third), and the look into the table.
//! What cannot be foreseen is kept out of branches: the moves of a box that are there are listed some at a time, and a round of
//! flooding goes one step along the rows and one along the columns.
//! Measured on Cram of 4 × 9: stars are worth 16 % of the components opened and 19 % of the values kept; a component is
//! generated again so seldom (one time in four) that its options are not kept.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use grundy_core::{Diagnostic, Outcome, Result};

use super::Taking;
use super::word::Word;
use crate::game::nimbers::store::{Keyed, Kind, Writer};
use crate::rules::{NormalPlay, Rules, Visitor};

/// A move in a box: the cells that must be free, those that are taken, and those next to them.
#[derive(Debug, Clone, Copy)]
struct Move<W> {
    free: W,
    taken: W,
    around: W,
}

/// The game on pieces that fit into so many columns, or fewer, and the rows of a word.
#[derive(Debug)]
pub(crate) struct Pieces<W> {
    taking: Taking,
    /// Bits a row.
    stride: u32,
    /// The row of each bit: a division would take as long as all the rest.
    row_of: [u8; 128],
    /// The cells of the first row.
    row_cells: W,
    /// All cells but those of the first column, and of the last.
    not_first: W,
    not_last: W,
    /// The columns of the left half, each with the way to its image, and the column in the middle.
    pairs: Vec<(W, u32)>,
    middle: W,
    /// A piece that is worth 1.
    one: W,
    /// By the columns that are taken: the first, and how many there are from it to the last. To find the last bit of a word
    /// takes longer on processors without an instruction for it.
    spans: Vec<[u8; 2]>,
    /// The bits of a row, one below the other.
    upright: Vec<W>,
    /// The moves in a box of so many rows and columns, those in the middle first.
    moves: Vec<Vec<Move<W>>>,
}

impl<W: Word> Pieces<W> {
    /// For boards with at most so many columns: 1 to 11.
    pub(crate) fn new(taking: Taking, stride: u32) -> Self {
        let rows = W::BITS / stride;
        let mut columns = vec![W::ZERO; stride as usize];
        for r in 0..rows {
            for c in 0..stride {
                columns[c as usize] |= W::ONE << (r * stride + c);
            }
        }
        let all = columns.iter().fold(W::ZERO, |all, &column| all | column);
        let row = (0..stride).fold(W::ZERO, |row, c| row | W::ONE << c);
        let stood = |bits: usize| {
            let cells = (0..stride.min(rows)).filter(|&c| bits >> c & 1 == 1);
            cells.fold(W::ZERO, |word, c| word | W::ONE << (c * stride))
        };
        let span = |taken: u32| {
            let first = taken.trailing_zeros().min(stride);
            [first, (32 - taken.leading_zeros()).saturating_sub(first)].map(|columns| columns as u8)
        };
        let mut pieces = Pieces {
            taking,
            stride,
            row_of: std::array::from_fn(|bit| (bit as u32 / stride) as u8),
            row_cells: row,
            not_first: all & !columns[0],
            not_last: all & !columns[stride as usize - 1],
            pairs: (0..stride / 2).map(|c| (columns[c as usize], stride - 1 - 2 * c)).collect(),
            middle: if stride % 2 == 1 { columns[stride as usize / 2] } else { W::ZERO },
            one: match taking {
                Taking::Dominoes => W::ONE | W::ONE << stride,
                Taking::Around => W::ONE,
            },
            spans: (0..1 << stride).map(span).collect(),
            upright: (0..1usize << stride).map(stood).collect(),
            moves: Vec::new(),
        };
        for h in 0..=rows {
            for w in 0..=stride {
                pieces.moves.push(pieces.in_box(h, w));
            }
        }
        pieces
    }

    /// The moves in a box: those nearest to its centre first.
    fn in_box(&self, h: u32, w: u32) -> Vec<Move<W>> {
        let mut moves = Vec::new();
        for (r, c) in (0..h).flat_map(|r| (0..w).map(move |c| (r, c))) {
            let at = W::ONE << (r * self.stride + c);
            // twice the place of the middle of the move
            let mut add = |free: W, taken: W, row: u32, column: u32| {
                let far = |middle: u32, length: u32| i64::from(middle) - i64::from(length - 1);
                let (y, x) = (far(row, h), far(column, w));
                moves.push((y * y + x * x, Move { free, taken, around: self.beside(taken) & !taken }));
            };
            match self.taking {
                Taking::Around => add(at, at | self.beside(at), 2 * r, 2 * c),
                Taking::Dominoes => {
                    if c + 1 < w {
                        let cells = at | at << 1;
                        add(cells, cells, 2 * r, 2 * c + 1);
                    }
                    if r + 1 < h {
                        let cells = at | at << self.stride;
                        add(cells, cells, 2 * r + 1, 2 * c);
                    }
                }
            }
        }
        moves.sort_by_key(|&(far, _)| far);
        moves.into_iter().map(|(_, taken)| taken).collect()
    }

    /// The neighbours of these cells, and perhaps cells of them.
    #[inline]
    fn beside(&self, cells: W) -> W {
        (cells & self.not_last) << 1 | (cells & self.not_first) >> 1 | cells << self.stride | cells >> self.stride
    }

    #[inline]
    fn row(&self, bit: u32) -> u32 {
        self.row_of[bit as usize & 127].into()
    }

    /// Rows and columns of a piece in the corner.
    #[inline]
    fn size_of(&self, piece: W) -> (u32, u32) {
        (self.row(piece.length() - 1) + 1, self.across(piece).length())
    }

    /// The first column in which there are cells, and the number of columns from it to the last one.
    #[inline]
    fn span(&self, piece: W) -> [u32; 2] {
        self.spans[self.across(piece).low() & (self.spans.len() - 1)].map(u32::from)
    }

    /// The columns in which there are cells.
    #[inline]
    fn across(&self, piece: W) -> W {
        let mut all = piece;
        let mut by = self.stride;
        while by < W::BITS {
            all |= all >> by;
            by *= 2;
        }
        all & self.row_cells
    }

    #[inline]
    fn half_turn(&self, piece: W, h: u32, w: u32) -> W {
        piece.backwards() >> (W::BITS - (h - 1) * self.stride - w)
    }

    /// Left and right exchanged: the columns change places in pairs.
    #[inline]
    fn mirrored(&self, piece: W, w: u32) -> W {
        let mut mirrored = piece & self.middle;
        for &(column, by) in &self.pairs {
            mirrored |= (piece & column) << by | piece >> by & column;
        }
        mirrored >> (self.stride - w)
    }

    #[inline]
    fn transposed(&self, piece: W, h: u32) -> W {
        let (mut transposed, mut rest) = (W::ZERO, piece);
        for r in 0..h {
            transposed |= self.upright[(rest & self.row_cells).low()] << r;
            rest = rest >> self.stride;
        }
        transposed
    }

    /// The image that stands for a connected piece.
    #[inline]
    pub(crate) fn canonical(&self, piece: W) -> W {
        let piece = piece >> (self.row(piece.first()) * self.stride);
        let [first, w] = self.span(piece);
        let piece = piece >> first;
        let backwards = piece.backwards();
        let h = self.row(W::BITS - 1 - backwards.first()) + 1;
        let turned = |piece: W| self.least(piece, piece.backwards(), w, h);
        match h.cmp(&w) {
            Ordering::Less => turned(self.transposed(piece, h)),
            Ordering::Equal => self.least(piece, backwards, h, w).min(turned(self.transposed(piece, h))),
            Ordering::Greater => self.least(piece, backwards, h, w),
        }
    }

    /// The least of four images of a piece, which is given forwards and backwards.
    #[inline]
    fn least(&self, piece: W, backwards: W, h: u32, w: u32) -> W {
        let half_turn = backwards >> (W::BITS - (h - 1) * self.stride - w);
        piece.min(self.mirrored(piece, w)).min(half_turn.min(self.mirrored(half_turn, w)))
    }

    /// The value of a small piece.
    #[inline]
    fn small(&self, piece: W) -> Option<u64> {
        let but_one = piece.but_first();
        let but_two = but_one.but_first();
        match self.taking {
            Taking::Dominoes if but_one == W::ZERO => Some(0),
            Taking::Dominoes => (but_two.but_first() == W::ZERO).then_some(1),
            Taking::Around if piece == W::ZERO => Some(0),
            Taking::Around => (but_two == W::ZERO).then_some(1),
        }
    }

    /// Visits the parts of these cells, each touched by `seeds`.
    #[inline]
    fn parts(&self, cells: W, seeds: W, mut visit: impl FnMut(W)) {
        let (mut rest, mut seeds) = (cells, seeds & cells);
        let (to_right, to_left) = (cells & self.not_first, cells & self.not_last);
        while seeds != W::ZERO {
            let mut part = W::ONE << seeds.first();
            loop {
                if seeds & !part == W::ZERO {
                    // nothing else is left
                    part = rest;
                    break;
                }
                // first along the rows, then along the columns: a corner is turned within one round
                let row = part << 1 & to_right | part >> 1 & to_left | part;
                let more = (row << self.stride | row >> self.stride) & cells | row;
                if more == part {
                    break;
                }
                part = more;
            }
            rest &= !part;
            seeds &= !part;
            visit(part);
        }
    }

    /// Visits what each move leaves, with the cells next to what it took.
    #[inline]
    fn left(&self, piece: W, mut visit: impl FnMut(W, W) -> ControlFlow<()>) -> ControlFlow<()> {
        let (h, w) = self.size_of(piece);
        let moves = &self.moves[(h * (self.stride + 1) + w) as usize];
        // which moves are there nobody can foresee: they are listed without a branch, some at a time
        let mut free = [0u8; 16];
        for some in moves.chunks(free.len()) {
            let mut count = 0;
            for (at, taken) in some.iter().enumerate() {
                free[count & 15] = at as u8;
                count += usize::from(taken.free & !piece == W::ZERO);
            }
            for &at in &free[..count] {
                let taken = &some[usize::from(at)];
                visit(piece & !taken.taken, taken.around)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The cells without those that change no value: the leaves of a star but one, and the bridges between stars.
    #[inline]
    fn pruned(&self, cells: W) -> W {
        if self.taking == Taking::Around {
            return cells;
        }
        // the cells with a neighbour on this side
        let from_left = |cells: W| (cells & self.not_last) << 1;
        let from_right = |cells: W| (cells & self.not_first) >> 1;
        let (left, right, above, below) =
            (from_left(cells), from_right(cells), cells << self.stride, cells >> self.stride);
        let many = left & right | above & below | (left | right) & (above | below);
        let leaves = cells & (left | right | above | below) & !many;
        if leaves == W::ZERO {
            return cells;
        }
        let stars = self.beside(leaves) & cells;
        let others = cells & !stars;
        let idle = others & !self.beside(others);
        // one leaf of each star is kept: side after side, where the star has none yet
        let leaves = leaves & idle;
        let mut kept = leaves & stars << self.stride;
        let mut served = kept >> self.stride;
        let under = leaves & (stars & !served) >> self.stride;
        (kept, served) = (kept | under, served | under << self.stride);
        let beside = leaves & from_left(stars & !served);
        (kept, served) = (kept | beside, served | from_right(beside));
        kept |= leaves & from_right(stars & !served);
        cells & !(idle & !kept)
    }

    /// The pieces of a set of cells that need not be connected, without those that are worth nothing.
    pub(crate) fn pieces_of(&self, cells: W) -> Vec<W> {
        let mut pieces = Vec::new();
        self.parts(cells, cells, |part| {
            if self.small(part) != Some(0) {
                pieces.push(self.canonical(part));
            }
        });
        pieces
    }
}

impl<W: Word> Rules for Pieces<W> {
    type Position = W;

    fn options(&self, &piece: &W, visit: &mut Visitor<'_, W>) -> ControlFlow<()> {
        self.left(piece, |cells, _| visit(&self.pieces_of(cells)))
    }

    fn canonical(&self, piece: W) -> W {
        if piece == W::ZERO { piece } else { Pieces::canonical(self, piece) }
    }

    fn split(&self, cells: W) -> Vec<W> {
        self.pieces_of(cells)
    }
}

/// A piece in its box, whatever the width of the board: rows, columns, and the cells row by row, eight a byte.
impl<W: Word> Keyed for Pieces<W> {
    const KIND: Kind = Kind::Cells;

    fn writer(&self) -> Writer<W> {
        let (stride, row_cells) = (self.stride, self.row_cells);
        Box::new(move |&piece, out| {
            let rows = piece.length().div_ceil(stride);
            let row = |r: u32| (piece >> (r * stride) & row_cells).low();
            let columns = usize::BITS - (0..rows).fold(0, |all, r| all | row(r)).leading_zeros();
            out.extend([rows as u8, columns as u8]);
            let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
            for (at, (r, c)) in cells.enumerate() {
                if at % 8 == 0 {
                    out.push(0);
                }
                if let Some(last) = out.last_mut() {
                    *last |= ((row(r) >> c & 1) as u8) << (at % 8);
                }
            }
        })
    }

    fn component(&self, written: &[u8]) -> Result<Option<W>, Diagnostic> {
        let wrong = || Diagnostic::input("a position is no piece of a board");
        let [rows, columns, cells @ ..] = written else { return Err(wrong()) };
        let (rows, columns) = (u32::from(*rows), u32::from(*columns));
        if cells.len() != (rows * columns).div_ceil(8) as usize {
            return Err(wrong());
        }
        if columns > self.stride || rows * self.stride > W::BITS {
            return Ok(None);
        }
        let is_taken = |at: &u32| cells[*at as usize / 8] >> (at % 8) & 1 == 1;
        let taken = (0..rows * columns).filter(is_taken);
        let piece = taken.fold(W::ZERO, |piece, at| piece | W::ONE << (at / columns * self.stride + at % columns));
        Ok((piece != W::ZERO).then(|| Pieces::canonical(self, piece)))
    }
}

impl<W: Word> NormalPlay for Pieces<W> {
    #[inline]
    fn known_value(&self, &piece: &W) -> Option<u64> {
        self.small(piece)
    }

    fn pairing(&self, &piece: &W) -> Option<Outcome> {
        let (h, w) = self.size_of(piece);
        if self.half_turn(piece, h, w) != piece {
            return None;
        }
        // the cell at the centre or just before it
        let cell = piece >> ((h - 1) / 2 * self.stride + (w - 1) / 2) & W::ONE != W::ZERO;
        match (self.taking, h % 2, w % 2) {
            (_, 0, 0) => Some(Outcome::Previous),
            // where the move at the centre is its own image, taking it hands the symmetry to the opponent
            (Taking::Dominoes, 0, 1) | (Taking::Dominoes, 1, 0) | (Taking::Around, 1, 1) if cell => Some(Outcome::Next),
            _ => (!cell).then_some(Outcome::Previous),
        }
    }

    fn bound(&self, piece: &W) -> u64 {
        u64::from(match self.taking {
            Taking::Dominoes => piece.count() / 2,
            Taking::Around => piece.count(),
        })
    }

    #[inline]
    fn size(&self, piece: &W) -> u32 {
        piece.count()
    }

    fn reduced(&self, cells: W) -> Vec<W> {
        self.pieces_of(self.pruned(cells))
    }

    fn reduced_options(&self, &piece: &W, visit: &mut Visitor<'_, W>) -> ControlFlow<()> {
        // a part takes four cells, those that are worth 1 are one part
        let mut parts = [W::ZERO; 128 / 4 + 1];
        self.left(piece, |cells, around| {
            let pruned = self.pruned(cells);
            // a bridge may have fallen away from the move
            let seeds = if pruned == cells { around } else { pruned };
            let (mut count, mut odd) = (0, false);
            self.parts(pruned, seeds, |part| match self.small(part) {
                Some(value) => odd ^= value == 1,
                None => {
                    parts[count] = self.canonical(part);
                    count += 1;
                }
            });
            if odd {
                parts[count] = self.one;
                count += 1;
            }
            visit(&parts[..count])
        })
    }
}
