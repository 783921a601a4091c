//! The literals of a piece in one form, so that equal predicates look equal.
//!
//! `k divides n` with `k = n − p` is kept as `Divides(n − p, p)`: the second argument is made small by subtracting
//! multiples of the first, so that `(n−k) % k = 0` and `n % k = 0` are one literal. Arguments of `gcd` are brought
//! to Hermite normal form, which all generating sets of one lattice share.

use grundy_automata::linear::{Linear, Work};
use smallvec::SmallVec;

use super::literal::{Kind, Literal, holds};
use super::piece::{GiveUp, Piece, congruence};

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
