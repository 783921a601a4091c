//! What is known of the predicates that are not linear: enough to see that two are the same or cannot both hold.
//!
//! `k divides n` with `k = n − p` is kept as `Divides(n − p, p)`: the second argument is made small by subtracting
//! multiples of the first, so that `(n−k) % k = 0` and `n % k = 0` are one literal. Arguments of `gcd` are brought
//! to Hermite normal form, which all generating sets of one lattice share.

use grundy_automata::linear::{Linear, System, Work, reduced};
use smallvec::SmallVec;

use super::expansion::GiveUp;
use super::pieces::{Kind, Literal, Piece};

/// Values of a literal are tried one by one over ranges up to this long.
const SHORT: i64 = 64;

/// A residue class is negated by listing the other classes, up to this modulus.
pub(super) const MOST_RESIDUES: i64 = 24;

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

/// Brings all literals to one form; some turn into congruences, equations or nothing, some split the piece.
pub(super) fn tidy(piece: Piece, work: &mut Work) -> Result<Vec<Piece>, GiveUp> {
    let mut done = Vec::new();
    let mut open = vec![(piece, 0)];
    while let Some((mut piece, at)) = open.pop() {
        if !work.take(1) || done.len() + open.len() > 256 {
            return Err(GiveUp);
        }
        let Some(literal) = piece.literals.get(at).cloned() else {
            let mut literals: Vec<Literal> = Vec::with_capacity(piece.literals.len());
            for literal in std::mem::take(&mut piece.literals) {
                if !literals.contains(&literal) {
                    literals.push(literal);
                }
            }
            piece.literals = literals;
            done.push(piece);
            continue;
        };
        match literal.kind {
            Kind::Divides => tidy_divides(piece, at, &literal, &mut open)?,
            Kind::Coprime => tidy_coprime(piece, at, &literal, &mut open)?,
            Kind::Power(_) | Kind::Square | Kind::Fibonacci | Kind::Prime => {
                let constant = literal.arguments.first().and_then(Linear::value);
                match constant.and_then(|x| holds(literal.kind, x)) {
                    None => open.push((piece, at + 1)),
                    Some(truth) if truth == literal.positive => {
                        piece.literals.remove(at);
                        open.push((piece, at));
                    }
                    Some(_) => {}
                }
            }
            Kind::Product | Kind::Value(_) | Kind::Raised => open.push((piece, at + 1)),
        }
    }
    Ok(done)
}

fn tidy_divides(mut piece: Piece, at: usize, literal: &Literal, open: &mut Vec<(Piece, usize)>) -> Result<(), GiveUp> {
    let [divisor, number] = literal.arguments.as_slice() else { return Err(GiveUp) };
    if let Some(m) = divisor.value() {
        piece.literals.remove(at);
        return congruence(piece, number, m, literal.positive, |piece| open.push((piece, at)));
    }
    let mut number = number.clone();
    if let Some((v, c)) = divisor.terms().find(|&(_, c)| c.unsigned_abs() == 1) {
        let times = number.coefficient(v).checked_mul(-c).ok_or(GiveUp)?;
        number = number.combine(1, divisor, times).ok_or(GiveUp)?;
    }
    if number.terms().next().is_some_and(|(_, c)| c < 0) {
        number = number.scaled(-1).ok_or(GiveUp)?;
    }
    if number.value() == Some(0) {
        if literal.positive {
            piece.literals.remove(at);
            open.push((piece, at));
        }
        return Ok(());
    }
    piece.literals[at].arguments = [divisor.clone(), number].into_iter().collect();
    open.push((piece, at + 1));
    Ok(())
}

/// Adds `number ≡ 0 (mod m)`, or one piece for every other class.
pub(super) fn congruence(
    mut piece: Piece,
    number: &Linear,
    m: i64,
    positive: bool,
    mut add: impl FnMut(Piece),
) -> Result<(), GiveUp> {
    if m < 1 {
        return Err(GiveUp);
    }
    if m == 1 || number.value().is_some() {
        let truth = m == 1 || number.value().is_some_and(|x| x % m == 0);
        if truth == positive {
            add(piece);
        }
        return Ok(());
    }
    let number = reduced(number, m).ok_or(GiveUp)?;
    if positive {
        piece.system.multiple.push((number, m));
        add(piece);
        return Ok(());
    }
    if m > MOST_RESIDUES {
        return Err(GiveUp);
    }
    for r in 1..m {
        let mut other = piece.clone();
        other.system.multiple.push((number.shifted(-r).ok_or(GiveUp)?, m));
        add(other);
    }
    Ok(())
}

fn tidy_coprime(mut piece: Piece, at: usize, literal: &Literal, open: &mut Vec<(Piece, usize)>) -> Result<(), GiveUp> {
    let rows = hermite(&literal.arguments).ok_or(GiveUp)?;
    let constant = rows.last().and_then(Linear::value);
    if constant == Some(1) || rows.is_empty() {
        // gcd() = gcd(0, 0) = 0.
        if literal.positive != rows.is_empty() {
            piece.literals.remove(at);
            open.push((piece, at));
        }
        return Ok(());
    }
    if let [form] = rows.as_slice() {
        // gcd(f) = |f|.
        piece.literals.remove(at);
        let mut add = |equal: Option<Linear>, at_least: Option<Linear>| {
            let mut piece = piece.clone();
            piece.system.equal.extend(equal);
            piece.system.at_least.extend(at_least);
            open.push((piece, at));
        };
        let shifted = |by| form.shifted(by).ok_or(GiveUp);
        if literal.positive {
            add(Some(shifted(-1)?), None);
            add(Some(shifted(1)?), None);
        } else {
            add(Some(form.clone()), None);
            add(None, Some(shifted(-2)?));
            add(None, Some(form.scaled(-1).and_then(|f| f.shifted(-2)).ok_or(GiveUp)?));
        }
        return Ok(());
    }
    piece.literals[at].arguments = rows.into_iter().collect();
    open.push((piece, at + 1));
    Ok(())
}

/// The Hermite normal form of the lattice that the forms generate: the same for all generating sets.
fn hermite(forms: &[Linear]) -> Option<Vec<Linear>> {
    // The constant is the last column.
    let width = forms.iter().flat_map(|f| f.terms().map(|(v, _)| v + 1)).max().unwrap_or(0);
    let entry = |f: &Linear, column: usize| if column == width { f.constant_term() } else { f.coefficient(column) };
    let mut rows: SmallVec<[Linear; 4]> = forms.iter().cloned().collect();
    let mut done: Vec<Linear> = Vec::new();
    for column in 0..=width {
        loop {
            rows.sort_by_key(|f| (entry(f, column) == 0, entry(f, column).unsigned_abs()));
            let Some(pivot) = rows.first().filter(|f| entry(f, column) != 0).cloned() else { break };
            let p = entry(&pivot, column);
            let mut clean = true;
            for row in rows.iter_mut().skip(1) {
                let times = entry(row, column).checked_div(p)?;
                *row = row.combine(1, &pivot, times.checked_neg()?)?;
                clean &= entry(row, column) == 0;
            }
            if !clean {
                continue;
            }
            let pivot = if p < 0 { pivot.scaled(-1)? } else { pivot };
            let p = entry(&pivot, column);
            for row in &mut done {
                let times = entry(row, column).div_euclid(p);
                *row = row.combine(1, &pivot, times.checked_neg()?)?;
            }
            done.push(pivot);
            rows.remove(0);
            break;
        }
    }
    Some(done)
}
