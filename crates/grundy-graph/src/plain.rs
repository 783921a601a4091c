//! The definitions, computed slowly: what the engines are tested against.

use grundy_core::{Convention, Outcome};

use crate::{Arc, LoopyValue};

/// A small graph by followers.
pub(crate) type Graph = Vec<Vec<usize>>;

pub(crate) fn graph(vertices: usize, arcs: &[Arc]) -> Graph {
    let mut followers = vec![Vec::new(); vertices];
    for &(u, v) in arcs {
        followers[u as usize].push(v as usize);
    }
    followers
}

fn mex(values: &[u32]) -> u32 {
    (0..).find(|k| !values.contains(k)).unwrap()
}

/// Mex as soon as all followers have values, until nothing changes.
pub(crate) fn grundy(graph: &Graph) -> Vec<Option<u32>> {
    let mut values = vec![None; graph.len()];
    loop {
        let before = values.clone();
        for (u, followers) in graph.iter().enumerate() {
            let known: Option<Vec<u32>> = followers.iter().map(|&v| values[v]).collect();
            values[u] = known.map(|known| mex(&known));
        }
        if values == before {
            return values;
        }
    }
}

/// Who can force the end within h moves, for h = 0, 1, 2, …; the remoteness is the least such h.
pub(crate) fn outcomes(graph: &Graph, convention: Convention) -> Vec<(Outcome, Option<u32>)> {
    let terminal = match convention {
        Convention::Normal => Outcome::Previous,
        Convention::Misere => Outcome::Next,
    };
    let mut known: Vec<(Outcome, Option<u32>)> = vec![(Outcome::Draw, None); graph.len()];
    for h in 0..=graph.len() as u32 {
        let before = known.clone();
        for (u, followers) in graph.iter().enumerate() {
            if before[u].1.is_some() {
                continue;
            }
            if followers.is_empty() {
                known[u] = (terminal, Some(0));
            } else if followers.iter().any(|&v| before[v].0 == Outcome::Previous) {
                known[u] = (Outcome::Next, Some(h));
            } else if followers.iter().all(|&v| before[v].0 == Outcome::Next) {
                known[u] = (Outcome::Previous, Some(h));
            }
        }
    }
    known
}

/// Winner delays, loser hurries; only where all followers have a number.
pub(crate) fn suspense(graph: &Graph, convention: Convention) -> Vec<Option<u32>> {
    let outcomes = outcomes(graph, convention);
    let mut found = vec![None; graph.len()];
    for _ in 0..=graph.len() {
        for (u, followers) in graph.iter().enumerate() {
            let all: Option<Vec<u32>> = followers.iter().map(|&v| found[v]).collect();
            let Some(all) = all else { continue };
            let wins = followers.iter().zip(&all).filter(|&(&v, _)| outcomes[v].0 == Outcome::Previous);
            found[u] = match wins.map(|(_, &s)| s).max() {
                Some(most) => Some(most + 1),
                None => Some(all.iter().min().map_or(0, |least| least + 1)),
            };
        }
    }
    found
}

/// Smith's rule word for word.
pub(crate) fn smith(graph: &Graph) -> Vec<LoopyValue> {
    let mut labels: Vec<Option<u32>> = vec![None; graph.len()];
    let seen = |labels: &[Option<u32>], u: usize| graph[u].iter().filter_map(|&v| labels[v]).collect::<Vec<u32>>();
    for m in 0.. {
        let before = labels.clone();
        loop {
            let ready = (0..graph.len()).find(|&u| {
                labels[u].is_none()
                    && mex(&seen(&labels, u)) == m
                    && graph[u].iter().all(|&v| labels[v].is_some() || graph[v].iter().any(|&w| labels[w] == Some(m)))
            });
            match ready {
                Some(u) => labels[u] = Some(m),
                None => break,
            }
        }
        if labels == before {
            break;
        }
    }
    let value = |u: usize| match labels[u] {
        Some(label) => LoopyValue::Finite(label),
        None => {
            let mut set = seen(&labels, u);
            set.sort_unstable();
            set.dedup();
            LoopyValue::Infinite(set)
        }
    };
    (0..graph.len()).map(value).collect()
}

/// The graph of two tokens: the pair (a, b) is the vertex a·n + b.
pub(crate) fn product(graph: &Graph) -> Graph {
    let n = graph.len();
    let followers = |pair: usize| {
        let (a, b) = (pair / n, pair % n);
        let first = graph[a].iter().map(move |&v| v * n + b);
        first.chain(graph[b].iter().map(move |&v| a * n + v)).collect()
    };
    (0..n * n).map(followers).collect()
}
