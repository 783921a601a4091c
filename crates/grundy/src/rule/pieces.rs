//! The normal form of a rule: a union of pieces, each a conjunction of linear constraints, congruences and literals.
//!
//! `{n -> n-k for k in 1..n//2}` is one piece over `n` and the part `p`: `n ≥ 0`, `p ≥ 0`, `n − p ≥ 1` and
//! `2(n − p) ≤ n`. The loop variable is gone, since `k = n − p`; so every spelling of the rule gives the same points
//! `(n, p)`, and two rules are equal exactly if their pieces have the same points ([`super::inclusion`]).
//!
//! Variables are numbered: coordinates of the position, then the coordinates of the parts one after the other, then
//! what could not be eliminated (*hidden* variables: "there is such a number"). What is not linear stays as a
//! [`Literal`], an opaque predicate of linear forms, of which only little is known.
//!
//! Cost: a few microseconds a piece; more than [`MOST_PIECES`] are given up on.

use grundy_automata::linear::{Linear, Shadow, System, Work};
use smallvec::SmallVec;

use super::expansion::{GiveUp, expand};
use super::ir::{Function, Rule};
use super::literal;

/// A rule of more pieces is not analysed.
pub const MOST_PIECES: usize = 4096;

/// What an opaque literal says of its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The first (at least 1) divides the second.
    Divides,
    /// The greatest common divisor of all is 1.
    Coprime,
    /// A power (exponent 0 included) of this base, at least 2.
    Power(i64),
    /// 1, 4, 9 …
    Square,
    /// 1, 2, 3, 5 …
    Fibonacci,
    /// 2, 3, 5, 7 …
    Prime,
    /// The first is the product of the two others.
    Product,
    /// The first is the function of the others.
    Value(Function),
    /// The first is the second to the power of the third.
    Raised,
}

/// A predicate of linear forms, or its negation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The predicate.
    pub kind: Kind,
    /// Of these.
    pub arguments: SmallVec<[Linear; 2]>,
    /// Does it hold?
    pub positive: bool,
}

/// A hidden variable that is `⌊of / by⌋`.
#[derive(Debug, Clone, PartialEq)]
pub struct Floor {
    /// The variable.
    pub variable: usize,
    /// What is divided.
    pub of: Linear,
    /// By this (at least 2).
    pub by: i64,
}

/// A set of moves: all points that satisfy everything here.
#[derive(Debug, Clone)]
pub struct Piece {
    /// The alternative of the rule it comes from.
    pub alternative: usize,
    /// Each part: the number of the game it is handed to (`None`: the own), and how many coordinates it has.
    pub shape: SmallVec<[(Option<u32>, usize); 2]>,
    /// Variables below are coordinates of the position.
    pub arity: usize,
    /// Variables from here on are hidden.
    pub visible: usize,
    /// The first number that is no variable yet.
    pub next: usize,
    /// The linear part.
    pub system: System,
    /// What follows from the rest; used in proofs, never to be proved.
    pub facts: Vec<Linear>,
    /// The opaque part.
    pub literals: Vec<Literal>,
    /// Hidden variables with a definition; the two inequalities that define each are among the facts.
    pub floors: Vec<Floor>,
    /// Variables that are fixed while the piece is built.
    pub(super) fixed: SmallVec<[(usize, i64); 2]>,
}

/// The pieces of a rule.
#[derive(Debug, Clone)]
pub struct Pieces {
    /// Their union is the rule.
    pub pieces: Vec<Piece>,
    /// An expression may have no value somewhere, so that the rule is an error there.
    pub may_fail: bool,
}

/// Brings a rule to pieces; `None` if that fails or is too long.
#[must_use]
pub fn pieces(rule: &Rule, work: &mut Work) -> Option<Pieces> {
    let mut out = Pieces { pieces: Vec::new(), may_fail: false };
    for alternative in 0..rule.alternatives.len() {
        let more = pieces_of_alternative(rule, alternative, work)?;
        out.may_fail |= more.may_fail;
        out.pieces.extend(more.pieces);
        if out.pieces.len() > MOST_PIECES {
            return None;
        }
    }
    Some(out)
}

