//! The connected parts of a graph, of which the boards on graphs are sums.

/// The connected parts of a graph whose vertices are numbers below `count`: those of the starts, each as its vertices in
/// ascending order.
pub(super) fn connected<I: Iterator<Item = usize>>(
    count: usize,
    starts: impl IntoIterator<Item = usize>,
    near: impl Fn(usize) -> I,
) -> Vec<Vec<usize>> {
    let mut seen = vec![false; count];
    let mut parts = Vec::new();
    for start in starts {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            next += 1;
            part.extend(near(at).filter(|&other| !std::mem::replace(&mut seen[other], true)));
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}
