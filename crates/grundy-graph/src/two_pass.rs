//! A graph whose arcs are told twice, so that nobody has to hold them: 4 bytes an arc, where a list of arcs would take 8
//! beside them.
//!
//! ```text
//! first pass    Degrees   how many arcs leave and reach each vertex
//! second pass   Filling   every arc goes to its place in the rows
//! ```

use grundy_core::{Context, Diagnostic, ErrorKind, Result};

use crate::reverse::{Arc, Counts, Reverse, fits};

/// The first pass: arcs are counted. The tables grow with the largest vertex, 8 bytes for each and at most an eighth more.
///
/// ```
/// use grundy_core::Context;
/// use grundy_graph::Degrees;
///
/// let cx = Context::default();
/// let arcs = [(2, 0), (1, 0), (2, 1)];
/// let mut degrees = Degrees::new();
/// degrees.count(&arcs, &cx)?;
/// let mut rows = degrees.rows(&cx)?;
/// rows.place(&arcs, &cx)?;
/// assert_eq!(rows.graph()?.predecessors(0), [2, 1]);
/// # Ok::<(), grundy_core::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Degrees {
    out_degrees: Vec<u32>,
    arrivals: Vec<u32>,
    arcs: u64,
    sum: u64,
}

/// The second pass: the same arcs are put into their places, in any order.
#[derive(Debug)]
pub struct Filling {
    graph: Reverse,
    arcs: u64,
    sum: u64,
}

impl Degrees {
    /// No vertex and no arc.
    #[must_use]
    pub fn new() -> Degrees {
        Degrees::default()
    }

    /// How many vertices there are: one more than the largest.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.out_degrees.len()
    }

    /// How many arcs were counted, repeated ones each time.
    #[must_use]
    pub fn arcs(&self) -> u64 {
        self.arcs
    }

    /// There are at least so many vertices.
    ///
    /// # Errors
    /// The memory budget; 2^32 − 1 vertices or more.
    pub fn grow(&mut self, vertices: usize, cx: &Context) -> Result<()> {
        if vertices <= self.vertices() {
            return Ok(());
        }
        fits(vertices, 0)?;
        let room = self.out_degrees.capacity().min(self.arrivals.capacity());
        if vertices > room {
            let wanted = vertices.max(room + room / 8);
            cx.reserve(8 * (wanted - room) as u64)?;
            for table in [&mut self.out_degrees, &mut self.arrivals] {
                table.reserve_exact(wanted - table.len());
            }
        }
        self.out_degrees.resize(vertices, 0);
        self.arrivals.resize(vertices, 0);
        Ok(())
    }

    /// Counts arcs; an arc is a node of work.
    ///
    /// # Errors
    /// As [`Degrees::grow`]; the budget.
    pub fn count(&mut self, arcs: &[Arc], cx: &Context) -> Result<()> {
        cx.tick(arcs.len() as u64)?;
        let largest = arcs.iter().map(|&(u, v)| u.max(v)).max();
        self.grow(largest.map_or(0, |v| v as usize + 1), cx)?;
        for &(u, v) in arcs {
            if let (Some(leaves), Some(arrives)) =
                (self.out_degrees.get_mut(u as usize), self.arrivals.get_mut(v as usize))
            {
                *leaves = leaves.saturating_add(1);
                *arrives = arrives.saturating_add(1);
            }
            self.sum = self.sum.wrapping_add(share(u, v));
        }
        self.arcs += arcs.len() as u64;
        Ok(())
    }

    /// Makes the rows: 4 bytes an arc.
    ///
    /// # Errors
    /// The memory budget; 2^32 − 1 arcs or more.
    pub fn rows(self, cx: &Context) -> Result<Filling> {
        let Degrees { mut out_degrees, mut arrivals, arcs, sum } = self;
        let held = 8 * out_degrees.capacity().min(arrivals.capacity()) as u64;
        let arcs_here = usize::try_from(arcs).unwrap_or(usize::MAX);
        fits(out_degrees.len(), arcs_here)?;
        cx.reserve(4 * arcs + 4)?;
        out_degrees.shrink_to_fit();
        arrivals.shrink_to(out_degrees.len() + 1);
        cx.release(held - 8 * out_degrees.len() as u64);
        arrivals.insert(0, 0);
        Ok(Filling { graph: Counts { arrivals, out_degrees, arcs: arcs_here }.graph(), arcs, sum })
    }
}

