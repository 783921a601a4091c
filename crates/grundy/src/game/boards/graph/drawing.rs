//! An undirected graph of which a move takes vertices or edges.
//!
//! | what a move takes | press |
//! |---|---|
//! | a vertex with all its neighbours | that vertex |
//! | the two ends of an edge | both |
//! | an edge alone | the edge |

use super::Simple;
use crate::game::drawing::layout::spread;
use crate::game::drawing::{Asked, Drawn, Form, Part, Press};

/// Draws the graph: a path in a line, every other component where few edges cross.
#[must_use]
pub fn draw(asked: &Asked<'_>) -> Option<Drawn> {
    let graph: &Simple = asked.place().position()?;
    let (vertices, edges) = (graph.vertices(), graph.edges());
    if vertices.len() + edges.len() > asked.room {
        return None;
    }
    let points = layout(graph, asked.line);
    let point = |v: u32| points[vertices.partition_point(|&w| w < v)];
    let mut parts = Vec::new();
    for &(a, b) in edges {
        let part = Part::new(format!("e{a}-{b}"), Form::Stroke, point(a)).to(point(b));
        parts.push(part.say(format!("edge {a}-{b}"), format!("边 {a}-{b}")));
    }
    for &v in vertices {
        let part = Part::new(format!("v{v}"), Form::Node, point(v)).text(v.to_string());
        parts.push(part.say(format!("vertex {v}"), format!("顶点 {v}")));
    }
    let around = |v: u32| {
        let mut all: Vec<u32> = edges.iter().filter(|e| e.0 == v || e.1 == v).map(|e| e.0 ^ e.1 ^ v).collect();
        all.push(v);
        all.sort_unstable();
        all
    };
    let presses = asked.pressed(|(_, left)| {
        let [one] = left else { return Vec::new() };
        let Some(after) = one.place.position::<Simple>() else { return Vec::new() };
        let gone: Vec<u32> = vertices.iter().copied().filter(|v| after.vertices().binary_search(v).is_err()).collect();
        let cut: Vec<(u32, u32)> = edges.iter().copied().filter(|e| after.edges().binary_search(e).is_err()).collect();
        let takes: Vec<String> =
            gone.iter().map(|v| format!("v{v}")).chain(cut.iter().map(|(a, b)| format!("e{a}-{b}"))).collect();
        let press = |ids: Vec<String>| Press::of(ids).takes(takes.iter().cloned());
        let alone: Vec<u32> = gone.iter().copied().filter(|&v| around(v) == gone).collect();
        match (alone.as_slice(), gone.as_slice(), cut.as_slice()) {
            ([], [], [(a, b)]) => vec![press(vec![format!("e{a}-{b}")])],
            ([], [a, b], _) => vec![press(vec![format!("v{a}"), format!("v{b}")])],
            (alone, _, _) => alone.iter().map(|v| press(vec![format!("v{v}")])).collect(),
        }
    });
    Some(Drawn { parts, presses })
}

fn layout(graph: &Simple, line: usize) -> Vec<[f64; 2]> {
    let mut points = vec![[0.0, 0.0]; graph.vertices().len()];
    let (mut left, mut top, mut bottom) = (0.0, 0.0, 0.0_f64);
    for component in graph.components() {
        let own = alone(&component);
        let width = own.iter().map(|p| p[0]).fold(0.0, f64::max) + 1.5;
        if left > 0.0 && left + width > line as f64 {
            (left, top) = (0.0, bottom + 1.5);
        }
        for (v, [x, y]) in component.vertices().iter().zip(own) {
            let at = graph.vertices().partition_point(|w| w < v);
            points[at] = [left + x, top + y];
            bottom = bottom.max(top + y);
        }
        left += width;
    }
    points
}

fn alone(component: &Simple) -> Vec<[f64; 2]> {
    let vertices = component.vertices();
    let at = |v: u32| vertices.partition_point(|&w| w < v);
    let lines: Vec<(usize, usize)> = component.edges().iter().map(|&(a, b)| (at(a), at(b))).collect();
    let mut around = vec![Vec::new(); vertices.len()];
    for &(a, b) in &lines {
        around[a].push(b);
        around[b].push(a);
    }
    let is_path = component.edges().len() + 1 == vertices.len() && around.iter().all(|list| list.len() <= 2);
    if !is_path {
        return spread(vertices.len(), &lines);
    }
    let mut points = vec![[0.5, 0.5]; vertices.len()];
    let mut here = around.iter().position(|list| list.len() <= 1).unwrap_or(0);
    let mut before = usize::MAX;
    for step in 0..vertices.len() {
        points[here] = [step as f64 * 1.6 + 0.5, 0.5];
        let Some(&next) = around[here].iter().find(|&&w| w != before) else { break };
        (before, here) = (here, next);
    }
    points
}
