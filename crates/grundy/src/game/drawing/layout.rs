//! Where the vertices of a graph stand.
//!
//! ```text
//! 0─1                 0         a cycle alone is a ring; else vertices stand about as far apart as the graph says,
//! │ │ is drawn as   3   1       where lines cross least
//! 3─2                 2
//! ```
//!
//! Distances in the drawing are fitted to distances in the graph by stress majorization, from a few starts; the drawing with
//! the fewest crossings is taken, of equal ones the one with the least stress. Nothing is drawn by lot: a graph looks the same
//! each time. E. R. Gansner, Y. Koren, S. North, Graph Drawing by Stress Majorization, 2005.
//!
//! Cost: n²·200 steps for n vertices and l² for the crossings of l lines; more than 60 vertices or 150 lines stand on a circle.

use std::collections::VecDeque;
use std::f64::consts::TAU;

/// A line is so long.
const LENGTH: f64 = 2.0;
/// Layers stand so far from each other.
const LAYER: f64 = 1.6;
/// Two vertices are at least so far apart.
const APART: f64 = 1.3;
/// Larger graphs are drawn on a circle.
const MOST: usize = 60;
const MOST_LINES: usize = 150;
/// Rounds of fitting from one start.
const ROUNDS: usize = 60;
/// Parts of a graph stand so far from each other, in rows that are about so wide.
const BETWEEN: f64 = 1.7;
const WIDE: f64 = 16.0;

type Points = Vec<[f64; 2]>;

/// Places of the vertices 0 to `many`-1; all coordinates are 0.5 or more. Parts that no line joins are placed next to each other.
pub(in crate::game) fn spread(many: usize, lines: &[(usize, usize)]) -> Points {
    if many > MOST || lines.len() > MOST_LINES || lines.is_empty() {
        return circle(many);
    }
    let mut around = vec![Vec::new(); many];
    for &(a, b) in lines.iter().filter(|(a, b)| a != b) {
        around[a].push(b);
        around[b].push(a);
    }
    for list in &mut around {
        list.sort_unstable();
        list.dedup();
    }
    let mut points = vec![[0.5, 0.5]; many];
    let mut seen = vec![false; many];
    let ([mut left, mut top], mut bottom) = ([0.5, 0.5], 0.5);
    for first in 0..many {
        if seen[first] {
            continue;
        }
        let far = distances(&around, first);
        let part: Vec<usize> = (0..many).filter(|&v| far[v].is_some()).collect();
        part.iter().for_each(|&v| seen[v] = true);
        let at = |v: usize| part.partition_point(|&w| w < v);
        let own: Vec<Vec<usize>> = part.iter().map(|&v| around[v].iter().map(|&w| at(w)).collect()).collect();
        let places = connected(&own);
        let [width, height] = [0, 1].map(|i| places.iter().map(|p| p[i]).fold(0.0, f64::max));
        if left > 0.5 && left + width > WIDE {
            (left, top) = (0.5, bottom + BETWEEN);
        }
        for (&v, [x, y]) in part.iter().zip(places) {
            points[v] = [left + x, top + y];
        }
        left += width + BETWEEN;
        bottom = f64::max(bottom, top + height);
    }
    points
}

/// Places of the vertices by their distance from a root, which stands lowest: each above the middle of what it carries. Those
/// that cannot be reached stand on a line with the root.
///
/// ```text
/// 2   3─4
///  ╲ ╱
///   1
///   │
///   0
/// ```
pub(super) fn layered(many: usize, lines: &[(usize, usize)], root: usize) -> Points {
    let mut around = vec![Vec::new(); many];
    for &(a, b) in lines {
        around[a].push(b);
        around[b].push(a);
    }
    // a tree of shortest ways: what is met first is carried
    let (mut layer, mut carried) = (vec![None; many], vec![Vec::new(); many]);
    let mut met = Vec::new();
    for start in std::iter::once(root).chain(0..many) {
        if layer[start].is_some() {
            continue;
        }
        layer[start] = Some(0);
        let mut queue = VecDeque::from([start]);
        while let Some(v) = queue.pop_front() {
            met.push(v);
            for &w in &around[v] {
                if layer[w].is_none() {
                    layer[w] = layer[v].map(|above: usize| above + 1);
                    carried[v].push(w);
                    queue.push_back(w);
                }
            }
        }
    }
    // how wide what each one carries is, counted in vertices without any
    let mut wide = vec![1; many];
    for &v in met.iter().rev() {
        wide[v] = carried[v].iter().map(|&w| wide[w]).sum::<usize>().max(1);
    }
    let highest = layer.iter().flatten().max().copied().unwrap_or(0);
    let (mut from, mut right) = (vec![0; many], 0);
    let mut points = vec![[0.5, 0.5]; many];
    for &v in &met {
        if layer[v] == Some(0) {
            from[v] = right;
            right += wide[v];
        }
        let mut left = from[v];
        for &w in &carried[v] {
            from[w] = left;
            left += wide[w];
        }
        let middle = from[v] as f64 + (wide[v] - 1) as f64 / 2.0;
        points[v] = [0.5 + middle * LENGTH, 0.5 + (highest - layer[v].unwrap_or(0)) as f64 * LAYER];
    }
    points
}

