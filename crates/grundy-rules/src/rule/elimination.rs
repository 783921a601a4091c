//! The normal form of one piece: hidden variables are eliminated where that is exact over the integers, and what is left is
//! spelt in one way.
//!
//! `n − p = k`, `1 ≤ k` and `2k ≤ n` with a hidden `k` become `n − p ≥ 1` and `2(n − p) ≤ n`.

use grundy_automata::linear::{Linear, System, Work};

use super::literal::{Kind, Literal};
use super::piece::{Floor, GiveUp, Piece, floor_bounds, negated};
use super::tidy::tidy;

impl Piece {
    /// Eliminates what can be eliminated exactly, and brings the rest to one form. May split the piece.
    pub(super) fn settled(mut self, work: &mut Work) -> Result<Vec<Piece>, GiveUp> {
        if self.infeasible(work) {
            return Ok(Vec::new());
        }
        self.fixed.clear();
        self.eliminate_by_equations().ok_or(GiveUp)?;
        self.eliminate_floors().ok_or(GiveUp)?;
        self.products_to_divisibility(work).ok_or(GiveUp)?;
        self.project_free().ok_or(GiveUp)?;
        self.solve_visible().ok_or(GiveUp)?;
        let mut out = Vec::new();
        for mut piece in tidy(self, work)? {
            if piece.infeasible(work) {
                continue;
            }
            piece.simplify(work);
            piece.renumber().ok_or(GiveUp)?;
            out.push(piece);
        }
        Ok(out)
    }

    fn eliminate_by_equations(&mut self) -> Option<()> {
        loop {
            let hidden = |f: &Linear, unit: bool| {
                f.terms().find(|&(v, c)| {
                    v >= self.visible && (!unit || c.unsigned_abs() == 1) && (unit || !self.in_opaque(v))
                })
            };
            let equal = &self.system.equal;
            let found = [true, false]
                .into_iter()
                .find_map(|unit| equal.iter().enumerate().find_map(|(i, f)| Some((i, hidden(f, unit)?))));
            let Some((at, (variable, c))) = found else { return Some(()) };
            let equation = self.system.equal.swap_remove(at);
            self.undefine(variable)?;
            let rest = equation.combine(1, &Linear::variable(variable), c.checked_neg()?)?;
            if c.unsigned_abs() == 1 {
                self.substitute(variable, &rest.scaled(-c)?)?;
            } else {
                self.facts.retain(|f| !f.has(variable));
                self.system.eliminate(variable, c, &rest)?;
            }
        }
    }

    /// `r + ⌊f/d⌋ ≥ 0` is `f + d·r ≥ 0`, and `r − ⌊f/d⌋ ≥ 0` is `d·r + d − 1 − f ≥ 0`.
    fn eliminate_floors(&mut self) -> Option<()> {
        for i in (0..self.floors.len()).rev() {
            let Floor { variable: q, of, by } = self.floors[i].clone();
            let elsewhere =
                self.system.equal.iter().chain(self.system.multiple.iter().map(|(f, _)| f)).any(|f| f.has(q));
            let small = self.system.at_least.iter().all(|f| f.coefficient(q).unsigned_abs() <= 1);
            if elsewhere || !small || self.in_opaque(q) {
                continue;
            }
            for form in &mut self.system.at_least {
                let c = form.coefficient(q);
                if c == 0 {
                    continue;
                }
                let rest = form.combine(1, &Linear::variable(q), -c)?;
                *form = match c {
                    1 => rest.combine(by, &of, 1)?,
                    _ => rest.combine(by, &of, -1)?.shifted(by - 1)?,
                };
            }
            self.facts.retain(|f| !f.has(q));
            self.floors.remove(i);
        }
        Some(())
    }

    /// "There is a k with m = k·g" is "g divides m", when k occurs in nothing else that matters.
    fn products_to_divisibility(&mut self, work: &mut Work) -> Option<()> {
        for at in 0..self.literals.len() {
            let literal = self.literals[at].clone();
            if literal.kind != Kind::Product || !literal.positive {
                continue;
            }
            let [product, f, g] = literal.arguments.as_slice() else { continue };
            for (factor, other) in [(f, g), (g, f)] {
                if let Some(forms) = self.quotient_bounds(at, factor, other, product, work) {
                    self.system.at_least = forms;
                    // Facts about the product follow from what is a constraint now: they must not outlive it.
                    self.facts = self.definitions();
                    self.literals[at] = Literal {
                        kind: Kind::Divides,
                        arguments: [other.clone(), product.clone()].into_iter().collect(),
                        positive: true,
                    };
                    break;
                }
            }
        }
        Some(())
    }

    /// The constraints without the hidden variable `factor` = product / other, if that is exact.
    fn quotient_bounds(
        &self,
        at: usize,
        factor: &Linear,
        other: &Linear,
        product: &Linear,
        work: &mut Work,
    ) -> Option<Vec<Linear>> {
        let (k, 1) = factor.terms().next()? else { return None };
        let single = *factor == Linear::variable(k);
        let mut elsewhere = self.literals.iter().enumerate().filter(|&(i, _)| i != at).flat_map(|(_, l)| &l.arguments);
        if !single
            || k < self.visible
            || other.has(k)
            || product.has(k)
            || elsewhere.any(|f| f.has(k))
            || self.floors.iter().any(|f| f.of.has(k) || f.variable == k)
            || self.system.equal.iter().chain(self.system.multiple.iter().map(|(f, _)| f)).any(|f| f.has(k))
            || !self.always(&other.shifted(-1)?, work)
        {
            return None;
        }
        let mut out = Vec::new();
        let mut later = Vec::new();
        for form in &self.system.at_least {
            let c = form.coefficient(k);
            let rest = form.combine(1, &Linear::variable(k), c.checked_neg()?)?;
            match rest.value() {
                _ if c == 0 => out.push(form.clone()),
                // other ≥ 1, so c·k + r ≥ 0 is c·product + r·other ≥ 0.
                Some(r) => out.push(product.combine(c, other, r)?),
                None => later.push(form.clone()),
            }
        }
        for form in later {
            // Needless bounds only: they follow from the facts about products and what was kept.
            let mut system = System { at_least: out.clone(), ..self.system.clone() };
            system.at_least.extend(self.facts.iter().cloned());
            system.at_least.push(negated(&form)?);
            if !system.infeasible(work) {
                return None;
            }
        }
        Some(out)
    }

