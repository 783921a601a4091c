//! Linear constraints over the integers, and proofs that they have no solution.
//!
//! `n − p ≥ 1`, `p ≥ n` is such a system; adding the two gives `0 ≥ 1`, so it has none. That is Fourier–Motzkin
//! elimination: of every lower and upper bound on a variable take the positive combination without the variable.
//! Every combination follows from the system, so a contradiction is a *proof*; dividing a constraint by the common
//! divisor of its coefficients and rounding its constant down keeps all integer points and proves more. Equations
//! are solved first (x = …), congruences are solved by a parameter (x = m·t + …), both exactly.
//!
//! The converse does not hold: "not proved" says nothing. Numbers that do not fit 64 bits, and work beyond the cap,
//! end in "not proved".
//!
//! Cost: doubly exponential in the number of variables at worst, hence the cap; microseconds for the systems of usual
//! rules (three to six variables). Reference: Schrijver, *Theory of Linear and Integer Programming*, 1986, §12.2.

use grundy_core::number::gcd;

use super::{Linear, reduced};

/// How much may still be tried before "not proved" is the answer.
#[derive(Debug, Clone)]
pub struct Work {
    left: u64,
}

impl Work {
    /// So many combinations of two constraints (about 50 ns each).
    #[must_use]
    pub fn new(left: u64) -> Self {
        Work { left }
    }

    /// Is nothing left?
    #[must_use]
    pub fn spent(&self) -> bool {
        self.left == 0
    }

    /// Takes so many; `false` if nothing is left then.
    pub fn take(&mut self, amount: usize) -> bool {
        self.left = self.left.saturating_sub(amount as u64);
        self.left > 0
    }
}

/// All of these at once, over the integers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct System {
    /// Each is 0.
    pub equal: Vec<Linear>,
    /// Each is at least 0.
    pub at_least: Vec<Linear>,
    /// Each form is a multiple of its modulus (at least 2).
    pub multiple: Vec<(Linear, i64)>,
}

/// What is known of one linear form on the points of a system; everything outside is proved impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shadow {
    /// The form is not smaller.
    pub low: Option<i64>,
    /// The form is not larger.
    pub high: Option<i64>,
    /// The form is `residue` modulo this (1: nothing known).
    pub modulus: i64,
    /// In `0..modulus`.
    pub residue: i64,
}

impl System {
    /// Puts a form for a variable everywhere.
    #[must_use]
    pub fn substitute(&mut self, variable: usize, by: &Linear) -> Option<()> {
        for form in self.equal.iter_mut().chain(&mut self.at_least) {
            *form = form.substituted(variable, by)?;
        }
        for (form, _) in &mut self.multiple {
            *form = form.substituted(variable, by)?;
        }
        Some(())
    }

    /// Eliminates a variable by `c·variable + rest = 0`, exactly, for any `c ≠ 0`.
    #[must_use]
    pub fn eliminate(&mut self, variable: usize, c: i64, rest: &Linear) -> Option<()> {
        if c == 1 || c == -1 {
            return self.substitute(variable, &rest.scaled(-c)?);
        }
        let size = c.checked_abs()?;
        let scaled = |form: &Linear, factor: i64| -> Option<Linear> {
            let a = form.coefficient(variable);
            let mut plain = form.clone();
            plain.clear(variable);
            plain.combine(factor, rest, a.checked_mul(-c.signum())?.checked_mul(factor / size)?)
        };
        for form in self.equal.iter_mut().chain(&mut self.at_least) {
            if form.has(variable) {
                *form = scaled(form, size)?;
            }
        }
        for (form, modulus) in &mut self.multiple {
            if form.has(variable) {
                *form = scaled(form, size)?;
                *modulus = modulus.checked_mul(size)?;
            }
        }
        self.multiple.push((rest.clone(), size));
        Some(())
    }

    /// Proves that no integer point satisfies everything. `false`: not proved.
    #[must_use]
    pub fn infeasible(&self, work: &mut Work) -> bool {
        let mut solver = Solver::new(self, None);
        !solver.solve(work) || !solver.project(work)
    }

    /// Bounds and residue of a form; `None` if the system is proved to have no point.
    #[must_use]
    pub fn shadow(&self, form: &Linear, work: &mut Work) -> Option<Shadow> {
        let all = self.equal.iter().chain(&self.at_least).chain(self.multiple.iter().map(|(f, _)| f));
        let kept = all.chain([form]).map(|f| f.coefficients.len()).max().unwrap_or(0);
        let mut solver = Solver::new(self, Some(kept));
        let unknown = Shadow { low: None, high: None, modulus: 1, residue: 0 };
        let Some(definition) = form.minus(&Linear::variable(kept)) else { return Some(unknown) };
        solver.system.equal.push(definition);
        if !solver.solve(work) || !solver.project(work) {
            return None;
        }
        let mut out = Shadow { modulus: solver.modulus, residue: solver.residue, ..unknown };
        for bound in &solver.system.at_least {
            match bound.coefficient(kept) {
                1 => {
                    let Some(bound) = bound.constant.checked_neg() else { continue };
                    out.low = Some(out.low.map_or(bound, |low| low.max(bound)));
                }
                -1 => out.high = Some(out.high.map_or(bound.constant, |high| high.min(bound.constant))),
                _ => {}
            }
        }
        Some(out)
    }
}