/// Points on a circle, the first at the top.
pub(super) fn circle(many: usize) -> Points {
    let radius = if many < 2 { 0.0 } else { (many as f64 * 1.6 / TAU).max(1.0) };
    let point = |i: usize| {
        let angle = TAU * i as f64 / many as f64;
        [radius + 0.5 + radius * angle.sin(), radius + 0.5 - radius * angle.cos()]
    };
    (0..many).map(point).collect()
}

/// Places of the vertices of a connected graph, from (0, 0) on.
fn connected(around: &[Vec<usize>]) -> Points {
    let many = around.len();
    let ring = circle(many);
    if many < 3 {
        return settled((0..many).map(|v| [v as f64 * LENGTH, 0.0]).collect());
    }
    let order = depth_first(around);
    let mut along = vec![[0.0, 0.0]; many];
    for (place, &v) in order.iter().enumerate() {
        along[v] = ring[place];
    }
    if around.iter().all(|list| list.len() == 2) {
        return settled(along);
    }
    let far: Vec<Vec<f64>> = (0..many)
        .map(|v| distances(around, v).into_iter().map(|d| d.unwrap_or(many) as f64 * LENGTH).collect())
        .collect();
    let lines: Vec<(usize, usize)> =
        (0..many).flat_map(|a| around[a].iter().filter(move |&&b| a < b).map(move |&b| (a, b))).collect();
    // the third start has the distances from two vertices far apart as its coordinates
    let farthest = |from: usize| (0..many).max_by(|&a, &b| far[from][a].total_cmp(&far[from][b])).unwrap_or(0);
    let (one, other) = (farthest(0), farthest(farthest(0)));
    // no two vertices begin at one place
    let turned =
        |v: usize| [far[one][v] - far[other][v] + 0.01 * ring[v][0], far[one][v] + far[other][v] + 0.1 * ring[v][1]];
    let turned: Points = (0..many).map(turned).collect();
    let starts = [along, ring, turned];
    let fitted = starts.into_iter().map(|start| {
        let points = wide(fit(start, &far));
        ((crossings(&points, &lines), stress(&points, &far)), points)
    });
    let best = fitted.min_by(|(a, _), (b, _)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    settled(best.map(|(_, points)| points).unwrap_or_default())
}

/// How many lines each vertex is away; none: it is not joined to this one.
fn distances(around: &[Vec<usize>], from: usize) -> Vec<Option<usize>> {
    let mut far = vec![None; around.len()];
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((v, d)) = queue.pop_front() {
        if far[v].is_none() {
            far[v] = Some(d);
            queue.extend(around[v].iter().map(|&w| (w, d + 1)));
        }
    }
    far
}

/// The vertices as a walk meets them that goes on as far as it can: round a cycle in its order.
fn depth_first(around: &[Vec<usize>]) -> Vec<usize> {
    let (mut order, mut seen, mut stack) = (Vec::new(), vec![false; around.len()], vec![0]);
    while let Some(v) = stack.pop() {
        if !std::mem::replace(&mut seen[v], true) {
            order.push(v);
            stack.extend(around[v].iter().rev().filter(|&&w| !seen[w]));
        }
    }
    order
}

/// Moves each vertex to where its distances to the others wish it, again and again; near ones wish more.
fn fit(mut points: Points, far: &[Vec<f64>]) -> Points {
    for _ in 0..ROUNDS {
        for v in 0..points.len() {
            let ([x, y], mut sum, mut weights) = (points[v], [0.0, 0.0], 0.0);
            for (w, &[ox, oy]) in points.iter().enumerate().filter(|(w, _)| *w != v) {
                let (wish, apart) = (far[v][w], f64::hypot(x - ox, y - oy).max(1e-6));
                let weight = 1.0 / (wish * wish);
                sum[0] += weight * (ox + wish * (x - ox) / apart);
                sum[1] += weight * (oy + wish * (y - oy) / apart);
                weights += weight;
            }
            points[v] = [sum[0] / weights, sum[1] / weights];
        }
    }
    points
}

fn stress(points: &[[f64; 2]], far: &[Vec<f64>]) -> f64 {
    let pairs = (0..points.len()).flat_map(|v| (0..v).map(move |w| (v, w)));
    pairs.map(|(v, w)| (distance(points[v], points[w]) / far[v][w] - 1.0).powi(2)).sum()
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    f64::hypot(a[0] - b[0], a[1] - b[1])
}

/// Pairs of lines that cross, and vertices that a line passes through.
fn crossings(points: &[[f64; 2]], lines: &[(usize, usize)]) -> usize {
    let side = |a: usize, b: usize, c: usize| {
        let ([ax, ay], [bx, by], [cx, cy]) = (points[a], points[b], points[c]);
        (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    };
    let cross = |&(a, b): &(usize, usize), &(c, d): &(usize, usize)| {
        ![c, d].contains(&a)
            && ![c, d].contains(&b)
            && side(a, b, c) * side(a, b, d) < 0.0
            && side(c, d, a) * side(c, d, b) < 0.0
    };
    let crossing: usize =
        lines.iter().enumerate().map(|(i, one)| lines[..i].iter().filter(|two| cross(one, two)).count()).sum();
    let through = |&(a, b): &(usize, usize), v: usize| {
        let length = distance(points[a], points[b]).max(1e-6);
        let along = |from: usize, to: usize| {
            let ([fx, fy], [tx, ty], [x, y]) = (points[from], points[to], points[v]);
            (tx - fx) * (x - fx) + (ty - fy) * (y - fy)
        };
        a != v && b != v && side(a, b, v).abs() / length < 0.5 && along(a, b) > 0.0 && along(b, a) > 0.0
    };
    crossing + lines.iter().map(|line| (0..points.len()).filter(|&v| through(line, v)).count()).sum::<usize>()
}

/// Turned so that it is wider than high, for there is more room to the side.
fn wide(points: Points) -> Points {
    let many = points.len() as f64;
    let middle = [0, 1].map(|i| points.iter().map(|p| p[i]).sum::<f64>() / many);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for [x, y] in &points {
        let (x, y) = (x - middle[0], y - middle[1]);
        (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
    }
    // the axis along which the points vary most
    let angle = 0.5 * (2.0 * xy).atan2(xx - yy);
    let (sin, cos) = angle.sin_cos();
    let turn = |[x, y]: [f64; 2]| {
        [(x - middle[0]) * cos + (y - middle[1]) * sin, (y - middle[1]) * cos - (x - middle[0]) * sin]
    };
    // the first vertex is to the left, and above
    let [left, above] = points.first().map_or([1.0, 1.0], |&p| turn(p).map(|x| if x > 1e-6 { -1.0 } else { 1.0 }));
    points.into_iter().map(turn).map(|[x, y]| [x * left, y * above]).collect()
}

/// Moved to (0, 0), and made larger where vertices are too near to each other; coordinates are hundredths.
fn settled(points: Points) -> Points {
    let pairs = (0..points.len()).flat_map(|v| (0..v).map(move |w| (v, w)));
    let nearest = pairs.map(|(v, w)| distance(points[v], points[w])).fold(f64::INFINITY, f64::min);
    let larger = (APART / nearest.max(0.4)).max(1.0);
    let least = [0, 1].map(|i| points.iter().map(|p| p[i]).fold(f64::INFINITY, f64::min));
    let round = |x: f64| (x * larger * 100.0).round() / 100.0;
    points.iter().map(|[x, y]| [round(x - least[0]), round(y - least[1])]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two lines cross and no vertex is near another one.
    fn is_plain(many: usize, lines: &[(usize, usize)]) -> bool {
        let points = spread(many, lines);
        let apart = (0..many).all(|v| (0..v).all(|w| distance(points[v], points[w]) > APART - 0.02));
        apart && crossings(&points, lines) == 0 && points.iter().flatten().all(|&x| x >= 0.5)
    }

    #[test]
    fn a_cycle_is_a_ring_whatever_the_numbers() {
        for many in 3..20 {
            // 7 and 11 are coprime to many of them: the cycle jumps between the numbers
            let jump = (2..many).find(|j| (1..=many).filter(|d| many % d == 0 && j % d == 0).count() == 1).unwrap_or(1);
            let lines: Vec<(usize, usize)> = (0..many).map(|i| (i * jump % many, (i + 1) * jump % many)).collect();
            assert!(is_plain(many, &lines), "{many} {jump}");
        }
    }

    #[test]
    fn small_planar_graphs_have_no_crossing() {
        let grid: Vec<(usize, usize)> = (0..12)
            .flat_map(|v| [(v, v + 1), (v, v + 4)])
            .filter(|&(a, b)| b < 12 && (b != a + 1 || b % 4 > 0))
            .collect();
        assert!(is_plain(12, &grid));
        assert!(is_plain(4, &[(0, 1), (1, 2), (2, 3)]));
        assert!(is_plain(7, &[(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6)]));
        // two cycles with a common vertex, and a tail
        assert!(is_plain(8, &[(0, 3), (3, 5), (5, 0), (5, 2), (2, 6), (6, 5), (6, 7), (7, 1), (1, 4)]));
        // two parts
        assert!(is_plain(7, &[(0, 2), (2, 4), (4, 0), (1, 3), (3, 5), (5, 6)]));
        // the example of the page
        let lines = [
            (0, 1),
            (1, 2),
            (2, 3),
            (4, 1),
            (4, 3),
            (5, 4),
            (5, 2),
            (6, 5),
            (6, 4),
            (7, 6),
            (7, 5),
            (7, 1),
            (8, 7),
            (8, 5),
        ];
        assert!(crossings(&spread(9, &lines), &lines) <= 2);
    }

    #[test]
    fn large_graphs_and_none() {
        assert_eq!(spread(0, &[]), Vec::<[f64; 2]>::new());
        assert_eq!(spread(1, &[(0, 0)]), [[0.5, 0.5]]);
        assert_eq!(spread(5, &[]), circle(5));
        assert_eq!(spread(100, &[(0, 1)]), circle(100));
    }
}
