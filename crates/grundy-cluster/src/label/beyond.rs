//! Labels with the arcs on disk: only the state of the vertices is in memory.
//!
//! Level by level: the vertices that became ready in one level are sorted, so that the file of the [`Compressed`] graph
//! is read forwards once a level, and only where it is needed; a few vertices of a graph that is held in memory are not.
//! Labels do not depend on the order within a level.
//!
//! In memory: 4 bytes a vertex for outcomes, 12 for suspense, 12 for values, 20 for Smith's values, and 4 for each
//! vertex of the level at work and the next. Deep graphs read little a level, and cost a seek for it.
//!
//! Measured (`cargo xtask bench --workers`; thread CPU time in seconds for 10^7 arcs, the file in the system's cache; the
//! plain engine, lists held, lists from the file):
//!
//! | | bytes an arc | outcomes | mex | Smith's values |
//! |---|---|---|---|---|
//! | acyclic | 2.31 | .108 .131 .200 | .098 .160 .265 | .114 .160 .259 |
//! | any targets | 2.86 | .068 .092 .170 | .024 .028 .044 | .168 .192 .305 |
//! | near targets, 20 000 levels | 1.18 | .060 .072 .100 | .048 .092 .145 | .052 .092 .149 |
//!
//! Building takes .7 to 1 s. What counted, beside fewer misses of the cache than arcs: lists are handed over some at a time
//! and what their vertices know is [fetched](fetch) at once (a fifth to a half); no branches on what is a coin toss, be it
//! the place of a list in its group or whether a vertex is still undecided (a third); gaps of as many bits each, which do
//! not wait for each other (a third). From the file the rest is system calls and checksums.

use grundy::{Context, Convention, Diagnostic, Error, Outcome};

use super::delays::Delays;
use super::report::{Effort, Report, Table};
use super::seen::Seen;
use super::{Compressed, NONE};

/// In a slot of [`outcomes`]: the vertex is decided, and the other bits are its remoteness.
const DECIDED: u32 = 1 << 31;

/// The remoteness of each vertex, as [`grundy::engine::graph::Outcomes`] has it; [`NONE`] for a draw.
///
/// # Errors
/// The file cannot be read, or is damaged; 2^31 followers or levels; the budget.
pub fn outcomes(graph: &Compressed, convention: Convention, cx: &Context) -> Result<Vec<u32>, Error> {
    cx.enter("outcomes of a graph on disk");
    cx.reserve(4 * graph.vertices() as u64)?;
    // undecided: the followers not known to be N
    let mut slots = Vec::with_capacity(graph.vertices());
    let mut levels = Levels::new(graph, cx);
    let mut many = false;
    graph.degrees(|v, degree, _| {
        many |= degree >= DECIDED;
        if degree == 0 {
            levels.next.push(v);
        }
        slots.push(if degree == 0 { DECIDED } else { degree });
    })?;
    if many {
        return Err(too_many());
    }
    let mut done = 0;
    for remoteness in 0.. {
        let Levels { frontier, next, .. } = levels.turn()?;
        if frontier.is_empty() {
            break;
        }
        done += frontier.len() as u64;
        cx.progress(done, Some(graph.vertices() as u64));
        if remoteness + 1 >= DECIDED {
            return Err(Diagnostic::unsupported("the play lasts 2^31 moves or more").into());
        }
        let loses = outcome(remoteness, convention) == Outcome::Previous;
        graph.visit(frontier, cx, |lists| {
            fetch(lists.all(), &slots);
            decide(lists.all(), &mut slots, remoteness + 1, loses, next);
            Ok(())
        })?;
    }
    for slot in &mut slots {
        *slot = if *slot >= DECIDED { *slot & !DECIDED } else { NONE };
    }
    Ok(slots)
}

