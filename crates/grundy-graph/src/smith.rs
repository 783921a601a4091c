//! Smith's values of a whole graph, with the order in which a winner must revert; see [`Values`] for the method.

use grundy_core::{Context, Convention, Loopy, Result, Theorem};

use crate::kernel::{Rows, Rule, Turns, spread};
use crate::{NONE, Outcomes, Reverse, Values};

/// Smith's labelling, and the sums of its values.
pub static SMITH: Theorem = Theorem {
    id: "smith-labelling",
    statement: "Smith's labelling of everything reachable: the value is the least number m that no option has, if every option without a smaller number can be answered by a move back to an m found before, and else ∞(K), K the numbers that can be moved to; a + b = a ⊕ b, a + ∞(K) = ∞({a ⊕ k}), ∞(K) + ∞(L) = ∞(∅)",
    chinese: "对可达局面的 Smith 标号：若凡没有更小数的后继都能一步走回先前标为 m 的局面，则值是没有后继取到的最小数 m；否则值为 ∞(K)，K 是能走到的数；a + b = a ⊕ b，a + ∞(K) = ∞({a ⊕ k})，∞(K) + ∞(L) = ∞(∅)",
    reference: "C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1, 1966; A. S. Fraenkel and Y. Perl, Constructions in combinatorial games with cycles, Colloq. Math. Soc. János Bolyai 10, 1975",
};

/// The value of a vertex: finite, or infinite with the set K of finite values among the followers.
///
/// ```
/// use grundy_core::Outcome;
/// use grundy_graph::LoopyValue;
///
/// let sum = &LoopyValue::Finite(3) + &LoopyValue::Infinite(vec![1, 3]);
/// assert_eq!(sum, LoopyValue::Infinite(vec![0, 2]));
/// assert_eq!(sum.outcome(), Outcome::Next);
/// assert_eq!(sum.to_string(), "∞{0,2}");
/// ```
pub type LoopyValue = Loopy<u32>;

/// The loopy value of each vertex, and the counters for winning play.
#[derive(Debug, Clone)]
pub struct SmithValues {
    values: Values,
    vertices: usize,
    /// So many vertices were labelled in Kahn's order: theirs are the smallest counters.
    finite_plays: u32,
    passes: u32,
}

impl SmithValues {
    /// Labels the graph: one pass in Kahn's order, then at most (largest value + 2) passes over the vertices on and
    /// behind cycles. 16 bytes a vertex, and 8 more until cycles are done.
    ///
    /// # Errors
    /// Rows that cannot be read; the budget.
    pub fn of(graph: &impl Rows, cx: &Context) -> Result<SmithValues> {
        let mut values = SmithValues::counted(graph, cx)?;
        let mut turns = Turns::default();
        values.terminals(&mut turns);
        spread(graph, &mut values, &mut turns, cx)?;
        SmithValues::stages(values, graph, cx)
    }

    /// The same, and the outcomes of normal play; on a graph without cycles both come from one pass, a third faster than
    /// two.
    ///
    /// # Errors
    /// The budget.
    pub fn with_outcomes(graph: &Reverse, cx: &Context) -> Result<(SmithValues, Outcomes)> {
        let bytes = 4 * graph.vertices() as u64;
        cx.reserve(bytes)?;
        let mut both = Both { values: SmithValues::counted(graph, cx)?, remoteness: vec![0; graph.vertices()] };
        let mut turns = Turns::default();
        both.values.terminals(&mut turns);
        spread(graph, &mut both, &mut turns, cx)?;
        let Both { values, remoteness } = both;
        let values = SmithValues::stages(values, graph, cx)?;
        if values.is_acyclic() {
            return Ok((values, Outcomes::known(remoteness)));
        }
        drop(remoteness);
        cx.release(bytes);
        let outcomes = Outcomes::of(graph, Convention::Normal, cx)?;
        Ok((values, outcomes))
    }

    /// Values that count when they are given.
    fn counted(graph: &impl Rows, cx: &Context) -> Result<Values> {
        cx.reserve(4 * graph.vertices() as u64)?;
        let mut values = Values::new(graph, cx)?;
        values.count();
        Ok(values)
    }

