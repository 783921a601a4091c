//! One tile: its lines are taken out of the board, its cells worked out, and the lines given back.

use std::ops::Range;

use grundy_core::locked;

use super::line::{Line, WIDE};
use super::{Band, Board, RAYS, SIDE};

/// A tile at work: the lines through it are taken out of the board and given back.
///
/// The lines with numbers between those of two corners of the tile may be more than those through its cells; but none of them
/// has a cell both further down than the tile and left of it, or further up and right of it, for its number would be
/// larger, or smaller, than all numbers here. So the tiles that are worked out at the same time have none of them.
pub(super) struct Local {
    lines: Vec<Line>,
    /// Lines of one direction that are here: which direction, their numbers, and where the first of them is.
    pieces: Vec<(usize, Range<usize>, usize)>,
    /// For each track what the columns of the tile add to the number of a line.
    columns: Vec<Vec<usize>>,
    /// For each track what makes the number of a line its place here; wraps around.
    shifts: Vec<usize>,
    /// The values of single steps.
    steps: Vec<u32>,
}

impl Local {
    pub(super) fn new(board: &Board<'_>) -> Self {
        Local {
            lines: Vec::new(),
            pieces: Vec::new(),
            columns: vec![Vec::new(); board.tracks.len()],
            shifts: vec![0; board.tracks.len()],
            steps: Vec::new(),
        }
    }

    /// Works out a tile of a band. Says how many bytes its lines grew.
    pub(super) fn tile(&mut self, board: &Board<'_>, band: &mut Band, tile: usize) -> i64 {
        let columns = tile * SIDE..board.width.min((tile + 1) * SIDE);
        let rows = band.rows.clone();
        self.take(board, &rows, &columns);
        if band.above > 0 {
            // empty where a symmetric board has no tile above
            let edge = std::mem::take(&mut *locked(board.edges[tile].lock()));
            for (i, row) in edge.chunks_exact(columns.len()).enumerate() {
                let first = band.at(rows.start - band.above + i, columns.start);
                band.values[first..first + row.len()].copy_from_slice(row);
            }
        }
        let before: usize = self.lines.iter().map(Line::bytes).sum();
        if board.windows {
            self.values_of::<true>(board, band, &columns);
        } else {
            self.values_of::<false>(board, band, &columns);
        }
        if board.back > 0 {
            let rows = rows.end - board.back.min(rows.end)..rows.end;
            let rows = rows.map(|a| &band.row(a)[columns.clone()]);
            *locked(board.edges[tile].lock()) = rows.flatten().copied().collect();
        }
        let after = self.give_back(board, &rows, &columns);
        after as i64 - before as i64
    }

    fn take(&mut self, board: &Board<'_>, rows: &Range<usize>, columns: &Range<usize>) {
        self.pieces.clear();
        for track in &board.tracks {
            let numbering = &board.classes[track.class].1;
            let numbers =
                if track.mirrored { numbering.within(columns, rows) } else { numbering.within(rows, columns) };
            // a direction and its mirror may share some lines here
            let shared = self.pieces.iter_mut().find(|(class, known, _)| {
                *class == track.class && known.start < numbers.end && numbers.start < known.end
            });
            match shared {
                Some((_, known, _)) => *known = known.start.min(numbers.start)..known.end.max(numbers.end),
                None => self.pieces.push((track.class, numbers, 0)),
            }
        }
        self.lines.clear();
        for (class, numbers, first) in &mut self.pieces {
            *first = self.lines.len();
            self.lines.extend(
                board.lines[*class][numbers.clone()].iter().map(|line| std::mem::take(&mut *locked(line.lock()))),
            );
        }
        for (which, track) in board.tracks.iter().enumerate() {
            let numbering = &board.classes[track.class].1;
            let add = |b| if track.mirrored { numbering.by_row(b) } else { numbering.by_column(b) };
            self.columns[which].clear();
            self.columns[which].extend(columns.clone().map(add));
            let corner = board.row_of(track, rows.start).wrapping_add(self.columns[which][0]);
            let here = |(class, numbers, _): &&(usize, Range<usize>, usize)| {
                *class == track.class && numbers.contains(&corner)
            };
            if let Some((_, numbers, first)) = self.pieces.iter().find(here) {
                self.shifts[which] = first.wrapping_sub(numbers.start);
            }
        }
    }

    /// Gives the lines back, but those that have left the board. Says how many bytes they hold.
    fn give_back(&mut self, board: &Board<'_>, rows: &Range<usize>, columns: &Range<usize>) -> usize {
        if !board.symmetric && columns.end == board.width {
            for (which, v) in board.moves.rays.iter().map(|ray| ray.steps[1]).enumerate() {
                for (a, b) in
                    rows.clone().flat_map(|a| (columns.len().saturating_sub(v)..columns.len()).map(move |b| (a, b)))
                {
                    let number = board.row_of(&board.tracks[which], a) + self.columns[which][b];
                    self.lines[number.wrapping_add(self.shifts[which])] = Line::default();
                }
            }
        }
        let mut bytes = 0;
        for line in &mut self.lines {
            line.trim();
            bytes += line.bytes();
        }
        let mut lines = self.lines.drain(..);
        for (class, numbers, _) in &self.pieces {
            for (slot, line) in board.lines[*class][numbers.clone()].iter().zip(&mut lines) {
                *locked(slot.lock()) = line;
            }
        }
        bytes
    }

