//! First-order formulas about natural numbers.
//!
//! Variables are numbers and stand for natural numbers; terms are linear ([`Linear`], from the analysis of rules). The
//! atoms are those that have automata: comparisons, congruences, membership in an automatic set, bit by bit relations
//! (base 2), and in the Ostrowski systems `⌊βx⌋`. `∃k: a = 3k and b = 5k` is
//!
//! ```
//! use grundy_core::Context;
//! use grundy_automata::{Engine, Numeration, formula::Formula};
//! use grundy_automata::Relation;
//! use grundy_automata::linear::Linear;
//!
//! let (a, b, k) = (Linear::variable(0), Linear::variable(1), Linear::variable(2));
//! let times = |c| k.scaled(c).unwrap_or_default();
//! let formula = Formula::exists([2], Formula::all([
//!     Formula::compare(&a, Relation::Equal, &times(3))?,
//!     Formula::compare(&b, Relation::Equal, &times(5))?,
//! ]));
//! let cx = Context::default();
//! let set = Engine::new(Numeration::BINARY, &cx).compile(&formula, &[0, 1])?;
//! assert!(set.contains(&[300, 500]) && !set.contains(&[3, 6]));
//! # Ok::<(), grundy_automata::Obstacle>(())
//! ```

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::Relation;
use crate::dfa::Dfa;
use crate::engine::{Built, Obstacle};
use crate::linear::Linear;

/// The number of a variable.
pub type Variable = u32;

/// Relations that hold bit by bit, in base 2 only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bitwise {
    /// The xor of all arguments is 0; so `x ⊕ y = z` has the arguments x, y, z.
    XorZero,
    /// Three arguments: the third is the "and" of the others.
    And,
    /// Three arguments: the third is the "or" of the others.
    Or,
}

/// A formula. The constructors below simplify; compile with [`Engine::compile`](crate::Engine::compile).
#[derive(Debug, Clone, PartialEq)]
pub enum Formula {
    /// True or false.
    Constant(bool),
    /// The form is in this relation to 0 (not `Divides`).
    Compare(Linear, Relation),
    /// The form is a residue of these modulo `modulus` (at least 1).
    Congruent {
        /// The form; it may be negative.
        form: Linear,
        /// The modulus.
        modulus: u64,
        /// Residues in `0..modulus`.
        residues: Vec<u64>,
    },
    /// The arguments, all of them natural, are a tuple of the set.
    Member(Arc<Dfa>, Vec<Linear>),
    /// A relation bit by bit; all arguments are natural.
    Bits(Bitwise, Vec<Linear>),
    /// `value = ⌊β·argument⌋` with β = (a+√(a²+4))/2 in the Ostrowski system of a; β = φ for Zeckendorf. Both are natural.
    Floor {
        /// x.
        argument: Linear,
        /// ⌊βx⌋.
        value: Linear,
    },
    /// `value` is the place of the lowest digit of `argument` that is not 0: the smallest Zeckendorf part, or in base 2
    /// the lowest bit. False if the argument is 0.
    LowestPlace {
        /// At least 1.
        argument: Linear,
        /// A place: 1, 2, 3, 5, … or 1, 2, 4, …
        value: Linear,
    },
    /// All of these.
    All(Vec<Formula>),
    /// At least one of these.
    Any(Vec<Formula>),
    /// The opposite.
    Not(Box<Formula>),
    /// There are natural numbers for these variables.
    Exists(Vec<Variable>, Box<Formula>),
}

impl Formula {
    /// `left relation right`; with `Divides`, `left` must be a constant.
    ///
    /// # Errors
    /// Numbers beyond 64 bits; `Divides` with a left side that is no constant.
    pub fn compare(left: &Linear, relation: Relation, right: &Linear) -> Built<Self> {
        if relation == Relation::Divides {
            let Some(divisor) = left.value() else {
                let why = "divisibility by a variable has no automaton".to_owned();
                return Err(Obstacle::NotAutomatic { term: "divides".to_owned(), why });
            };
            return Ok(match divisor.unsigned_abs() {
                0 => Formula::compared(right.clone(), Relation::Equal),
                modulus => Formula::congruent(right.clone(), modulus, [0]),
            });
        }
        Ok(Formula::compared(left.minus(right).ok_or_else(Obstacle::overflow)?, relation))
    }