/// Brings one alternative to pieces.
#[must_use]
pub fn pieces_of_alternative(rule: &Rule, alternative: usize, work: &mut Work) -> Option<Pieces> {
    let (raw, may_fail) = expand(rule, alternative, work).ok()?;
    let mut pieces = Vec::new();
    for piece in raw {
        pieces.extend(piece.settled(work).ok()?);
        if pieces.len() > MOST_PIECES || work.spent() {
            return None;
        }
    }
    Some(Pieces { pieces, may_fail })
}

impl Piece {
    /// Everything known that is linear.
    #[must_use]
    pub fn known(&self) -> System {
        let mut system = self.system.clone();
        system.at_least.extend(self.facts.iter().cloned());
        system
    }

    /// Proves that there is no such move. `false`: not proved.
    #[must_use]
    pub fn infeasible(&self, work: &mut Work) -> bool {
        let known = self.known();
        known.infeasible(work) || (!self.literals.is_empty() && literal::contradict(&self.literals, &known, work))
    }

    /// Bounds and residue of a form on the piece; `None`: there is no such move.
    #[must_use]
    pub fn shadow(&self, form: &Linear, work: &mut Work) -> Option<Shadow> {
        self.known().shadow(form, work)
    }

    /// Proves that a form is never negative on the piece.
    #[must_use]
    pub fn always(&self, form: &Linear, work: &mut Work) -> bool {
        let Some(opposite) = form.scaled(-1).and_then(|f| f.shifted(-1)) else { return false };
        let mut known = self.known();
        known.at_least.push(opposite);
        known.infeasible(work)
    }

    pub(super) fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    pub(super) fn substitute(&mut self, variable: usize, by: &Linear) -> Option<()> {
        self.system.substitute(variable, by)?;
        for form in self.facts.iter_mut().chain(self.literals.iter_mut().flat_map(|l| &mut l.arguments)) {
            *form = form.substituted(variable, by)?;
        }
        for floor in &mut self.floors {
            floor.of = floor.of.substituted(variable, by)?;
        }
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
        for mut piece in literal::tidy(self, work)? {
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
            system.at_least.push(form.scaled(-1)?.shifted(-1)?);
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
            others.at_least.extend(form.scaled(-1).and_then(|f| f.shifted(-1)));
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

    /// Are the two spelt alike? Then they are the same moves.
    #[must_use]
    pub fn is_spelt_like(&self, other: &Piece) -> bool {
        self.shape == other.shape
            && self.next == other.next
            && self.system == other.system
            && self.literals == other.literals
            && self.floors == other.floors
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

    /// Gives all variables other numbers.
    pub(super) fn rename(&mut self, name: &dyn Fn(usize) -> Option<usize>) -> Option<()> {
        let system = &mut self.system;
        let forms = system.equal.iter_mut().chain(&mut system.at_least).chain(&mut self.facts);
        let forms = forms.chain(system.multiple.iter_mut().map(|(f, _)| f));
        for form in forms.chain(self.literals.iter_mut().flat_map(|l| &mut l.arguments)) {
            *form = form.renamed(name)?;
        }
        for floor in &mut self.floors {
            floor.of = floor.of.renamed(name)?;
            floor.variable = name(floor.variable)?;
        }
        Some(())
    }
}

/// `of − by·q ≥ 0` and `by·q + by − 1 − of ≥ 0`.
pub(super) fn floor_bounds(floor: &Floor) -> Option<(Linear, Linear)> {
    let q = Linear::variable(floor.variable);
    let low = floor.of.combine(1, &q, -floor.by)?;
    let high = q.combine(floor.by, &floor.of, -1)?.shifted(floor.by - 1)?;
    Some((low, high))
}
