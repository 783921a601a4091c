//! Tokens on a directed graph, all on one drawing. A move presses the vertex that the token goes to, and first the token
//! where there are several.
//!
//! Vertices of a graph without cycles stand in layers: left of all that they lead to. Others stand where few arcs cross.

use grundy_core::number::to_usize;

use super::Graph;
use crate::game::drawing::layout::spread;
use crate::game::drawing::{Asked, Drawn, Form, Part, Press};

/// Draws the graph with a token for each place, if there is room.
pub(super) fn draw(graph: &Graph, asked: &Asked<'_>) -> Option<Drawn> {
    let arcs: usize = graph.followers.iter().map(Vec::len).sum();
    if graph.names.len() + arcs + asked.places.len() > asked.room {
        return None;
    }
    let points = layout(graph);
    let mut parts = Vec::new();
    for (from, followers) in graph.followers.iter().enumerate() {
        for &to in followers {
            let to = to as usize;
            parts.push(Part::new(format!("a{from}-{to}"), Form::Arc, points[from]).to(points[to]));
        }
    }
    for (v, name) in graph.names.iter().enumerate() {
        let part = Part::new(format!("v{v}"), Form::Node, points[v]).text(name.clone());
        parts.push(part.say(format!("vertex {name}"), format!("顶点 {name}")));
    }
    let standing: Vec<usize> =
        asked.places.iter().map(|place| place.first().and_then(to_usize)).collect::<Option<_>>()?;
    let several = standing.len() > 1;
    for (token, &v) in standing.iter().enumerate() {
        // tokens on one vertex stand side by side
        let before = standing[..token].iter().filter(|w| **w == v).count() as f64;
        let [x, y] = *points.get(v)?;
        let part = Part::new(format!("t{token}"), Form::Token, [x + 0.3 * before, y + 0.35]);
        let part = if several { part.text((token + 1).to_string()) } else { part };
        let name = &graph.names[v];
        parts.push(part.say(format!("token {} on {name}", token + 1), format!("棋子 {} 在 {name}", token + 1)));
    }
    let presses = asked.pressed(|(token, left)| {
        let [one] = left else { return Vec::new() };
        let to = one.place.first().and_then(to_usize).filter(|to| one.game == *asked.game && *to < points.len());
        let Some(to) = to else { return Vec::new() };
        let first = several.then(|| format!("t{token}"));
        let [x, y] = points[to];
        let put = Part::new(format!("t{token}.to"), Form::Token, [x, y + 0.35]);
        vec![Press::of(first.into_iter().chain([format!("v{to}")])).takes([format!("t{token}")]).puts(put)]
    });
    Some(Drawn { parts, presses })
}

fn layout(graph: &Graph) -> Vec<[f64; 2]> {
    let many = graph.names.len();
    if graph.has_cycle() {
        let followers = graph.followers.iter().enumerate();
        let arcs: Vec<(usize, usize)> =
            followers.flat_map(|(v, all)| all.iter().map(move |&w| (v, w as usize))).collect();
        return spread(many, &arcs);
    }
    // the longest way from here on, found from the ends backward
    let mut height: Vec<Option<usize>> = vec![None; many];
    let mut stack: Vec<usize> = (0..many).collect();
    while let Some(&v) = stack.last() {
        let below: Vec<usize> = graph.followers[v].iter().map(|&w| w as usize).collect();
        match below.iter().find(|&&w| height[w].is_none()) {
            Some(&w) if height[v].is_none() => stack.push(w),
            _ => {
                height[v] = Some(below.iter().filter_map(|&w| height[w]).max().map_or(0, |h| h + 1));
                stack.pop();
            }
        }
    }
    let highest = height.iter().flatten().max().copied().unwrap_or(0);
    let mut filled = vec![0usize; highest + 1];
    (0..many)
        .map(|v| {
            let layer = highest - height[v].unwrap_or(0);
            filled[layer] += 1;
            // neighbours in a layer are shifted, so that long arcs pass between vertices
            let shift = if layer % 2 == 1 { 0.5 } else { 0.0 };
            [layer as f64 * 2.0 + 0.5, (filled[layer] - 1) as f64 * 1.6 + 0.5 + shift]
        })
        .collect()
}