    /// `form relation 0`
    #[must_use]
    pub fn compared(form: Linear, relation: Relation) -> Self {
        if let Some(value) = form.value() {
            return Formula::Constant(relation.holds(value.cmp(&0)));
        }
        let constant = form.constant_term();
        let positive = form.terms().all(|(_, c)| c > 0);
        let negative = form.terms().all(|(_, c)| c < 0);
        // a natural combination is known to be on one side
        if positive && constant > 0
            || positive && constant == 0 && matches!(relation, Relation::GreaterEqual | Relation::Less)
        {
            return Formula::Constant(relation.holds(std::cmp::Ordering::Greater));
        }
        if negative && constant < 0
            || negative && constant == 0 && matches!(relation, Relation::LessEqual | Relation::Greater)
        {
            return Formula::Constant(relation.holds(std::cmp::Ordering::Less));
        }
        Formula::Compare(form, relation)
    }

    /// `variable < most`.
    ///
    /// # Errors
    /// Never, for numbers of this size.
    pub fn below(variable: Variable, most: u32) -> Built<Self> {
        Formula::compare(&Linear::variable(variable as usize), Relation::Less, &Linear::constant(i64::from(most)))
    }

    /// `form mod modulus ∈ residues`; a modulus of 0 is taken as 1.
    #[must_use]
    pub fn congruent(form: Linear, modulus: u64, residues: impl IntoIterator<Item = u64>) -> Self {
        let modulus = modulus.max(1);
        let mut residues: Vec<u64> = residues.into_iter().map(|r| r % modulus).collect();
        residues.sort_unstable();
        residues.dedup();
        if residues.is_empty() || residues.len() as u64 == modulus {
            return Formula::Constant(!residues.is_empty());
        }
        if let (Some(value), Ok(m)) = (form.value(), i64::try_from(modulus)) {
            return Formula::Constant(residues.contains(&value.rem_euclid(m).unsigned_abs()));
        }
        Formula::Congruent { form, modulus, residues }
    }

    /// All of these.
    #[must_use]
    pub fn all(formulas: impl IntoIterator<Item = Formula>) -> Self {
        let mut all = Vec::new();
        for formula in formulas {
            match formula {
                Formula::Constant(true) => {}
                Formula::Constant(false) => return Formula::Constant(false),
                Formula::All(more) => all.extend(more),
                other => all.push(other),
            }
        }
        match all.len() {
            0 => Formula::Constant(true),
            1 => all.swap_remove(0),
            _ => Formula::All(all),
        }
    }

    /// At least one of these.
    #[must_use]
    pub fn any(formulas: impl IntoIterator<Item = Formula>) -> Self {
        let mut any = Vec::new();
        for formula in formulas {
            match formula {
                Formula::Constant(false) => {}
                Formula::Constant(true) => return Formula::Constant(true),
                Formula::Any(more) => any.extend(more),
                other => any.push(other),
            }
        }
        match any.len() {
            0 => Formula::Constant(false),
            1 => any.swap_remove(0),
            _ => Formula::Any(any),
        }
    }

