//! Predicates of linear forms that are not linear themselves: what they say, and enough knowledge to see that two are the
//! same or cannot both hold.

use grundy_automata::linear::{Linear, System, Work};
use smallvec::SmallVec;

use super::ir::Function;

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

/// Values of a literal are tried one by one over ranges up to this long.
const SHORT: i64 = 64;

/// Proves that the literals cannot all hold where `known` does.
pub(super) fn contradict(literals: &[Literal], known: &System, work: &mut Work) -> bool {
    for (i, a) in literals.iter().enumerate() {
        if impossible(a, known, work) || between_multiples(a, known, work) {
            return true;
        }
        for b in &literals[..i] {
            if a.positive != b.positive && same(a, b, known, work) {
                return true;
            }
        }
    }
    false
}

/// Are the predicates (not their signs) proved to be the same where `known` holds?
pub(super) fn same(a: &Literal, b: &Literal, known: &System, work: &mut Work) -> bool {
    a.kind == b.kind
        && a.arguments.len() == b.arguments.len()
        && a.arguments.iter().zip(&b.arguments).all(|(x, y)| equal(x, y, known, work))
}

fn equal(x: &Linear, y: &Linear, known: &System, work: &mut Work) -> bool {
    if x == y {
        return true;
    }
    let Some(difference) = x.minus(y) else { return false };
    if difference.value().is_some() {
        return false;
    }
    let Some(shadow) = known.shadow(&difference, work) else { return true };
    shadow.low == Some(0) && shadow.high == Some(0)
}

/// Proves that c·x < y < (c + 1)·x for some small c, where x should divide y, or y = c·x where it should not.
fn between_multiples(literal: &Literal, known: &System, work: &mut Work) -> bool {
    let ([x, y], Kind::Divides) = (literal.arguments.as_slice(), literal.kind) else { return false };
    if !literal.positive {
        return (-3..=3).any(|c| x.scaled(c).is_some_and(|multiple| equal(y, &multiple, known, work)));
    }
    let mut never = |form: Option<Linear>| {
        let Some(form) = form else { return false };
        let mut system = known.clone();
        system.at_least.push(form);
        system.infeasible(work)
    };
    // The steps from "y ≤ c·x is impossible" to "y ≥ (c + 1)·x is impossible".
    (-3..=3i64).any(|c| {
        let gap = y.combine(1, x, -c);
        never(gap.as_ref().and_then(|g| g.scaled(-1))) && never(gap.and_then(|g| g.minus(x)))
    })
}

/// Proves that one literal fails for every value that its argument can have.
fn impossible(literal: &Literal, known: &System, work: &mut Work) -> bool {
    let [argument] = literal.arguments.as_slice() else { return false };
    if !matches!(literal.kind, Kind::Power(_) | Kind::Square | Kind::Fibonacci | Kind::Prime) {
        return false;
    }
    let Some(shadow) = known.shadow(argument, work) else { return true };
    match (shadow.low, shadow.high) {
        (_, Some(high)) if high < 1 => literal.positive,
        (Some(low), Some(high)) if high.checked_sub(low).is_some_and(|width| width < SHORT) => (low..=high)
            .filter(|x| x.rem_euclid(shadow.modulus) == shadow.residue)
            .all(|x| holds(literal.kind, x).is_some_and(|truth| truth != literal.positive)),
        _ => false,
    }
}

/// The truth of a predicate of one number, where it is cheap to tell.
pub(super) fn holds(kind: Kind, x: i64) -> Option<bool> {
    if x < 1 {
        return Some(false);
    }
    Some(match kind {
        Kind::Power(base) if base >= 2 => {
            let mut rest = x;
            while rest % base == 0 {
                rest /= base;
            }
            rest == 1
        }
        Kind::Square => x.isqrt() * x.isqrt() == x,
        Kind::Fibonacci => {
            let (mut a, mut b) = (1i64, 2i64);
            while b <= x {
                (a, b) = (b, a.checked_add(b)?);
            }
            a == x
        }
        Kind::Prime if x < 1 << 24 => x >= 2 && (2..=x.isqrt()).all(|d| x % d != 0),
        _ => return None,
    })
}