    /// Smith's stages, if there are cycles.
    fn stages(mut values: Values, graph: &impl Rows, cx: &Context) -> Result<SmithValues> {
        let (vertices, finite_plays, mut passes) = (graph.vertices(), values.told(), 0);
        if (finite_plays as usize) < vertices {
            passes = label_cycles(&mut values, graph, cx)?;
        }
        Ok(SmithValues { values, vertices, finite_plays, passes })
    }

    /// The value of `v`; ∞(∅) for what is no vertex.
    #[must_use]
    pub fn get(&self, v: u32) -> LoopyValue {
        self.finite(v).map_or_else(|| LoopyValue::Infinite(self.values.set(v)), LoopyValue::Finite)
    }

    /// The value of `v` if it is a number.
    #[must_use]
    #[inline]
    pub fn finite(&self, v: u32) -> Option<u32> {
        Some(self.values.label(v)).filter(|&value| value != NONE)
    }

    /// When the label of `v` was given, if it is finite: see [`Values`].
    #[must_use]
    #[inline]
    pub fn counter(&self, v: u32) -> Option<u32> {
        Some(self.values.counter(v)).filter(|&counter| counter != NONE)
    }

    /// Whether every play from `v` is finite; if not, `v` lies on or behind a cycle.
    #[must_use]
    #[inline]
    pub fn is_well_founded(&self, v: u32) -> bool {
        self.counter(v).is_some_and(|counter| counter < self.finite_plays)
    }

    /// Whether the graph has no cycle.
    #[must_use]
    pub fn is_acyclic(&self) -> bool {
        self.finite_plays as usize == self.vertices
    }

    /// How many vertices have an infinite value.
    #[must_use]
    pub fn infinite(&self) -> usize {
        self.vertices - self.values.told() as usize
    }

    /// How many passes were made over the part with cycles.
    #[must_use]
    pub fn passes(&self) -> u32 {
        self.passes
    }
}

/// Smith's stages over the vertices that have no label yet; says how many had candidates.
pub(crate) fn label_cycles(values: &mut Values, graph: &impl Rows, cx: &Context) -> Result<u32> {
    cx.enter("Smith's values of a graph");
    let reserved = 8 * graph.vertices() as u64;
    cx.reserve(reserved)?;
    values.begin_stages();
    let (mut turns, mut passes) = (Turns::default(), 0);
    for k in 0.. {
        match values.begin_stage(k, &mut turns) {
            (false, _) => break,
            (true, false) => turns = Turns::default(),
            (true, true) => {
                passes += 1;
                spread(graph, values, &mut turns, cx)?;
            }
        }
    }
    values.end_stages();
    cx.release(reserved);
    Ok(passes)
}

/// Values, and the remoteness where followers come first: a number that says nothing while it is 0.
struct Both {
    values: Values,
    remoteness: Vec<u32>,
}

impl Rule for Both {
    /// The value and the remoteness.
    type Label = (u32, u32);

    fn begin(&mut self, v: u32) {
        self.values.begin(v);
    }

    fn label(&self, v: u32) -> (u32, u32) {
        (self.values.label(v), self.remoteness.get(v as usize).copied().unwrap_or(0))
    }

    #[inline]
    fn tell(&mut self, predecessors: &[u32], (value, lasts): (u32, u32), turns: &mut Turns) {
        let said = lasts + 1;
        if lasts % 2 == 0 {
            // a P-vertex: its predecessors win, and hurry
            for &p in predecessors {
                if let Some(known) = self.remoteness.get_mut(p as usize) {
                    *known = if *known % 2 == 1 { said.min(*known) } else { said };
                }
            }
        } else {
            for &p in predecessors {
                if let Some(known) = self.remoteness.get_mut(p as usize) {
                    *known = if *known % 2 == 1 { *known } else { said.max(*known) };
                }
            }
        }
        self.values.tell(predecessors, value, turns);
    }

    fn charge(&mut self) -> u64 {
        self.values.charge()
    }
}
