//! Game graphs: everything that can be reached from a position of the library, and the labels of any graph.

use grundy::engine::graph::{LoopyValue, Outcomes, Reverse, SmithValues};
use grundy::{Context, Convention, Error, GameGraph, Position, Spent};
use pyo3::prelude::*;

use crate::error;
use crate::work::{self, Limits};

/// Names of the vertices, names for pictures, followers.
pub(crate) type Reached = (Vec<String>, Vec<String>, Vec<Vec<u32>>);

/// Letters of the outcomes, values, the K of infinite values ∞(K), remotenesses; in misère play there are no values.
type Labels = (String, Vec<Option<u32>>, Vec<Option<Vec<u32>>>, Vec<Option<u32>>);

/// A graph of few vertices may have so many arcs for each, on average …
const ARCS: u64 = 100;
/// … and so many options are never too many.
const FEW: u64 = 1 << 20;

/// What can be reached from a position; `None`: more than `most` vertices, or very many arcs.
pub(crate) fn reachable(py: Python<'_>, start: &Position, most: usize, limits: &Limits) -> PyResult<Option<Reached>> {
    let (query, start) = (start.query(), start.clone());
    let arcs = (most as u64).saturating_mul(ARCS).max(FEW);
    let job = move |cx: &Context| -> Result<Option<GameGraph>, Error> {
        let mine = cx.nodes_left().is_none_or(|left| left > arcs);
        match start.graph(&cx.part(arcs)) {
            Ok(graph) => Ok(Some(graph).filter(|graph| graph.vertices() <= most)),
            Err(Error::Stopped(stopped)) if mine && stopped.spent == Spent::Nodes => Ok(None),
            Err(other) => Err(other),
        }
    };
    let graph = work::run(py, limits, job)?.map_err(|bad| error::any(py, &bad, Some(&query)))?;
    Ok(graph.map(|graph| {
        let rows = (0..graph.vertices() as u32).map(|vertex| graph.followers(vertex).to_vec()).collect();
        (graph.names().to_vec(), graph.short_names().to_vec(), rows)
    }))
}

/// The labels of an explicit graph, given by the followers of each vertex.
#[pyfunction]
pub(crate) fn labels(
    py: Python<'_>,
    followers: Vec<Vec<u32>>,
    misere: bool,
    limits: &Bound<'_, PyAny>,
) -> PyResult<Labels> {
    let vertices = followers.len();
    if followers.iter().flatten().any(|&follower| follower as usize >= vertices) {
        return Err(error::input(py, "a follower is no vertex"));
    }
    let job = move |cx: &Context| -> Result<Labels, Error> {
        let arcs: Vec<(u32, u32)> = (0..)
            .zip(&followers)
            .flat_map(|(vertex, row)| row.iter().map(move |&follower| (vertex, follower)))
            .collect();
        let graph = Reverse::from_arcs(vertices, &arcs, cx)?;
        let (values, outcomes) = if misere {
            (None, Outcomes::of(&graph, Convention::Misere, cx)?)
        } else {
            let (values, outcomes) = SmithValues::with_outcomes(&graph, cx)?;
            (Some(values), outcomes)
        };
        let all = 0..vertices as u32;
        let letters = all.clone().map(|vertex| outcomes.outcome(vertex).letter()).collect();
        let (mut finite, mut infinite) = (vec![None; vertices], vec![None; vertices]);
        for (vertex, at) in all.clone().zip(0..).filter(|_| values.is_some()) {
            match values.as_ref().map(|values| values.get(vertex)) {
                Some(LoopyValue::Finite(value)) => finite[at] = Some(value),
                Some(LoopyValue::Infinite(set)) => infinite[at] = Some(set),
                None => {}
            }
        }
        Ok((letters, finite, infinite, all.map(|vertex| outcomes.remoteness(vertex)).collect()))
    };
    work::run(py, &Limits::read(limits)?, job)?.map_err(|bad| error::any(py, &bad, None))
}
