//! y = ⌊βx⌋ in the Ostrowski system of a, β = (a + √(a²+4))/2.
//!
//! For x = Σ dᵢUᵢ let z = Σ dᵢUᵢ₊₁ and s = Σ dᵢ(−1/β)ⁱ. With θ = a + 1 − β, Uᵢ₊₁ − βUᵢ = θ(−1/β)ⁱ (true for i = 0 and 1, and both
//! sides have the same recurrence), so βx = z − θs. Hence y = ⌊βx⌋ if and only if j − 1 < θs ≤ j for j = z − y. For valid words
//! −1 < s < β, so −1 < θs < a and only j = 0, …, a can be; j − 1 < θs is sure for j = 0, and θs ≤ j for j = a.
//!
//! **z − y** is linear, with the state (p, q) for y − z: a digit e of y adds e·Uᵢ, a digit d of x takes d·Uᵢ₊₁ = d(a·Uᵢ + Uᵢ₋₁). With i
//! digits to come, y gains less than Uᵢ, z at most (a+1)Uᵢ; m as in `atoms`: beyond a + 1 or, for the greater of the two,
//! at most −a − 1, it never returns to −a … 0.
//!
//! **s** is compared with thresholds t = j/θ = j(1 + β)/a. Reading one digit more, s becomes d − s/β, and d − s/β ≤ t if and
//! only if s ≥ t′ = −β(t − d). As |s| ≤ aβ/(β−1) ≤ a + 2 always, a t′ beyond is decided; the others are finitely many, for all
//! are (u + vβ)/a with whole u, v, and the conjugates contract. So the state is the list of signs of s − t for all of
//! them: it changes deterministically, exactly.

use std::cmp::Ordering;

/// More thresholds than this are refused; a = 15 has 31 cells.
const MOST: usize = 4096;

/// The thresholds, and the lists of signs that occur.
#[derive(Debug, Clone)]
pub(super) struct Floor {
    a: i64,
    /// Lists of signs of s − t, t by t.
    cells: Vec<Vec<Ordering>>,
    /// Of each cell and digit, the next cell.
    next: Vec<Vec<usize>>,
}

/// (u + vβ)/a
type Threshold = (i64, i64);

impl Floor {
    /// The relation of a, from 1 to 15. `None` if it has too many states.
    pub(super) fn new(a: i64) -> Option<Floor> {
        let mut thresholds: Vec<Threshold> = (0..a).map(|j| (j, j)).collect();
        // where each digit leads: the sign that s − t′ has for sure, or a threshold
        let mut leads: Vec<Vec<Result<usize, Ordering>>> = Vec::new();
        while leads.len() < thresholds.len() {
            let (u, v) = thresholds[leads.len()];
            let mut row = Vec::new();
            for digit in 0..=a {
                let moved = (-v, -(u - a * digit) - a * v);
                // t′ against ±(a + 2)
                row.push(if sign(moved.0 - a * (a + 2), moved.1, a) == Ordering::Greater {
                    Err(Ordering::Less)
                } else if sign(moved.0 + a * (a + 2), moved.1, a) == Ordering::Less {
                    Err(Ordering::Greater)
                } else {
                    Ok(thresholds.iter().position(|t| *t == moved).unwrap_or_else(|| {
                        thresholds.push(moved);
                        thresholds.len() - 1
                    }))
                });
            }
            leads.push(row);
            if thresholds.len() > MOST {
                return None;
            }
        }
        // s = 0
        let mut cells: Vec<Vec<Ordering>> = vec![thresholds.iter().map(|&(u, v)| sign(u, v, a).reverse()).collect()];
        let mut next: Vec<Vec<usize>> = Vec::new();
        while next.len() < cells.len() {
            let cell = cells[next.len()].clone();
            let mut row = Vec::new();
            for digit in 0..=a as usize {
                // s increases where 1/β takes it down: the sign turns
                let moved = leads.iter().map(|lead| match lead[digit] {
                    Ok(to) => cell[to].reverse(),
                    Err(sure) => sure.reverse(),
                });
                let moved: Vec<Ordering> = moved.collect();
                row.push(cells.iter().position(|c| *c == moved).unwrap_or_else(|| {
                    cells.push(moved);
                    cells.len() - 1
                }));
            }
            next.push(row);
            if cells.len() > MOST {
                return None;
            }
        }
        Some(Floor { a, cells, next })
    }

    pub(super) fn start(&self) -> i64 {
        0
    }

    /// One digit more of x and y; `None` where it can no longer hold.
    pub(super) fn step(&self, [p, q, cell]: [i64; 3], x: u8, y: u8) -> Option<[i64; 3]> {
        let (a, d) = (self.a, i64::from(x));
        let (p, q) = (a * p + q + i64::from(y) - a * d, p - d);
        let (one, two) = ((a + 1) * p + q, (a + 1) * (p + q));
        if one.min(two) > (a + 1) * (a + 1) || one.max(two) <= -(a + 1) * (a + 1) {
            return None;
        }
        let cell = *self.next.get(cell as usize)?.get(usize::from(x))?;
        Some([p, q, cell as i64])
    }

    /// Does it hold at the end?
    pub(super) fn holds(&self, [p, q, cell]: [i64; 3]) -> bool {
        let j = -(p + q);
        if !(0..=self.a).contains(&j) {
            return false;
        }
        // thresholds 0 … a−1 are j/θ
        let Some(cell) = self.cells.get(cell as usize) else { return false };
        let at_most = j == self.a || cell[j as usize] != Ordering::Greater;
        let above = j == 0 || cell[j as usize - 1] == Ordering::Greater;
        at_most && above
    }
}

/// The sign of u + vβ = (2u + va + v√(a²+4))/2, exactly; √(a²+4) is irrational.
fn sign(u: i64, v: i64, a: i64) -> Ordering {
    let (u, v, a) = (i128::from(u), i128::from(v), i128::from(a));
    let whole = 2 * u + v * a;
    let squares = (whole * whole).cmp(&(v * v * (a * a + 4)));
    match (whole.cmp(&0), v.cmp(&0)) {
        (w, Ordering::Equal) => w,
        (Ordering::Equal, r) => r,
        (w, r) if w == r => w,
        // opposite signs: the larger one wins
        (w, r) => {
            if squares == Ordering::Greater {
                w
            } else {
                r
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::numeration::Numeration;
    use super::Floor;

    fn word(system: Numeration, mut n: u64, length: usize) -> Vec<u8> {
        let a = system.factor().unsigned_abs();
        let mut places = vec![1, a + 1];
        while places.len() < length {
            places.push(a * places[places.len() - 1] + places[places.len() - 2]);
        }
        places.truncate(length);
        places
            .iter()
            .rev()
            .map(|place| {
                let digit = n / place;
                n %= place;
                digit as u8
            })
            .collect()
    }

    #[test]
    fn floors_are_those_of_square_roots() {
        for a in 1..=15u64 {
            let floor = Floor::new(a as i64).unwrap();
            let system = Numeration { digits: a as usize + 1, ostrowski: true };
            for x in 0..400u64 {
                // the largest y with 2y − ax ≤ x·√(a²+4)
                let right = (a * x + (x * x * (a * a + 4)).isqrt()) / 2;
                for y in right.saturating_sub(2)..right + 3 {
                    let (one, two) = (word(system, x, 16), word(system, y, 16));
                    let state =
                        one.iter().zip(&two).try_fold([0, 0, floor.start()], |state, (&x, &y)| floor.step(state, x, y));
                    assert_eq!(state.is_some_and(|s| floor.holds(s)), y == right, "a = {a}, x = {x}, y = {y}");
                }
            }
        }
    }
}
