//! Labels with the arcs on disk: only the state of the vertices is in memory.
//!
//! Level by level: the vertices that became ready in one level are sorted, so that the file of the [`Compressed`] graph
//! is read forwards once a level, and only where it is needed. Labels do not depend on the order within a level.
//!
//! In memory: 4 bytes a vertex for outcomes, 12 for suspense, 12 for values, 20 for Smith's values, and 4 for each
//! vertex of the level at work and the next. Deep graphs read little a level, and cost a seek for it.
//!
//! Measured (test `speed` of the workers; thread CPU time for 10^7 arcs with the file in the system's cache; in brackets
//! the plain engine): an acyclic graph, 2.66 bytes an arc, outcomes .31 s (.12), mex .41 (.13), Smith's values .43 (.18);
//! any targets, 3.17 bytes, outcomes .36 (.08), Smith's values .55 (.19); a local graph, 1.34 bytes, outcomes .17. Building
//! takes 0.8 to 1.2 s. The plain engine was as fast as this before it fetched lists in blocks; here a group of 64 lists is
//! checked and skipped through for each vertex, three times the work of the labels themselves. 10^8 arcs among 10^7
//! vertices take 28 s and 0.2 GB from the text to all labels.

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
    let mut levels = Levels::new(cx);
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
        graph.visit(frontier, cx, |_, predecessors| {
            for &p in predecessors {
                let Some(slot) = slots.get_mut(p as usize).filter(|slot| **slot < DECIDED) else { continue };
                if !loses {
                    *slot -= 1;
                }
                if loses || *slot == 0 {
                    *slot = DECIDED | (remoteness + 1);
                    next.push(p);
                }
            }
            Ok(())
        })?;
    }
    for slot in &mut slots {
        *slot = if *slot >= DECIDED { *slot & !DECIDED } else { NONE };
    }
    Ok(slots)
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
    let mut levels = Levels::new(cx);
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
        graph.visit(frontier, cx, |v, predecessors| {
            let suspense = delays.get(v);
            next.extend(predecessors.iter().copied().filter(|&p| delays.tell(p, suspense)));
            Ok(())
        })?;
    }
    let suspense = delays.all().collect();
    cx.release(8 * vertices as u64);
    Ok(suspense)
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

fn too_many() -> Error {
    Diagnostic::unsupported("a vertex has 2^31 followers or more").into()
}

/// The vertices of this level and the next.
struct Levels<'c> {
    frontier: Vec<u32>,
    next: Vec<u32>,
    reserved: u64,
    cx: &'c Context,
}

impl<'c> Levels<'c> {
    fn new(cx: &'c Context) -> Levels<'c> {
        Levels { frontier: Vec::new(), next: Vec::new(), reserved: 0, cx }
    }

    /// The next level becomes this one, sorted.
    fn turn(&mut self) -> Result<&mut Self, Error> {
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.next.clear();
        self.frontier.sort_unstable();
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
    let mut levels = Levels::new(cx);
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
        graph.visit(frontier, cx, |v, predecessors| {
            let value = seen.label(v);
            seen.settle(predecessors, value, |p, _| next.push(p));
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
    let (mut labelled, mut reverting) = (Levels::new(cx), Levels::new(cx));
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
            graph.visit(&now.frontier, cx, |_, predecessors| {
                for &p in predecessors {
                    if seen.tell(p, k) == Some(true) {
                        blocked[p as usize] = NONE;
                        reverting.next.push(p);
                    }
                }
                charge(seen, cx)
            })?;
            let now = reverting.turn()?;
            graph.visit(&now.frontier, cx, |_, predecessors| {
                for &q in predecessors {
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
