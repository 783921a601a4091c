//! Game graphs: everything that can be reached from a position of the library, the labels of any graph, and
//! pictures.

use grundy::graph::{LoopyValue, Outcomes, Reverse, SmithValues};
use grundy::{Context, Convention, Error, GameGraph, Outcome, Position, Spent};
use grundy_form::layers::{self, Vertex};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::error;
use crate::work::{self, Limits};
use crate::written::written;

/// Names of the vertices, names for pictures, followers.
pub(crate) type Reached = (Vec<String>, Vec<String>, Vec<Vec<u32>>);

type Numbers<'py> = Bound<'py, PyArray1<i64>>;

/// As [`labels`] gives them.
type Labels<'py> = (Bound<'py, PyArray1<u32>>, Numbers<'py>, Numbers<'py>, Numbers<'py>, Numbers<'py>);

/// The same before they are arrays of NumPy.
#[derive(Debug, Default)]
struct Labelled {
    letters: Vec<u32>,
    values: Vec<i64>,
    remoteness: Vec<i64>,
    starts: Vec<i64>,
    sets: Vec<i64>,
}

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

/// The labels of a graph whose arcs are given by their ends: letters of the outcomes as characters of 32 bits; values, −1
/// where there is none; remotenesses, −1 for draws; where the K of each infinite value ∞(K) begins, and all K in a row.
#[pyfunction]
pub(crate) fn labels<'py>(
    py: Python<'py>,
    vertices: usize,
    tails: PyReadonlyArray1<'py, i64>,
    heads: PyReadonlyArray1<'py, i64>,
    misere: bool,
    limits: &Bound<'py, PyAny>,
) -> PyResult<Labels<'py>> {
    let (tails, heads) = (tails.as_array(), heads.as_array());
    let vertex = |n: i64| u32::try_from(n).ok().filter(|&n| (n as usize) < vertices);
    let arcs: Option<Vec<(u32, u32)>> =
        tails.iter().zip(heads.iter()).map(|(&tail, &head)| vertex(tail).zip(vertex(head))).collect();
    let Some(arcs) = arcs else {
        return Err(error::input(
            py,
            &format!("an arc names a vertex that does not exist: they are 0 to {}", vertices as i128 - 1),
        ));
    };
    let job = move |cx: &Context| -> Result<Labelled, Error> {
        cx.reserve(arcs.len() as u64 * 8 + vertices as u64 * 28)?;
        let graph = Reverse::from_arcs(vertices, &arcs, cx)?;
        drop(arcs);
        let (values, outcomes) = if misere {
            (None, Outcomes::of(&graph, Convention::Misere, cx)?)
        } else {
            let (values, outcomes) = SmithValues::with_outcomes(&graph, cx)?;
            (Some(values), outcomes)
        };
        let mut labels = Labelled { starts: vec![0], ..Labelled::default() };
        for vertex in 0..vertices as u32 {
            labels.letters.push(u32::from(outcomes.outcome(vertex).letter()));
            labels.remoteness.push(outcomes.remoteness(vertex).map_or(-1, i64::from));
            let finite = match values.as_ref().map(|values| values.get(vertex)) {
                Some(LoopyValue::Finite(value)) => i64::from(value),
                Some(LoopyValue::Infinite(set)) => {
                    labels.sets.extend(set.into_iter().map(i64::from));
                    -1
                }
                None => -1,
            };
            labels.values.push(finite);
            labels.starts.push(labels.sets.len() as i64);
        }
        Ok(labels)
    };
    let labels = work::run(py, &Limits::read(limits)?, job)?.map_err(|bad| error::any(py, &bad, None))?;
    Ok((
        labels.letters.into_pyarray(py),
        labels.values.into_pyarray(py),
        labels.remoteness.into_pyarray(py),
        labels.starts.into_pyarray(py),
        labels.sets.into_pyarray(py),
    ))
}

/// A graph of moves as an SVG picture: names and labels in words, letters of the outcomes, followers.
#[pyfunction]
pub(crate) fn picture(
    py: Python<'_>,
    title: &str,
    names: Vec<String>,
    words: Vec<String>,
    outcomes: &str,
    followers: Vec<Vec<usize>>,
) -> PyResult<String> {
    let outcome = |letter| match letter {
        'N' => Outcome::Next,
        'P' => Outcome::Previous,
        _ => Outcome::Draw,
    };
    let named = names.into_iter().zip(words).zip(outcomes.chars().map(outcome));
    let vertices: Vec<Vertex> = named.map(|((name, words), outcome)| Vertex { name, words, outcome }).collect();
    if followers.len() != vertices.len() || followers.iter().flatten().any(|&to| to >= vertices.len()) {
        return Err(error::input(py, "a follower is not a vertex"));
    }
    let title = title.to_owned();
    let drawn = py.detach(move || {
        let mut out = Vec::new();
        layers::svg(&mut out, &title, &vertices, &followers).map(|()| out)
    });
    written(|out| drawn.map(|text| *out = text))
}
