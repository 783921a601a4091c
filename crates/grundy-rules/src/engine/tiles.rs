//! Tables of two coordinates whose moves run along lines, worked out tile by tile, on several threads.
//!
//! ```text
//! (a-k,b) | (a,b-k) | (a-k,b-k)      ┌───┬───┬───┐   each line knows which values it has seen; the value of a cell
//!                                    │ 1 │ 2 │ 4 │   is the least that no line through it has. A tile can begin when
//!                                    ├───┼───┼───┤   those left of it and above it are done: 2 and 3 side by side,
//!                                    │ 3 │ 5 │ … │   4 and 5 side by side
//! ```
//!
//! The rule consists of *rays*, (a, b) → (a − k·u, b − k·v) for all k ≥ 1 or up to a bound that is the same all along a line,
//! and of single steps (a − i, b − j); no coordinate grows. What a cell can reach lies in its own tile or in tiles left of it or above it. Two tiles of which one is further
//! right and the other further down share no line, so they may be worked out at the same time, and each value is
//! what it is in any order: the table does not depend on the number of threads.
//!
//! **Half the cells.** If with each move the rule has the mirrored one, (b − k·v, a − k·u) for (a − k·u, b − k·v), then
//! g(a, b) = g(b, a), by induction; only cells with a ≥ b are worked out. The line of (b, a) in the direction (v, u) then holds
//! the values of the line of (a, b) in the direction (u, v), so that both directions share their sets: those of row x and
//! of column x are one.
//!
//! **Cost.** Time: for each cell the words between the largest front of its lines (the first word that is not full) and its
//! value, eight at a time. In a tile of 128 × 128 cells the sets of the lines stay in the cache, while row by row those
//! of all columns pass through it for each row: for Wythoff's game to 8000 × 8000 one thread took 1.4 s, 3.1 s without the
//! symmetry, a plain program row by row 5.5 s. Memory: the lines, some 4 kB each at that size, and a band of tiles for each
//! thread; beside that what is done with the values.

mod grid;
mod line;
mod moves;
mod tile;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, OnceLock};
use std::time::Duration;

use grundy_core::{Context, Result, Spent, locked};

pub use grid::Grid;
use grid::Row;
use line::{Line, Numbering};
pub use moves::Moves;
use moves::Ray;
use tile::Local;

/// Tiles have this side; single steps go no further.
const SIDE: usize = 128;
/// So many rays and single steps at most.
const RAYS: usize = 6;
const STEPS: usize = 64;
/// Lines are numbered with gaps where their direction is steep; so many numbers for each row and column at most.
const SPARSE: usize = 16;
/// So many bytes of lines cost as much as a node.
const BYTES: u64 = 64;
/// The first thread looks at the budget so often while it waits for the others.
const LOOK: Duration = Duration::from_millis(5);

impl Moves {
    /// The values of all cells (a, b) with a < height and b < width. Where the budget ends before, the rows that were finished
    /// are in `kept`.
    ///
    /// # Errors
    /// The budget.
    pub fn table(&self, extents: [usize; 2], kept: &mut Option<Grid>, cx: &Context) -> Result<()> {
        let board = self.board(extents, cx)?;
        // no value is above the number of options
        let options = self.rays.len() * board.height.max(board.width) + self.steps.len();
        let bytes = if options < 1 << 16 { 2 } else { 4 };
        cx.reserve(bytes * board.cells())?;
        let rows: Vec<OnceLock<Row>> = (0..board.height).map(|_| OnceLock::new()).collect();
        let done = board.run(cx, &|a, values| {
            let _ = rows[a].set(Row::of(values));
        });
        let rows = rows.into_iter().map_while(OnceLock::into_inner).collect();
        *kept = Some(Grid::new(rows, board.width, board.symmetric));
        done
    }

    /// The values of a few cells, for which no table is kept.
    ///
    /// # Errors
    /// The budget.
    pub fn values(&self, cells: &[[usize; 2]], cx: &Context) -> Result<Vec<u32>> {
        let far = |i: usize| cells.iter().map(|cell| cell[i]).max().unwrap_or(0).saturating_add(1);
        let board = self.board([far(0), far(1)], cx)?;
        let at: Vec<[usize; 2]> =
            cells.iter().map(|&[a, b]| if board.symmetric && b > a { [b, a] } else { [a, b] }).collect();
        let mut by_row: Vec<usize> = (0..at.len()).collect();
        by_row.sort_unstable_by_key(|&i| at[i]);
        let found: Vec<OnceLock<u32>> = at.iter().map(|_| OnceLock::new()).collect();
        board.run(cx, &|a, values| {
            let first = by_row.partition_point(|&i| at[i][0] < a);
            for &i in by_row[first..].iter().take_while(|&&i| at[i][0] == a) {
                let _ = found[i].set(values[at[i][1]]);
            }
        })?;
        Ok(found.into_iter().filter_map(OnceLock::into_inner).collect())
    }