/// Constraints beyond this many are given up on.
const MOST: usize = 160;

struct Solver {
    system: System,
    /// Never eliminated.
    kept: Option<usize>,
    modulus: i64,
    residue: i64,
}

impl Solver {
    fn new(system: &System, kept: Option<usize>) -> Self {
        Solver { system: system.clone(), kept, modulus: 1, residue: 0 }
    }

    /// Puts a form for a variable; what does not fit 64 bits is forgotten, which can only lose a proof.
    fn substitute(&mut self, variable: usize, by: &Linear) {
        let put = |form: &mut Linear| match form.substituted(variable, by) {
            Some(new) => {
                *form = new;
                true
            }
            None => false,
        };
        self.system.equal.retain_mut(put);
        self.system.at_least.retain_mut(put);
        self.system.multiple.retain_mut(|(form, _)| put(form));
    }

    /// Removes equations and congruences. `false`: a contradiction was found.
    fn solve(&mut self, work: &mut Work) -> bool {
        for _ in 0..64 {
            if !work.take(1 + self.system.at_least.len()) {
                return true;
            }
            if let Some(form) = self.system.equal.pop() {
                if !self.solve_equation(form) {
                    return false;
                }
            } else if let Some((form, modulus)) = self.system.multiple.pop() {
                if !self.solve_congruence(&form, modulus) {
                    return false;
                }
            } else {
                match self.tidy() {
                    None => return false,
                    Some(true) => {}
                    Some(false) => return true,
                }
            }
        }
        true
    }

    fn solve_equation(&mut self, mut form: Linear) -> bool {
        let g = form.content();
        if g == 0 {
            return form.constant == 0;
        }
        let Ok(g) = i64::try_from(g) else { return true };
        if form.constant % g != 0 {
            return false;
        }
        form.coefficients.iter_mut().for_each(|c| *c /= g);
        form.constant /= g;
        let best = form.terms().filter(|&(v, _)| Some(v) != self.kept).min_by_key(|&(_, c)| c.unsigned_abs());
        let Some((variable, c)) = best else {
            // Only the kept variable is left: two bounds say the same.
            self.system.at_least.extend(form.scaled(-1));
            self.system.at_least.push(form);
            return true;
        };
        let mut rest = form;
        rest.clear(variable);
        let before = self.system.clone();
        if c == 1 || c == -1 {
            if let Some(by) = rest.scaled(-c) {
                self.substitute(variable, &by);
            }
        } else if self.system.eliminate(variable, c, &rest).is_none() {
            // Beyond 64 bits: forget the equation.
            self.system = before;
        }
        true
    }

    fn solve_congruence(&mut self, form: &Linear, modulus: i64) -> bool {
        let Some(mut form) = reduced(form, modulus) else { return true };
        let mut modulus = modulus;
        let g = gcd(form.content(), modulus.unsigned_abs());
        if let Ok(g) = i64::try_from(g)
            && g > 1
        {
            if form.constant % g != 0 {
                return false;
            }
            form.coefficients.iter_mut().for_each(|c| *c /= g);
            form.constant /= g;
            modulus /= g;
            form = match reduced(&form, modulus) {
                Some(form) => form,
                None => return true,
            };
        }
        if form.value().is_some() || modulus == 1 {
            return modulus == 1 || form.constant.rem_euclid(modulus) == 0;
        }
        let unit = form
            .terms()
            .filter(|&(v, _)| Some(v) != self.kept)
            .find_map(|(v, c)| Some((v, inverse(c, modulus)?)))
            .or_else(|| form.terms().next_back().and_then(|(v, c)| Some((v, inverse(c, modulus)?))));
        let Some((variable, inverse)) = unit else { return true };
        let Some(unit) = form.scaled(inverse).and_then(|f| reduced(&f, modulus)) else { return true };
        let mut rest = unit;
        rest.clear(variable);
        if Some(variable) == self.kept {
            if rest.value().is_some() {
                return self.keep_residue((-rest.constant).rem_euclid(modulus), modulus);
            }
            return true;
        }
        // variable = modulus·t − rest, and t takes the number of the variable.
        if let Some(by) = Linear::variable(variable).combine(modulus, &rest, -1) {
            self.substitute(variable, &by);
        }
        true
    }

