//! Pairs of P-positions along two straight lines: Beatty sequences of a quadratic irrational.
//!
//! Wythoff's game has the P-positions (⌊φk⌋, ⌊φ²k⌋) and their mirror images; with diagonal moves up to |i − j| < t the
//! difference is t·k and the smaller entry ⌊αk⌋, α = (2 − t + √(t² + 4))/2 (W. A. Wythoff, *A modification of the game
//! of Nim*, 1907; A. S. Fraenkel, *How to beat your Wythoff games' opponent on three fronts*, 1982). This
//! slope is tried first; other numbers (p + √d)/r with small p, d, r only where there are many pairs: ⌊αk⌋ for k up to K
//! fixes α to about 1/K, and some simple number lies that near by chance.

use super::Finding;
use super::judge::finding;
use super::sample::Sample;
use crate::context::Context;
use crate::error::Result;
use crate::statement::Spelt;

/// So many pairs at least, where the slopes belong together …
const LEAST: usize = 8;
/// … and where they are free: among many slopes one fits a few pairs by chance.
const MANY: usize = 40;

/// (p + √d)/r
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Slope {
    p: i64,
    d: i64,
    r: i64,
}

impl Slope {
    /// ⌊slope·k⌋
    fn times(self, k: i64) -> i64 {
        (self.p * k + (self.d * k * k).isqrt()).div_euclid(self.r)
    }

    /// `floor(phi*k)`, `floor((1+sqrt(13))*k//2)`
    fn floor(self, k: &str) -> String {
        let Slope { p, d, r } = self;
        let inner = match (p, d, r) {
            (1, 5, 2) => return format!("floor(phi*{k})"),
            (3, 5, 2) => return format!("floor(phi^2*{k})"),
            (0, d, _) => format!("sqrt({d})*{k}"),
            (p, d, _) if p > 0 => format!("({p}+sqrt({d}))*{k}"),
            (p, d, _) => format!("(sqrt({d})-{})*{k}", -p),
        };
        if r == 1 { format!("floor({inner})") } else { format!("floor({inner}//{r})") }
    }

    /// The slope α for which ⌊αk⌋ and ⌊(α + t)k⌋ are all numbers, each once: 1/α + 1/(α + t) = 1.
    fn complementary(t: i64) -> Slope {
        if t % 2 == 0 {
            Slope { p: 1 - t / 2, d: t / 2 * (t / 2) + 1, r: 1 }
        } else {
            Slope { p: 2 - t, d: t * t + 4, r: 2 }
        }
    }

    /// The simplest slope that gives these multiples.
    fn through(points: &[(i64, i64)], t: Option<i64>) -> Option<Slope> {
        let fits = |s: &Slope| points.iter().all(|&(k, m)| s.times(k) == m);
        if let Some(slope) = t.map(Slope::complementary).filter(fits) {
            return Some(slope);
        }
        if points.len() < MANY {
            return None;
        }
        let mut slopes: Vec<Slope> = Vec::new();
        for d in 2..=85i64 {
            if d.isqrt().pow(2) == d {
                continue;
            }
            for r in 1..=4i64 {
                slopes.extend((-6..=6i64).map(|p| Slope { p, d, r }));
            }
        }
        slopes.sort_by_key(|s| (s.d + s.p.abs() + 3 * s.r, s.d, s.p, s.r));
        slopes.into_iter().find(fits)
    }
}

/// The law of pairs, if the sample has one.
///
/// # Errors
/// A spent budget.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<Vec<Finding>> {
    let [a, b] = sample.names() else { return Ok(Vec::new()) };
    let all: Vec<(i64, i64)> = sample
        .places
        .iter()
        .zip(&sample.previous)
        .filter(|(_, p)| **p)
        .filter_map(|(place, _)| Some((*place.first()? as i64, *place.get(1)? as i64)))
        .collect();
    let known: rustc_hash::FxHashSet<(i64, i64)> = all.iter().copied().collect();
    if all.iter().any(|&(x, y)| !known.contains(&(y, x))) {
        return Ok(Vec::new());
    }
    let mut pairs: Vec<(i64, i64)> = all.into_iter().filter(|(x, y)| x <= y).collect();
    pairs.sort_unstable();
    let mut found = Vec::new();
    let (low, high) = (format!("min({a},{b})"), format!("max({a},{b})"));
    // one pair for each difference t·k + u
    let differences: Vec<i64> = pairs.iter().map(|(x, y)| y - x).collect();
    let exceptional = (0..=2).find(|&skip| {
        let rest = &differences[skip.min(differences.len())..];
        rest.len() >= LEAST && rest.windows(2).all(|w| w[1] - w[0] == rest[1] - rest[0] && w[1] > w[0])
    });
    if let Some(skip) = exceptional {
        let rest = &pairs[skip..];
        let t = differences[skip + 1] - differences[skip];
        let u = differences[skip].rem_euclid(t);
        let index = |&(x, y): &(i64, i64)| (y - x).div_euclid(t);
        for c in [0i64, 1, -1, 2, -2] {
            let points: Vec<(i64, i64)> = rest.iter().map(|p| (index(p), p.0 - c)).collect();
            let Some(slope) = Slope::through(&points, Some(t)) else { continue };
            let gap = format!("abs({a}-{b})");
            let k = if t == 1 { gap.clone() } else { format!("({gap}//{t})") };
            let shift = match c {
                0 => String::new(),
                c if c > 0 => format!("+{c}"),
                c => format!("-{}", -c),
            };
            let mut law = format!("{low} = {}{shift}", slope.floor(&k));
            if t > 1 {
                law = format!("{gap} % {t} = {u} and {law}");
            }
            let first = differences[skip];
            if first >= t || skip > 0 {
                law = format!("{gap} >= {first} and {law}");
            }
            for (x, y) in &pairs[..skip] {
                law += &format!(" or {low} = {x} and {high} = {y}");
            }
            found.extend(finding(sample, Spelt::PPositions(law), cx)?);
            break;
        }
    }
    // the k-th pair, by two slopes
    if found.is_empty() && pairs.len() >= MANY {
        let points = |f: fn(&(i64, i64)) -> i64| -> Vec<(i64, i64)> {
            pairs.iter().enumerate().map(|(k, p)| (k as i64, f(p))).collect()
        };
        if let (Some(first), Some(second)) =
            (Slope::through(&points(|p| p.0), None), Slope::through(&points(|p| p.1), None))
        {
            let law = format!("exists k: {low} = {} and {high} = {}", first.floor("k"), second.floor("k"));
            found.extend(finding(sample, Spelt::PPositions(law), cx)?);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_measured() {
        for (t, expected) in
            [(1i64, Slope { p: 1, d: 5, r: 2 }), (2, Slope { p: 0, d: 2, r: 1 }), (3, Slope { p: -1, d: 13, r: 2 })]
        {
            // the P-positions by definition: the least number that is not used yet
            let mut used = std::collections::BTreeSet::new();
            let mut points = Vec::new();
            for k in 0..60i64 {
                let x = (0..).find(|x| !used.contains(x)).unwrap();
                used.extend([x, x + t * k]);
                points.push((k, x));
            }
            assert_eq!(Slope::through(&points[..10], Some(t)), Some(expected));
            // a free slope is found from many pairs only
            assert_eq!(Slope::through(&points, None), Some(expected));
            assert_eq!(Slope::through(&points[..20], None), None);
        }
        let squares: Vec<(i64, i64)> = (0..50).map(|k| (k, k * k)).collect();
        assert_eq!(Slope::through(&squares, Some(1)), None);
    }
}