/// Tells vertices that a follower has an outcome; those that are decided by it get their remoteness and join `next`. No
/// branches: whether a vertex is still undecided nobody could foretell.
#[inline]
fn decide(vertices: &[u32], slots: &mut [u32], remoteness: u32, loses: bool, next: &mut Vec<u32>) {
    let begin = next.len();
    next.resize(begin + vertices.len(), 0);
    let (joins, mut count) = (next.get_mut(begin..).unwrap_or_default(), 0);
    for &p in vertices {
        let Some(slot) = slots.get_mut(p as usize) else { continue };
        let open = *slot < DECIDED;
        let left = if loses { 0 } else { slot.wrapping_sub(u32::from(open)) };
        let joining = open && left == 0;
        *slot = if joining {
            DECIDED | remoteness
        } else if loses {
            *slot
        } else {
            left
        };
        if let Some(join) = joins.get_mut(count) {
            *join = p;
        }
        count += usize::from(joining);
    }
    next.truncate(begin + count);
}

/// The suspense of each vertex, as [`grundy::engine::graph::Suspense`] has it; [`NONE`] where a play may go on for ever.
/// 12 bytes a vertex, 4 of them stay.
///
/// # Errors
/// The file cannot be read, or is damaged; the budget.
pub fn suspense(graph: &Compressed, convention: Convention, cx: &Context) -> Result<Vec<u32>, Error> {
    cx.enter("suspense of a graph on disk");
    let vertices = graph.vertices();
    cx.reserve(12 * vertices as u64)?;
    let mut levels = Levels::new(graph, cx);
    let mut degrees = Vec::with_capacity(vertices);
    graph.degrees(|v, degree, _| {
        degrees.push(degree);
        if degree == 0 {
            levels.next.push(v);
        }
    })?;
    let mut delays = Delays::new(degrees, convention);
    let mut done = 0;
    loop {
        let Levels { frontier, next, .. } = levels.turn()?;
        if frontier.is_empty() {
            break;
        }
        done += frontier.len() as u64;
        cx.progress(done, Some(vertices as u64));
        graph.visit(frontier, cx, |lists| {
            for (v, predecessors) in lists.iter() {
                let suspense = delays.get(v);
                next.extend(predecessors.iter().copied().filter(|&p| delays.tell(p, suspense)));
            }
            Ok(())
        })?;
    }
    let suspense = delays.all().collect();
    cx.release(8 * vertices as u64);
    Ok(suspense)
}

/// About how much memory [`label`] takes in bytes beside what a graph has, if no value is large.
#[must_use]
pub fn memory(vertices: usize, table: bool) -> u64 {
    // Smith's values while the remoteness is there, two levels, and for a table the suspense and its columns
    let each = if table { 4 + 4 + 20 + 8 + 5 } else { 4 + 20 + 8 };
    each * vertices as u64
}

/// Outcomes and values, counted: Smith's values in normal play, those of finite plays in misère play; with all labels and
/// the suspense, if `table` is set.
///
/// # Errors
/// The file cannot be read, or is damaged; the budget.
pub fn label(graph: &Compressed, convention: Convention, table: bool, cx: &Context) -> Result<Report, Error> {
    let remoteness = outcomes(graph, convention, cx)?;
    let mut suspense = if table { suspense(graph, convention, cx)? } else { Vec::new() };
    let smith = match convention {
        Convention::Normal => Smith::of(graph, cx)?,
        Convention::Misere => Smith::without_stages(graph, cx)?,
    };
    let effort = Effort { workers: 1, on_disk: Some(graph.adjacency_bytes()), ..Effort::default() };
    let mut report = Report { arcs: graph.arcs(), finite: smith.finite_plays as u64, effort, ..Report::default() };
    let mut mentioned = Vec::new();
    if table {
        cx.reserve(5 * graph.vertices() as u64)?;
    }
    graph.degrees(|v, _, there| {
        if let (Some(&remoteness), true) = (remoteness.get(v as usize), there) {
            report.count(v, remoteness, smith.seen.label(v), convention);
        } else {
            // numbers that nobody mentions have labels too, but are no vertices
            report.finite -= 1;
        }
        if table {
            mentioned.push(there);
        }
    })?;
    if table {
        let (mut remoteness, mut sets) = (remoteness, Vec::new());
        let loopy = (0..).zip(smith.values()).filter(|&(_, value)| value == NONE);
        for (v, _) in loopy {
            sets.extend(smith.seen.list(v).into_iter().map(|k| (v, k)));
        }
        let mut values: Vec<u32> = smith.values().collect();
        let labels = remoteness.iter_mut().zip(&mut values).zip(&mut suspense);
        for ((remoteness, value), suspense) in
            labels.zip(&mentioned).filter(|(_, there)| !**there).map(|(label, _)| label)
        {
            (*remoteness, *value, *suspense) = (NONE, NONE, NONE);
        }
        report.table = Some(Table { mentioned, remoteness, values, suspense, sets });
    }
    Ok(report)
}

