//! The sparse-space algorithm with two threads.
//!
//! The candidates of a heap do not depend on its witnesses, only on earlier values. So one thread runs ahead and finds
//! candidates; the other follows and looks for witnesses. If a rare code has none, a new rare is found, and what the
//! first thread did beyond is dropped: that is seldom.
//!
//! Candidates cost more than witnesses. To share the work evenly the second thread also marks some of the partners at
//! a distance of at least two chunks, for the chunk after the next:
//!
//! ```text
//! first:   candidates of chunk c   │ of c + 1             │ of c + 2, with the marks
//! second:                          │ marks for c + 2, witnesses of chunk c │ …
//! ```
//! How many partners are lent follows from the costs by which they were chosen. Every value is the same as with one
//! thread. The second thread has its own copy of the codes, so that neither waits for a lock.
//!
//! Measured to 10^7, CPU time of the busier thread against that of one thread: 1.85 times less for Officers, 1.9 times
//! less for Grundy's game. With short lists (0.16, 0.376) there is little to gain.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, SyncSender};

use grundy_core::context::{Context, Stopped};

use super::known::Known;
use super::lists::Limits;
use super::rares::Rares;
use super::shape::Shape;
use super::simd::{self, BLOCK, Entry, Lane, Path, Sets};
use super::sparse::{Sparse, Step};
use super::witness::{SEARCH, Witnesses};

/// Heaps that are handed over together.
const CHUNK: usize = 32 * BLOCK;
/// Chunks that may wait for their witnesses.
const WAITING: usize = 6;
/// Fewer heaps are not worth a thread.
pub(super) const LEAST: usize = 32 * CHUNK;

/// Candidates to be checked.
struct Chunk<L> {
    codes: Vec<L>,
    /// Blocks by their first heap, with those heaps that need no check.
    blocks: Vec<(usize, u64)>,
}

/// What the second thread tells.
enum Told {
    /// Lent partners, marked for the blocks from this heap on.
    Marks(usize, Vec<Sets>),
    /// This heap has this rare value.
    Rare(usize, usize),
}

/// What the second thread has.
struct Follower<L> {
    shape: Shape,
    rares: Rares,
    path: Path,
    limits: Limits,
    codes: Vec<L>,
    witnesses: Witnesses<L>,
    lent: Vec<Entry>,
    words: usize,
}

impl<L: Lane> Follower<L> {
    /// Checks chunks until there are no more, or a new rare turns up.
    fn run(mut self, chunks: &Receiver<Chunk<L>>, told: &mpsc::Sender<Told>) -> Witnesses<L> {
        while let Ok(chunk) = chunks.recv() {
            let before = self.codes.len();
            self.codes.extend_from_slice(&chunk.codes);
            if chunk.codes.len() == CHUNK
                && let Some(marks) = self.marks(before + 2 * CHUNK)
                && told.send(Told::Marks(before + 2 * CHUNK, marks)).is_err()
            {
                break;
            }
            let known = Known { shape: &self.shape, rares: &self.rares, path: self.path };
            self.witnesses.keep_mirror(&self.codes[..before]);
            let rare = chunk.blocks.iter().enumerate().find_map(|(i, &(n, sure))| {
                let end = chunk.blocks.get(i + 1).map_or(self.codes.len(), |next| next.0);
                self.witnesses.missing(&known, &self.limits, &self.codes[..end], n, sure)
            });
            if let Some((m, code)) = rare {
                // the first thread may be gone: then it has stopped by itself, and looks here afterwards
                let _ = told.send(Told::Rare(m, code));
                break;
            }
        }
        self.witnesses
    }

    /// The marks of the lent partners for a chunk from heap `n` on.
    fn marks(&self, n: usize) -> Option<Vec<Sets>> {
        let bytes = L::bytes(&self.codes)?;
        if self.lent.is_empty() {
            return None;
        }
        let blocks = (n..n + CHUNK).step_by(BLOCK).map(|n| {
            let mut sets = [[0; BLOCK]; 4];
            simd::mark(self.path, bytes, n, None, &self.lent, self.words, &mut sets);
            sets
        });
        Some(blocks.collect())
    }
}