impl Filling {
    /// Puts arcs in their places.
    ///
    /// # Errors
    /// The clock; cancelled.
    pub fn place(&mut self, arcs: &[Arc], cx: &Context) -> Result<()> {
        self.arcs = self.arcs.wrapping_sub(arcs.len() as u64);
        for &(u, v) in arcs {
            self.sum = self.sum.wrapping_sub(share(u, v));
        }
        self.graph.place(arcs, cx)
    }

    /// The graph, when all arcs were told again.
    ///
    /// # Errors
    /// The arcs of the second pass are not those of the first.
    pub fn graph(self) -> Result<Reverse> {
        if (self.arcs, self.sum) != (0, 0) {
            let fault = "the arcs of a graph changed between two passes over them";
            return Err(Diagnostic::new(ErrorKind::Io, fault).suggest("leave the file alone while it is read").into());
        }
        Ok(self.graph)
    }
}

/// The share of an arc in a sum that tells lists of arcs apart, whatever their order. Ends that were exchanged between arcs
/// change it.
#[inline]
fn share(u: u32, v: u32) -> u64 {
    let x = (u64::from(u) << 32 | u64::from(v)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Error;
    use grundy_core::testing::Random;
    use grundy_core::{Budget, Spent};

    /// Random arcs among so many vertices.
    fn arcs(vertices: u32, count: usize) -> Vec<Arc> {
        let mut random = Random::new(1);
        let mut next = move || random.below(u64::from(vertices)) as u32;
        (0..count).map(|_| (next(), next())).collect()
    }

    #[test]
    fn two_passes_give_the_graph_of_the_list() {
        let cx = Context::default();
        for (vertices, count) in [(1, 0), (1, 3), (50, 20), (300, 5000)] {
            let list = arcs(vertices, count);
            let mut degrees = Degrees::new();
            degrees.grow(7, &cx).unwrap();
            for part in list.chunks(100) {
                degrees.count(part, &cx).unwrap();
            }
            let expected = Reverse::from_arcs(degrees.vertices(), &list, &cx).unwrap();
            let mut rows = degrees.rows(&cx).unwrap();
            for part in list.chunks(77) {
                rows.place(part, &cx).unwrap();
            }
            let graph = rows.graph().unwrap();
            assert_eq!(graph.out_degrees(), expected.out_degrees());
            assert!((0..301).all(|v| graph.predecessors(v) == expected.predecessors(v)));
        }
    }

    #[test]
    fn other_arcs_in_the_second_pass_are_seen() {
        let cx = Context::default();
        let list = arcs(20, 60);
        let second = |change: &dyn Fn(&mut Vec<Arc>)| {
            let mut degrees = Degrees::new();
            degrees.count(&list, &cx).unwrap();
            let mut rows = degrees.rows(&cx).unwrap();
            let mut again = list.clone();
            change(&mut again);
            rows.place(&again, &cx).unwrap();
            rows.graph().map(|_| ())
        };
        assert!(second(&|arcs| arcs.reverse()).is_ok());
        assert!(second(&|arcs| arcs.truncate(59)).is_err());
        assert!(second(&|arcs| arcs.push((1000, 2000))).is_err());
        assert!(second(&|arcs| arcs[3] = arcs[4]).is_err());
        assert!(
            second(&|arcs| {
                let ((a, b), (c, d)) = (arcs[0], arcs[1]);
                assert!(a != c && b != d);
                (arcs[0], arcs[1]) = ((a, d), (c, b));
            })
            .is_err()
        );
    }

    #[test]
    fn memory_is_asked_for_and_what_is_not_used_given_back() {
        let list = arcs(1000, 10_000);
        let needed = 4 * 10_000 + 8 * 1000 + 4;
        let build = |memory: u64| {
            let cx = Context::new(Budget { memory: Some(memory), ..Budget::UNLIMITED });
            let mut degrees = Degrees::new();
            for part in list.chunks(500) {
                degrees.count(part, &cx)?;
            }
            let mut rows = degrees.rows(&cx)?;
            rows.place(&list, &cx)?;
            let graph = rows.graph()?;
            assert_eq!(cx.reserved(), 4 * 10_000 + 8 * graph.vertices() as u64 + 4);
            Ok::<_, Error>(graph)
        };
        assert!(build(needed + 1000).is_ok());
        for memory in [0, 5000, needed - 100] {
            assert!(matches!(build(memory), Err(Error::Stopped(s)) if s.spent == Spent::Memory));
        }
    }
}