/// Who wins, by the remoteness.
#[must_use]
pub fn outcome(remoteness: u32, convention: Convention) -> Outcome {
    match (remoteness, remoteness.is_multiple_of(2) == (convention == Convention::Normal)) {
        (NONE, _) => Outcome::Draw,
        (_, true) => Outcome::Previous,
        (_, false) => Outcome::Next,
    }
}

/// The Grundy value of each vertex from which every play is finite, as [`grundy::engine::graph::GrundyValues`] has it;
/// [`NONE`] for the others.
///
/// # Errors
/// The file cannot be read, or is damaged; the budget.
pub fn values(graph: &Compressed, cx: &Context) -> Result<Vec<u32>, Error> {
    Ok(peel(graph, cx)?.labels().collect())
}

/// Smith's values: see [`grundy::engine::graph::SmithValues`].
#[derive(Debug, Clone)]
pub struct Smith {
    seen: Seen,
    finite_plays: usize,
}

impl Smith {
    /// Labels the graph: one pass for the vertices from which every play is finite, then at most (largest value + 2)
    /// passes over the part on and behind cycles.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged; the budget.
    pub fn of(graph: &Compressed, cx: &Context) -> Result<Smith, Error> {
        let mut smith = Smith::without_stages(graph, cx)?;
        if smith.finite_plays < graph.vertices() {
            loopy_part(&mut smith.seen, graph, cx)?;
        }
        Ok(smith)
    }

    fn without_stages(graph: &Compressed, cx: &Context) -> Result<Smith, Error> {
        let seen = peel(graph, cx)?;
        let finite_plays = seen.labels().filter(|&value| value != NONE).count();
        Ok(Smith { seen, finite_plays })
    }

    /// The finite values; [`NONE`] for ∞(K).
    pub fn values(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.seen.labels()
    }

    /// The values among the followers of `v`: K, where its own is infinite.
    #[must_use]
    pub fn set(&self, v: u32) -> Vec<u32> {
        self.seen.list(v)
    }

    /// From how many vertices every play is finite.
    #[must_use]
    pub fn finite_plays(&self) -> usize {
        self.finite_plays
    }
}

/// Looks at the numbers of vertices that are about to be changed one by one: the cache misses are waited for together.
#[inline]
fn fetch(vertices: &[u32], numbers: &[u32]) {
    let sum = vertices.iter().fold(0, |sum, &v| sum ^ numbers.get(v as usize).copied().unwrap_or(0));
    std::hint::black_box(sum);
}

fn too_many() -> Error {
    Diagnostic::unsupported("a vertex has 2^31 followers or more").into()
}

/// Sorting fewer vertices than these costs more than it brings where all lists are in memory.
const FEW: usize = 256;

/// The vertices of this level and the next.
struct Levels<'c> {
    frontier: Vec<u32>,
    next: Vec<u32>,
    sorted: bool,
    reserved: u64,
    cx: &'c Context,
}

impl<'c> Levels<'c> {
    fn new(graph: &Compressed, cx: &'c Context) -> Levels<'c> {
        Levels { frontier: Vec::new(), next: Vec::new(), sorted: !graph.is_held(), reserved: 0, cx }
    }

    /// The next level becomes this one, sorted: for a file that is read forwards, or for near places one after the other.
    fn turn(&mut self) -> Result<&mut Self, Error> {
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.next.clear();
        if self.sorted || self.frontier.len() >= FEW {
            self.frontier.sort_unstable();
        }
        let held = 4 * (self.frontier.capacity() + self.next.capacity()) as u64;
        if held > self.reserved {
            self.cx.reserve(held - self.reserved)?;
            self.reserved = held;
        }
        Ok(self)
    }
}

impl Drop for Levels<'_> {
    fn drop(&mut self) {
        self.cx.release(self.reserved);
    }
}