    fn keep_residue(&mut self, residue: i64, modulus: i64) -> bool {
        let common = gcd(self.modulus.unsigned_abs(), modulus.unsigned_abs()).cast_signed();
        if (residue - self.residue) % common != 0 {
            return false;
        }
        let Some(both) = (self.modulus / common).checked_mul(modulus).filter(|&m| m <= 1 << 20) else { return true };
        let start = self.residue;
        let found = (0..modulus / common).map(|t| start + t * self.modulus).find(|x| x.rem_euclid(modulus) == residue);
        if let Some(x) = found {
            (self.modulus, self.residue) = (both, x.rem_euclid(both));
        }
        true
    }

    /// Drops what repeats, turns opposite bounds into equations. `None`: contradiction; `Some(true)`: an equation
    /// was found.
    fn tidy(&mut self) -> Option<bool> {
        let mut kept: Vec<Linear> = Vec::with_capacity(self.system.at_least.len());
        for form in std::mem::take(&mut self.system.at_least) {
            let form = form.tightened();
            if form.value().is_some() {
                if form.constant < 0 {
                    return None;
                }
                continue;
            }
            add_bound(&mut kept, form);
        }
        for i in 0..kept.len() {
            for j in i + 1..kept.len() {
                if !opposite(&kept[i], &kept[j]) {
                    continue;
                }
                match i128::from(kept[i].constant) + i128::from(kept[j].constant) {
                    s if s < 0 => return None,
                    0 if kept[i].terms().any(|(v, _)| Some(v) != self.kept) => {
                        kept.swap_remove(j);
                        let equation = kept.swap_remove(i);
                        self.system.equal.push(equation);
                        self.system.at_least = kept;
                        return Some(true);
                    }
                    _ => {}
                }
            }
        }
        self.system.at_least = kept;
        Some(false)
    }

    /// Eliminates every variable but the kept one. `false`: a contradiction was found.
    fn project(&mut self, work: &mut Work) -> bool {
        loop {
            let bounds = &self.system.at_least;
            let width = bounds.iter().map(|f| f.coefficients.len()).max().unwrap_or(0);
            let next = (0..width)
                .filter(|&v| Some(v) != self.kept)
                .filter_map(|v| {
                    let low = bounds.iter().filter(|f| f.coefficient(v) > 0).count();
                    let high = bounds.iter().filter(|f| f.coefficient(v) < 0).count();
                    (low + high > 0).then_some((low * high, v))
                })
                .min();
            let Some((pairs, variable)) = next else {
                // Only the kept variable is left.
                return !bounds.iter().enumerate().any(|(i, f)| {
                    bounds[..i].iter().any(|g| opposite(f, g) && i128::from(f.constant) + i128::from(g.constant) < 0)
                });
            };
            let (with, mut without): (Vec<_>, Vec<_>) = bounds.iter().cloned().partition(|f| f.has(variable));
            if !work.take(pairs) || pairs + without.len() > MOST * 4 {
                self.system.at_least.retain(|_| false);
                return true;
            }
            for low in with.iter().filter(|f| f.coefficient(variable) > 0) {
                for high in with.iter().filter(|f| f.coefficient(variable) < 0) {
                    let Some(s) = high.coefficient(variable).checked_neg() else { continue };
                    let Some(sum) = low.wide(s, high, low.coefficient(variable)).narrow_tight() else { continue };
                    match sum.value() {
                        Some(c) if c < 0 => return false,
                        Some(_) => {}
                        None => {
                            if let Some(contradiction) = add_bound(&mut without, sum)
                                && contradiction
                            {
                                return false;
                            }
                        }
                    }
                }
            }
            if without.len() > MOST {
                self.system.at_least.clear();
                return true;
            }
            self.system.at_least = without;
        }
    }
}

/// Adds a bound unless one with the same coefficients is at least as strong. `Some(true)`: it contradicts another.
fn add_bound(bounds: &mut Vec<Linear>, form: Linear) -> Option<bool> {
    for old in bounds.iter_mut() {
        if old.coefficients == form.coefficients {
            old.constant = old.constant.min(form.constant);
            return None;
        }
    }
    let contradicts =
        bounds.iter().any(|old| opposite(old, &form) && i128::from(old.constant) + i128::from(form.constant) < 0);
    bounds.push(form);
    Some(contradicts)
}

fn opposite(a: &Linear, b: &Linear) -> bool {
    a.coefficients.len() == b.coefficients.len()
        && a.coefficients.iter().zip(&b.coefficients).all(|(&x, &y)| x.checked_add(y) == Some(0))
}

/// The inverse of `c` modulo `m`, if there is one.
fn inverse(c: i64, m: i64) -> Option<i64> {
    let (mut r0, mut r1) = (i128::from(m), i128::from(c.rem_euclid(m)));
    let (mut t0, mut t1) = (0i128, 1i128);
    while r1 != 0 {
        let q = r0 / r1;
        (r0, r1) = (r1, r0 - q * r1);
        (t0, t1) = (t1, t0 - q * t1);
    }
    (r0 == 1).then(|| i64::try_from(t0.rem_euclid(i128::from(m))).ok()).flatten()
}