    fn board(&self, [height, width]: [usize; 2], cx: &Context) -> Result<Board<'_>> {
        // where the budget is spent nothing is allocated
        cx.tick(1)?;
        let symmetric = self.is_symmetric();
        let (height, width) = if symmetric { (height.max(width), height.min(width)) } else { (height, width) };
        let too_large = || cx.engine_limit(Spent::Memory, format!("a table of {height}×{width} values"));
        if height == 0 || width == 0 || height.checked_mul(width).is_none_or(|cells| cells >= 1 << 40) {
            return Err(too_large().into());
        }
        let (mut classes, mut tracks) = (Vec::new(), Vec::new());
        for ray in &self.rays {
            let mirrored = symmetric && ray.steps[1] > ray.steps[0];
            let ray = if mirrored { ray.mirrored() } else { ray.clone() };
            let known = classes.iter().position(|(known, _)| *known == ray);
            let class = known.unwrap_or(classes.len());
            if known.is_none() {
                let numbering = Numbering::new(ray.steps, height.max(width) - 1);
                classes.push((ray, numbering));
            }
            tracks.push(Track { class, mirrored });
        }
        // lines that are shared by two directions are met in the longer side
        let sides = if symmetric { [height, height] } else { [height, width] };
        let mut lines = Vec::new();
        for (_, numbering) in &classes {
            let count = numbering.count(sides[0], sides[1]).filter(|count| *count < 1 << 40).ok_or_else(too_large)?;
            cx.reserve((count * size_of::<Mutex<Line>>()) as u64)?;
            lines.push((0..count).map(|_| Mutex::default()).collect());
        }
        let windows = classes.iter().any(|(ray, _)| ray.is_bounded());
        let back = self.steps.iter().map(|step| step[0]).max().unwrap_or(0);
        let bands = height.div_ceil(SIDE);
        Ok(Board {
            moves: self,
            height,
            width,
            symmetric,
            back,
            classes,
            windows,
            tracks,
            lines,
            edges: (0..width.div_ceil(SIDE)).map(|_| Mutex::default()).collect(),
            progress: Mutex::new(Progress { next: 0, done: vec![0; bands] }),
            moved: Condvar::new(),
            stop: AtomicBool::new(false),
            bytes: AtomicI64::new(0),
            nodes: AtomicU64::new(0),
        })
    }
}

/// A ray: which lines it looks along, and whether as seen from the mirrored cell.
#[derive(Debug, Clone, Copy)]
struct Track {
    class: usize,
    mirrored: bool,
}

/// A table at work.
#[derive(Debug)]
struct Board<'a> {
    moves: &'a Moves,
    height: usize,
    width: usize,
    /// Only cells with a ≥ b are worked out.
    symmetric: bool,
    /// So many rows back single steps lead.
    back: usize,
    /// The rays, mirrored ones once, each with its lines.
    classes: Vec<(Ray, Numbering)>,
    /// Is any of them bounded?
    windows: bool,
    tracks: Vec<Track>,
    lines: Vec<Vec<Mutex<Line>>>,
    /// For each column of tiles the last rows of the lowest tile that is done, as far as single steps lead back.
    edges: Vec<Mutex<Vec<u32>>>,
    progress: Mutex<Progress>,
    moved: Condvar,
    stop: AtomicBool,
    /// Bytes that the lines grew since the budget heard of them.
    bytes: AtomicI64,
    /// Cells times rays since then.
    nodes: AtomicU64,
}

/// How far the bands of tiles have come.
#[derive(Debug)]
struct Progress {
    /// The first band that nobody has begun.
    next: usize,
    /// So many tiles of each band are done.
    done: Vec<usize>,
}

/// A band of tiles of one thread.
struct Band {
    /// The rows that it works out.
    rows: Range<usize>,
    /// So many rows above them are kept for single steps.
    above: usize,
    columns: usize,
    values: Vec<u32>,
}

impl Band {
    fn row(&self, a: usize) -> &[u32] {
        let first = (a + self.above - self.rows.start) * self.columns;
        &self.values[first..first + self.columns]
    }

    #[inline(always)]
    fn at(&self, a: usize, b: usize) -> usize {
        (a + self.above - self.rows.start) * self.columns + b
    }
}

/// What is done with a row that is worked out: of a symmetric board the cells up to the diagonal.
type Visit<'a> = dyn Fn(usize, &[u32]) + Sync + 'a;