    /// The opposite.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Formula::Constant(value) => Formula::Constant(!value),
            Formula::Not(inner) => *inner,
            Formula::Compare(form, relation) => Formula::Compare(form, relation.opposite().unwrap_or(relation)),
            other => Formula::Not(Box::new(other)),
        }
    }

    /// There are natural numbers for these variables.
    #[must_use]
    pub fn exists(variables: impl IntoIterator<Item = Variable>, inner: Formula) -> Self {
        let variables: Vec<Variable> = variables.into_iter().collect();
        match inner {
            Formula::Constant(value) => Formula::Constant(value),
            inner if variables.is_empty() => inner,
            inner => Formula::Exists(variables, Box::new(inner)),
        }
    }

    /// All natural numbers for these variables do.
    #[must_use]
    pub fn for_all(variables: impl IntoIterator<Item = Variable>, inner: Formula) -> Self {
        Formula::exists(variables, inner.negated()).negated()
    }

    /// The free variables, in order.
    #[must_use]
    pub fn free(&self) -> Vec<Variable> {
        let mut found = BTreeSet::new();
        self.collect_free(&mut found);
        found.into_iter().collect()
    }

    fn collect_free(&self, found: &mut BTreeSet<Variable>) {
        match self {
            Formula::All(all) | Formula::Any(all) => all.iter().for_each(|f| f.collect_free(found)),
            Formula::Not(inner) => inner.collect_free(found),
            Formula::Exists(bound, inner) => {
                let mut inside = BTreeSet::new();
                inner.collect_free(&mut inside);
                found.extend(inside.into_iter().filter(|v| !bound.contains(v)));
            }
            atom => atom.forms(&mut |form| found.extend(form.terms().map(|(v, _)| v as Variable))),
        }
    }

    /// Calls `see` with each linear form of an atom.
    pub(super) fn forms(&self, see: &mut dyn FnMut(&Linear)) {
        match self {
            Formula::Compare(form, _) | Formula::Congruent { form, .. } => see(form),
            Formula::Member(_, forms) | Formula::Bits(_, forms) => forms.iter().for_each(see),
            Formula::Floor { argument, value } | Formula::LowestPlace { argument, value } => {
                see(argument);
                see(value);
            }
            _ => {}
        }
    }

    /// The largest number of a variable, free or bound, and one more; 0 if there is none.
    #[must_use]
    pub fn variables(&self) -> Variable {
        match self {
            Formula::All(all) | Formula::Any(all) => all.iter().map(Formula::variables).max().unwrap_or(0),
            Formula::Not(inner) => inner.variables(),
            Formula::Exists(bound, inner) => {
                inner.variables().max(bound.iter().map(|v| v.saturating_add(1)).max().unwrap_or(0))
            }
            atom => {
                let mut most = 0;
                atom.forms(&mut |form| {
                    most = most.max(form.terms().map(|(v, _)| v as Variable + 1).max().unwrap_or(0));
                });
                most
            }
        }
    }

    /// Is it one that the constructors make?
    ///
    /// # Errors
    /// `Divides` in a comparison; a modulus 0, or residues that are none of it; other than three arguments of "and" and "or".
    pub(crate) fn check(&self) -> Built<()> {
        let none = |why: &str| Err(Obstacle::Malformed(why.to_owned()));
        match self {
            Formula::Compare(_, Relation::Divides) => none("divisibility is a congruence, not a comparison with 0"),
            Formula::Congruent { modulus, residues, .. } if residues.iter().any(|residue| residue >= modulus) => {
                none("a residue is as large as its modulus")
            }
            Formula::Congruent { modulus: 0, .. } => none("a congruence modulo 0"),
            Formula::Bits(Bitwise::And | Bitwise::Or, arguments) if arguments.len() != 3 => {
                none("a bitwise function has two arguments and a value")
            }
            Formula::Exists(bound, _) if bound.contains(&Variable::MAX) => {
                none("a variable is the last that has a number")
            }
            Formula::All(all) | Formula::Any(all) => all.iter().try_for_each(Formula::check),
            Formula::Not(inner) | Formula::Exists(_, inner) => inner.check(),
            _ => Ok(()),
        }
    }

    /// Renames free variables, or puts linear forms for them; `None` beyond 64 bits. Bound variables must be others than
    /// those in the forms.
    #[must_use]
    pub fn substituted(&self, variable: Variable, by: &Linear) -> Option<Formula> {
        let put = |form: &Linear| form.substituted(variable as usize, by);
        let list = |all: &[Linear]| all.iter().map(put).collect::<Option<Vec<_>>>();
        let inside = |all: &[Formula]| all.iter().map(|f| f.substituted(variable, by)).collect::<Option<Vec<_>>>();
        Some(match self {
            Formula::Constant(value) => Formula::Constant(*value),
            Formula::Compare(form, relation) => Formula::compared(put(form)?, *relation),
            Formula::Congruent { form, modulus, residues } => {
                Formula::congruent(put(form)?, *modulus, residues.iter().copied())
            }
            Formula::Member(set, arguments) => Formula::Member(Arc::clone(set), list(arguments)?),
            Formula::Bits(how, arguments) => Formula::Bits(*how, list(arguments)?),
            Formula::Floor { argument, value } => Formula::Floor { argument: put(argument)?, value: put(value)? },
            Formula::LowestPlace { argument, value } => {
                Formula::LowestPlace { argument: put(argument)?, value: put(value)? }
            }
            Formula::All(all) => Formula::all(inside(all)?),
            Formula::Any(all) => Formula::any(inside(all)?),
            Formula::Not(inner) => inner.substituted(variable, by)?.negated(),
            Formula::Exists(bound, _) if bound.contains(&variable) => self.clone(),
            Formula::Exists(bound, inner) => Formula::exists(bound.iter().copied(), inner.substituted(variable, by)?),
        })
    }
}
