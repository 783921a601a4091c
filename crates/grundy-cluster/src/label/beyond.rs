//! Labels with the arcs on disk: only the state of the vertices is in memory.
//!
//! Level by level: the vertices that became ready in one level are sorted, so that the file of the [`Compressed`] graph
//! is read forwards once a level, and only where it is needed. Labels do not depend on the order within a level.
//!
//! In memory: 4 bytes a vertex for outcomes, 16 for values, 20 for Smith's values, and 4 for each vertex of the level at
//! work and the next. Deep graphs read little a level, and cost a seek for it.

use grundy::{Context, Convention, Diagnostic, Error, Outcome};

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
    graph.degrees(|v, degree, _| {
        if degree == 0 {
            levels.next.push(v);
        }
        slots.push(if degree == 0 { DECIDED } else { degree });
    })?;
    if slots.iter().any(|&slot| slot > DECIDED) {
        return Err(Diagnostic::unsupported("a vertex has 2^31 followers or more").into());
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

/// Outcomes and values, counted: Smith's values in normal play, those of finite plays in misère play; with all labels, if
/// `table` is set.
///
/// # Errors
/// The file cannot be read, or is damaged; the budget.
pub fn label(graph: &Compressed, convention: Convention, table: bool, cx: &Context) -> Result<Report, Error> {
    let remoteness = outcomes(graph, convention, cx)?;
    let smith = match convention {
        Convention::Normal => Smith::of(graph, cx)?,
        Convention::Misere => Smith::without_stages(State::peel(graph, cx)?),
    };
    let effort = Effort { workers: 1, on_disk: Some(graph.adjacency_bytes()), ..Effort::default() };
    let mut report = Report { arcs: graph.arcs(), finite: smith.finite_plays as u64, effort, ..Report::default() };
    let mut mentioned = Vec::new();
    if table {
        cx.reserve(graph.vertices() as u64)?;
    }
    graph.degrees(|v, _, there| {
        let labels = (remoteness.get(v as usize), smith.values.get(v as usize));
        if let ((Some(&remoteness), Some(&value)), true) = (labels, there) {
            report.count(v, remoteness, value, convention);
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
        let loopy = (0..).zip(&smith.values).filter(|&(_, &value)| value == NONE);
        for (v, _) in loopy {
            sets.extend(smith.seen.list(v).into_iter().map(|k| (v, k)));
        }
        let mut values = smith.values;
        for ((remoteness, value), _) in
            remoteness.iter_mut().zip(&mut values).zip(&mentioned).filter(|(_, there)| !**there)
        {
            (*remoteness, *value) = (NONE, NONE);
        }
        report.table = Some(Table { mentioned, remoteness, values, sets });
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
    Ok(State::peel(graph, cx)?.values)
}

/// Smith's values: see [`grundy::engine::graph::SmithValues`].
#[derive(Debug, Clone)]
pub struct Smith {
    values: Vec<u32>,
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
        let mut state = State::peel(graph, cx)?;
        let finite_plays = state.finite_plays();
        if finite_plays < graph.vertices() {
            state.loopy_part(graph, cx)?;
        }
        let State { values, seen, .. } = state;
        Ok(Smith { values, seen, finite_plays })
    }

    fn without_stages(state: State) -> Smith {
        let finite_plays = state.finite_plays();
        let State { values, seen, .. } = state;
        Smith { values, seen, finite_plays }
    }

    /// The finite values; [`NONE`] for ∞(K).
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
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

/// What the vertices know of their followers.
struct State {
    /// Followers without a label.
    counts: Vec<u32>,
    values: Vec<u32>,
    seen: Seen,
}

impl State {
    fn finite_plays(&self) -> usize {
        self.values.iter().filter(|&&value| value != NONE).count()
    }

    /// Labels in Kahn's order: a vertex is ready when the last of its followers has its value.
    fn peel(graph: &Compressed, cx: &Context) -> Result<State, Error> {
        cx.enter("values of a graph on disk");
        let vertices = graph.vertices();
        cx.reserve(16 * vertices as u64)?;
        let seen = Seen::new(vertices);
        let mut state = State { counts: Vec::with_capacity(vertices), values: vec![NONE; vertices], seen };
        let mut levels = Levels::new(cx);
        graph.degrees(|v, degree, _| {
            state.counts.push(degree);
            if degree == 0 {
                levels.next.push(v);
            }
        })?;
        let mut done = 0;
        loop {
            let Levels { frontier, next, .. } = levels.turn()?;
            if frontier.is_empty() {
                return Ok(state);
            }
            for &v in frontier.iter() {
                state.values[v as usize] = state.seen.mex(v);
            }
            done += frontier.len() as u64;
            cx.progress(done, Some(vertices as u64));
            graph.visit(frontier, cx, |v, predecessors| {
                let value = state.values[v as usize];
                for &p in predecessors {
                    state.seen.insert(p, value);
                    if let Some(count) = state.counts.get_mut(p as usize) {
                        *count -= 1;
                        if *count == 0 {
                            next.push(p);
                        }
                    }
                }
                Ok(())
            })?;
        }
    }

    /// Smith's stages over the vertices that have no label yet: see [`grundy::engine::graph::SmithValues`].
    fn loopy_part(&mut self, graph: &Compressed, cx: &Context) -> Result<(), Error> {
        cx.enter("Smith's values of a graph on disk");
        let vertices = self.values.len();
        cx.reserve(8 * vertices as u64)?;
        let mut rest: Vec<u32> = (0..vertices as u32).filter(|&v| self.values[v as usize] == NONE).collect();
        // followers without a label that do not revert; for who cannot get the label, a number that never falls to 0
        let mut blocked = vec![NONE; vertices];
        let (mut labelled, mut reverting) = (Levels::new(cx), Levels::new(cx));
        for k in 0.. {
            let (mut eligible, mut candidates) = (false, false);
            for &v in &rest {
                let reached = self.seen.mex(v) >= k;
                let sees = self.seen.contains(v, k);
                eligible |= reached;
                candidates |= reached && !sees;
                blocked[v as usize] = if reached && !sees { self.counts[v as usize] } else { NONE };
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
                    self.values[v as usize] = k;
                    blocked[v as usize] = NONE;
                }
                graph.visit(&now.frontier, cx, |_, predecessors| {
                    for &p in predecessors {
                        if self.values[p as usize] != NONE {
                            continue;
                        }
                        self.counts[p as usize] -= 1;
                        if self.seen.insert(p, k) {
                            blocked[p as usize] = NONE;
                            reverting.next.push(p);
                        }
                    }
                    Ok(())
                })?;
                let now = reverting.turn()?;
                graph.visit(&now.frontier, cx, |_, predecessors| {
                    for &q in predecessors {
                        let count = &mut blocked[q as usize];
                        *count = count.wrapping_sub(1);
                        if *count == 0 && self.values[q as usize] == NONE {
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
            rest.retain(|&v| self.values[v as usize] == NONE);
        }
        cx.release(8 * vertices as u64);
        Ok(())
    }
}