impl<L: Lane> Sparse<L> {
    /// Computes more values up to `size` with a second thread. Ends early before a heap that must be computed alone.
    pub(super) fn run_two(&mut self, size: usize, cx: &Context) -> Result<Step, Stopped> {
        let start = self.codes.len();
        self.keep_limits();
        let Some(limits) = self.lists.limits.clone() else { return Ok(self.block(size)) };
        let lent = self.lend();
        let mut codes = Vec::with_capacity(size);
        codes.extend_from_slice(&self.codes);
        let follower = Follower {
            shape: self.shape.clone(),
            rares: self.rares.clone(),
            path: self.path,
            limits,
            codes,
            witnesses: self.witnesses.clone(),
            lent: lent.clone(),
            words: self.lists.words,
        };
        self.lists.lent = lent;
        let (sender, chunks) = mpsc::sync_channel(WAITING);
        let (told, answers) = mpsc::channel();
        let (result, rare) = std::thread::scope(|scope| {
            let second = std::thread::Builder::new().spawn_scoped(scope, move || follower.run(&chunks, &told));
            let Ok(second) = second else { return (Ok(()), None) };
            let (result, mut rare) = self.run_ahead(size, cx, sender, &answers);
            match second.join() {
                Ok(witnesses) => self.witnesses = witnesses,
                // nothing is sure
                Err(_) => self.codes.truncate(start),
            }
            for answer in answers.try_iter() {
                if let Told::Rare(m, code) = answer {
                    rare = Some((m, code));
                }
            }
            (result, rare)
        });
        let lent = std::mem::take(&mut self.lists.lent);
        self.lists.strong.extend(lent);
        self.lists.strong.sort_unstable();
        let step = match rare {
            Some((m, code)) => {
                self.codes.truncate(m);
                self.push(code, false)
            }
            // a heap to be computed alone, or no thread to be had
            None if self.codes.len() == start => self.block(size),
            None => Step::Common,
        };
        result.map(|()| step)
    }

    /// Finds candidates and hands them over. Returns a new rare if one has been told.
    fn run_ahead(
        &mut self,
        size: usize,
        cx: &Context,
        chunks: SyncSender<Chunk<L>>,
        answers: &Receiver<Told>,
    ) -> (Result<(), Stopped>, Option<(usize, usize)>) {
        let cost = 1 + self.rares.heaps.len() as u64 / 4;
        let mut marks: VecDeque<(usize, Vec<Sets>)> = VecDeque::new();
        let start = self.codes.len();
        let mut on = true;
        while on && self.codes.len() < size {
            let from = self.codes.len();
            let mut blocks = Vec::with_capacity(CHUNK / BLOCK);
            // marks for this chunk have been asked for two chunks ago
            let due = !self.lists.lent.is_empty() && from >= start + 2 * CHUNK;
            marks.retain(|(n, _)| n + CHUNK > from);
            while due && marks.is_empty() {
                match answers.recv() {
                    Ok(Told::Marks(n, sets)) => marks.push_back((n, sets)),
                    Ok(Told::Rare(m, code)) => return (Ok(()), Some((m, code))),
                    Err(_) => return (Ok(()), None),
                }
            }
            while self.codes.len() < (from + CHUNK).min(size) {
                let n = self.codes.len();
                let sets = marks.iter().find_map(|(first, sets)| {
                    let at = n.checked_sub(*first).filter(|at| at % BLOCK == 0)? / BLOCK;
                    sets.get(at)
                });
                match self.candidates((from + CHUNK).min(size), sets) {
                    Ok(sure) => blocks.push((n, sure)),
                    Err(_) => {
                        on = false;
                        break;
                    }
                }
                on &= !self.lists.are_old(self.codes.len());
            }
            let codes = self.codes[from..].to_vec();
            let heaps = codes.len() as u64;
            if chunks.send(Chunk { codes, blocks }).is_err() {
                break;
            }
            for answer in answers.try_iter() {
                match answer {
                    Told::Marks(n, sets) => marks.push_back((n, sets)),
                    Told::Rare(m, code) => return (Ok(()), Some((m, code))),
                }
            }
            if let Err(stopped) = cx.tick(heaps * cost) {
                return (Err(stopped), None);
            }
        }
        (Ok(()), None)
    }

    /// Takes far partners out of the strong list, so many that both threads have the same to do.
    fn lend(&mut self) -> Vec<Entry> {
        let mark = self.path.mark_cost(self.lists.words);
        let searches = self.witnesses.searches as f64 / self.lists.counts.lanes.max(1) as f64;
        let witnesses = self.witnesses.cost(mark) + searches * SEARCH;
        let candidates = self.lists.cost(mark);
        let most = ((candidates - witnesses) / 2.0 / mark).max(0.0) as usize;
        let (far, near): (Vec<Entry>, Vec<Entry>) =
            self.lists.strong.iter().partition(|e| e.offset as usize >= 2 * CHUNK);
        let kept = far.len().saturating_sub(most);
        self.lists.strong = near;
        self.lists.strong.extend(&far[..kept]);
        far[kept..].to_vec()
    }
}