    /// The values of the cells of a tile; WINDOWS: some rays are bounded.
    fn values_of<const WINDOWS: bool>(&mut self, board: &Board<'_>, band: &mut Band, columns: &Range<usize>) {
        match board.tracks.len() {
            1 => self.values::<1, WINDOWS>(board, band, columns),
            2 => self.values::<2, WINDOWS>(board, band, columns),
            3 => self.values::<3, WINDOWS>(board, band, columns),
            4 => self.values::<4, WINDOWS>(board, band, columns),
            5 => self.values::<5, WINDOWS>(board, band, columns),
            _ => self.values::<RAYS, WINDOWS>(board, band, columns),
        }
    }

    /// The same, of N rays.
    fn values<const N: usize, const WINDOWS: bool>(
        &mut self,
        board: &Board<'_>,
        band: &mut Band,
        columns: &Range<usize>,
    ) {
        let Local { lines, columns: adds, shifts, steps, .. } = self;
        let adds: [&[usize]; N] = std::array::from_fn(|k| &adds[k][..columns.len()]);
        let mut end = lines.iter().map(|line| line.end().max(line.front() + WIDE)).max().unwrap_or(WIDE);
        lines.iter_mut().for_each(|line| line.pad(end));
        for a in band.rows.clone() {
            let across: [usize; N] = std::array::from_fn(|k| board.row_of(&board.tracks[k], a).wrapping_add(shifts[k]));
            let count = if board.symmetric { columns.len().min(a + 1 - columns.start) } else { columns.len() };
            let first = band.at(a, columns.start);
            for cell in first..first + count {
                let column = cell - first;
                let at: [usize; N] = std::array::from_fn(|k| across[k].wrapping_add(adds[k][column]));
                if WINDOWS {
                    begin(lines, board, at, [a, columns.start + column]);
                }
                steps.clear();
                for &[i, j] in &board.moves.steps {
                    if let (Some(x), Some(y)) = (a.checked_sub(i), (columns.start + column).checked_sub(j)) {
                        let (x, y) = if board.symmetric && y > x { (y, x) } else { (x, y) };
                        steps.push(band.values[band.at(x, y)]);
                    }
                }
                let value = loop {
                    if let Some(value) = least(lines, at, steps) {
                        break value;
                    }
                    end += 2 * WIDE;
                    lines.iter_mut().for_each(|line| line.pad(end));
                };
                for (k, line) in at.into_iter().enumerate() {
                    if !WINDOWS {
                        lines[line].see(value);
                    } else if !at[..k].contains(&line) {
                        // row and column of the diagonal are one line
                        lines[line].pass(value);
                    }
                }
                band.values[cell] = value;
            }
        }
    }
}

/// Begins those of the lines through a cell whose first cell it is, where their rays are bounded.
#[inline(always)]
fn begin<const N: usize>(lines: &mut [Line], board: &Board<'_>, at: [usize; N], cell: [usize; 2]) {
    for (track, line) in board.tracks.iter().zip(at) {
        let ray = &board.classes[track.class].0;
        if lines[line].is_new() && ray.is_bounded() {
            let cell = if track.mirrored { [cell[1], cell[0]] } else { cell };
            lines[line].begin(ray.most_at(cell), board.height.max(board.width));
        }
    }
}

/// The least value that is neither seen on these lines nor reached by a single step; `None`: it lies behind their words.
#[inline(always)]
fn least<const N: usize>(lines: &[Line], at: [usize; N], steps: &[u32]) -> Option<u32> {
    let lines: [&Line; N] = std::array::from_fn(|k| &lines[at[k]]);
    let front = lines.iter().map(|line| line.front()).max().unwrap_or(0);
    let words: [&[[u64; WIDE]]; N] = std::array::from_fn(|k| lines[k].words_from(front).as_chunks().0);
    let length = words.iter().map(|words| words.len()).min().unwrap_or(0);
    let words: [&[[u64; WIDE]]; N] = std::array::from_fn(|k| &words[k][..length]);
    for chunk in 0..length {
        let mut seen = [0_u64; WIDE];
        for words in &words {
            for i in 0..WIDE {
                seen[i] |= words[chunk][i];
            }
        }
        let first = front + chunk * WIDE;
        for &value in steps {
            if let Some(seen) = (value as usize / 64).checked_sub(first).and_then(|word| seen.get_mut(word)) {
                *seen |= 1 << (value % 64);
            }
        }
        if seen.iter().fold(u64::MAX, |all, word| all & word) != u64::MAX {
            let word = seen.iter().position(|&word| word != u64::MAX)?;
            return Some((64 * (first + word)) as u32 + seen[word].trailing_ones());
        }
    }
    None
}