    /// Hidden variables that only have bounds are projected away, where that is exact over the integers.
    fn project_free(&mut self) -> Option<()> {
        for v in self.visible..self.next {
            let elsewhere =
                self.system.equal.iter().chain(self.system.multiple.iter().map(|(f, _)| f)).any(|f| f.has(v));
            if elsewhere || self.in_opaque(v) || self.floors.iter().any(|f| f.variable == v) {
                continue;
            }
            let (with, without): (Vec<_>, Vec<_>) =
                std::mem::take(&mut self.system.at_least).into_iter().partition(|f| f.has(v));
            let (low, high): (Vec<_>, Vec<_>) = with.iter().partition(|f| f.coefficient(v) > 0);
            let exact = low.iter().all(|f| f.coefficient(v) == 1) || high.iter().all(|f| f.coefficient(v) == -1);
            if !exact || low.len() * high.len() > 64 {
                self.system.at_least = without;
                self.system.at_least.extend(with);
                continue;
            }
            self.system.at_least = without;
            for l in &low {
                for h in &high {
                    self.system.at_least.push(l.combine(h.coefficient(v).checked_neg()?, h, l.coefficient(v))?);
                }
            }
            self.facts.retain(|f| !f.has(v));
        }
        Some(())
    }

    /// Solves the equations between coordinates for the last variable, so that equal forms look equal.
    fn solve_visible(&mut self) -> Option<()> {
        let mut open = std::mem::take(&mut self.system.equal);
        let mut solved: Vec<Linear> = Vec::new();
        while let Some(equation) = open.pop() {
            if equation.value() == Some(0) {
                continue;
            }
            if let Some((v, c)) = equation.terms().rev().find(|&(_, c)| c.unsigned_abs() == 1) {
                let by = equation.combine(1, &Linear::variable(v), -c)?.scaled(-c)?;
                for form in open.iter_mut().chain(&mut solved) {
                    *form = form.substituted(v, &by)?;
                }
                self.substitute(v, &by)?;
            }
            solved.push(equation);
        }
        self.system.equal = solved;
        Some(())
    }

    /// Makes the definition of a floor an ordinary part of the piece.
    fn undefine(&mut self, variable: usize) -> Option<()> {
        while let Some(at) = self.floors.iter().position(|f| f.variable == variable) {
            let floor = self.floors.swap_remove(at);
            let (low, high) = floor_bounds(&floor)?;
            self.system.at_least.extend([low, high]);
        }
        Some(())
    }

    fn in_opaque(&self, variable: usize) -> bool {
        self.literals.iter().flat_map(|l| &l.arguments).any(|f| f.has(variable))
            || self.floors.iter().any(|f| f.of.has(variable))
    }

    /// The bounds that define the floors: facts that depend on nothing.
    fn definitions(&self) -> Vec<Linear> {
        self.floors.iter().filter_map(floor_bounds).flat_map(|(low, high)| [low, high]).collect()
    }

    /// Drops constraints that follow from the others. Other facts than definitions may follow from the very
    /// constraint that is tried, so they are not used.
    fn simplify(&mut self, work: &mut Work) {
        self.system.at_least.sort();
        self.system.at_least.dedup();
        let definitions = self.definitions();
        let mut at = 0;
        while at < self.system.at_least.len() {
            let mut others = self.system.clone();
            let form = others.at_least.swap_remove(at);
            others.at_least.extend(definitions.iter().cloned());
            others.at_least.extend(negated(&form));
            if others.at_least.len() == self.system.at_least.len() + definitions.len() && others.infeasible(work) {
                self.system.at_least.swap_remove(at);
            } else {
                at += 1;
            }
        }
        self.system.at_least.sort();
        self.system.equal.sort();
        self.system.multiple.sort();
    }

    /// Gives the hidden variables that are left the numbers from `visible` on.
    fn renumber(&mut self) -> Option<()> {
        let mut names: Vec<usize> = Vec::new();
        {
            let all = self.system.equal.iter().chain(&self.system.at_least).chain(&self.facts);
            let all = all.chain(self.system.multiple.iter().map(|(f, _)| f));
            let all =
                all.chain(self.literals.iter().flat_map(|l| &l.arguments)).chain(self.floors.iter().map(|f| &f.of));
            for form in all {
                names.extend(form.terms().map(|(v, _)| v).filter(|&v| v >= self.visible));
            }
            names.extend(self.floors.iter().map(|f| f.variable));
        }
        names.sort_unstable();
        names.dedup();
        let visible = self.visible;
        self.rename(&|v| if v < visible { Some(v) } else { names.binary_search(&v).ok().map(|i| visible + i) })?;
        self.next = visible + names.len();
        Some(())
    }
}