/// Asks for the memory of values beyond the masks.
#[inline]
fn charge(seen: &mut Seen, cx: &Context) -> Result<(), Error> {
    match seen.charge() {
        0 => Ok(()),
        bytes => Ok(cx.reserve(bytes)?),
    }
}

/// Labels in Kahn's order: a vertex is ready when the last of its followers has its value.
fn peel(graph: &Compressed, cx: &Context) -> Result<Seen, Error> {
    cx.enter("values of a graph on disk");
    let vertices = graph.vertices();
    cx.reserve(12 * vertices as u64)?;
    let mut levels = Levels::new(graph, cx);
    let mut seen = Seen::with_capacity(vertices);
    let mut many = false;
    graph.degrees(|v, degree, _| {
        many |= degree >= DECIDED;
        seen.add(degree);
        if degree == 0 {
            seen.set(v, 0);
            levels.next.push(v);
        }
    })?;
    if many {
        return Err(too_many());
    }
    let mut done = 0;
    loop {
        let Levels { frontier, next, .. } = levels.turn()?;
        if frontier.is_empty() {
            return Ok(seen);
        }
        done += frontier.len() as u64;
        cx.progress(done, Some(vertices as u64));
        graph.visit(frontier, cx, |lists| {
            seen.fetch(lists.all());
            for (v, predecessors) in lists.iter() {
                let value = seen.label(v);
                seen.settle(predecessors, value, |p, _| next.push(p));
            }
            charge(&mut seen, cx)
        })?;
    }
}

/// Smith's stages over the vertices that have no label yet: see [`grundy::engine::graph::SmithValues`].
fn loopy_part(seen: &mut Seen, graph: &Compressed, cx: &Context) -> Result<(), Error> {
    cx.enter("Smith's values of a graph on disk");
    let vertices = graph.vertices();
    cx.reserve(8 * vertices as u64)?;
    let mut rest: Vec<u32> = (0..vertices as u32).filter(|&v| seen.label(v) == NONE).collect();
    // followers without a label that do not revert; for who cannot get the label, a number that never falls to 0
    let mut blocked = vec![NONE; vertices];
    let (mut labelled, mut reverting) = (Levels::new(graph, cx), Levels::new(graph, cx));
    for k in 0.. {
        let (mut eligible, mut candidates) = (false, false);
        for &v in &rest {
            let (reached, sees) = (seen.mex(v) >= k, seen.contains(v, k));
            eligible |= reached;
            candidates |= reached && !sees;
            blocked[v as usize] = if reached && !sees { seen.count(v) } else { NONE };
            if sees {
                reverting.next.push(v);
            }
            if blocked[v as usize] == 0 {
                labelled.next.push(v);
            }
        }
        if !eligible {
            break;
        }
        if !candidates {
            reverting.next.clear();
            continue;
        }
        cx.progress((vertices - rest.len()) as u64, Some(vertices as u64));
        loop {
            let now = labelled.turn()?;
            for &v in &now.frontier {
                seen.set(v, k);
                blocked[v as usize] = NONE;
            }
            graph.visit(&now.frontier, cx, |lists| {
                seen.fetch(lists.all());
                for &p in lists.all() {
                    if seen.tell(p, k) == Some(true) {
                        blocked[p as usize] = NONE;
                        reverting.next.push(p);
                    }
                }
                charge(seen, cx)
            })?;
            let now = reverting.turn()?;
            graph.visit(&now.frontier, cx, |lists| {
                fetch(lists.all(), &blocked);
                for &q in lists.all() {
                    let count = &mut blocked[q as usize];
                    *count = count.wrapping_sub(1);
                    if *count == 0 && seen.label(q) == NONE {
                        labelled.next.push(q);
                    }
                }
                Ok(())
            })?;
            if labelled.next.is_empty() {
                break;
            }
        }
        labelled.turn()?;
        reverting.turn()?;
        rest.retain(|&v| seen.label(v) == NONE);
    }
    cx.release(8 * vertices as u64);
    Ok(())
}
