//! Relations as deterministic automata, made while they are read: states are three numbers.
//!
//! **Linear forms.** While v = Σ cᵢxᵢ is read, the state (p, q) stands for p·Uᵢ + q·Uᵢ₋₁, i the number of digits to come, and
//! goes to (a·p + q + d, p) with d = Σ cᵢ·(digit of xᵢ), in base k to (k·p + d, 0); at the end v = p + q (U₀ = U₋₁ = 1). What
//! comes adds between −N(Uᵢ − 1) and P(Uᵢ − 1), where P and −N are the sums of positive and negative coefficients, since
//! i digits are a number below Uᵢ. And Uᵢ₋₁/Uᵢ is between 1/(a+1) and 1. Let m be the lesser of p + q/(a+1) and p + q: if
//! m ≥ N then v ≥ Uᵢ(m − N) + N ≥ m, and the sign of v + c is + for ever if m > −c; likewise −. All else is exact, so the
//! number of states matters for the cost only (there are finitely many: |q − p/β| is bounded as the conjugate contracts).

use super::condition::Bits;
use super::floor::Floor;
use super::numeration::Numeration;
use super::table::Table;

/// A state of a relation.
pub(super) type State = [i64; 3];

/// Where a column leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// It does not hold, whatever comes.
    Never,
    /// It holds, whatever comes.
    Always,
    /// It is open.
    To(State),
}

/// A relation of some numbers.
#[derive(Debug, Clone)]
pub(super) enum Relation<'c> {
    /// constant + Σ coefficients[i]·(number i) has this sign.
    Linear { coefficients: Vec<i64>, constant: i64, sign: i8 },
    /// constant + Σ coefficients[i]·(number i) is one of the residues.
    Modulo { coefficients: Vec<i64>, constant: i64, modulus: u64, residues: Vec<u64> },
    /// An automaton of the certificate.
    Table { table: &'c Table, living: &'c [bool] },
    /// Bit by bit.
    Bits(Bits),
    /// The second is ⌊β·first⌋.
    Floor(&'c Floor),
    /// The second is the place of the lowest digit of the first that is not 0.
    Lowest,
}

impl Relation<'_> {
    /// The same relation? Tables are compared by identity.
    pub(super) fn same(&self, other: &Relation<'_>) -> bool {
        match (self, other) {
            (
                Relation::Linear { coefficients, constant, sign },
                Relation::Linear { coefficients: others, constant: c, sign: s },
            ) => coefficients == others && constant == c && sign == s,
            (
                Relation::Modulo { coefficients, constant, modulus, residues },
                Relation::Modulo { coefficients: others, constant: c, modulus: m, residues: r },
            ) => coefficients == others && constant == c && modulus == m && residues == r,
            (Relation::Table { table, .. }, Relation::Table { table: other, .. }) => std::ptr::eq(*table, *other),
            (Relation::Bits(one), Relation::Bits(two)) => one == two,
            (Relation::Floor(_), Relation::Floor(_)) | (Relation::Lowest, Relation::Lowest) => true,
            _ => false,
        }
    }

    /// Where it starts.
    pub(super) fn start(&self) -> Step {
        match self {
            Relation::Table { living, .. } if !living[0] => Step::Never,
            Relation::Floor(floor) => Step::To([0, 0, floor.start()]),
            _ => Step::To([0, 0, 0]),
        }
    }

    /// What a column does. Words are valid: digits follow the rules of the numeration.
    pub(super) fn step(&self, numeration: Numeration, [p, q, r]: State, column: &[u8]) -> Step {
        let advance = |coefficients: &[i64]| {
            let sum: i64 = coefficients.iter().zip(column).map(|(c, &d)| c * i64::from(d)).sum();
            let next = numeration.factor() * p + q + sum;
            (next, if numeration.ostrowski { p } else { 0 })
        };
        match self {
            Relation::Linear { coefficients, constant, sign } => {
                let (p, q) = advance(coefficients);
                match decided(numeration, coefficients, i128::from(*constant), p, q) {
                    Some(found) if found == *sign => Step::Always,
                    Some(_) => Step::Never,
                    None => Step::To([p, q, 0]),
                }
            }
            Relation::Modulo { coefficients, modulus, .. } => {
                let (p, q) = advance(coefficients);
                let m = *modulus as i64;
                Step::To([p.rem_euclid(m), q.rem_euclid(m), 0])
            }
            Relation::Table { table, living } => {
                let symbol = column.iter().fold(0, |s, &d| s * numeration.digits + usize::from(d));
                match table.next(p as usize, symbol) {
                    Some(to) if living[to] => Step::To([to as i64, 0, 0]),
                    _ => Step::Never,
                }
            }
            Relation::Bits(how) => {
                let holds = match (how, column) {
                    (Bits::Xor, bits) => bits.iter().fold(0, |x, b| x ^ b) == 0,
                    (Bits::And, [x, y, z]) => x & y == *z,
                    (Bits::Or, [x, y, z]) => x | y == *z,
                    _ => false,
                };
                if holds { Step::To([0, 0, 0]) } else { Step::Never }
            }
            Relation::Floor(floor) => match column {
                [x, y] => floor.step([p, q, r], *x, *y).map_or(Step::Never, Step::To),
                _ => Step::Never,
            },
            Relation::Lowest => match (p, column) {
                (0, [_, 0]) => Step::To([0, 0, 0]),
                (0, [x, 1]) if *x > 0 => Step::To([1, 0, 0]),
                (1, [0, 0]) => Step::To([1, 0, 0]),
                _ => Step::Never,
            },
        }
    }

    /// Does it hold if the words end here?
    pub(super) fn holds(&self, [p, q, r]: State) -> bool {
        match self {
            Relation::Linear { constant, sign, .. } => (p + q + constant).signum() == i64::from(*sign),
            Relation::Modulo { constant, modulus, residues, .. } => {
                let rest = (p + q + constant).rem_euclid(*modulus as i64).unsigned_abs();
                residues.binary_search(&rest).is_ok()
            }
            Relation::Table { table, .. } => table.accepts(p as usize),
            Relation::Bits(_) => true,
            Relation::Floor(floor) => floor.holds([p, q, r]),
            Relation::Lowest => p == 1,
        }
    }
}

/// The sign of v + constant, if it is the same whatever comes.
fn decided(numeration: Numeration, coefficients: &[i64], constant: i128, p: i64, q: i64) -> Option<i8> {
    let up: i128 = coefficients.iter().map(|c| i128::from(*c.max(&0))).sum();
    let down: i128 = coefficients.iter().map(|c| i128::from(-*c.min(&0))).sum();
    // in base k q is 0; all is multiplied by a + 1
    let scale = if numeration.ostrowski { numeration.digits as i128 } else { 1 };
    let (p, q) = (i128::from(p), i128::from(q));
    let (one, two) = (scale * p + q, scale * (p + q));
    let (least, most) = (one.min(two), one.max(two));
    if least >= scale * down && least > -scale * constant {
        Some(1)
    } else if most <= -scale * up && most < -scale * constant {
        Some(-1)
    } else {
        None
    }
}