impl Board<'_> {
    fn cells(&self) -> u64 {
        let (height, width) = (self.height as u64, self.width as u64);
        if self.symmetric { height * width - width * (width - 1) / 2 } else { height * width }
    }

    /// How many tiles a band has.
    fn tiles(&self, band: usize) -> usize {
        let all = self.width.div_ceil(SIDE);
        if self.symmetric { all.min(band + 1) } else { all }
    }

    /// Works out all rows and hands each on, on the threads that the context allows.
    fn run(&self, cx: &Context, visit: &Visit<'_>) -> Result<()> {
        let helpers = cx.threads().min(self.height.div_ceil(SIDE)) - 1;
        let reserved = std::thread::scope(|scope| {
            for _ in 0..helpers {
                // fewer threads than wished do as well
                let _ = std::thread::Builder::new().spawn_scoped(scope, || self.work(None, visit));
            }
            let reserved = self.work(Some(cx), visit);
            if reserved.is_err() {
                self.end();
            }
            reserved
        });
        let lines: usize = self.lines.iter().map(Vec::len).sum();
        cx.release((lines * size_of::<Mutex<Line>>()) as u64);
        cx.release(reserved?);
        cx.check()?;
        Ok(())
    }

    /// Ends the work of all threads.
    fn end(&self) {
        let _progress = locked(self.progress.lock());
        self.stop.store(true, Ordering::Relaxed);
        self.moved.notify_all();
    }

    /// What the row adds to the number of a line.
    fn row_of(&self, track: &Track, a: usize) -> usize {
        let numbering = &self.classes[track.class].1;
        if track.mirrored { numbering.by_column(a) } else { numbering.by_row(a) }
    }

    /// Takes band after band. The first thread has the context; it says how many bytes it reserved.
    fn work(&self, cx: Option<&Context>, visit: &Visit<'_>) -> Result<u64> {
        let _alarm = Alarm(self);
        let mut reserved = 0;
        let mut local = Local::new(self);
        loop {
            let band = {
                let mut progress = locked(self.progress.lock());
                progress.next += 1;
                progress.next - 1
            };
            if band * SIDE >= self.height {
                // the others may still be at work
                self.wait(cx, |progress| (0..progress.done.len()).all(|i| progress.done[i] == self.tiles(i)))?;
                return Ok(reserved);
            }
            let rows = band * SIDE..self.height.min((band + 1) * SIDE);
            let columns = self.width.min(self.tiles(band) * SIDE);
            let above = self.back.min(rows.start);
            let mut work = Band { values: vec![0; (rows.len() + above) * columns], rows, above, columns };
            for tile in 0..self.tiles(band) {
                let free = |progress: &Progress| match band.checked_sub(1) {
                    Some(before) => progress.done[before] >= self.tiles(before).min(tile + 1),
                    None => true,
                };
                if !self.wait(cx, free)? {
                    return Ok(reserved);
                }
                let grew = local.tile(self, &mut work, tile);
                self.bytes.fetch_add(grew, Ordering::Relaxed);
                let cells = work.rows.len() * (self.width - tile * SIDE).min(SIDE);
                self.nodes.fetch_add((cells * self.tracks.len()) as u64, Ordering::Relaxed);
                locked(self.progress.lock()).done[band] = tile + 1;
                self.moved.notify_all();
                if let Some(cx) = cx {
                    cx.tick(self.nodes.swap(0, Ordering::Relaxed))?;
                    if self.bytes.load(Ordering::Relaxed) > 0 {
                        let grew = self.bytes.swap(0, Ordering::Relaxed).unsigned_abs();
                        cx.reserve(grew)?;
                        // on a board that is long and narrow the sets of the lines are far larger than the board
                        cx.tick(grew / BYTES)?;
                        reserved += grew;
                    }
                }
            }
            for a in work.rows.clone() {
                let row = work.row(a);
                visit(a, if self.symmetric { &row[..self.width.min(a + 1)] } else { row });
            }
            if let Some(cx) = cx {
                cx.progress(work.rows.end as u64, Some(self.height as u64));
            }
        }
    }

    /// Waits until this holds; says whether the work goes on.
    fn wait(&self, cx: Option<&Context>, free: impl Fn(&Progress) -> bool) -> Result<bool> {
        let mut progress = locked(self.progress.lock());
        while !free(&progress) {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            progress = match cx {
                Some(cx) => {
                    cx.check()?;
                    locked(self.moved.wait_timeout(progress, LOOK)).0
                }
                None => locked(self.moved.wait(progress)),
            };
        }
        Ok(!self.stop.load(Ordering::Relaxed))
    }
}

/// Ends the others' waiting if this thread panics.
struct Alarm<'a, 'b>(&'a Board<'b>);

impl Drop for Alarm<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

#[cfg(test)]
mod tests;
